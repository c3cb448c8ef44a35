"""Tells of rejected bytes without flooding: at once, then summed up; and says when a line speaks no language of ours.

A wrong baud rate shows as bytes that never make a frame. A broken frame now and then does not.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from dealer_app.observations import BytesRejected, LineGarbled, Observation, Rejection

GARBLED_AFTER = 32
"""Bytes rejected in a row: some four reports of a shoe at another speed, more than an opening in mid-report leaves."""
QUIET_MS = 10_000
"""For so long after a notice of rejected bytes the next ones are only counted, if nothing was understood since."""
MOST_AT_ONCE = 6
"""Notices a minute that are not held back: a frame that is damaged now and then is told as it comes."""
MINUTE_MS = 60_000
GARBLED_QUIET_MS = 60_000
"""Noise can make a frame by chance: a garbled line is not called so again before this time has passed."""


class GarbageWatch:
    """Stands between a framing and whoever hears it; times in milliseconds."""

    def __init__(self, baudrate: int) -> None:
        self._baudrate = baudrate
        self._in_a_row = 0
        self._untold: Counter[Rejection] = Counter()
        self._told_at: deque[int] = deque(maxlen=MOST_AT_ONCE)
        self._understood = False
        """Whether something was, since the last notice."""
        self._garbled_at: int | None = None
        self._garbled = False

    def sifted(self, observations: Iterable[Observation], at: int) -> Iterator[Observation]:
        """What is to be told of these, in their order."""
        for observation in observations:
            # A numbered one is a whole report that says something unknown: no garbage, and told at once.
            if isinstance(observation, BytesRejected) and observation.sequence is None:
                self._in_a_row += observation.count
                self._untold[observation.reason] += observation.count
                continue
            # Before what comes after it: a hole in the reports is told where it is.
            yield from self._rejected(at)
            self._in_a_row = 0
            self._garbled = False
            self._understood = True
            yield observation
        yield from self._rejected(at)

    def line_changed(self) -> None:
        """Another session: what was counted of the old one says nothing about it."""
        self._in_a_row = 0
        self._garbled = False

    def _rejected(self, at: int) -> Iterator[Observation]:
        """Called again with no news when time has passed."""
        if not self._garbled and self._in_a_row >= GARBLED_AFTER:
            self._garbled = True
            if self._garbled_at is None or at - self._garbled_at >= GARBLED_QUIET_MS:
                self._garbled_at = at
                self._untold.clear()
                yield LineGarbled(baudrate=self._baudrate, rejected=self._in_a_row)
        if self._untold and not self._quiet(at) and not self._garbled:
            self._told_at.append(at)
            self._understood = False
            (reason, _), count = self._untold.most_common(1)[0], self._untold.total()
            self._untold.clear()
            yield BytesRejected(reason=reason, count=count)

    def _quiet(self, at: int) -> bool:
        """Noise without end is summed up; a false frame among good ones is not kept waiting."""
        told = self._told_at
        if not told or at - told[-1] >= QUIET_MS:
            return False
        many = len(told) == MOST_AT_ONCE and at - told[0] < MINUTE_MS
        return many or not self._understood
