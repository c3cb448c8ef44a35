"""How somebody works at a real window: the words for what they want, and how it is done by keys alone.

    hands = ByKeys(table)
    await hands.bet(3, "banker", 500)
    await hands.press_next()

Keys that a control shows are pressed; what has none is walked to with Tab and pressed with Space, as anybody would who
has nothing but a keyboard.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from dealer_app.people.accounts import AddAccount
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position
from dealer_app.screens import actions
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Screen
from dealer_app.station.station import Station
from dealer_app.station.two_people import ProposePeople
from tests.support.signers import CHIEF, DEALER, FOUNDERS, SUPERVISOR

if TYPE_CHECKING:
    # Not at run time: at a desk somebody works in the same way, and there is no Qt.
    from PySide6.QtWidgets import QWidget

    from tests.support.window_bench import AtWindow

MOST_TABS = 160
MOST_ROWS = 30
_DOUBLE_NOUGHT = "00"
_HIGHEST_OF_ONE_DIGIT = 9


class AtStation(ABC):
    """Somebody at the one screen of a whole station: at a real window, or at a desk without one."""

    station: Station
    desk: ScreenController

    @abstractmethod
    async def settle(self) -> None:
        """Until all that was given is done."""

    @property
    def screen(self) -> Screen:
        return self.desk.screen

    @property
    def input_state(self) -> InputState:
        """What has been chosen and typed at the screen."""
        return self.desk._input_state

    @property
    def context(self) -> ScreenContext:
        """Everything from which the screen is made."""
        return self.desk._context()

    def control(self, name: str) -> Control:
        found = next((control for control in screen_controls(self.screen) if control.name == name), None)
        assert found is not None, f"no control {name} on {self.describe()}"
        return found

    def describe(self) -> str:
        rail = self.screen.rail
        names = ", ".join(control.name for control in screen_controls(self.screen))
        return f"{rail.instruction.first!r}, next {rail.primary.name}, refused {rail.refusal.first!r}, with {names}"

    async def give(self, act: actions.Action) -> None:
        """An action without the way by which a person gives it: to come to where a test begins."""
        self.desk.press(act)
        await self.settle()
        refusal = self.desk._refusal
        assert refusal is None, f"{refusal}: {self.describe()}"

    async def begin_house(self) -> None:
        """A demonstration with a dealer and a supervisor, the dealer signed in."""
        await self.give(actions.FoundHouse(kind=FolderKind.DEMO, people=FOUNDERS))
        await self.give(actions.SignIn(DEALER))

    async def employs_chief(self) -> None:
        """A shift manager comes to the demonstration: who is above a supervisor may be asked for."""
        await self.employs(CHIEF, "Manager 1", Position.SHIFT_MANAGER)

    async def employs(self, who: actions.Credentials, name: str, position: Position) -> None:
        change = AddAccount(badge=who.badge, name=name, position=position)
        await self.give(actions.DecideByTwo(proposal=ProposePeople(change=change), second=SUPERVISOR, new_pin=who.pin))


class WindowHands(ABC):
    """What somebody does at a real window; its subclasses say how: by keys, or by touches."""

    def __init__(self, table: "AtWindow") -> None:
        self.table = table

    @abstractmethod
    async def press_next(self) -> None:
        """The one next step."""

    @abstractmethod
    async def press(self, name: str) -> None:
        """The control of this name."""

    @abstractmethod
    async def writes(self, text: str) -> None:
        """Into the entry that is open."""

    @abstractmethod
    async def bet(self, seat: int | None, area: str, amount: int) -> None:
        """From no seat chosen to the bet that is placed."""

    @abstractmethod
    async def enters(self, name: str) -> None:
        """The entry of this name is written in from now on."""

    @abstractmethod
    async def erases(self) -> None:
        """The last letter of the entry that is open."""

    @abstractmethod
    async def opens_menu(self) -> None: ...

    async def insures(self, row: str, amount: int) -> None:
        """Another amount than the quick ones, for this row of the offer."""
        await self.frames(row)
        await self.types(amount)
        await self.press_next()

    @abstractmethod
    async def frames(self, row: str) -> None:
        """The row of a list that is touched, or gone to."""

    @abstractmethod
    async def types(self, amount: int) -> None:
        """By the digits of the open pad."""

    async def fills(self, *texts: str) -> None:
        """One entry after the other, each left by the next step; the last step does what the form is for."""
        for text in texts:
            await self.writes(text)
            await self.press_next()

    def primary(self) -> Control:
        screen = self.table.screen
        found = screen.rail.primary if screen.overlay is None else screen.overlay.primary
        assert found is not None, "what lies over the station has no next step"
        return found


class ByKeys(WindowHands):
    async def press_next(self) -> None:
        step = self.primary()
        assert step.act is not None, f"{step.name} waits for {step.waits.first}: {self.table.describe()}"
        await self.table.key("Enter")

    async def press(self, name: str) -> None:
        key = next((each.key for each in screen_controls(self.table.screen) if each.name == name), "")
        if key and (len(key) > 1 or not self.table.screen.writes):
            await self.table.key(key)
        else:
            await self.walks_focus(name)
            await self.table.key("Space")

    async def writes(self, text: str) -> None:
        await self.table.key(*text)

    async def bet(self, seat: int | None, area: str, amount: int) -> None:
        if seat is not None and self.table.input_state.seat is not None:
            await self.table.key("-")
        if seat is not None:
            await self.table.key(*_seat_digits(seat, self.table))
        kind, _, numbers = area.partition(":")
        if numbers:
            await self.press("kind:three" if kind == "pair_single" else f"kind:{kind}")
            for end in range(1, len(numbers) + 1):
                await self.press(f"number:{numbers[:end]}")
        else:
            await self.press(f"area:{area}")
        await self.types(amount)
        await self.press_next()

    async def enters(self, name: str) -> None:
        if self.table.screen.writes != name:
            await self.walks_focus(name)
            await self.table.key("Space")

    async def erases(self) -> None:
        await self.table.key("Backspace")

    async def opens_menu(self) -> None:
        await self.table.key("F10")

    async def frames(self, row: str) -> None:
        for _ in range(MOST_ROWS):
            if self.table.input_state.framed == row:
                return
            await self.table.key("+")
        raise AssertionError(f"+ does not come to {row}: {self.table.describe()}")

    async def types(self, amount: int) -> None:
        await self.table.key(*_pad_text(amount))

    async def walks_focus(self, name: str) -> "QWidget":
        """With Tab from where the focus is, round to what is called so."""
        for _ in range(MOST_TABS):
            focused: QWidget | None = self.table.window.focusWidget()
            if focused is not None and focused.objectName() in (name, f"entry:{name}"):
                return focused
            await self.table.key("Tab")
        raise AssertionError(f"Tab does not come to {name}: {self.table.describe()}")


def _seat_digits(seat: int, table: "AtWindow") -> str:
    rules, opened = table.station.rules, table.station.state.table.table
    assert rules is not None, "bets are placed at an open table"
    assert opened is not None, "bets are placed at an open table"
    two = max(rules.seats(opened)) > _HIGHEST_OF_ONE_DIGIT
    return f"{seat:02d}" if two else str(seat)


def _pad_text(amount: int) -> str:
    """With the key for two noughts where it saves one."""
    return str(amount).replace(_DOUBLE_NOUGHT, ".")
