"""How somebody works at a real window: by keys alone, or by touches alone; with the same words for what he wants.

    hands = ByKeys(table)
    await hands.bet(3, "banker", 500)
    await hands.press_next()

Keys that a control shows are pressed; what has none is walked to with Tab and pressed with Space, as anybody would who
has nothing but a keyboard.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from dealer_app.screens.blocks import Control
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import TableStage

if TYPE_CHECKING:
    # Not at run time: at a desk somebody works in the same way, and there is no Qt.
    from PySide6.QtWidgets import QWidget

    from tests.support.window_bench import AtWindow

MOST_TABS = 160
MOST_ROWS = 30
_PAD_KEYS = {" ": "space"}
_DOUBLE_NOUGHT = "00"
_HIGHEST_OF_ONE_DIGIT = 9


class WindowHands(ABC):
    """What somebody does at a real window; `ByKeys` and `ByTouch` say how."""

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
        if seat is not None and self.table.fingers.seat is not None:
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
            if self.table.fingers.framed == row:
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


class ByTouch(WindowHands):
    async def press_next(self) -> None:
        step = self.primary()
        assert step.act is not None, f"{step.name} waits for {step.waits.first}: {self.table.describe()}"
        await self.table.touch(step.name)

    async def press(self, name: str) -> None:
        await self.table.touch(name)

    async def writes(self, text: str) -> None:
        if not any(name.startswith(("pad:", "digit:")) for name in self._names()):
            await self.table.touch(self.table.screen.writes)
        for letter in text:
            await self.table.touch(await self._pad_key(_PAD_KEYS.get(letter, letter.upper())))

    async def _pad_key(self, letter: str) -> str:
        """The key of the pad that is open, or of its other side."""
        for turns in ("pad:letters", "pad:digits", ""):
            found = next((name for name in (f"pad:{letter}", f"digit:{letter}") if name in self._names()), None)
            if found is not None:
                return found
            if turns in self._names():
                await self.table.touch(turns)
        raise AssertionError(f"no pad has {letter}: {self.table.describe()}")

    def _names(self) -> set[str]:
        return {control.name for control in screen_controls(self.table.screen)}

    async def bet(self, seat: int | None, area: str, amount: int) -> None:
        stage = self.table.screen.stage
        assert isinstance(stage, TableStage), "bets are placed on the layout"
        own = any(each.seat is not None and each.area == area for each in stage.table.areas)
        if seat is None:
            await self.table.touch(area)
        elif own:
            await self.table.touch(f"{area}.seat-{seat}")
        else:
            await self.table.touch(f"seat-{seat}", area)
        for chip in self._chips(amount):
            await self.table.touch(f"chip:{chip}")
        await self.press_next()

    async def enters(self, name: str) -> None:
        there = self.table.window.rail.control(f"entry:{name}")
        await self.table.touch(name if there is None else f"entry:{name}")

    async def erases(self) -> None:
        await self.table.touch("pad:delete")

    async def opens_menu(self) -> None:
        """By the name of the table, in the top bar."""
        await self.table.touch("table")

    async def frames(self, row: str) -> None:
        await self.table.touch(row)

    async def types(self, amount: int) -> None:
        for digit in str(amount):
            await self.table.touch(f"digit:{digit}")

    def _chips(self, amount: int) -> Iterator[int]:
        """The largest first, of those that lie in the tray."""
        tray = (
            each.name.partition(":") for each in screen_controls(self.table.screen) if each.name.startswith("chip:")
        )
        for chip in sorted((int(worth) for _, _, worth in tray if worth.isdecimal()), reverse=True):
            while amount >= chip:
                amount -= chip
                yield chip
        assert not amount, "it cannot be put together of these chips"


def _seat_digits(seat: int, table: "AtWindow") -> str:
    rules, opened = table.station.rules, table.station.state.table.table
    assert rules is not None, "bets are placed at an open table"
    assert opened is not None, "bets are placed at an open table"
    two = max(rules.seats(opened)) > _HIGHEST_OF_ONE_DIGIT
    return f"{seat:02d}" if two else str(seat)


def _pad_text(amount: int) -> str:
    """With the key for two noughts where it saves one."""
    return str(amount).replace(_DOUBLE_NOUGHT, ".")


Ways = type[ByKeys] | type[ByTouch]
both_ways = pytest.mark.parametrize("way", [ByKeys, ByTouch], ids=["keys", "touch"])
