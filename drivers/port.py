"""A port: one owner thread opens the line, reads it and writes to it; after any error it closes and opens it anew.

Nobody else touches the line. What arrives goes into a bounded inbox, stamped with the time and with the generation
of the session; bytes of one session are never read, and never sent, in another.
"""

import logging
import threading
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from drivers.asking import Sending
from drivers.ports.address import Address, Finder, Listing, UsbIdentity
from drivers.ports.faults import PortError, PortFault, SendingError
from drivers.ports.inbox import CAPACITY, Chunk, Failed, Inbox, Opened, Overflowed, PortEvent
from drivers.ports.line import Line, Opener, SerialLine, listed_ports

LOG = logging.getLogger("drivers.port")
# Where nobody keeps a log, the events tell the same to whoever uses the port: nothing is printed beside them.
LOG.addHandler(logging.NullHandler())
OUTBOX = 16
STOP_SECONDS = 10.0
"""Longer than a connection over the network may take to be given up (5 s)."""

Clock: TypeAlias = Callable[[], int]
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


class Listener:
    """Who wants to see everything that passes, such as the capture; called by the owner thread."""

    def opened(self, *, generation: int, at: int, port: str) -> None: ...

    def passed(self, direction: Direction, data: bytes, *, generation: int, at: int) -> None: ...

    def failed(self, *, generation: int, at: int, fault: PortFault, said: str) -> None: ...


class Surroundings(Struct, frozen=True, kw_only=True):
    """What a port takes from outside; tests give substitutes."""

    clock: Clock
    opener: Opener = SerialLine
    listing: Listing = listed_ports
    back_off: BackOff = BackOff()
    pause: Callable[[threading.Event, float], bool] = threading.Event.wait
    """Waits so long or until the event is set; says whether it is."""


class Port:
    """`start`, then `take` what comes and `send` what is to go, then `stop`; also as a context."""

    def __init__(  # noqa: PLR0913 - each is a setting of its own, named where it is given
        self,
        where: Address,
        *,
        baudrate: int,
        surroundings: Surroundings,
        sending: Sending = Sending.OFF,
        listener: Listener | None = None,
        on_event: Callable[[], None] = lambda: None,
        capacity: int = CAPACITY,
    ) -> None:
        self.where = where
        self.baudrate = baudrate
        self._out = surroundings
        self._sending = sending
        self._listener = listener or Listener()
        self._on_event = on_event
        self._finder = Finder(where, surroundings.listing)
        self._inbox = Inbox(capacity)
        self._outbox: list[bytes] = []
        # Guards the state, the line as far as it may be woken, the generation and the outbox.
        self._guard = threading.Lock()
        self._line: Line | None = None
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
    def waiting(self) -> int:
        """How many events wait to be taken."""
        return len(self._inbox)

    def start(self) -> None:
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
                line = self._opened()
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

    def _opened(self) -> Line | None:
        try:
            name = self._finder.name()
            line = self._out.opener(name, self.baudrate)
        except PortError as problem:
            self._failed(problem)
            return None
        try:
            self._finder.opened(name)
        except PortError as problem:
            line.close()
            self._failed(problem)
            return None
        with self._guard:
            self._generation += 1
            self._line = line
        at = self._out.clock()
        if self._told is not None:
            LOG.info("%s is open again", self.where)
        self._told = None
        self._set_state(PortState.OPEN)
        self._listener.opened(generation=self._generation, at=at, port=name)
        usb = "" if self._finder.identity is None else str(self._finder.identity)
        simulated = line.is_simulated()
        self._put(Opened(generation=self._generation, at=at, port=name, usb=usb, simulated=simulated))
        return line

    def _serve(self, line: Line) -> None:
        problem: PortError | None = None
        try:
            while not (self._stopping.is_set() or self._anew.is_set()):
                self._write_waiting(line)
                data = line.read()
                if data:
                    self._received(data)
        except PortError as found:
            problem = found
        finally:
            # Nobody may wake a line that is closing: its file number could be another's by then.
            with self._guard:
                self._line = None
                self._outbox.clear()
            line.close()
        if problem is not None:
            self._failed(problem)

    def _write_waiting(self, line: Line) -> None:
        with self._guard:
            going, self._outbox = self._outbox, []
        for data in going:
            line.write(data)
            self._listener.passed(Direction.OUT, data, generation=self._generation, at=self._out.clock())

    def _received(self, data: bytes) -> None:
        # A line that speaks is well: the next pause is a short one again.
        self._attempt = 0
        at = self._out.clock()
        self._listener.passed(Direction.IN, data, generation=self._generation, at=at)
        self._put(Chunk(generation=self._generation, at=at, data=data))

    def _failed(self, problem: PortError) -> None:
        """One warning until the port is back, and one event for each kind of fault."""
        at = self._out.clock()
        self._listener.failed(generation=self._generation, at=at, fault=problem.fault, said=str(problem))
        if self._told is None:
            LOG.warning("%s", problem)
        else:
            LOG.debug("%s", problem)
        if self._told is not problem.fault:
            self._told = problem.fault
            self._put(Failed(generation=self._generation, at=at, fault=problem.fault, said=str(problem)))

    def _put(self, event: PortEvent) -> None:
        if not self._inbox.put(event):
            lost = self._inbox.discard() + (len(event.data) if isinstance(event, Chunk) else 0)
            with self._guard:
                self._generation += 1
                self._outbox.clear()
            self._inbox.put(Overflowed(generation=self._generation, at=event.at, lost=lost))
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
