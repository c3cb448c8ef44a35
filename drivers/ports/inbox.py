"""What a port hands over, in order, through a queue that cannot grow without bound.

When the reader falls so far behind that the queue is full, everything in it is discarded and counted, a new
generation begins, and the reader finds one `Overflowed` at the head: the newest bytes are those that matter at a
table, a hole between bytes is told as a hole, and no frame is ever put together across it.
"""

import threading
from collections import deque
from typing import TypeAlias

from msgspec import Struct

from drivers.ports.faults import PortFault

CAPACITY = 1 << 20
"""In bytes, each item counted with its overhead: over a minute of the fastest line that there is."""
OVERHEAD = 64


class Opened(Struct, frozen=True, kw_only=True):
    """The line is there; a session of its own begins."""

    generation: int
    at: int
    port: str
    usb: str = ""
    """What its adapter tells of itself, where the system knows it."""
    simulated: bool = False
    """Whether only a program of this machine can speak there."""


class Chunk(Struct, frozen=True, kw_only=True):
    """Bytes as they came, of one generation."""

    generation: int
    at: int
    data: bytes


class Failed(Struct, frozen=True, kw_only=True):
    """The line was lost or cannot be opened: said once for each fault until it is there again."""

    generation: int
    at: int
    fault: PortFault
    said: str


class Overflowed(Struct, frozen=True, kw_only=True):
    """So many bytes were discarded because nobody took them; what follows is of the new generation."""

    generation: int
    at: int
    lost: int


PortEvent: TypeAlias = Opened | Chunk | Failed | Overflowed


class Inbox:
    """Filled by the owner thread, emptied by one reader."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._filled = threading.Condition()
        self._waiting: deque[PortEvent] = deque()
        self._weight = 0

    def put(self, event: PortEvent) -> bool:
        """False if it did not fit: the caller empties the queue and begins a new generation."""
        weight = _weight(event)
        with self._filled:
            if self._weight + weight > self._capacity:
                return False
            self._waiting.append(event)
            self._weight += weight
            self._filled.notify()
            return True

    def discard(self) -> int:
        """Empties the queue; how many bytes were in it, or were already counted as lost in it."""
        with self._filled:
            lost = sum(_lost(event) for event in self._waiting)
            self._waiting.clear()
            self._weight = 0
            return lost

    def take(self, timeout: float = 0.0) -> tuple[PortEvent, ...]:
        """All that waits, after waiting for a first one at most so many seconds."""
        with self._filled:
            if not self._waiting and timeout > 0:
                self._filled.wait(timeout)
            taken = tuple(self._waiting)
            self._waiting.clear()
            self._weight = 0
            return taken

    def __len__(self) -> int:
        with self._filled:
            return len(self._waiting)


def _weight(event: PortEvent) -> int:
    return OVERHEAD + (len(event.data) if isinstance(event, Chunk) else 0)


def _lost(event: PortEvent) -> int:
    match event:
        case Chunk(data=data):
            return len(data)
        case Overflowed(lost=lost):
            return lost
        case _:
            return 0
