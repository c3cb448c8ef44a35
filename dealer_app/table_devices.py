"""The devices of a table behind a window: those that are set up, or simulated ones where the folder is a demonstration.

They are made when they are first listened to: no driver is loaded before somebody sees a picture. Each is made by
`composition`; of drivers themselves only the simulated ones are known here, and `windowed` has all of it behind it.
"""

import logging
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from dealer_app.composition import Connection, device, drawn_by_the_rules, kind_of, surroundings
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.guided import Step
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.station import Station
from drivers.simulation.demonstration import Demonstration
from drivers.simulation.ends import usual_end

if TYPE_CHECKING:
    from dealer_app.composition import Connection
    from dealer_app.observations import LineDown
    from dealer_app.station.actor import Device
    from drivers.simulation.demonstration import Demonstration

SHOE = "shoe"
"""The simulated shoe, by its name."""
_SIMULATED = {SHOE: DeviceKind.SHOE, "tumbler": DeviceKind.TUMBLER}
LOG = logging.getLogger(__name__)


class Wanted(Struct, frozen=True, kw_only=True):
    """How the window is opened: on which data folder, with which devices, and how large."""

    folder: Path
    demo: bool = False
    devices: Mapping[str, "Connection"] | None = None
    size: tuple[int, int] | None = None
    full_screen: bool = False
    cards: tuple[Card, ...] = ()
    """What a simulated shoe deals first, at a demonstration."""
    dice: tuple[Tumble, ...] = ()


class Devices:
    """The devices of a table with a window: `listen` opens them; when it is left, no simulated device goes on."""

    def __init__(self, wanted: Wanted, *, demonstrates: bool, station: Station) -> None:
        self._wanted = wanted
        self._station = station
        self._demonstration: Demonstration | None = None
        self.advise: Callable[[str, LineDown], None] = lambda _name, down: LOG.warning("%s", down.said)
        """Is told of which device the line is down, and why."""
        self._listened: Mapping[str, Device] = {}
        self.simulated: tuple[str, ...] = tuple(_SIMULATED) if demonstrates else ()

    def __enter__(self) -> "Devices":
        return self

    def __exit__(self, *problem: object) -> None:
        if self._demonstration is not None:
            self._demonstration.stop()

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What each is, by its name."""
        if self.simulated:
            return {name: kind.value for name, kind in _SIMULATED.items()}
        if not self._wanted.devices:
            return {}

        return {name: kind_of(connection).value for name, connection in self._wanted.devices.items()}

    def listen(self) -> "Mapping[str, Device]":
        """The devices, ready to be heard; the simulated ones begin."""
        # Made here, on the thread of the station: a capture asks it on the thread of its port, from the first byte on.
        around, desk = surroundings(), self._station.devices
        self._listened = {
            name: device(
                connection,
                around,
                sealed=lambda: desk.sealed,
                advise=partial(self._down, name),
            )
            for name, connection in self._connections().items()
        }
        return self._listened

    def test(self) -> None:
        """Every line is opened anew."""
        for each in self._listened.values():
            each.source.test()

    def _down(self, name: str, down: "LineDown") -> None:
        # Who listens is known later than the device is made.
        self.advise(name, down)

    def _connections(self) -> Mapping[str, "Connection"]:
        # Never a real device at a demonstration: what it reads would look like a round.
        return self._demonstrated() if self.simulated else self._wanted.devices or {}

    def _demonstrated(self) -> Mapping[str, "Connection"]:
        wanted = self._wanted
        self._demonstration = Demonstration(
            lambda name: usual_end(wanted.folder / f"simulated-{name}"),
            order=drawn_by_the_rules,
            seed=self._station.now().utc,
            cards=wanted.cards,
            dice=wanted.dice,
        )
        assert tuple(self._demonstration.addresses) == self.simulated, "each is what it is said to be"
        self._demonstration.start()
        return {
            name: Connection(profile=profile, port=port)
            for name, (profile, port) in self._demonstration.addresses.items()
        }

    def simulate(self, name: str, what: str) -> None:
        """What a hand at the screen wants a simulated device to do, as the table stands."""
        if self._demonstration is None:
            return
        for each in fitted(self._station, name, what):
            self._demonstration.ask(name, each)


def fitted(station: Station, name: str, what: str) -> tuple[str, ...]:
    """Where a shoe begins a card that is pulled is burned; a shoe that still thinks of a past round forgets it."""
    table, guide = station.state.table, station.guide()
    if name != SHOE or what != "card" or guide is None:
        return (what,)
    if guide.step is Step.BURN:
        return ("new", "burn")
    if table.round is None or not table.round.cards:
        return ("stand-by", what)
    return (what,)
