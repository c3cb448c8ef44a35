"""Connects drivers to the station: real devices by their ports, simulated ones in a demonstration.

Only this module and the commands that try a device know both the station and the drivers.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from msgspec import Struct

from dealer_app.device_questions import DeviceKind
from dealer_app.devices.actor import Device
from dealer_app.domain.baccarat.table_of_play import Winner, make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.guide import Step
from dealer_app.domain.rulebook import Side
from dealer_app.observations import Destination, LineDown, ShoeWinner
from dealer_app.screens.display.customer_presenter import DisplayOptions
from dealer_app.station.station import Station
from drivers.address import PortError, parse_address
from drivers.capture import Capture
from drivers.driver import Driver, Profile, ProfileKind
from drivers.port import LineListener, Port, PortEnvironment
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.serial_line import is_simulated_address
from drivers.simulation.demonstration import Demonstration
from drivers.simulation.devices import NextDraw
from drivers.simulation.ends import usual_end
from drivers.simulation.practice_device import MemoryDevice

_DEVICE_KINDS = {ProfileKind.SHOE: DeviceKind.SHOE, ProfileKind.TUMBLER: DeviceKind.TUMBLER}
_MOST_DIGITS = 7
"""Of a baud rate."""


class DeviceConnection(Struct, frozen=True, kw_only=True):
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


_PRACTISED = {DeviceKind.SHOE: "angel_eye", DeviceKind.TUMBLER: "tum"}


def make_practised_device(kind: DeviceKind) -> MemoryDevice:
    """A simulated device for a round of practice, as the demonstration has it, on a line in memory."""
    return MemoryDevice(PROFILES[_PRACTISED[kind]])


def _connection_profile(connection: DeviceConnection) -> Profile:
    return connection.speaks or PROFILES[connection.profile]


def connection_kind(connection: DeviceConnection) -> DeviceKind:
    return _DEVICE_KINDS[_connection_profile(connection).kind]


class UnknownConnectionError(Exception):
    """Words that name no device at a port; it says what is wrong with them."""


def parse_connection(text: str, kind: DeviceKind, *, may_send: bool = False) -> DeviceConnection:
    """`PROFILE@PORT` or `PROFILE:BAUD@PORT`, as somebody writes it."""
    spoken, at, port = text.partition("@")
    profile, colon, baud = spoken.partition(":")
    fitting = [name for name, each in PROFILES.items() if _DEVICE_KINDS[each.kind] is kind]
    if not at or not port:
        raise UnknownConnectionError(f"it is written PROFILE@PORT, as {fitting[0]}@/dev/ttyUSB0")
    if profile not in fitting:
        raise UnknownConnectionError(f"{profile!r} is no {kind.value}; there are {', '.join(fitting)}")
    if colon and not (baud.isdecimal() and len(baud) <= _MOST_DIGITS and int(baud)):
        raise UnknownConnectionError(f"{baud!r} is not a baud rate; it is written {profile}:9600@{port}")
    try:
        parse_address(port)
    except PortError as problem:
        raise UnknownConnectionError(str(problem)) from None
    return DeviceConnection(
        profile=profile,
        port=port,
        baudrate=int(baud) if colon else None,
        sending=Sending.ON if may_send else Sending.OFF,
    )


def is_simulated(connection: DeviceConnection) -> bool:
    """Whether only a program of this machine can speak there: a demonstration listens to nothing else."""
    return is_simulated_address(connection.port)


def system_surroundings() -> PortEnvironment:
    """What ports take from outside where people really work."""
    return PortEnvironment(clock=lambda: time.monotonic_ns() // 1_000_000)


def make_device(
    connection: DeviceConnection,
    surroundings: PortEnvironment,
    *,
    sealed: Callable[[], bool],
    advise: Callable[[LineDown], None] = lambda _: None,
) -> Device:
    """The device with its production driver; raises PortError for an address that means nothing.

    `advise` is called with what is wrong with a line and what to do, when it goes down.
    """
    profile = _connection_profile(connection)
    baudrate = connection.baudrate or profile.baudrate
    port = Port(
        parse_address(connection.port), baudrate=baudrate, surroundings=surroundings, sending=connection.sending
    )
    driver = Driver(
        port,
        profile.framing(connection.sending),
        clock=surroundings.clock,
        profile=profile.name,
        listener=partial(_make_listener, connection, baudrate, sealed),
        advise=advise,
    )
    return Device(connection_kind(connection), driver)


def _make_listener(connection: DeviceConnection, baudrate: int, sealed: Callable[[], bool]) -> LineListener:
    """The capture of the line, where the site wants one."""
    if connection.capture is None:
        return LineListener()
    about = {"profile": connection.profile, "baud": str(baudrate), "port": connection.port}
    return Capture(connection.capture, about=about, sealed=sealed)


_DESTINATIONS = {Side.PLAYER: Destination.PLAYER, Side.BANKER: Destination.BANKER}
_WINNERS = {
    Winner.PLAYER: ShoeWinner.PLAYER,
    Winner.BANKER: ShoeWinner.BANKER,
    Winner.TIE: ShoeWinner.TIE,
}


def next_card_target(drawn: Sequence[Card]) -> NextDraw:
    """Where the next card goes by the Table of Play (RWS v4 3.11 and 3.12)."""
    so_far = make_coup(drawn)
    if so_far.next_draw is not None:
        return NextDraw(next_to=_DESTINATIONS[so_far.next_draw])
    winner = so_far.winner
    assert winner is not None, "a complete coup has a winner"
    return NextDraw(next_to=None, winner=_WINNERS[winner])


SIMULATED_SHOE = "shoe"
"""The simulated shoe, by its name."""
_SIMULATED_KINDS = {SIMULATED_SHOE: DeviceKind.SHOE, "tumbler": DeviceKind.TUMBLER}
LOG = logging.getLogger(__name__)


class StationOptions(Struct, frozen=True, kw_only=True):
    """How the window is opened: on which data folder, with which devices, and how large."""

    folder: Path
    demo: bool = False
    devices: Mapping[str, "DeviceConnection"] | None = None
    size: tuple[int, int] | None = None
    full_screen: bool = False
    display: DisplayOptions = DisplayOptions()
    supervisor: int | None = None
    """The monitor of the supervisor's room, where it has one of its own."""
    cards: tuple[Card, ...] = ()
    """What a simulated shoe deals first, at a demonstration."""
    dice: tuple[Tumble, ...] = ()


