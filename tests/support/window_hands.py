"""How somebody works at a real window: by keys alone, or by touches alone; with the same words for what he wants.

    hands = ByKeys(table)
    await hands.bet(3, "banker", 500)
    await hands.on()

Keys that a control shows are pressed; what has none is walked to with Tab and pressed with Space, as anybody would who
has nothing but a keyboard.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from dealer_app.showing.blocks import Control
from dealer_app.showing.screen import TableStage
from dealer_app.showing.walking import controls
from tests.support.at_window import AtTable

MOST_TABS = 160
_PAD_KEYS = {" ": "space"}
_DOUBLE_NOUGHT = "00"
_HIGHEST_OF_ONE_DIGIT = 9


class Hands(ABC):
    """See the module."""

    def __init__(self, table: AtTable) -> None:
        self.table = table

    @abstractmethod
    async def on(self) -> None:
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

    async def fills(self, *texts: str) -> None:
        """One entry after the other, each left by the next step; the last step does what the form is for."""
        for text in texts:
            await self.writes(text)
            await self.on()

    def primary(self) -> Control:
        screen = self.table.screen
        found = screen.rail.primary if screen.overlay is None else screen.overlay.primary
        assert found is not None, "what lies over the station has no next step"
        return found


class ByKeys(Hands):
    async def on(self) -> None:
        step = self.primary()
        assert step.act is not None, f"{step.name} waits for {step.waits.first}: {self.table.described()}"
        await self.table.key("Enter")

    async def press(self, name: str) -> None:
        key = self.table.control(name).key
        if key and not self.table.screen.writes:
            await self.table.key(key)
        else:
            await self.walks_to(name)
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
            await self.press(f"kind:{kind}")
            for end in range(1, len(numbers) + 1):
                await self.press(f"number:{numbers[:end]}")
        else:
            await self.press(f"area:{area}")
        await self.table.key(*_typed(amount))
        await self.on()

    async def walks_to(self, name: str) -> QWidget:
        """With Tab from where the focus is, round to what is called so."""
        for _ in range(MOST_TABS):
            await self.table.key("Tab")
            focused: QWidget | None = self.table.window.focusWidget()
            if focused is not None and focused.objectName() == name:
                return focused
        raise AssertionError(f"Tab does not come to {name}: {self.table.described()}")


class ByTouch(Hands):
    async def on(self) -> None:
        step = self.primary()
        assert step.act is not None, f"{step.name} waits for {step.waits.first}: {self.table.described()}"
        await self.table.touch(step.name)

    async def press(self, name: str) -> None:
        await self.table.touch(name)

    async def writes(self, text: str) -> None:
        writes = self.table.screen.writes
        if not any(each.name.startswith("pad:") for each in controls(self.table.screen)):
            await self.table.touch(writes)
        for letter in text:
            await self.table.touch(f"pad:{_PAD_KEYS.get(letter, letter.upper())}")

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
        await self.on()

    def _chips(self, amount: int) -> Iterator[int]:
        """The largest first, of those that lie in the tray."""
        tray = (each.name.partition(":") for each in controls(self.table.screen) if each.name.startswith("chip:"))
        for chip in sorted((int(worth) for _, _, worth in tray), reverse=True):
            while amount >= chip:
                amount -= chip
                yield chip
        assert not amount, "it cannot be put together of these chips"


def _seat_digits(seat: int, table: AtTable) -> str:
    rules, opened = table.station.rules, table.station.state.table.table
    assert rules is not None, "bets are placed at an open table"
    assert opened is not None, "bets are placed at an open table"
    two = max(rules.seats(opened)) > _HIGHEST_OF_ONE_DIGIT
    return f"{seat:02d}" if two else str(seat)


def _typed(amount: int) -> str:
    """With the key for two noughts where it saves one."""
    return str(amount).replace(_DOUBLE_NOUGHT, ".")
