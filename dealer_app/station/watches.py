"""What a station watches beside its work: the clock, each finished round in the file, and the second head.

Whether the system keeps the wall clock right is asked now and then. A round that has ended is read back by a
connection of its own. The head is written at a second place when something has ended, and compared at a start.
"""

import sqlite3
from pathlib import Path

from dealer_app.clock import Clock, Timestamp
from dealer_app.domain.round.events import RoundConcluded, RoundVoided, TableClosed, TableOpened
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import Head, Journal, is_broken_link
from dealer_app.journal.recovery import gap_text
from dealer_app.journal.second_head import MissedError, SecondHead, check_second_head, unreachable_error
from dealer_app.journal_errors import DamagedError, JournalError, read_error
from dealer_app.people.events import FolderKind
from dealer_app.station.core import Core, Done
from dealer_app.station.state import StationState
from dealer_app.station.transaction import STATION_AUTHOR, Author, Transaction
from dealer_app.station_events import ClockChecked, ShiftEnded, StationStopped

_EVERY = 3_600_000_000
"""An hour, in microseconds of the counter."""


class ClockWatch:
    """Asked at a start, when a table has opened, and every hour. Of a demonstration nobody relies on the time."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._asked: int | None = None
        """When, by the counter; nothing where it is to be asked now."""
        core.followers.append(self._follow_decision)

    def check_clock(self) -> Done:
        """To be called now and then, between two decisions."""
        state = self._core.state
        if state.people.kind is not FolderKind.LIVE or not state.running:
            return ()
        now = self._core.now()
        if self._asked is not None and now.counter - self._asked < _EVERY:
            return ()
        self._asked = now.counter
        found = self._core.is_synchronised()
        if found is None or found == state.clock_synchronised:
            return ()
        draft = Transaction(state)
        draft.add([ClockChecked(synchronised=found)])
        return self._core.commit(draft, STATION_AUTHOR)

    def _follow_decision(self, done: Done, _author: Author, _at: Timestamp) -> None:
        if any(isinstance(event, TableOpened) for event in done):
            self._asked = None


_ROUND_ENDS = (RoundConcluded, RoundVoided)


def follow_chain(folder: Path, at: Head) -> Head:
    """Follows the chain of a journal from a head to its end. Raises DamagedError where it breaks."""
    reader = open_reader(folder)
    try:
        for entry in reader.entries(at.sequence + 1):
            if is_broken_link(entry, at):
                raise DamagedError(f"event {at.sequence + 1} does not follow from the one before", at.sequence)
            at = Head(entry.sequence, entry.hash)
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, folder / DATABASE, at.sequence) from problem
    finally:
        reader.close()
    return at


class RoundCheck:
    """Follows the chain from the end of the round before; where it does not hold nothing more is written."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self._folder = folder
        self._journal = journal
        self._at = journal.head()
        self._damage: DamagedError | None = None

    def attach(self, core: Core) -> None:
        core.followers.append(self._follow_decision)
        core.guards.append(self.raise_damage)

    def raise_damage(self) -> None:
        """Raises DamagedError if a round was not there as it had been written."""
        if self._damage is not None:
            raise self._damage

    def _follow_decision(self, done: Done, _author: Author, _at: Timestamp) -> None:
        if any(isinstance(event, _ROUND_ENDS) for event in done):
            self._read_back()

    def _read_back(self) -> None:
        written = self._journal.head()
        try:
            found = follow_chain(self._folder, self._at)
        except DamagedError as problem:
            self._damage = problem
            return
        except JournalError:
            # The file cannot be asked now, which is no damage: the next round is followed with this one.
            return
        if found == written:
            self._at = found
        elif found.sequence < written.sequence:
            self._damage = DamagedError(gap_text(found.sequence, written), found.sequence)
        else:
            self._damage = DamagedError(f"event {found.sequence} is not the one that was written", self._at.sequence)


WAIVER_LASTS = 24 * 3600 * 1_000_000
"""Two people answer for a day, and no longer."""
_ENDING_EVENTS = (RoundConcluded, RoundVoided, TableClosed, ShiftEnded, StationStopped)


def compare_at_start(folder: Path, state: StationState, clock: Clock, *, without: bool = False) -> str:
    """Why the second head could not be compared, where that is allowed; nothing if it was, or there is none.

    Raises DamagedError for a journal that is behind it, and JournalError where it cannot be reached and nobody has
    said that the station may start all the same.
    """
    if not state.second_head:
        return ""
    path = Path(state.second_head)
    try:
        check_second_head(folder, path)
    except MissedError as problem:
        since, until = state.second_head_waived
        if not without and not since <= clock.now().utc < until:
            raise unreachable_error(path, folder, problem) from problem
        return str(problem)
    return ""


class SecondHeadKeeper:
    """Writes the head there when a round, a table, a shift or the station's work has ended."""

    def __init__(self, second: SecondHead, journal: Journal) -> None:
        self._second = second
        self._journal = journal

    def attach(self, core: Core) -> None:
        core.followers.append(self._follow_decision)
        core.guards.append(self._second.raise_damage)
        self._second.keep(self._journal.head())

    def miss_reason(self) -> str:
        """Why it is not there, if it should be."""
        return self._second.miss_reason()

    def raise_damage(self) -> None:
        """Raises DamagedError if more is known there than here."""
        self._second.raise_damage()

    def close(self) -> None:
        """With the last head there is, if the place takes it in time."""
        self._second.keep(self._journal.head())
        self._second.close()

    def _follow_decision(self, done: Done, _author: Author, _at: Timestamp) -> None:
        if any(isinstance(event, _ENDING_EVENTS) for event in done):
            self._second.keep(self._journal.head())
