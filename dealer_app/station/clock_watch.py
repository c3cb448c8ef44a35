"""Asks the system now and then whether it keeps the wall clock right by others, and writes down when that changes."""

from dealer_app.domain.round.table_events import TableOpened
from dealer_app.people.events import Kind
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import ClockChecked
from dealer_app.station.moment import Moment
from dealer_app.station.writing import STATION, Author

_EVERY = 3_600_000_000
"""An hour, in microseconds of the counter."""


class ClockWatch:
    """Asked at a start, when a table has opened, and every hour. Of a demonstration nobody relies on the time."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._asked: int | None = None
        """When, by the counter; nothing where it is to be asked now."""
        core.followers.append(self._happened)

    def look(self) -> Done:
        """To be called now and then, between two decisions."""
        state = self._core.state
        if state.people.kind is not Kind.LIVE or not state.running:
            return ()
        now = self._core.now()
        if self._asked is not None and now.counter - self._asked < _EVERY:
            return ()
        self._asked = now.counter
        found = self._core.is_synchronised()
        if found is None or found == state.clock_synchronised:
            return ()
        draft = Draft(state)
        draft.add([ClockChecked(synchronised=found)])
        return self._core.commit(draft, STATION)

    def _happened(self, done: Done, author: Author, at: Moment) -> None:
        del author, at
        if any(isinstance(event, TableOpened) for event in done):
            self._asked = None
