"""What holds after each kill of a station, wherever it was played at; and where the kills fall."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random

from msgspec import Struct

from dealer_app.station_events import UncleanStop
from tests.support.journal_watch import WatchedJournal
from tests.support.round_records import PlayedRound, audit_rounds, round_records

_MOST_DEEDS = 30
_ONE_START_IN = 5
"""So many kills fall on a start; the others on what is done at the table, or after it."""
IN_A_START, IN_HAND, UNWRITTEN = "in a start", "in progress", "before it was written"
UNTOLD, TOLD = "written, not told", "told"


@dataclass
class KillReport:
    """What became of all kills: where they fell, and what was found after them."""

    name: str
    kills: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    events: int = 0
    deeds: int = 0
    voided: int = 0
    asked: int = 0
    keyed: int = 0
    collected: Fraction = Fraction(0)
    paid: Fraction = Fraction(0)
    seconds: float = 0.0

    def __str__(self) -> str:
        where = ", ".join(f"{count} {place}" for place, count in sorted(self.kills.items()))
        return (
            f"{self.name}: {self.kills.total()} kills ({where}); {self.rounds} rounds settled, {self.voided} void, "
            f"{self.deeds} deeds, {self.asked} questions of the device, {self.keyed} keyed in its place, "
            f"{self.events} events; taken {self.collected}, paid {self.paid}; nothing lost, nothing doubled; "
            f"{self.seconds:.0f} s"
        )


class Kill(Struct, frozen=True):
    """So many seconds after the deed with this number was begun; after the start, without one."""

    deed: int | None
    seconds: float


def kills(count: int, chance: Random, *, start_seconds: float, seconds: tuple[float, ...]) -> Iterator[Kill]:
    """A start takes so long; and so long, or less, after a deed was begun, it is cut off."""
    for number in range(count):
        if number % _ONE_START_IN == 1:
            yield Kill(None, chance.uniform(0, start_seconds))
        else:
            yield Kill(chance.randint(1, _MOST_DEEDS), chance.choice(seconds) * chance.random())


def verify_journal(folder: Path) -> None:
    """By the command, as anybody would."""
    command = [sys.executable, "-m", "dealer_app", "journal", "verify", "--data-dir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def began_where_it_ended(journal: WatchedJournal, before: int) -> None:
    """A start goes on right behind the last event of before, and says once that it was cut off there."""
    stops = [each for each in zip(journal.entries[before:], journal.events[before:], strict=True) if _is_stop(each[1])]
    assert len(stops) <= 1, f"one cut, and said {len(stops)} times"
    for entry, event in stops:
        assert isinstance(event, UncleanStop)
        assert event.last == entry.sequence - 1 == before, "a start goes on where the journal ended"


def _is_stop(event: object) -> bool:
    return isinstance(event, UncleanStop)


def books(journal: WatchedJournal, game: str, letter: str, beside: Path, proved: KillReport) -> list[PlayedRound]:
    """Each round once and in its order, and those that are over judged again by the audit."""
    rounds = round_records(journal.events)
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1)), "no round twice, and none left out"
    proved.collected, proved.paid = audit_rounds(rounds, game, letter, beside)
    proved.rounds = sum(bool(each.ends) for each in rounds)
    proved.voided = sum(each.voided for each in rounds)
    proved.asked, proved.keyed = journal.times("device-asked"), journal.times("keyed-by-hand")
    proved.events = len(journal.entries)
    return rounds
