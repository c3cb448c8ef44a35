"""Turns the bytes and events of a port into reports, for a live line and for a capture alike.

The decoder knows no port and no clock. What belongs to an earlier session is not decoded, and nothing is
put together across a change of session. Rejected bytes are reported at once, then summed up, and a line
that never makes a frame is reported as garbled: usually its baud rate is wrong.
"""

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import assert_never

from dealer_app.observations import (
    BytesDropped,
    BytesRejected,
    DeviceReport,
    DeviceRequest,
    LineDown,
    LineGarbled,
    LineUp,
    NotDone,
    Observation,
    Rejection,
    RequestFailed,
)
from drivers.framing import Framing, Seconds
from drivers.port import Chunk, InboxOverflowed, LineFailed, LineOpened, PortEvent
from drivers.requests import RequestQueue

GARBLED_AFTER = 32
"""Bytes rejected in a row: some four reports of a shoe at another speed, more than an opening in mid-report leaves."""
QUIET_MS = 10_000
"""For so long after a notice of rejected bytes the next ones are only counted, if nothing was understood since."""
MOST_AT_ONCE = 6
"""Notices a minute that are not held back: a frame that is damaged now and then is reported as it comes."""
MINUTE_MS = 60_000
GARBLED_QUIET_MS = 60_000
"""Noise can make a frame by chance: a garbled line is not called so again before this time has passed."""


class GarbageWatch:
    """Filters what a framing says of garbage before it is reported; times in milliseconds."""

    def __init__(self, baudrate: int) -> None:
        self._baudrate = baudrate
        self._in_a_row = 0
        self._untold: Counter[Rejection] = Counter()
        self._told_at: deque[int] = deque(maxlen=MOST_AT_ONCE)
        self._understood = False
        """Whether something was, since the last notice."""
        self._garbled_at: int | None = None
        self._garbled = False

    def filter_observations(self, observations: Iterable[Observation], at: int) -> Iterator[Observation]:
        """The observations to report of these, in their order."""
        for observation in observations:
            # A numbered one is a whole report that says something unknown: no garbage, and reported at once.
            if isinstance(observation, BytesRejected) and observation.sequence is None:
                self._in_a_row += observation.count
                self._untold[observation.reason] += observation.count
                continue
            # Before what comes after it: a hole in the reports is reported where it is.
            yield from self._rejection_reports(at)
            self._in_a_row = 0
            self._garbled = False
            self._understood = True
            yield observation
        yield from self._rejection_reports(at)

    def line_changed(self) -> None:
        """Another session: what was counted of the old one says nothing about it."""
        self._in_a_row = 0
        self._garbled = False

    def _rejection_reports(self, at: int) -> Iterator[Observation]:
        """Called again with no news when time has passed."""
        if not self._garbled and self._in_a_row >= GARBLED_AFTER:
            self._garbled = True
            if self._garbled_at is None or at - self._garbled_at >= GARBLED_QUIET_MS:
                self._garbled_at = at
                self._untold.clear()
                yield LineGarbled(baudrate=self._baudrate, rejected=self._in_a_row)
        if self._untold and not self._is_quiet(at) and not self._garbled:
            self._told_at.append(at)
            self._understood = False
            (reason, _), count = self._untold.most_common(1)[0], self._untold.total()
            self._untold.clear()
            yield BytesRejected(reason=reason, count=count)

    def _is_quiet(self, at: int) -> bool:
        """Noise without end, and after a garbled line, is summed up; a false frame among good ones does not wait."""
        told_at = self._told_at
        if not told_at or at - told_at[-1] >= QUIET_MS:
            return False
        many = len(told_at) == MOST_AT_ONCE and at - told_at[0] < MINUTE_MS
        garbled = self._garbled_at is not None and at - self._garbled_at < QUIET_MS
        return many or garbled or not self._understood


