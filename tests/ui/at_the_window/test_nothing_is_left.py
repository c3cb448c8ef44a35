"""No leaks: rounds do not make more objects, and nothing runs on after the window is closed."""

import asyncio
import gc
import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import NOTHING, Panel
from tests.support.at_window import AtTable, at_window
from tests.support.looking import looking
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import TAI_SAI, V4, pulls, sits_down, takes_bets, tumbles

ROUNDS, OPENINGS, PAINTED = 50, 50, 10
MOST_SEEN_IN_A_ROUND = 9
"""Of the panels: relief and the end of a shoe are between rounds."""
_OPEN_FILES = Path("/proc/self/fd")


def test_rounds_do_not_make_more_objects(qapp: QApplication, tmp_path: Path) -> None:
    """Fifty rounds with a bet, dice and a settlement: as many objects after them as after the second."""
    counted: list[int] = []
    tasks: list[int] = []

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        await sits_down(hands, TAI_SAI, "C")
        for number in range(ROUNDS):
            await takes_bets(hands, (None, "big", 500))
            await tumbles(table, 1 + number % 6, 2, 3)
            await hands.on()
            await hands.on()
            await asyncio.sleep(0)
            counted.append(len(table.window.findChildren(QObject)))
            tasks.append(len(asyncio.all_tasks()))

    with looking() as threads:
        at_window(qapp, tmp_path, play)
    # Qt does not bear that parts of a window are taken apart by the thread of a port or of the journal.
    assert set(threads) == {threading.main_thread()}
    # What is put aside in a round is deleted when Qt comes to it: no more at the end than when it had settled.
    assert max(counted[-10:]) <= max(counted[1:10])
    assert max(tasks[-10:]) <= max(tasks[:10])


@dataclass(frozen=True, kw_only=True)
class Held:
    """What the process holds of things that could be forgotten."""

    objects: int
    widgets: int
    timers: int
    threads: int
    tasks: int
    files: int

    @classmethod
    def now(cls, table: AtTable) -> "Held":
        gc.collect()
        timers = table.window.findChildren(QTimer)
        return cls(
            objects=len(table.window.findChildren(QObject)),
            widgets=len(QApplication.allWidgets()),
            timers=len([timer for timer in timers if timer.isActive()]),
            threads=threading.active_count(),
            tasks=len(asyncio.all_tasks()),
            files=len(list(_OPEN_FILES.iterdir())) if _OPEN_FILES.is_dir() else 0,
        )


def test_every_panel_opens_and_closes_and_leaves_nothing(qapp: QApplication, tmp_path: Path) -> None:
    """Fifty times, in a round with bets: as much is held after the last as after the tenth."""
    held: dict[Panel, list[Held]] = {}
    shown: set[str] = set()

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        await sits_down(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        desk = table._behind.desk
        await table.read_ahead()
        for panel in Panel:
            counted: list[Held] = []
            for number in range(OPENINGS + 1):
                desk.open(panel)
                if table.screen.overlay is None:
                    break
                shown.add(table.screen.overlay.name)
                desk.press(Change(NOTHING))
                if number % PAINTED == 0:
                    await table.settled()
                if number in (PAINTED, OPENINGS):
                    await asyncio.sleep(0)
                    counted.append(Held.now(table))
                    held[panel] = counted

    at_window(qapp, tmp_path, play)
    assert len(shown) > MOST_SEEN_IN_A_ROUND
    for panel, (first, last) in held.items():
        assert first == last, panel


def test_nothing_is_left_after_the_window(qapp: QApplication, tmp_path: Path) -> None:
    """No thread, no timer that runs, no window on the screen."""
    before = set(threading.enumerate())

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        await sits_down(hands, V4, "A")
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
