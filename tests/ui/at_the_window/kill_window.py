"""A window that is killed in the middle of a round, in a process of its own.

    python -m tests.ui.at_the_window.kill_window FOLDER GAME SETTING

plays one round and the beginning of another at a real window, leaves what the screen says as `screen.txt` and how its
stage is painted as `stage.png` beside the journal's folder, and kills itself without a word to anybody.
"""

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.screens.context import Looks
from dealer_app.texts import Language
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.window_devices import finishes_round, pulls, tumbles
from ui.theme import fonts

APPENDIX = {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}
STILL = WindowSetting(looks=Looks(motion=False), paints_ahead=True)
"""A card that fades in is not painted the same twice."""
SETTINGS = {
    "large": STILL,
    "small-zh-hant": WindowSetting(
        paints_ahead=True, size=(1366, 768), looks=replace(STILL.looks, first=Language.ZH_HANT, second=Language.EN)
    ),
}


def still_screen_text(table: AtWindow) -> str:
    """What the screen says, without the clock of the bar and that of the step."""
    screen = table.screen
    bar = tuple(cell for cell in (*screen.top_bar.left, *screen.top_bar.right) if cell.name != "clock")
    return "\n".join(map(repr, (screen.stage, replace(screen.rail, since=""), *bar)))


def stage_painted(table: AtWindow) -> QImage:
    """Hands, layout and roads: under the ribbon and beside the rail."""
    parts = table.window.parts
    stage = QRect()
    for part in (parts.hands, parts.table, parts.roads):
        stage = stage.united(QRect(part.mapTo(table.window, QPoint()), part.size()))
    return table.picture().copy(stage)


async def half_played(table: AtWindow, game: str) -> None:
    hands = ByKeys(table)
    settings = ("dealing:face-down",) if game == MBS else ()
    await starts_table(hands, game, APPENDIX[game], *settings)
    await (_with_dice if game == TAI_SAI else _with_cards)(hands)


async def _with_cards(hands: ByKeys) -> None:
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2S", "3H", "4D", "4C")
    await finishes_round(hands)
    await takes_bets(hands, (5, "player", 800), (1, "tie", 100))
    await pulls(hands.table, "7S", "TH", "2D", "4S")


async def _with_dice(hands: ByKeys) -> None:
    for dice in ((1, 1, 2), (2, 4, 6)):
        await takes_bets(hands, (None, "big", 1500), (None, "single:4", 300))
        await tumbles(hands.table, *dice)
        if dice == (1, 1, 2):
            await hands.press_next()
            await hands.press_next()


def main(folder: Path, game: str, setting: str) -> None:
    app = QApplication([])
    fonts.install_fonts()

    async def play(table: AtWindow) -> None:
        await half_played(table, game)
        (folder.parent / "screen.txt").write_text(still_screen_text(table), encoding="utf-8")
        assert stage_painted(table).save(str(folder.parent / "stage.png"))
        os.kill(os.getpid(), signal.SIGKILL)

    at_window(app, folder, play, SETTINGS[setting])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
