"""A window that is killed in the middle of a round, in a process of its own.

    python -m tests.support.killed_window FOLDER GAME

plays one round and the beginning of another at a real window, leaves what the stage shows as `stage.txt` and
`stage.png` beside the journal's folder, and kills itself without a word to anybody.
"""

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_app.showing.seeing import Looks
from tests.support.at_window import AtTable, Setting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import INSURANCE, MBS, TAI_SAI, V4, pulls, sits_down, takes_bets, to_the_end, tumbles
from ui.theme import fonts

APPENDIX = {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}
STAGE = QRect(0, 116, 1336, 964)
"""Under the ribbon and beside the rail: neither the clock of the bar nor that of the step."""


STILL = Setting(looks=Looks(motion=False))
"""A card that fades in is not painted the same twice."""


def stage_of(table: AtTable) -> tuple[str, QImage]:
    """What the stage shows, as a value and as it is painted."""
    return repr(table.screen.stage), table.picture().copy(STAGE)


async def half_played(table: AtTable, game: str) -> None:
    hands = ByKeys(table)
    settings = ("dealing:face-down",) if game == MBS else ()
    await sits_down(hands, game, APPENDIX[game], *settings)
    await (_with_dice if game == TAI_SAI else _with_cards)(hands)


async def _with_cards(hands: ByKeys) -> None:
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2S", "3H", "4D", "4C")
    await to_the_end(hands)
    await takes_bets(hands, (5, "player", 800), (1, "tie", 100))
    await pulls(hands.table, "7S", "TH", "2D", "4S")


async def _with_dice(hands: ByKeys) -> None:
    for dice in ((1, 1, 2), (2, 4, 6)):
        await takes_bets(hands, (None, "big", 1500), (None, "single:4", 300))
        await tumbles(hands.table, *dice)
        if dice == (1, 1, 2):
            await hands.on()
            await hands.on()


def main(folder: Path, game: str) -> None:
    app = QApplication([])
    fonts.install()

    async def play(table: AtTable) -> None:
        await half_played(table, game)
        text, picture = stage_of(table)
        (folder.parent / "stage.txt").write_text(text, encoding="utf-8")
        assert picture.save(str(folder.parent / "stage.png"))
        os.kill(os.getpid(), signal.SIGKILL)

    at_window(app, folder, play, STILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
