"""A port: one thread opens the line, reads and writes it, and opens it again after any error.

What arrives goes into a bounded inbox, stamped with the time and with the generation of the session; bytes
of one session are never read, and never sent, in another. When nobody empties the inbox in time, all of it
is discarded and counted, and a new generation begins.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from drivers.address import Address, Listing, PortError, PortFault, PortFinder, SendingError, UsbIdentity
from drivers.requests import Sending
from drivers.serial_line import DeviceLine, Opener, SerialLine, list_ports

CAPACITY = 1 << 20
"""In bytes, each item counted with its overhead: over a minute of the fastest line that there is."""
OVERHEAD = 64


class LineOpened(Struct, frozen=True, kw_only=True):
    """The line is there; a session of its own begins."""

    generation: int
    at: int
    port: str
    usb: str = ""
    """What its adapter says of itself, where the system knows it."""
    simulated: bool = False
    """Whether only a program of this machine can speak there."""


class Chunk(Struct, frozen=True, kw_only=True):
    """Bytes as they came, of one generation."""

    generation: int
    at: int
    data: bytes


class LineFailed(Struct, frozen=True, kw_only=True):
    """The line was lost or cannot be opened: said once for each fault until it is there again."""

    generation: int
    at: int
    fault: PortFault
    said: str


class InboxOverflowed(Struct, frozen=True, kw_only=True):
    """So many bytes were discarded because nobody took them; what follows is of the new generation."""

    generation: int
    at: int
    lost: int


PortEvent: TypeAlias = LineOpened | Chunk | LineFailed | InboxOverflowed


class Inbox:
    """Filled by the owner thread, emptied by one reader."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._filled = threading.Condition()
        self._waiting: deque[PortEvent] = deque()
        self._weight = 0

    def put(self, event: PortEvent) -> bool:
        """False if it did not fit: the caller empties the queue and begins a new generation."""
        weight = _event_weight(event)
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
            lost = sum(_lost_bytes(event) for event in self._waiting)
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


def _event_weight(event: PortEvent) -> int:
    return OVERHEAD + (len(event.data) if isinstance(event, Chunk) else 0)


def _lost_bytes(event: PortEvent) -> int:
    match event:
        case Chunk(data=data):
            return len(data)
        case InboxOverflowed(lost=lost):
            return lost
        case _:
            return 0


LOG = logging.getLogger("drivers.port")
# Where nobody keeps a log, the events say the same to the port's caller: nothing is printed beside them.
LOG.addHandler(logging.NullHandler())
OUTBOX = 16
STOP_SECONDS = 10.0
"""Longer than a connection over the network may take to be given up (5 s)."""

MillisecondClock: TypeAlias = Callable[[], int]
"""The station's time in milliseconds, which only rises."""


class PortState(Enum):
    IDLE = "idle"
    OPENING = "opening"
    OPEN = "open"
    WAITING = "waiting"
    """Lost or not to be opened; tried again after a pause."""
    STOPPED = "stopped"


class Direction(Enum):
    IN = "in"
    OUT = "out"


class BackOff(Struct, frozen=True, kw_only=True):
    """The pauses between two attempts, in seconds: each longer than the last, up to the longest."""

    first: float = 0.25
    factor: float = 2.0
    longest: float = 5.0

    def pause(self, attempt: int) -> float:
        """After so many attempts in vain, the first being 0."""
        # An exponent that cannot overflow: any pause is at its longest long before.
        return min(self.longest, self.first * self.factor ** min(attempt, 64))


class LineListener:
    """Who wants to see everything that passes, such as the capture; called by the owner thread."""

    def on_open(self, *, generation: int, at: int, port: str) -> None: ...

    def on_bytes(self, direction: Direction, data: bytes, *, generation: int, at: int) -> None: ...

    def on_failure(self, *, generation: int, at: int, fault: PortFault, said: str) -> None: ...

    def close(self) -> None:
        """Called when the port has ended."""


class PortEnvironment(Struct, frozen=True, kw_only=True):
    """What a port takes from outside; tests give substitutes."""

    clock: MillisecondClock
    opener: Opener = SerialLine
    listing: Listing = list_ports
    back_off: BackOff = BackOff()
    pause: Callable[[threading.Event, float], bool] = threading.Event.wait
    """Waits so long or until the event is set; says whether it is."""


