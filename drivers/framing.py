"""The interface of a device's framing (bytes in, observations out) and what all framings share.

A framing keeps a bounded buffer, finds its way back after garbage and names what it throws away. It reads
no clock: `tick` gives it the time, before `feed` and `ask`, and at least ten times a second on a silent
line. Here too: the numbers that a device gives its reports, and the note of bytes that were thrown away.
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final, Protocol

from dealer_app.observations import BytesRejected, DeviceRequest, Observation, Rejection

Seconds = float
"""Of a clock that only goes forward; its zero means nothing."""


class Framing(Protocol):
    """One device on one line, over all the times that the line is opened."""

    def feed(self, data: bytes) -> tuple[Observation, ...]:
        """What these bytes complete. Never raises, whatever they are."""
        ...

    def tick(self, now: Seconds) -> tuple[Observation, ...]:
        """What the passing of time brings: a request that was not answered, a frame that was not ended."""
        ...

    def ask(self, request: DeviceRequest) -> tuple[Observation, ...]:
        """Takes a request on, or says at once why not."""
        ...

    def bytes_to_send(self) -> bytes:
        """What is to be written now; asked after each `feed`, `tick` and `ask`, and empty most of the time."""
        ...

    def line_lost(self) -> tuple[Observation, ...]:
        """The port was closed: half a frame and what was asked are given up, the last number is kept."""
        ...


def reject(reason: Rejection, count: int, found: list[Observation]) -> None:
    """Adds to the observations found so far that so many bytes were thrown away."""
    if found and isinstance(found[-1], BytesRejected):
        before = found[-1]
        if before.reason is reason and before.sequence is None:
            found[-1] = BytesRejected(reason=reason, count=before.count + count)
            return
    found.append(BytesRejected(reason=reason, count=count))


class Arrival(Enum):
    """How the number of a report follows on the one before it."""

    NEXT = auto()
    REPEATED = auto()
    """The number and the bytes of the last report."""
    CONFLICT = auto()
    """The number of the last report with other bytes: a fault on the line, never a repeat."""
    LOST = auto()
    """A later number than the next: what came between was lost."""


NEXT: Final = Arrival.NEXT
"""Nearly every report is: a name of the module is found at once, a member by a call."""


class ReportNumbers:
    """Follows a counter that runs through `numbers` and begins again at their first."""

    def __init__(self, numbers: Sequence[str]) -> None:
        self._places = {number: place for place, number in enumerate(numbers)}
        self._following = dict(zip(numbers, [*numbers[1:], numbers[0]], strict=True))
        self._last: tuple[str, bytes] | None = None
        self.expected: str | None = None
        """The next number; None before the first report, and after a number that the counter does not have."""
        self.missing = 0
        """After LOST, how many at least: the counter may have gone round. 0 where its number says nothing."""

    def note_report(self, number: str, report: bytes) -> Arrival:
        last, expected = self._last, self.expected
        self._last = number, report
        if number == expected:
            self.expected = self._following[number]
            return NEXT
        self.expected = self._following.get(number)
        if last is not None and last[0] == number:
            return Arrival.REPEATED if last[1] == report else Arrival.CONFLICT
        if number not in self._places:
            self.missing = 0
            return Arrival.LOST
        if expected is None:
            return Arrival.NEXT
        self.missing = (self._places[number] - self._places[expected]) % len(self._places)
        return Arrival.LOST

    def note_restart(self, number: str, report: bytes) -> Arrival:
        """A report that starts the count again, whatever its number."""
        repeated = self._last == (number, report)
        self._last = number, report
        self.expected = self._following.get(number)
        return Arrival.REPEATED if repeated else Arrival.NEXT
