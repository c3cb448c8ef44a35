"""A script, played at a station that is killed at every fault point of a step before it makes it."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import DecisionContext, Head, Journal, JournalEntry, Record, Secret
from dealer_app.journal.recovery import Recovered, recover
from dealer_app.station.core import Core
from dealer_app.station.startup import start_station
from dealer_app.station.state import Outage, StationState
from tests.support.house_run import FOLDING, PROGRAM, lay_reserve
from tests.support.journals import play_script, sqlite_journal
from tests.support.kill_child import ChildEnd, after_each_commit, copy_folder, kill_work
from tests.support.live_station import NEXT_DAY, StaffedStation, SteppingClock, make_environment
from tests.support.traces import Script

POINTS_OF_A_DECISION = 9

_walked: set[tuple[bytes, str]] = set()
"""Steps at which a station was killed already, by what it stood at before. Many scripts begin alike: the same hash is
the same journal, and the same command after it is the same step."""

Look = Callable[[Path, Recovered[StationState]], None]


class KillWalk:
    """One station on its way through a script. `look` looks at what each kill left; with it no step is left out."""

    def __init__(self, folder: Path, look: Look | None = None) -> None:
        self.points: set[str] = set()
        self._look = look
        self._copy = folder / "copy"
        self._base = folder / "base"
        self._base.mkdir()
        self._course = StateTrace()
        self._switched = SwitchedJournal(sqlite_journal(self._base))
        with after_each_commit(self._course.note):
            self._house = StaffedStation(self._switched)

    def walk(self, script: Script, *, people_too: bool = False) -> None:
        """Kills at each command, and where it is asked for, also while its people are added and signed in."""
        known = play_script(script)
        with after_each_commit(self._course.note):
            for number, command in enumerate(known.given):
                if not people_too:
                    self._house.person_proof(command.by)
                step = self._switched.head().hash, repr(command)
                new = self._look is not None or people_too or step not in _walked
                died = self._deaths(number, command, known.rules) if new else []
                _walked.add(step)
                self._house.check_done(self._house.play(command, known.rules))
                for death, found in died:
                    self._check_kept(death, found)
        self._switched.close()

    def _deaths(self, number: int, command: Command, rules: Rules) -> list[tuple[ChildEnd, Recovered[StationState]]]:
        head = self._switched.head()
        died = []

        def work() -> None:
            self._switched.to = sqlite_journal(copy_folder(self._base, self._copy))
            self._house.check_done(self._house.play(command, rules))

        for passage in count(1):
            death = kill_work(work, passage=passage, acknowledged=head.sequence)
            if death.point is None:
                break
            self.points.add(death.point)
            died.append((death, recover(self._copy, FOLDING)))
            if self._look is not None:
                self._look(self._copy, died[-1][1])
            # The next start takes longer: at each step after another death.
            if passage == 1 + number % POINTS_OF_A_DECISION:
                starts_again(self._copy, died[-1][1])
        assert len(died) >= POINTS_OF_A_DECISION, "each step is one decision at least"
        return died

    def _check_kept(self, death: ChildEnd, found: Recovered[StationState]) -> None:
        """What was acknowledged is there, and at most the one decision in hand with it, whole."""
        at = found.head.sequence
        assert at in (death.acknowledged, self._course.next_end(death.acknowledged)), death
        # The same hash is the same entries from the first on: none is changed, none is there twice.
        assert found.head == self._course.heads[at], death
        assert found.state == self._course.states[at], death


def starts_again(folder: Path, found: Recovered[StationState]) -> None:
    """The next start says that the stop was unclean, asks about the outage, and changes nothing at the table."""
    before = found.state
    lay_reserve(folder)
    with start_station(folder, PROGRAM, SteppingClock(NEXT_DAY), make_environment()) as station:
        assert station.state.table == before.table, "an open case is still open"
        assert station.state.outage is (Outage.NONE if before.table.table is None else Outage.ASKED)
        assert station.table.guide() is None
        assert not station.state.people.sessions
        assert station.state.people.accounts == before.people.accounts
    reader = open_reader(folder)
    after = list(reader.entries(found.head.sequence + 1))
    reader.close()
    assert [entry.name for entry in after[:3]] == ["unclean-stop", "station-started", "journal-verified"]
    round_ = before.table.round
    assert json.loads(after[0].body) == {
        "last": found.head.sequence,
        "round": None if round_ is None else round_.number,
    }


class SwitchedJournal:
    """A journal behind a switch: the child of a station turns to a journal of its own."""

    def __init__(self, journal: Journal) -> None:
        self.to = journal

    def head(self) -> Head:
        return self.to.head()

    def last(self) -> JournalEntry | None:
        return self.to.last()

    def append(
        self, records: Sequence[Record], written: DecisionContext, secrets: Sequence[Secret] = ()
    ) -> tuple[JournalEntry, ...]:
        return self.to.append(records, written, secrets)

    def entries(self, first: int = 1, last: int = 2**62) -> Iterator[JournalEntry]:
        return self.to.entries(first, last)

    def latest(self, name: str, before: int = 2**62) -> JournalEntry | None:
        return self.to.latest(name, before)

    def read_sealed(self, digest: str) -> tuple[str, str]:
        return self.to.read_sealed(digest)

    def read_secret(self, digest: str) -> str:
        return self.to.read_secret(digest)

    def make_room(self) -> None:
        self.to.make_room()

    def checkpoint(self) -> None:
        self.to.checkpoint()

    def close(self) -> None:
        self.to.close()


@dataclass
class StateTrace:
    """The states through which a station went, by the sequence at which each was durable."""

    states: dict[int, StationState] = field(default_factory=dict)
    heads: dict[int, Head] = field(default_factory=dict)

    def note(self, core: Core) -> None:
        head = core.journal.head()
        self.heads[head.sequence], self.states[head.sequence] = head, core.state

    def next_end(self, sequence: int) -> int:
        """Where the decision after a sequence ended; the sequence itself where none came."""
        return min((known for known in self.heads if known > sequence), default=sequence)
