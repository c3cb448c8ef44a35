"""Types at a station on a data folder, through the command itself: lines go in as through a pipe, PINs among them.

    typist = Typist(folder)
    typist.begin_house()
    typist.add("D1", "dealer")
    shown = typist.run([*typist.session_lines("D1"), "shift begin", "stop"])

Every start is a new process as far as the station can tell; one clock steps on through all of them.
A run that falls silent without a stop was cut off.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import JournalEntry
from dealer_app.people.pin_work import PinWork
from dealer_app.station import startup
from tests.support.live_station import SteppingClock
from tests.support.signers import QUICK

PINS = {
    "M1": "135790",
    "M2": "246801",
    "D1": "482915",
    "D2": "593826",
    "S1": "604937",
    "S2": "715048",
    "A1": "826159",
    "T1": "937260",
    "N1": "048371",
}
OPENED = ("cards in set-1 8", "check S1", PINS["S1"], "shuffle", "cut", "burn 0")
"""What makes a shoe ready: who checks the cards with the dealer keys his own PIN."""


V4 = ("--game", "tiger-buffalo-v4", "--layout", "A")
BETS = ("place your bets", "bet 1 player 1000", "bet 2 player 500", "no more bets")


def read_entries(folder: Path) -> list[JournalEntry]:
    with closing(open_reader(folder)) as reader:
        return list(reader.entries())


def event_counts(folder: Path) -> Counter[str]:
    """How often each event has happened."""
    return Counter(entry.name for entry in read_entries(folder))


def event_badges(folder: Path, name: str) -> list[str]:
    """Who did this, each time."""
    return [entry.badge for entry in read_entries(folder) if entry.name == name]


def check_stopped(shown: Result) -> str:
    """What was said in a run in which nothing was refused, stopped in order."""
    assert shown.exit_code == 0, shown.output
    assert "Stopped in order." in shown.output
    assert "refused" not in shown.output, shown.output
    return shown.output


class Typist:
    """Runs commands on one data folder, with the lines that would be typed, and gives what they show."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SteppingClock()

    def type(self, *words: str, lines: Sequence[str] = ()) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        with (
            patch.object(startup, "make_pin_work", lambda: PinWork(QUICK)),
            patch.object(startup, "make_clock", lambda: self.clock),
        ):
            shown = CliRunner().invoke(main, [*words, "--data-dir", str(self.folder)], input=typed)
        assert isinstance(shown.exception, SystemExit | None), f"{words} ended with {shown.exc_info}: {shown.output}"
        return shown

    # People

    def begin_house(self, *, demo: bool = False) -> Result:
        one, other = ("dealer", "pit-supervisor") if demo else ("pit-manager", "shift-manager")
        lines = [
            line for badge, position in (("M1", one), ("M2", other)) for line in self.person_lines(badge, position)
        ]
        return self.type("people", "add", *(["--demo"] if demo else []), lines=lines)

    def person_lines(self, badge: str, position: str) -> list[str]:
        return [badge, f"Person {badge}", position, PINS[badge], PINS[badge]]

    def add(self, badge: str, position: str) -> Result:
        """Asked by M1, agreed by M2."""
        who, pins = self.person_lines(badge, position)[:3], [PINS[badge]] * 2
        return self.check_done(self.type("people", "add", lines=["M1", PINS["M1"], *who, "M2", PINS["M2"], *pins]))

    def staff(self) -> None:
        self.check_done(self.begin_house())
        for badge, position in (("D1", "dealer"), ("D2", "dealer"), ("S1", "pit-supervisor"), ("T1", "technician")):
            self.add(badge, position)

    @staticmethod
    def check_done(shown: Result) -> Result:
        assert shown.exit_code == 0, shown.output
        return shown

    # At the table

    def run(self, lines: Sequence[str], *options: str) -> Result:
        return self.type("run", "--headless", *options, lines=lines)

    @staticmethod
    def session_lines(badge: str) -> list[str]:
        return [f"sign in {badge}", PINS[badge]]

    @staticmethod
    def command_lines(badge: str, command: str) -> list[str]:
        """One command by somebody else, who keys his PIN for it."""
        return [f"as {badge} {command}", PINS[badge]]

    @staticmethod
    def agreement_lines(*badges: str) -> list[str]:
        return [line for badge in badges for line in (badge, PINS[badge])]

    @staticmethod
    def witness_lines(other: str, badge: str, command: str) -> list[str]:
        """The same with somebody beside him, whom the command names and who keys his own PIN first."""
        return [f"as {badge} {command}", PINS[other], PINS[badge]]

    def open_lines(self, settings: str = "") -> list[str]:
        """D1 deals; two managers confirm how the document is read, two people the limits; S1 opens."""
        confirmed = [*self.agreement_lines("M1", "M2"), *self.agreement_lines("M1", "S1")]
        asked, pin = self.command_lines("S1", f"open {settings}".strip())
        return [*self.session_lines("D1"), asked, *confirmed, pin]
