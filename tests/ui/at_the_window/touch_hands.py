"""How somebody works at a real window by touches alone, and how a test is done both ways: by keys and by touches."""

from collections.abc import Iterator

import pytest

from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import TableStage
from tests.support.window_hands import ByKeys, WindowHands

_PAD_KEYS = {" ": "space"}


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


Ways = type[ByKeys] | type[ByTouch]
both_ways = pytest.mark.parametrize("way", [ByKeys, ByTouch], ids=["keys", "touch"])
