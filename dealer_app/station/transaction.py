"""A decision in the making, and the one writer of the journal, which gives it timestamp and day."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from dealer_app.clock import DAY_CHANGE_MINUTE, Clock, Timestamp, local_gaming_day
from dealer_app.journal.codec import encode
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.records import DecisionContext, Journal, Secret
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.state import PeopleDecision
from dealer_app.station.fold import apply_station_event
from dealer_app.station.state import StationState
from dealer_app.station_events import ClockJumped, DiskFilledUp


class Transaction:
    """Nothing of it has happened yet. It is written whole, or forgotten."""

    def __init__(self, state: StationState) -> None:
        self.state = state
        self.events: list[object] = []
        self.secrets: list[Secret] = []

    def add(self, events: Iterable[object]) -> None:
        for event in events:
            self.state = apply_station_event(self.state, event)
            self.events.append(event)

    def add_decision(self, decided: PeopleDecision) -> None:
        self.add(decided.events)
        self.secrets += (Secret(digest, value) for digest, value in decided.secrets)


_TOLERATED_JUMP = 2_000_000
"""Two seconds: less is the clock being set right a little, as clocks are."""


class Author(Struct, frozen=True):
    """Who acts, and in which position; nobody where the station acts by itself."""

    badge: str = ""
    position: str = ""


STATION_AUTHOR = Author()


class JournalWriter:
    """Writes events, all of a decision at once. What `write` returns from has happened."""

    def __init__(self, journal: Journal, clock: Clock, ballast: DiskReserve | None = None) -> None:
        self.journal = journal
        self._clock = clock
        self._ballast = ballast
        self.day_change_minute = DAY_CHANGE_MINUTE
        last = journal.last()
        self._last = None if last is None else Timestamp(utc=last.utc, offset=last.offset, counter=last.counter)
        self._same_run = False

    def now(self) -> Timestamp:
        return self._clock.now()

    def is_synchronised(self) -> bool | None:
        """Whether the system keeps the clock right by others, where it says so."""
        return self._clock.is_synchronised()

    def last_timestamp(self) -> Timestamp:
        """The moment of what was written last."""
        return self._last or self.now()

    def has_reserve(self) -> bool:
        """Whether a round that is begun can surely be recorded to its end."""
        return self._ballast is None or self._ballast.ensure()

    def write(self, events: Sequence[object], author: Author, secrets: Sequence[Secret] = ()) -> list[object]:
        """Returns when the events are durable, with those that the station had to add. Raises JournalError if not."""
        now = self.now()
        written = [*self._clock_jump(now), *events]
        try:
            self._append(written, author, secrets, now)
        except JournalError as problem:
            if problem.fault is not JournalFault.DISK_FULL or self._ballast is None or not self._ballast.release():
                raise
            written = [DiskFilledUp(), *written]
            self._append(written, author, secrets, now)
        self._last, self._same_run = now, True
        return written

    def _append(self, events: Sequence[object], author: Author, secrets: Sequence[Secret], now: Timestamp) -> None:
        written = DecisionContext(
            day=local_gaming_day(now, self.day_change_minute),
            utc=now.utc,
            offset=now.offset,
            counter=now.counter,
            badge=author.badge,
            position=author.position,
        )
        self.journal.append([encode(event) for event in events], written, secrets)

    def _clock_jump(self, now: Timestamp) -> list[object]:
        """Between two starts only a clock that went back is sure to have jumped: how long it was off nobody knows."""
        last = self._last
        if last is None:
            return []
        moved = now.utc - last.utc - (now.counter - last.counter if self._same_run else 0)
        jumped = abs(moved) > _TOLERATED_JUMP if self._same_run else moved < 0
        if not jumped and now.offset == last.offset:
            return []
        return [ClockJumped(microseconds=moved if jumped else 0, offset_before=last.offset, offset=now.offset)]