class TableDevices:
    """The devices of a table with a window: `listen` opens them; when it is left, no simulated device goes on."""

    def __init__(self, wanted: StationOptions, *, demonstrates: bool, station: Station) -> None:
        self._wanted = wanted
        self._station = station
        self._demonstration: Demonstration | None = None
        self.advise: Callable[[str, LineDown], None] = lambda _name, down: LOG.warning("%s", down.said)
        """Called with the device whose line is down, and why."""
        self._listened: Mapping[str, Device] = {}
        self.simulated: tuple[str, ...] = tuple(_SIMULATED_KINDS) if demonstrates else ()

    def __enter__(self) -> "TableDevices":
        return self

    def __exit__(self, *problem: object) -> None:
        if self._demonstration is not None:
            self._demonstration.stop()

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What each is, by its name."""
        if self.simulated:
            return {name: kind.value for name, kind in _SIMULATED_KINDS.items()}
        if not self._wanted.devices:
            return {}

        return {name: connection_kind(connection).value for name, connection in self._wanted.devices.items()}

    def listen(self) -> "Mapping[str, Device]":
        """Makes the devices that the actor reads; the simulated ones begin."""
        # Made here, on the thread of the station: a capture asks it on the thread of its port, from the first byte on.
        around, desk = system_surroundings(), self._station.devices
        self._listened = {
            name: make_device(
                connection,
                around,
                sealed=lambda: desk.sealed,
                advise=partial(self._report_lost_line, name),
            )
            for name, connection in self._connections().items()
        }
        return self._listened

    def test(self) -> None:
        """Reopens every line."""
        for each in self._listened.values():
            each.source.test()

    def _report_lost_line(self, name: str, down: "LineDown") -> None:
        # Who listens is known later than the device is made.
        self.advise(name, down)

    def _connections(self) -> Mapping[str, "DeviceConnection"]:
        # Never a real device at a demonstration: what it reads would look like a round.
        return self._start_demonstration() if self.simulated else self._wanted.devices or {}

    def _start_demonstration(self) -> Mapping[str, "DeviceConnection"]:
        wanted = self._wanted
        self._demonstration = Demonstration(
            lambda name: usual_end(wanted.folder / f"simulated-{name}"),
            order=next_card_target,
            seed=self._station.now().utc,
            cards=wanted.cards,
            dice=wanted.dice,
        )
        assert tuple(self._demonstration.addresses) == self.simulated, "each is what it is said to be"
        self._demonstration.start()
        return {
            name: DeviceConnection(profile=profile, port=port)
            for name, (profile, port) in self._demonstration.addresses.items()
        }

    def simulate(self, name: str, what: str) -> None:
        """Has a simulated device do what was touched on the screen, in the present state of the table."""
        if self._demonstration is None:
            return
        for each in demonstration_steps(self._station, name, what):
            self._demonstration.ask(name, each)


def demonstration_steps(station: Station, name: str, what: str) -> tuple[str, ...]:
    """Where a shoe begins a card that is pulled is burned; a shoe that still thinks of a past round forgets it."""
    table, guide = station.state.table, station.guide()
    if name != SIMULATED_SHOE or what != "card" or guide is None:
        return (what,)
    if guide.step is Step.BURN:
        return ("new", "burn")
    if table.round is None or not table.round.cards:
        return ("stand-by", what)
    return (what,)