class Decoder:
    """One device's framing, fed with port events in their order; times in milliseconds.

    `profile` is said of a line that opens: no line knows by itself what is spoken on it.
    """

    def __init__(self, framing: Framing, *, baudrate: int, profile: str = "") -> None:
        self._framing = framing
        self._baudrate = baudrate
        self._profile = profile
        self._watch = GarbageWatch(baudrate)
        self._generation = 0
        self._now = 0

    @property
    def generation(self) -> int:
        return self._generation

    def take(self, event: PortEvent) -> tuple[DeviceReport, ...]:
        if event.generation < self._generation:
            return ()
        reports = [*self.tick(event.at), *self._change_generation(event.generation)]
        match event:
            case Chunk(data=data):
                reports += self._filter(self._framing.feed(data))
            case LineOpened(port=port, usb=usb, simulated=simulated):
                up = LineUp(port=port, baudrate=self._baudrate, usb=usb, profile=self._profile, simulated=simulated)
                reports += self._stamp(up)
            case LineFailed(fault=fault, said=said):
                reports += self._end_line()
                reports += self._stamp(LineDown(fault=fault.code, said=said))
            case InboxOverflowed(lost=lost):
                reports += self._stamp(BytesDropped(count=lost))
            case _:
                assert_never(event)
        return tuple(reports)

    def tick(self, at: int) -> tuple[DeviceReport, ...]:
        """Time passed; at least ten times a second while nothing comes."""
        # A chunk can be stamped a moment before the tick that overtook it.
        self._now = max(self._now, at)
        return self._filter(self._framing.tick(self._now / 1000))

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        return self._stamp(*self._framing.ask(request))

    def bytes_to_send(self) -> bytes:
        return self._framing.bytes_to_send()

    def _change_generation(self, generation: int) -> tuple[DeviceReport, ...]:
        if generation == self._generation:
            return ()
        ended = self._end_line()
        self._generation = generation
        return ended

    def _end_line(self) -> tuple[DeviceReport, ...]:
        ended = self._filter(self._framing.line_lost())
        self._watch.line_changed()
        return ended

    def _filter(self, observations: Iterable[Observation]) -> tuple[DeviceReport, ...]:
        return self._stamp(*self._watch.filter_observations(observations, self._now))

    def _stamp(self, *observations: Observation) -> tuple[DeviceReport, ...]:
        return tuple(DeviceReport(at=self._now, generation=self._generation, observation=it) for it in observations)


CHUNK = 4096
"""Never more than this and one frame is kept, however much comes at once."""
BROKEN_OFF_AFTER: Seconds = 0.5
"""Twice what the longest frame of any device takes on its line."""


class StreamFraming(ABC):
    """A framing over one buffer. Without `asking` its device can only be listened to."""

    def __init__(self, asking: RequestQueue | None = None) -> None:
        self._buffer = bytearray()
        self._silent_since: Seconds | None = None
        self._asking = asking

    @abstractmethod
    def _read(self, found: list[Observation]) -> None:
        """Takes from the buffer all that is whole or false; what is left is the beginning of one frame.

        What is found must not depend on where the stream was cut.
        """

    def feed(self, data: bytes) -> tuple[Observation, ...]:
        self._silent_since = None
        found: list[Observation] = []
        while len(data) > CHUNK:
            self._buffer += data[:CHUNK]
            self._read(found)
            data = data[CHUNK:]
        self._buffer += data
        self._read(found)
        return tuple(found)

    def tick(self, now: Seconds) -> tuple[Observation, ...]:
        ended = self._asking.tick(now) if self._asking else ()
        if not self._has_fragment():
            return ended
        if self._silent_since is None:
            self._silent_since = now
        if now - self._silent_since < BROKEN_OFF_AFTER:
            return ended
        return (*ended, *self._drop_fragment())

    def ask(self, request: DeviceRequest) -> tuple[Observation, ...]:
        if self._asking is None:
            return (RequestFailed(request=request, why=NotDone.NOT_SUPPORTED),)
        return self._asking.ask(request)

    def bytes_to_send(self) -> bytes:
        return self._asking.bytes_to_send() if self._asking else b""

    def line_lost(self) -> tuple[Observation, ...]:
        return (*self._drop_fragment(), *(self._asking.line_lost() if self._asking else ()))

    def _has_fragment(self) -> bool:
        """Whether something was begun that silence ends."""
        return bool(self._buffer)

    def _drop_fragment(self) -> tuple[Observation, ...]:
        count = len(self._buffer)
        self._buffer.clear()
        return (BytesRejected(reason=Rejection.BROKEN_OFF, count=count),) if count else ()
