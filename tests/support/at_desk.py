"""A desk on a whole station in a test, without Qt: journal in memory, actor, devices that only say things, performer.

    async def play(table):
        hands = ByDesk(table)
        await table.found()
        await opens(hands, V4, "P")
    at_desk(pins, play)

It is worked by the same hands as a real window (`window_hands`): what they ask of a table, this one has too. Time
passes only as a test says. It begins as a house that nobody has founded, or from a table that was kept at its moment.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, cast

from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode
from dealer_app.journal.memory import MemoryJournal
from dealer_app.observations import Observation
from dealer_app.people.accounts import AddAccount
from dealer_app.people.events import Kind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position
from dealer_app.showing import acts
from dealer_app.showing.blocks import Control
from dealer_app.showing.desk import Desk
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.history import History
from dealer_app.showing.outlets import Outlets, Place
from dealer_app.showing.performing import Performer
from dealer_app.showing.screen import Screen
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.walking import controls
from dealer_app.station.actor import Actor, Device
from dealer_app.station.core import Around
from dealer_app.station.facts import RulebookInForce, StationStarted
from dealer_app.station.fold import folding
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.proposals import ProposePeople
from dealer_app.station.reading import rules_of
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import Writer
from tests.support import signers
from tests.support.kept_table import Kept, copy_of
from tests.support.live_station import FIRST, SteppingClock, around
from tests.support.quiet_desk import PLACE, QUIET, TERMINAL
from tests.support.told_device import Told
from tests.support.touches import Touch, touches
from tests.support.window_hands import ByKeys

if TYPE_CHECKING:
    from tests.support.at_window import AtTable

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
        _read[key] = rules_of(read, letter)
    return _read[key]


def _around() -> Around:
    return replace(around(), rules=_rules)


class AtDesk:
    """Somebody at a desk."""

    def __init__(self, pins: PinWork, kept: Kept | None = None) -> None:
        self.clock = SteppingClock(FIRST if kept is None else kept.at)
        self.journal = MemoryJournal() if kept is None else copy_of(kept.journal)
        self.station = Station(
            StationState() if kept is None else kept.state, Writer(self.journal, self.clock), _around()
        )
        if kept is None:
            self.station.note(StationStarted(station="T1", program="test", rulebooks=""))
        self.shoe, self.tumbler = Told(), Told()
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
        self._performer = Performer(self.actor.do, pins, positions(), TERMINAL)
        if kept is not None:
            self._performer._session = kept.session
        self.desk = Desk(
            self.station,
            self._performer,
            self._outlets(),
            self._place(),
            looks=Looks(),
            history=History() if kept is None else kept.history,
        )

    def _outlets(self) -> Outlets:
        return replace(
            QUIET,
            simulate=lambda device, what: self.simulate(device, what),  # noqa: PLW0108 - who listens is known later
            leave=self._leaves,
            failed=self.problems.append,
        )

    def _place(self) -> Place:
        return replace(
            PLACE,
            milliseconds=self._next_moment,
            simulated=("shoe", "tumbler"),
            devices=(("shoe", "shoe"), ("tumbler", "tumbler")),
        )

    def _leaves(self) -> None:
        self.left = True

    def _next_moment(self) -> int:
        self._milliseconds += 1000
        return self._milliseconds

    def _changed(self, station: Station) -> None:
        del station
        self.desk.changed()

    def kept(self) -> Kept:
        return Kept(
            state=self.station.state,
            journal=copy_of(self.journal),
            at=self.clock.at,
            history=self.desk._history,
            session=self._performer._session,
        )

    # What is seen

    @property
    def screen(self) -> Screen:
        return self.desk.screen

    @property
    def fingers(self) -> Fingers:
        return self.desk._fingers

    @property
    def seeing(self) -> Seeing:
        return self.desk._seeing()

    def control(self, name: str) -> Control:
        found = next((control for control in controls(self.screen) if control.name == name), None)
        assert found is not None, f"no control {name} on {self.described()}"
        return found

    def touches(self) -> Iterator[Touch]:
        return touches(self.screen)

    def described(self) -> str:
        rail = self.screen.rail
        names = ", ".join(control.name for control in controls(self.screen))
        return f"{rail.instruction.first!r}, next {rail.primary.name}, refused {rail.refusal.first!r}, with {names}"

    def folded(self) -> StationState:
        """What the journal comes to, read from its beginning."""
        fold = folding("test").start(None)
        for entry in self.journal.entries():
            fold.add(decode(entry, self.journal.sealed))
        return fold.state()

    # What somebody does

    async def settled(self) -> None:
        """All that was given is done, and all that was said is heard."""
        for turn in range(MOST_TURNS):
            await asyncio.sleep(0 if turn < _QUICK_TURNS else _BREATH_SECONDS)
            if self.problems:
                raise self.problems[0]
            assert self.touched is None or not self.touched.done(), "the desk has ended"
            if self.desk.idle and not self.actor._woken and not self.shoe.waiting and not self.tumbler.waiting:
                return
        raise AssertionError(f"it does not come to an end: {self.described()}")

    async def key(self, *keys: str) -> None:
        for key in keys:
            self.desk.key(key)
            await self.settled()

    async def press(self, name: str) -> None:
        """The control, the row, the entry or the area of this name."""
        there = {touch.name: touch for touch in touches(self.screen)}
        assert name in there, f"nothing is called {name} on {self.described()}"
        await self.touch(there[name])

    async def touch(self, touched: Touch) -> None:
        """As a window passes it on: what cannot be pressed says what it waits for."""
        if touched.act is not None:
            self.desk.press(touched.act, touched.name)
        elif touched.control is not None:
            self.desk.waits(touched.control)
        await self.settled()

    async def give(self, act: acts.Act) -> None:
        """An act without the way by which a person gives it: to come to where a test begins."""
        self.desk.press(act)
        await self.settled()
        refusal = self.desk._refusal
        assert refusal is None, f"{refusal}: {self.described()}"

    async def hears(self, device: str, *observations: Observation) -> None:
        (self.shoe if device == "shoe" else self.tumbler).says(*observations)
        await self.settled()

    async def passes(self, microseconds: int) -> None:
        """Time, and the look at the clock that the actor takes every second."""
        self.clock.wait(microseconds)
        self.station.people.look_at_the_clock()
        self.desk.changed()
        await self.settled()

    async def found(self) -> None:
        """A demonstration with a dealer and a supervisor, the dealer signed in."""
        await self.give(acts.FoundHouse(kind=Kind.DEMO, people=signers.FOUNDERS))
        await self.give(acts.SignIn(signers.DEALER))

    async def employs_chief(self) -> None:
        await self._employs(signers.CHIEF, "Manager 1")

    async def employs_another_chief(self) -> None:
        """Whoever is signed in and asks does not decide himself."""
        await self._employs(signers.OTHER_CHIEF, "Manager 2")

    async def _employs(self, who: acts.Credentials, name: str) -> None:
        change = AddAccount(badge=who.badge, name=name, position=Position.SHIFT_MANAGER)
        proposal = ProposePeople(change=change)
        await self.give(acts.DecideByTwo(proposal=proposal, second=signers.SUPERVISOR, new_pin=who.pin))


class ByDesk(ByKeys):
    """Hands at a desk: by keys, and what has none is touched."""

    def __init__(self, table: AtDesk) -> None:
        # What hands ask of a table this one has too.
        super().__init__(cast("AtTable", table))
        self.desk = table

    async def press(self, name: str) -> None:
        await self.desk.press(name)

    async def enters(self, name: str) -> None:
        if self.table.screen.writes != name:
            await self.desk.press(name)


Play = Callable[[AtDesk], Awaitable[None]]


def at_desk(pins: PinWork, play: Play, kept: Kept | None = None) -> None:
    """Has it played at, from the beginning or from a moment that was kept."""

    async def playing() -> None:
        table = AtDesk(pins, kept)
        acting = asyncio.ensure_future(table.actor.run())
        await asyncio.sleep(0)
        table.desk.show()
        touched = table.touched = asyncio.ensure_future(table.desk.run())
        try:
            await table.settled()
            await play(table)
        finally:
            table.actor.stop()
            touched.cancel()
            for each in await asyncio.gather(acting, touched, return_exceptions=True):
                if isinstance(each, Exception):
                    raise each

    asyncio.run(playing())
