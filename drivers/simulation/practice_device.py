"""A simulated shoe or tumbler on a line in memory, for a round of practice: its real bytes, read by its own framing.

No port is opened and nobody waits: the time that a fault takes is only counted. It has the whole catalogue of faults
of a simulated line; `unreadable` is the shoe's own.
"""

from collections.abc import Sequence
from copy import deepcopy

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.observations import Destination, DeviceReport
from drivers.address import PortFault
from drivers.decoder import Decoder
from drivers.driver import Profile
from drivers.port import Chunk, LineFailed, LineOpened, PortEvent
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import DeviceFault, SimulatedLine

UNREADABLE = "unreadable"
"""The face of the next card cannot be read: no fault of the line."""
_BETWEEN_REPORTS_MS = 1_000
"""Longer than a frame that was broken off is waited for."""
_PLACE = "memory"


class MemoryEnd:
    """The device's end of a line that leads to nothing but this program: what passes is kept, in its order."""

    def __init__(self) -> None:
        self.now = 0
        self._generation = 0
        self._passed: list[PortEvent] = []

    @property
    def address(self) -> str:
        return _PLACE

    @property
    def speed(self) -> int | None:
        return None

    @property
    def has_listener(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        self._passed.append(Chunk(generation=self._generation, at=self.now, data=data))

    def read(self, timeout: float = 0.0) -> bytes:  # noqa: ARG002 - the station sends nothing to it
        return b""

    def unplug(self) -> None:
        fault = PortFault.GONE
        self._passed.append(LineFailed(generation=self._generation, at=self.now, fault=fault, said=""))

    def plug(self) -> None:
        self._generation += 1
        opened = LineOpened(generation=self._generation, at=self.now, port=_PLACE, simulated=True)
        self._passed.append(opened)

    def pass_time(self, seconds: float) -> None:
        """Counted, and not waited for."""
        self.now += round(seconds * 1000)

    def take_events(self) -> Sequence[PortEvent]:
        """What has passed since the last time."""
        taken, self._passed = self._passed, []
        return taken


class MemoryDevice:
    """One device of a round: from what happens at the table it makes the reports that the station would have."""

    def __init__(self, profile: Profile) -> None:
        self._end = MemoryEnd()
        line = SimulatedLine(self._end, baudrate=profile.baudrate, sleep=self._end.pass_time)
        self._device = profile.simulator(line)
        self._decoder = Decoder(profile.framing(Sending.OFF), baudrate=profile.baudrate, profile=profile.name)
        self._is_unreadable = False
        self._end.plug()
        self._device.start()
        if isinstance(self._device, SimulatedShoe):
            self._device.report_standby()
        self._first = self._take_reports()

    def copy(self) -> "MemoryDevice":
        """The same device, to go on by itself."""
        return deepcopy(self)

    def start(self) -> tuple[DeviceReport, ...]:
        """What it said when it was plugged in and switched on."""
        return self._first

    def suffer(self, fault: str) -> None:
        """This befalls its next report; silence lasts until it is healed. Raises ValueError for what no device has."""
        if fault == UNREADABLE:
            self._is_unreadable = True
        else:
            self._device.suffer(DeviceFault(fault))

    def heal(self) -> None:
        """A device that fell silent reports again."""
        self._device.line.faults.lift_silence()

    def report_card(self, card: Card, destination: Destination) -> tuple[DeviceReport, ...]:
        """A card leaves the shoe."""
        assert isinstance(self._device, SimulatedShoe), "cards leave a shoe"
        self._device.draw(None if self._is_unreadable else card, destination)
        self._is_unreadable = False
        return self._take_reports()

    def report_tumbles(self, tumbles: int) -> tuple[DeviceReport, ...]:
        """The tumbler is activated and tumbles so often."""
        assert isinstance(self._device, SimulatedTumbler), "dice are in a tumbler"
        self._device.activate()
        for number in range(1, tumbles + 1):
            self._device.report_tumble(number)
        return self._take_reports()

    def report_dice(self, dice: Tumble, cocked: frozenset[int]) -> tuple[DeviceReport, ...]:
        """The dice lie still; `cocked` are the places of those that do not lie flat."""
        assert isinstance(self._device, SimulatedTumbler), "dice are in a tumbler"
        self._device.rest(dice, cocked=cocked)
        return self._take_reports()

    def _take_reports(self) -> tuple[DeviceReport, ...]:
        """All that the bytes come to, also what only the silence after them shows."""
        reports: list[DeviceReport] = []
        for event in self._end.take_events():
            reports += self._decoder.take(event)
        for _ in range(2):
            self._end.now += _BETWEEN_REPORTS_MS
            reports += self._decoder.tick(self._end.now)
        return tuple(reports)
