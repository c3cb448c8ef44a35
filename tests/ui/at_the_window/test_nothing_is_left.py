"""No leaks: rounds do not make more objects, and nothing runs on after the window is closed."""

import asyncio
import gc
import threading
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.at_window import AtTable, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import TAI_SAI, V4, brings_cards, brings_dice, opens, pulls, tumbles

ROUNDS = 50


def test_rounds_do_not_make_more_objects(qapp: QApplication, tmp_path: Path) -> None:
    """Fifty rounds with a bet, dice and a settlement: as many objects after them as after the second."""
    counted: list[int] = []
    tasks: list[int] = []

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        await table.found()
        await opens(hands, TAI_SAI, "C")
        await brings_dice(hands)
        for number in range(ROUNDS):
            await hands.on()
            await hands.bet(None, "big", 500)
            await hands.on()
            await tumbles(table, 1 + number % 6, 2, 3)
            await hands.on()
            await hands.on()
            await asyncio.sleep(0)
            counted.append(len(table.window.findChildren(QObject)))
            tasks.append(len(asyncio.all_tasks()))

    at_window(qapp, tmp_path, play)
    # What is put aside in a round is deleted when Qt comes to it: no more at the end than when it had settled.
    assert max(counted[-10:]) <= max(counted[1:10])
    assert max(tasks[-10:]) <= max(tasks[:10])


def test_nothing_is_left_after_the_window(qapp: QApplication, tmp_path: Path) -> None:
    """No thread, no timer that runs, no window on the screen."""
    before = set(threading.enumerate())

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        await table.found()
        await opens(hands, V4, "A")
        await brings_cards(hands)
        await hands.on()
        await hands.on()
        await pulls(table, "2S")

    at_window(qapp, tmp_path, play)
    gc.collect()
    assert set(threading.enumerate()) <= before
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    running = [
        timer for widget in QApplication.allWidgets() for timer in widget.findChildren(QTimer) if timer.isActive()
    ]
    assert not running
    assert all(isinstance(widget, QWidget) for widget in QApplication.allWidgets())
