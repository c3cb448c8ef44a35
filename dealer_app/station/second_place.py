"""The second place of the head, as a station uses it: compared before a start, written when something has ended."""

from pathlib import Path

from dealer_app.domain.round.events import RoundConcluded, RoundVoided
from dealer_app.domain.round.table_events import TableClosed
from dealer_app.journal.journal import Journal
from dealer_app.journal.second_head import MissedError, SecondHead, compare_with, missed
from dealer_app.station.clock import Clock
from dealer_app.station.core import Core, Done
from dealer_app.station.facts import ShiftEnded, StationStopped
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.station.writing import Author

WAIVED_FOR = 24 * 3600 * 1_000_000
"""Two people answer for a day, and no longer."""
_ENDS = (RoundConcluded, RoundVoided, TableClosed, ShiftEnded, StationStopped)


def compare_before_start(folder: Path, state: StationState, clock: Clock, *, without: bool = False) -> str:
    """Why the second head could not be compared, where that is allowed; nothing if it was, or there is none.

    Raises DamagedError for a journal that is behind it, and JournalError where it cannot be reached and nobody has
    said that the station may start all the same.
    """
    if not state.second_head:
        return ""
    path = Path(state.second_head)
    try:
        compare_with(folder, path)
    except MissedError as problem:
        since, until = state.second_head_waived
        if not without and not since <= clock.now().utc < until:
            raise missed(path, folder, problem) from problem
        return str(problem)
    return ""


class SecondPlace:
    """Writes the head there when a round, a table, a shift or the station's work has ended."""

    def __init__(self, second: SecondHead, journal: Journal) -> None:
        self._second = second
        self._journal = journal

    def attach(self, core: Core) -> None:
        core.followers.append(self._happened)
        core.guards.append(self._second.look)
        self._second.keep(self._journal.head())

    def missed(self) -> str:
        """Why it is not there, if it should be."""
        return self._second.missed()

    def look(self) -> None:
        """Raises DamagedError if more is known there than here."""
        self._second.look()

    def close(self) -> None:
        """With the last head there is, if the place takes it in time."""
        self._second.keep(self._journal.head())
        self._second.close()

    def _happened(self, done: Done, author: Author, at: Moment) -> None:
        del author, at
        if any(isinstance(event, _ENDS) for event in done):
            self._second.keep(self._journal.head())
