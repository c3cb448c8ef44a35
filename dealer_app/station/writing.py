"""The one door to the journal: what is written gets its moment and its gaming day; a clock that jumped is told."""

from collections.abc import Sequence

from msgspec import Struct

from dealer_app.journal.ballast import Ballast
from dealer_app.journal.codec import encode
from dealer_app.journal.journal import Journal
from dealer_app.journal.record import Secret, Written
from dealer_app.journal.trouble import Fault, JournalError
from dealer_app.station.clock import Clock
from dealer_app.station.days import CHANGES_AT, gaming_day
from dealer_app.station.facts import ClockJumped, DiskFilledUp
from dealer_app.station.moment import Moment

_TOLERATED = 2_000_000
"""Two seconds: less is the clock being set right a little, as clocks are."""


class Author(Struct, frozen=True):
    """Who acts, and in which position; nobody where the station acts by itself."""

    badge: str = ""
    position: str = ""


STATION = Author()


class Writer:
    """Writes events, all of a decision at once. What `write` returns from has happened."""

    def __init__(self, journal: Journal, clock: Clock, ballast: Ballast | None = None) -> None:
        self.journal = journal
        self._clock = clock
        self._ballast = ballast
        self.day_changes_at = CHANGES_AT
        last = journal.last()
        self._last = None if last is None else Moment(utc=last.utc, offset=last.offset, counter=last.counter)
        self._same_run = False

    def now(self) -> Moment:
        return self._clock.now()

    def is_synchronised(self) -> bool | None:
        """Whether the system keeps the clock right by others, where it tells."""
        return self._clock.is_synchronised()

    def written(self) -> Moment:
        """The moment of what was written last."""
        return self._last or self.now()

    def has_reserve(self) -> bool:
        """Whether a round that is begun can surely be recorded to its end."""
        return self._ballast is None or self._ballast.lay()

    def write(self, events: Sequence[object], author: Author, secrets: Sequence[Secret] = ()) -> list[object]:
        """Returns when the events are durable, with those that the station had to add. Raises JournalError if not."""
        now = self.now()
        told = [*self._jump(now), *events]
        try:
            self._append(told, author, secrets, now)
        except JournalError as problem:
            if problem.fault is not Fault.DISK_FULL or self._ballast is None or not self._ballast.spend():
                raise
            told = [DiskFilledUp(), *told]
            self._append(told, author, secrets, now)
        self._last, self._same_run = now, True
        return told

    def _append(self, events: Sequence[object], author: Author, secrets: Sequence[Secret], now: Moment) -> None:
        written = Written(
            day=gaming_day(now, self.day_changes_at),
            utc=now.utc,
            offset=now.offset,
            counter=now.counter,
            badge=author.badge,
            position=author.position,
        )
        self.journal.append([encode(event) for event in events], written, secrets)

    def _jump(self, now: Moment) -> list[object]:
        """Between two starts only a clock that went back is sure to have jumped: how long it was off nobody knows."""
        last = self._last
        if last is None:
            return []
        moved = now.utc - last.utc - (now.counter - last.counter if self._same_run else 0)
        jumped = abs(moved) > _TOLERATED if self._same_run else moved < 0
        if not jumped and now.offset == last.offset:
            return []
        return [ClockJumped(microseconds=moved if jumped else 0, offset_before=last.offset, offset=now.offset)]
