"""Somebody at a desk on a table that was played to its moment: acts, PINs and time are as slow as a test has them."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import TypeVar, cast

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import Checked, PinWork
from dealer_app.people.pins import Pin
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position
from dealer_app.people.sessions import Check
from dealer_app.showing import acts
from dealer_app.showing.acts import Change
from dealer_app.showing.desk import Desk
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.history import History
from dealer_app.showing.performing import Performer
from dealer_app.showing.screen import Cue, Screen
from dealer_app.showing.seeing import Looks
from dealer_app.station.station import Station
from tests.support.quiet_desk import PLACE, QUIET, TERMINAL
from tests.support.rounds import V4
from tests.support.scenes import Scene, Stage

Result = TypeVar("Result")
SUPERVISOR = Person("Supervisor-1", "pit_supervisor")
BETS = "place your bets\nbet 1 player 100000\nbet 2 banker 50000\n"
CLOSED = f"{BETS}no more bets\n"


class SlowPins:
    """A PIN is weighed until the test says that it is right."""

    def __init__(self) -> None:
        self.weighed: Future[Checked] = Future()

    def check(self, kept: str | None, pin: Pin) -> Future[Checked]:
        del kept, pin
        return self.weighed

    def right(self) -> None:
        self.weighed.set_result(Checked(check=Check.RIGHT))


class Sitting:
    """Somebody at a desk on a table that was played to its moment; time passes only as the test says."""

    def __init__(self, script: str, layout: str = "A") -> None:
        stage = Stage(Scene(name="desk", game=V4, layout=layout, script=script, devices={}))
        self.house, self.station = stage.house, stage.house.station
        self.rules, self.table = stage.rules, stage.table
        self.pins = SlowPins()
        self.now = 0
        self.shown: list[Screen] = []
        self.sounds: list[Cue] = []
        outlets = replace(QUIET, show=lambda screen, _: self.shown.append(screen), sound=self.sounds.append)
        place = replace(PLACE, milliseconds=lambda: self.now)
        performer = Performer(self._do, cast(PinWork, self.pins), positions(), TERMINAL)
        performer._session = self.house.sign_in(self._badge(Position.DEALER), terminal=TERMINAL)
        self.desk = Desk(self.station, performer, outlets, place, looks=Looks(), history=History())
        self.supervisor = acts.Credentials(self._supervisor(), Pin("730264"))

    def _badge(self, position: Position) -> str:
        accounts = self.station.state.people.accounts
        return next(badge for badge, each in accounts.items() if each.position is position)

    def _supervisor(self) -> str:
        self.house.proof_of(SUPERVISOR)
        return self._badge(Position.PIT_SUPERVISOR)

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    @property
    def fingers(self) -> Fingers:
        return self.desk._fingers

    async def idle(self) -> None:
        for _ in range(50):
            await asyncio.sleep(0)
            if self.desk.idle:
                return

    def holds(self, fingers: Fingers) -> None:
        self.desk.press(Change(fingers))

    def draws(self, card: str) -> None:
        """A card comes from the shoe, as the actor tells it."""
        done = self.house.play(commands.DrawCard(by=Person("Dealer-1", "dealer"), at=0, card=CARDS[card]), self.rules)
        assert isinstance(done, tuple), done
        self.desk.changed()


def sits(script: str, does: Callable[[Sitting], Awaitable[None]], layout: str = "A") -> None:
    async def playing() -> None:
        sitting = Sitting(script, layout)
        sitting.desk.show()
        sitting.now += 1000
        task = asyncio.ensure_future(sitting.desk.run())
        try:
            await does(sitting)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(playing())
