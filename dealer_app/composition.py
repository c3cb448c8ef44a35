"""Where drivers and the station are put together.

But for commands that try a device three modules know both: this one, `table_devices`, which simulates the devices of a
demonstration, and `windowed`, which has them behind the window.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.observations import Destination, LineDown, LineUp, Request, ShoeWinner
from dealer_app.station.actor import Device
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.sources import Report
from drivers.asking import Sending
from drivers.capture import Capture
from drivers.decoding import Heard
from drivers.driver import Driver
from drivers.port import Clock, Listener, Port, Surroundings
from drivers.ports.address import address
from drivers.ports.faults import PortError
from drivers.ports.simulated import is_simulated_address
from drivers.profile import Kind, Profile
from drivers.profiles import PROFILES
from drivers.simulation.dealing import Dealt

_KINDS = {Kind.SHOE: DeviceKind.SHOE, Kind.TUMBLER: DeviceKind.TUMBLER}
_MOST_DIGITS = 7
"""Of a baud rate."""


class Connection(Struct, frozen=True, kw_only=True):
    """Where a device is connected, as the site has set it."""

    profile: str
    port: str
    speaks: Profile | None = None
    """The profile as the site has set it: else the usual one of that name."""
    baudrate: int | None = None
    """Otherwise the profile's usual one."""
    sending: Sending = Sending.OFF
    capture: Path | None = None
    """Where every byte is kept, while nothing is sealed."""


def _profile(connection: Connection) -> Profile:
    return connection.speaks or PROFILES[connection.profile]


def kind_of(connection: Connection) -> DeviceKind:
    return _KINDS[_profile(connection).kind]


class UnknownConnectionError(Exception):
    """Words that name no device at a port; it says what is wrong with them."""


def connection(text: str, kind: DeviceKind, *, may_send: bool = False) -> Connection:
    """`PROFILE@PORT` or `PROFILE:BAUD@PORT`, as somebody writes it."""
    spoken, at, port = text.partition("@")
    profile, colon, baud = spoken.partition(":")
    fitting = [name for name, each in PROFILES.items() if _KINDS[each.kind] is kind]
    if not at or not port:
        raise UnknownConnectionError(f"it is written PROFILE@PORT, as {fitting[0]}@/dev/ttyUSB0")
    if profile not in fitting:
        raise UnknownConnectionError(f"{profile!r} is no {kind.value}; there are {', '.join(fitting)}")
    if colon and not (baud.isdecimal() and len(baud) <= _MOST_DIGITS and int(baud)):
        raise UnknownConnectionError(f"{baud!r} is no baud rate; it is written {profile}:9600@{port}")
    try:
        address(port)
    except PortError as problem:
        raise UnknownConnectionError(str(problem)) from None
    return Connection(
        profile=profile,
        port=port,
        baudrate=int(baud) if colon else None,
        sending=Sending.ON if may_send else Sending.OFF,
    )


def is_simulated(connection: Connection) -> bool:
    """Whether only a program of this machine can speak there: a demonstration listens to nothing else."""
    return is_simulated_address(connection.port)


def surroundings() -> Surroundings:
    """What ports take from outside where people really work."""
    return Surroundings(clock=lambda: time.monotonic_ns() // 1_000_000)


def device(
    connection: Connection,
    surroundings: Surroundings,
    *,
    sealed: Callable[[], bool],
    advise: Callable[[LineDown], None] = lambda _: None,
) -> Device:
    """The device with its production driver; raises PortError for an address that means nothing.

    `advise` is told what is wrong with a line and what to do, when that is heard.
    """
    return Device(kind_of(connection), DriverSource(connection, surroundings, sealed, advise))


class DriverSource:
    """A driver, as the station listens to it."""

    def __init__(
        self,
        connection: Connection,
        surroundings: Surroundings,
        sealed: Callable[[], bool],
        advise: Callable[[LineDown], None] = lambda _: None,
    ) -> None:
        self._advise = advise
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
        profile = _profile(self._connection)
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
        heard = self._running.heard()
        for each in heard:
            if isinstance(each.observation, LineDown):
                self._advise(each.observation)
        return tuple(map(self._as_connected, heard))

    def _as_connected(self, heard: Heard) -> Report:
        """A line that is open, with the profile that is spoken on it: no line knows that by itself."""
        if isinstance(heard.observation, LineUp):
            return heard.generation, replace(heard.observation, profile=_profile(self._connection).name)
        return heard.generation, heard.observation

    def ask(self, request: Request) -> tuple[Report, ...]:
        return _reports(self._running.ask(request))

    def test(self) -> None:
        """Its line is opened anew, where it has been started."""
        if self._driver is not None:
            self._driver.test()

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


_TO = {Side.PLAYER: Destination.PLAYER, Side.BANKER: Destination.BANKER}
_WINNERS = {
    Winner.PLAYER: ShoeWinner.PLAYER,
    Winner.BANKER: ShoeWinner.BANKER,
    Winner.TIE: ShoeWinner.TIE,
}


def drawn_by_the_rules(drawn: Sequence[Card]) -> Dealt:
    """Where the next card goes by the Table of Play (RWS v4 3.11 and 3.12)."""
    so_far = coup(drawn)
    if so_far.next_draw is not None:
        return Dealt(next_to=_TO[so_far.next_draw])
    winner = so_far.winner
    assert winner is not None, "a complete coup has a winner"
    return Dealt(next_to=None, winner=_WINNERS[winner])
