"""The numbers that a device gives its reports: which comes next, which was heard already, how many are missing."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final


class Arrival(Enum):
    """How a report's number stands to the one before it."""

    NEXT = auto()
    REPEATED = auto()
    """The number and the bytes of the last report."""
    CONFLICT = auto()
    """The number of the last report with other bytes: a fault on the line, never a repeat."""
    LOST = auto()
    """A later number than the next: what came between was not heard."""


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

    def arrived(self, number: str, report: bytes) -> Arrival:
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

    def restarted(self, number: str, report: bytes) -> Arrival:
        """A report that begins the count anew, whatever its number."""
        repeated = self._last == (number, report)
        self._last = number, report
        self.expected = self._following.get(number)
        return Arrival.REPEATED if repeated else Arrival.NEXT
