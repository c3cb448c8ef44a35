"""A real port and driver on one end of a line, and a simulated device or a scripted line on the other."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dealer_app.observations import LineDown, LineUp, Observation
from drivers.address import Listing, PortError, PortFault
from drivers.driver import Driver, Profile
from drivers.port import LineListener
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import End, SimulatedLine
from drivers.simulation.pty_end import PtyEnd
from tests.support.real_ports import PATIENCE_SECONDS, make_port, milliseconds


def soon(holds: Callable[[], bool]) -> None:
    """Waits until it holds; another thread brings it about."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < give_up, "it did not come about"
        time.sleep(0.002)


class ScriptedLine:
    """A line of which the test says what is read when: bytes, or an error that ends it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False
        self._script: deque[bytes | PortError] = deque()
        self._expected: deque[tuple[bytes, bytes]] = deque()
        self._something = threading.Semaphore(0)

    def says(self, what: bytes | PortError) -> None:
        self._script.append(what)
        self._something.release()

    def expect(self, data: bytes, answer: bytes = b"") -> None:
        """Exactly this is written next, and answered with that."""
        self._expected.append((data, answer))

    def assert_done(self) -> None:
        assert not self._expected, f"never written: {list(self._expected)}"
        assert not self._script, f"never read: {list(self._script)}"

    def read(self) -> bytes:
        if not self._something.acquire(timeout=0.02) or not self._script:
            return b""
        what = self._script.popleft()
        if isinstance(what, PortError):
            raise what
        return what

    def write(self, data: bytes) -> None:
        self.written.append(data)
        if self._expected:
            expected, answer = self._expected.popleft()
            assert data == expected
            if answer:
                self.says(answer)

    def wake(self) -> None:
        self._something.release()

    def is_simulated(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True


def line_gone() -> PortError:
    return PortError(PortFault.GONE, "the port", "pulled")


@dataclass
class Bench:
    """A driver and a simulated device on one line, with all observations so far."""

    driver: Driver
    device: SimulatedShoe | SimulatedTumbler
    end: End
    heard: list[Observation]

    @property
    def reports(self) -> list[Observation]:
        """The observations of the device, without the comings and goings of the line."""
        return [it for it in self.heard if not isinstance(it, LineUp | LineDown)]

    def listen(self, until: Callable[[], bool]) -> None:
        """Hears the driver, and lets the device answer, until it holds."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not until():
            assert time.monotonic() < give_up, f"heard only {[it.full_text() for it in self.heard]}"
            self.device.answer()
            self.heard += [it.observation for it in self.driver.take_reports(0.005)]

    def listen_seconds(self, seconds: float) -> None:
        over = time.monotonic() + seconds
        self.listen(lambda: time.monotonic() >= over)

    def line_ups(self) -> int:
        return sum(isinstance(it, LineUp) for it in self.heard)


@contextmanager
def bench(
    profile: Profile,
    *,
    end: End | None = None,
    sending: Sending = Sending.OFF,
    speed: int | None = None,
    listing: Listing | None = None,
    where: str | None = None,
    listener: LineListener | None = None,
) -> Iterator[Bench]:
    """`speed` is the station's, where it is not the device's; the line is found again by a substitute listing."""
    end = end or PtyEnd()
    line = SimulatedLine(end, baudrate=profile.baudrate)
    port = make_port(
        where or end.address,
        baudrate=speed or profile.baudrate,
        listing=listing or tuple,
        sending=sending,
    )
    listening = LineListener() if listener is None else listener
    driver = Driver(port, profile.framing(sending), clock=milliseconds, listener=lambda: listening)
    try:
        with driver:
            table = Bench(driver=driver, device=profile.simulator(line), end=end, heard=[])
            table.listen(lambda: table.line_ups() == 1)
            yield table
    finally:
        end.unplug()
