"""Somebody at a desk on a table that was played to its moment: actions, PINs and time are as slow as a test has
them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import TypeVar, cast

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import CheckedPin, PinWork
from dealer_app.people.pins import Pin
from dealer_app.people.positions import Position, load_positions
from dealer_app.people.sessions import PinResult
from dealer_app.screens import actions
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.actions import SetInput
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.input_state import InputState
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.screen import Cue, Screen
from dealer_app.station.station import Station
from tests.support.desk_settings import PLACE, QUIET, TERMINAL
from tests.support.rounds import V4
from tests.support.scenes import Scene, SceneStage

Result = TypeVar("Result")
SUPERVISOR = Person("Supervisor-1", "pit_supervisor")
BETS = "place your bets\nbet 1 player 100000\nbet 2 banker 50000\n"
CLOSED = f"{BETS}no more bets\n"


class SlowPins:
    """A PIN is weighed until the test says that it is right."""

    def __init__(self) -> None:
        self.weighed: Future[CheckedPin] = Future()

    def check(self, kept: str | None, pin: Pin) -> Future[CheckedPin]:
        del kept, pin
        return self.weighed

    def right(self) -> None:
        self.weighed.set_result(CheckedPin(check=PinResult.RIGHT))


class DeskSession:
    """Somebody at a desk on a table that was played to its moment; time passes only as the test says."""

    def __init__(self, script: str, layout: str = "A") -> None:
        stage = SceneStage(Scene(name="desk", game=V4, layout=layout, script=script, devices={}))
        self.house, self.station = stage.house, stage.house.station
        self.rules, self.table = stage.rules, stage.table
        self.pins = SlowPins()
        self.now = 0
        self.shown: list[Screen] = []
        self.sounds: list[Cue] = []
        outlets = replace(QUIET, show=lambda screen, _: self.shown.append(screen), play_sound=self.sounds.append)
        place = replace(PLACE, milliseconds=lambda: self.now)
        performer = ActionRunner(self._do, cast(PinWork, self.pins), load_positions(), TERMINAL)
        performer._session = self.house.begin_session(self._badge(Position.DEALER), terminal=TERMINAL)
        self.desk = ScreenController(self.station, performer, outlets, place, looks=Looks(), history=ResultsHistory())
        self.supervisor = actions.Credentials(self._supervisor(), Pin("730264"))

    def _badge(self, position: Position) -> str:
        accounts = self.station.state.people.accounts
        return next(badge for badge, each in accounts.items() if each.position is position)

    def _supervisor(self) -> str:
        self.house.person_proof(SUPERVISOR)
        return self._badge(Position.PIT_SUPERVISOR)

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    @property
    def input_state(self) -> InputState:
        return self.desk._input_state

    async def idle(self) -> None:
        for _ in range(50):
            await asyncio.sleep(0)
            if self.desk.is_idle:
                return

    def holds(self, input_state: InputState) -> None:
        self.desk.press(SetInput(input_state))

    def draws(self, card: str) -> None:
        """A card comes from the shoe, as the actor tells it."""
        done = self.house.play(commands.DrawCard(by=Person("Dealer-1", "dealer"), at=0, card=CARDS[card]), self.rules)
        assert isinstance(done, tuple), done
        self.desk.refresh()


def run_desk(script: str, does: Callable[[DeskSession], Awaitable[None]], layout: str = "A") -> None:
    async def playing() -> None:
        sitting = DeskSession(script, layout)
        sitting.desk.show()
        sitting.now += 1000
        task = asyncio.ensure_future(sitting.desk.run())
        try:
            await does(sitting)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(playing())
