"""A desk on a whole station in a test, without Qt: journal in memory, actor, scripted devices, ActionRunner.

    async def play(table):
        hands = ByDesk(table)
        await table.begin_house()
        await opens(hands, V4, "P")
    at_desk(pins, play)

It is worked by the same hands as a real window (`window_hands`): what they ask of a table, this one has too. Time
passes only as a test says. It begins as a house that nobody has founded, or from a table that was kept at its moment.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, cast

from dealer_app.device_questions import DeviceKind
from dealer_app.devices.actor import Actor, Device
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode
from dealer_app.journal.store import MemoryJournal
from dealer_app.observations import Observation
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import Position, load_positions
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.ports import ScreenSettings, WindowPort
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.station.core import StationEnvironment
from dealer_app.station.fold import station_fold_method
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table import load_rules
from dealer_app.station.transaction import JournalWriter
from dealer_app.station_events import RulebookInForce, StationStarted
from tests.screens.scripted_device import ScriptedDevice
from tests.screens.table_snapshot import TableSnapshot, copy_journal
from tests.screens.touches import ScreenTouch, screen_touches
from tests.support.desk_settings import PLACE, QUIET, TERMINAL
from tests.support.live_station import FIRST, SteppingClock, make_environment
from tests.support.signers import OTHER_CHIEF
from tests.support.window_hands import AtStation, ByKeys

if TYPE_CHECKING:
    from tests.support.window_bench import AtWindow

MOST_TURNS = 20_000
"""Turns of the loop in which whatever was given is done."""
_QUICK_TURNS = 500
"""What is not done by then waits for a PIN that is weighed on a thread, and the loop leaves the processor to it."""
_BREATH_SECONDS = 0.001
_NEVER_SECONDS = 3_600.0


_read: dict[str, Rules] = {}


def _rules(read: RulebookInForce, letter: str) -> Rules:
    """The tables of a document take longer to make than a round at a desk to play."""
    key = f"{read} {letter}"
    if key not in _read:
        _read[key] = load_rules(read, letter)
    return _read[key]


def _around() -> StationEnvironment:
    return replace(make_environment(), rules=_rules)


class AtDesk(AtStation):
    """Somebody at a desk."""

    def __init__(self, pins: PinWork, kept: TableSnapshot | None = None) -> None:
        self.clock = SteppingClock(FIRST if kept is None else kept.at)
        self.journal = MemoryJournal() if kept is None else copy_journal(kept.journal)
        self.station = Station(
            StationState() if kept is None else kept.state, JournalWriter(self.journal, self.clock), _around()
        )
        if kept is None:
            self.station.record(StationStarted(station="T1", program="test", rulebooks=""))
        self.shoe, self.tumbler = ScriptedDevice(), ScriptedDevice()
        self.simulate: Callable[[str, str], None] = lambda _device, _what: None
        """What becomes of a hand at the simulated devices."""
        self.problems: list[BaseException] = []
        self.left = False
        self.touched: asyncio.Future[None] | None = None
        """The task of the desk."""
        self._milliseconds = 0
        made = {"shoe": Device(DeviceKind.SHOE, self.shoe), "tumbler": Device(DeviceKind.TUMBLER, self.tumbler)}
        settings = ListeningSettings(terminal=TERMINAL)
        self.actor = Actor(self.station, settings, lambda: made, on_change=self._changed, tick_seconds=_NEVER_SECONDS)
        self._performer = ActionRunner(self.actor.run_on_station, pins, load_positions(), TERMINAL)
        if kept is not None:
            self._performer._session = kept.session
        self.desk = ScreenController(
            self.station,
            self._performer,
            self._outlets(),
            self._place(),
            looks=Looks(),
            history=ResultsHistory() if kept is None else kept.history,
        )

    def _outlets(self) -> WindowPort:
        return replace(
            QUIET,
            simulate=lambda device, what: self.simulate(device, what),  # noqa: PLW0108 - who listens is known later
            leave=self._leaves,
            report_failure=self.problems.append,
        )

    def _place(self) -> ScreenSettings:
        return replace(
            PLACE,
            milliseconds=self._next_moment,
            demo_devices=("shoe", "tumbler"),
            devices=(("shoe", "shoe"), ("tumbler", "tumbler")),
        )

    def _leaves(self) -> None:
        self.left = True

    def _next_moment(self) -> int:
        self._milliseconds += 1000
        return self._milliseconds

    def _changed(self, station: Station) -> None:
        del station
        self.desk.refresh()

    def snapshot(self) -> TableSnapshot:
        return TableSnapshot(
            state=self.station.state,
            journal=copy_journal(self.journal),
            at=self.clock.at,
            history=self.desk._results_history,
            session=self._performer._session,
        )

    # What is seen

    def touches(self) -> Iterator[ScreenTouch]:
        return screen_touches(self.screen)

    def fold_journal(self) -> StationState:
        """What the journal comes to, read from its beginning."""
        fold = station_fold_method("test").start(None)
        for entry in self.journal.entries():
            fold.add(decode(entry, self.journal.read_sealed))
        return fold.state()

    # What somebody does

    async def settle(self) -> None:
        """Until everything that was given is done, and all reports of devices are taken."""
        for turn in range(MOST_TURNS):
            await asyncio.sleep(0 if turn < _QUICK_TURNS else _BREATH_SECONDS)
            if self.problems:
                raise self.problems[0]
            assert self.touched is None or not self.touched.done(), "the desk has ended"
            if self.desk.is_idle and not self.actor._woken and not self.shoe.to_hear and not self.tumbler.to_hear:
                return
        raise AssertionError(f"it does not come to an end: {self.describe()}")

    async def key(self, *keys: str) -> None:
        for key in keys:
            self.desk.press_key(key)
            await self.settle()

    async def press(self, name: str) -> None:
        """The control, the row, the entry or the area of this name."""
        there = {touch.name: touch for touch in screen_touches(self.screen)}
        assert name in there, f"nothing is called {name} on {self.describe()}"
        await self.touch(there[name])

    async def touch(self, touched: ScreenTouch) -> None:
        """As a window passes it on: what cannot be pressed says what it waits for."""
        if touched.act is not None:
            self.desk.press(touched.act, touched.name)
        elif touched.control is not None:
            self.desk.show_wait(touched.control)
        await self.settle()

    async def hears(self, device: str, *observations: Observation) -> None:
        (self.shoe if device == "shoe" else self.tumbler).reports(*observations)
        await self.settle()

    async def passes(self, microseconds: int) -> None:
        """Time, and the look at the clock that the actor takes every second."""
        self.clock.wait(microseconds)
        self.station.people.end_expired()
        self.desk.refresh()
        await self.settle()

    async def employs_another_chief(self) -> None:
        """Employs a second chief, as the one who is signed in and asks may not decide."""
        await self.employs(OTHER_CHIEF, "Manager 2", Position.SHIFT_MANAGER)


class ByDesk(ByKeys):
    """Hands at a desk: by keys, and what has none is touched."""

    def __init__(self, table: AtDesk) -> None:
        # What hands ask of a table this one has too.
        super().__init__(cast("AtWindow", table))
        self.desk = table

    async def press(self, name: str) -> None:
        await self.desk.press(name)

    async def enters(self, name: str) -> None:
        if self.table.screen.writes != name:
            await self.desk.press(name)


Play = Callable[[AtDesk], Awaitable[None]]


def at_desk(pins: PinWork, play: Play, kept: TableSnapshot | None = None) -> None:
    """Has it played at, from the beginning or from a moment that was kept."""

    async def playing() -> None:
        table = AtDesk(pins, kept)
        acting = asyncio.ensure_future(table.actor.run())
        await asyncio.sleep(0)
        table.desk.show()
        touched = table.touched = asyncio.ensure_future(table.desk.run())
        try:
            await table.settle()
            await play(table)
        finally:
            table.actor.stop()
            touched.cancel()
            for each in await asyncio.gather(acting, touched, return_exceptions=True):
                if isinstance(each, Exception):
                    raise each

    asyncio.run(playing())
