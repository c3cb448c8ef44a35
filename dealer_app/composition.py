"""Where drivers and the station are put together: but for commands that try a device, the one place that knows both."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dealer_app.observations import Request
from dealer_app.station.actor import Device
from dealer_app.station.listening.heard import DeviceKind
from dealer_app.station.sources import Report
from drivers.asking import Sending
from drivers.capture import Capture
from drivers.decoding import Heard
from drivers.driver import Driver
from drivers.port import Clock, Listener, Port, Surroundings
from drivers.ports.address import address
from drivers.profile import Kind
from drivers.profiles import PROFILES

_KINDS = {Kind.SHOE: DeviceKind.SHOE, Kind.TUMBLER: DeviceKind.TUMBLER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Where a device is connected, as the site has set it."""

    profile: str
    port: str
    baudrate: int | None = None
    """Otherwise the profile's usual one."""
    sending: Sending = Sending.OFF
    capture: Path | None = None
    """Where every byte is kept, while nothing is sealed."""


def device(connection: Connection, surroundings: Surroundings, *, sealed: Callable[[], bool]) -> Device:
    """The device with its production driver; raises PortError for an address that means nothing."""
    kind = PROFILES[connection.profile].kind
    return Device(_KINDS[kind], DriverSource(connection, surroundings, sealed))


class DriverSource:
    """A driver, as the station listens to it."""

    def __init__(self, connection: Connection, surroundings: Surroundings, sealed: Callable[[], bool]) -> None:
        self._connection = connection
        self._surroundings = surroundings
        self._sealed = sealed
        self._where = address(connection.port)
        self._driver: Driver | None = None
        self._capture: Capture | None = None

    @property
    def clock(self) -> Clock:
        return self._surroundings.clock

    def start(self, on_event: Callable[[], None]) -> None:
        profile = PROFILES[self._connection.profile]
        baudrate = self._connection.baudrate or profile.baudrate
        port = Port(
            self._where,
            baudrate=baudrate,
            surroundings=self._surroundings,
            sending=self._connection.sending,
            listener=self._listener(baudrate),
            on_event=on_event,
        )
        self._driver = Driver(port, profile.framing(self._connection.sending), clock=self.clock)
        self._driver.start()

    def heard(self) -> tuple[Report, ...]:
        return _reports(self._running.heard())

    def ask(self, request: Request) -> tuple[Report, ...]:
        return _reports(self._running.ask(request))

    def stop(self) -> None:
        self._running.stop()
        if self._capture is not None:
            self._capture.close()

    @property
    def _running(self) -> Driver:
        assert self._driver is not None, "a source is started before it is asked"
        return self._driver

    def _listener(self, baudrate: int) -> Listener | None:
        if self._connection.capture is None:
            return None
        about = {"profile": self._connection.profile, "baud": str(baudrate), "port": self._connection.port}
        self._capture = Capture(self._connection.capture, about=about, sealed=self._sealed)
        return self._capture


def _reports(heard: tuple[Heard, ...]) -> tuple[Report, ...]:
    return tuple((each.generation, each.observation) for each in heard)
