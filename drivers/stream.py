"""What the framings share: the bounded buffer, the silence that ends a frame, and the requests beside it.

A device's framing says only how its buffer is read.
"""

from abc import ABC, abstractmethod

from dealer_app.observations import BytesRejected, NotDone, Observation, Rejection, Request, RequestFailed
from drivers.asking import Asking
from drivers.framing import Seconds

CHUNK = 4096
"""Never more than this and one frame is kept, however much comes at once."""
BROKEN_OFF_AFTER: Seconds = 0.5
"""Twice what the longest frame of any device takes on its line."""


class StreamFraming(ABC):
    """A framing over one buffer. Without `asking` its device can only be listened to."""

    def __init__(self, asking: Asking | None = None) -> None:
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
        if not self._waiting():
            return ended
        if self._silent_since is None:
            self._silent_since = now
        if now - self._silent_since < BROKEN_OFF_AFTER:
            return ended
        return (*ended, *self._broken_off())

    def ask(self, request: Request) -> tuple[Observation, ...]:
        if self._asking is None:
            return (RequestFailed(request=request, why=NotDone.NOT_SUPPORTED),)
        return self._asking.ask(request)

    def outgoing(self) -> bytes:
        return self._asking.outgoing() if self._asking else b""

    def line_lost(self) -> tuple[Observation, ...]:
        return (*self._broken_off(), *(self._asking.line_lost() if self._asking else ()))

    def _waiting(self) -> bool:
        """Whether something was begun that silence ends."""
        return bool(self._buffer)

    def _broken_off(self) -> tuple[Observation, ...]:
        count = len(self._buffer)
        self._buffer.clear()
        return (BytesRejected(reason=Rejection.BROKEN_OFF, count=count),) if count else ()
