"""Principle 8 at the window: of what lies face down nothing can be learned from any pixel."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import MBS, pulls, starts_table, takes_bets
from tests.ui.at_the_window.kill_window import STILL

BELOW_THE_BAR = QRect(0, 116, 1920, 964)
SINCE = QRect(1336, 116, 584, 40)
"""Where the rail says for how long the step has been there."""


def pictures(qapp: QApplication, folder: Path, cards: tuple[str, ...], setting: WindowSetting = STILL) -> list[QImage]:
    """What is painted after each card that is drawn face down, and last once the first hand is turned."""
    painted: list[QImage] = []

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, MBS, "A", "dealing:face-down")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        for card in cards:
            await pulls(table, card)
            picture = table.picture().copy(BELOW_THE_BAR)
            painted.append(_without_the_clock(picture))
        await hands.press_next()
        painted.append(_without_the_clock(table.picture().copy(BELOW_THE_BAR)))

    at_window(qapp, folder, play, setting)
    return painted


def _without_the_clock(picture: QImage) -> QImage:
    for x in range(SINCE.left(), SINCE.right()):
        for y in range(SINCE.height()):
            picture.setPixel(x, y, 0)
    return picture


@pytest.mark.parametrize("other", [("9S", "9H", "KD", "KC"), ("TS", "TH", "TD", "TC"), ("AS", "8D", "7C", "AH")])
def test_unturned_cards_leave_no_trace(qapp: QApplication, tmp_path: Path, other: tuple[str, ...]) -> None:
    """A natural, a tie, a pair: until they are turned every pixel is the same."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    *sealed, turned = pictures(qapp, one, ("2S", "3H", "4D", "6C"))
    *also_sealed, otherwise = pictures(qapp, two, other)
    assert sealed == also_sealed
    assert turned != otherwise
