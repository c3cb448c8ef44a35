"""Requests on their way to a device: one at a time, each with its answer or its end.

What a request is in bytes the device's own protocol says; here are the order, the waiting and the giving up.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from dealer_app.observations import DeviceRequest, NotDone, Observation, RequestDone, RequestFailed
from drivers.framing import Seconds

MOST_WAITING = 8


class Sending(Enum):
    """Whether the station may send to the device at all. Sites commonly begin with listening only."""

    OFF = "off"
    ON = "on"


class RequestBytes(Struct, frozen=True):
    """What was written, and the key under which the device answers it; empty where its answers name nothing."""

    data: bytes
    key: str = ""


class _Work(Struct, frozen=True):
    request: DeviceRequest
    parts: deque[str]


class RequestQueue:
    """`parts` divides a request into what is acknowledged one by one, or says None; `write` makes bytes of a part."""

    def __init__(
        self,
        *,
        sending: Sending,
        answer_within: Seconds,
        parts: Callable[[DeviceRequest], tuple[str, ...] | None],
        write: Callable[[str], RequestBytes],
    ) -> None:
        self._sending = sending
        self._answer_within = answer_within
        self._parts = parts
        self._write = write
        self._work: deque[_Work] = deque()
        self._in_the_air: RequestBytes | None = None
        self._deadline: Seconds | None = None
        self._now: Seconds = 0.0
        self._silent_until: Seconds | None = None

    def ask(self, request: DeviceRequest) -> tuple[Observation, ...]:
        if self._sending is Sending.OFF:
            return (RequestFailed(request=request, why=NotDone.READ_ONLY),)
        parts = self._parts(request)
        if parts is None:
            return (RequestFailed(request=request, why=NotDone.NOT_SUPPORTED),)
        if len(self._work) >= MOST_WAITING:
            return (RequestFailed(request=request, why=NotDone.TOO_MANY),)
        self._work.append(_Work(request, deque(parts)))
        return ()

    def bytes_to_send(self) -> bytes:
        """The next part, once the one before it was answered."""
        silent = self._silent_until is not None and self._now < self._silent_until
        if self._in_the_air is not None or not self._work or silent:
            return b""
        # Its deadline runs from the next tick: the time of this one may be long past.
        self._in_the_air, self._deadline = self._write(self._work[0].parts.popleft()), None
        return self._in_the_air.data

    def is_awaited(self, key: str = "") -> bool:
        """Whether an answer under this key belongs to what was sent last."""
        return self._in_the_air is not None and self._in_the_air.key == key

    def note_acknowledgement(self) -> tuple[Observation, ...]:
        """What is in the air was accepted; the request is done when it was the last part."""
        self._in_the_air = None
        if self._work[0].parts:
            return ()
        return (RequestDone(request=self._work.popleft().request),)

    def note_refusal(self, code: str) -> tuple[Observation, ...]:
        return (self._fail_first(NotDone.REFUSED, code),)

    def tick(self, now: Seconds) -> tuple[Observation, ...]:
        self._now = now
        if self._in_the_air is None:
            return ()
        if self._deadline is None:
            self._deadline = now + self._answer_within
        if now < self._deadline:
            return ()
        # A late answer must not be taken for the answer to the next request.
        self._silent_until = now + self._answer_within
        return (self._fail_first(NotDone.TIMED_OUT),)

    def line_lost(self) -> tuple[Observation, ...]:
        failed = tuple(RequestFailed(request=work.request, why=NotDone.LINE_LOST) for work in self._work)
        self._work.clear()
        self._in_the_air = None
        return failed

    def _fail_first(self, why: NotDone, code: str = "") -> RequestFailed:
        self._in_the_air = None
        return RequestFailed(request=self._work.popleft().request, why=why, code=code)
