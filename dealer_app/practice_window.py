"""Runs practice behind the window: its folder, its screen and the window together. No station, no device, no port."""

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import AssetFault, Looks
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.practice_controller import PracticeController
from dealer_app.station.startup import make_clock, make_program
from dealer_app.station_window import BilingualTexts, read_looks, save_looks
from dealer_app.texts import language_pair
from ui.app import WindowOptions, connect_screen, run

_NUMBER_BYTES = 8


class PracticeBackend:
    """What runs behind the window: the screen of practice, until it is left."""

    def __init__(self, folder: PracticeFolder, window: WindowPort, looks: Looks) -> None:
        self.desk = PracticeController(folder, window, looks, lambda: time.monotonic_ns() // 1_000_000)
        self._over = asyncio.Event()

    async def serve(self) -> None:
        """Nothing happens behind practice: it waits until it is stopped."""
        await self._over.wait()

    def stop(self) -> None:
        """Ends it; what was answered is in the folder."""
        self._over.set()

    def record_failure(self, code: str, where: str) -> None:
        """The log has it: a practice folder keeps answers and nothing else."""


def make_trainee_number() -> str:
    """The number of a new trainee, by chance."""
    return secrets.token_hex(_NUMBER_BYTES)


def run_practice(folder: Path, without_a_screen: Callable[[str], NoReturn], size: tuple[int, int] | None) -> int:
    """Opens the window of practice until somebody leaves it. Raises JournalError for what is in the way."""
    application = connect_screen(without_a_screen)
    try:
        looks = read_looks(folder)
        texts = BilingualTexts(language_pair(looks.first, looks.second))
        with open_practice(folder, make_program(), make_clock(), make_trainee_number) as practice:

            def keep(changed: Looks) -> ScreenText | None:
                against: AssetFault | None = save_looks(folder, changed)
                return texts.translate(changed).looks_notice(against) if against else None

            return run(
                lambda window: PracticeBackend(practice, window, looks),
                texts,
                simulate=lambda _device, _what: None,
                keep_looks=keep,
                opening=WindowOptions(size=size, full_screen=False),
            )
    finally:
        del application