class Port:
    """`start`, then `take` what comes and `send` what is to go, then `stop`; also as a context."""

    def __init__(
        self,
        where: Address,
        *,
        baudrate: int,
        surroundings: PortEnvironment,
        sending: Sending = Sending.OFF,
        capacity: int = CAPACITY,
    ) -> None:
        self.where = where
        self.baudrate = baudrate
        self._out = surroundings
        self._sending = sending
        self._listener = LineListener()
        self._on_event: Callable[[], None] = lambda: None
        self._finder = PortFinder(where, surroundings.listing)
        self._inbox = Inbox(capacity)
        self._outbox: list[bytes] = []
        # Guards the state, the line as far as it may be woken, the generation and the outbox.
        self._guard = threading.Lock()
        self._line: DeviceLine | None = None
        self._state = PortState.IDLE
        self._generation = 0
        self._attempt = 0
        self._told: PortFault | None = None
        self._stopping = threading.Event()
        self._anew = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"port {where}", daemon=True)

    def __enter__(self) -> "Port":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def state(self) -> PortState:
        return self._state

    @property
    def generation(self) -> int:
        return self._generation

    @property
    def identity(self) -> UsbIdentity | None:
        """By what the device will be found again, where the system knows it."""
        return self._finder.identity

    @property
    def queue_length(self) -> int:
        """How many events wait to be taken."""
        return len(self._inbox)

    def start(self, on_event: Callable[[], None] = lambda: None, listener: LineListener | None = None) -> None:
        """Begins; on its own thread `on_event` is called for each event, and `listener` with all that passes."""
        self._on_event = on_event
        self._listener = listener or self._listener
        self._thread.start()

    def stop(self) -> None:
        """Closes the line and ends the thread, and waits until both is done."""
        self._stopping.set()
        self._wake()
        if self._thread.ident is None:
            self._set_state(PortState.STOPPED)
            return
        self._thread.join(STOP_SECONDS)
        assert not self._thread.is_alive(), f"the thread of {self.where} does not end"

    def reopen(self) -> None:
        """Closes the line and opens it again, as a test of it: what cannot be opened says so as always."""
        self._anew.set()
        self._wake()

    def take(self, timeout: float = 0.0) -> tuple[PortEvent, ...]:
        """All that came since the last time, after waiting for a first event at most so many seconds."""
        return self._inbox.take(timeout)

    def send(self, data: bytes, *, generation: int) -> None:
        """Hands bytes to the owner thread, for the session that the caller means and for no other."""
        if self._sending is Sending.OFF:
            raise SendingError(f"{self.where} is read-only: allow sending in the settings")
        with self._guard:
            if self._state is not PortState.OPEN or generation != self._generation:
                raise SendingError(f"{self.where} is not open, or no longer the session that was meant")
            if len(self._outbox) >= OUTBOX:
                raise SendingError(f"{self.where} takes nothing: {OUTBOX} messages wait already")
            self._outbox.append(data)
        self._wake()

    # The owner thread

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._set_state(PortState.OPENING)
                line = self._open_line()
                if line is not None:
                    self._serve(line)
                if self._stopping.is_set():
                    return
                if self._anew.is_set():
                    self._anew.clear()
                    continue
                self._set_state(PortState.WAITING)
                pause = self._out.back_off.pause(self._attempt)
                self._attempt += 1
                self._out.pause(self._stopping, pause)
        finally:
            self._set_state(PortState.STOPPED)

    def _open_line(self) -> DeviceLine | None:
        try:
            name = self._finder.name()
            line = self._out.opener(name, self.baudrate)
        except PortError as problem:
            self._report_failure(problem)
            return None
        try:
            self._finder.confirm_device(name)
        except PortError as problem:
            line.close()
            self._report_failure(problem)
            return None
        with self._guard:
            self._generation += 1
            self._line = line
        at = self._out.clock()
        if self._told is not None:
            LOG.info("%s is open again", self.where)
        self._told = None
        self._set_state(PortState.OPEN)
        self._listener.on_open(generation=self._generation, at=at, port=name)
        usb = "" if self._finder.identity is None else str(self._finder.identity)
        simulated = line.is_simulated()
        self._put(LineOpened(generation=self._generation, at=at, port=name, usb=usb, simulated=simulated))
        return line

    def _serve(self, line: DeviceLine) -> None:
        problem: PortError | None = None
        try:
            while not (self._stopping.is_set() or self._anew.is_set()):
                self._write_outbox(line)
                data = line.read()
                if data:
                    self._receive(data)
        except PortError as found:
            problem = found
        finally:
            # Nobody may wake a line that is closing: its file number could be another's by then.
            with self._guard:
                self._line = None
                self._outbox.clear()
            line.close()
        if problem is not None:
            self._report_failure(problem)

    def _write_outbox(self, line: DeviceLine) -> None:
        with self._guard:
            going, self._outbox = self._outbox, []
        for data in going:
            line.write(data)
            self._listener.on_bytes(Direction.OUT, data, generation=self._generation, at=self._out.clock())

    def _receive(self, data: bytes) -> None:
        # A line that speaks is well: the next pause is a short one again.
        self._attempt = 0
        at = self._out.clock()
        self._listener.on_bytes(Direction.IN, data, generation=self._generation, at=at)
        self._put(Chunk(generation=self._generation, at=at, data=data))

    def _report_failure(self, problem: PortError) -> None:
        """One warning until the port is back, and one event for each kind of fault."""
        at = self._out.clock()
        self._listener.on_failure(generation=self._generation, at=at, fault=problem.fault, said=str(problem))
        if self._told is None:
            LOG.warning("%s", problem)
        else:
            LOG.debug("%s", problem)
        if self._told is not problem.fault:
            self._told = problem.fault
            self._put(LineFailed(generation=self._generation, at=at, fault=problem.fault, said=str(problem)))

    def _put(self, event: PortEvent) -> None:
        if not self._inbox.put(event):
            lost = self._inbox.discard() + (len(event.data) if isinstance(event, Chunk) else 0)
            with self._guard:
                self._generation += 1
                self._outbox.clear()
            self._inbox.put(InboxOverflowed(generation=self._generation, at=event.at, lost=lost))
            if not isinstance(event, Chunk):
                self._inbox.put(replace(event, generation=self._generation))
        self._on_event()

    def _set_state(self, state: PortState) -> None:
        with self._guard:
            self._state = state

    def _wake(self) -> None:
        with self._guard:
            if self._line is not None:
                self._line.wake()
