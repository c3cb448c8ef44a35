"""No leaks: rounds do not make more objects, and nothing runs on after the window is closed."""

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from dealer_app.screens.actions import SetInput
from dealer_app.screens.input_state import NO_INPUT, Panel
from tests.support.long_tests import mostly_long
from tests.support.rounds import TAI_SAI, V4
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.window_devices import finishes_round, pulls, tumbles
from tests.ui.gc_threads import watch_collections

ROUNDS, PAINTED = 50, 10
ROUNDS_OF_A_SHOE, SETTLED = 30, 11
MOST_SEEN_IN_A_ROUND = 9
"""Of the panels: relief and the end of a shoe are between rounds."""
_OPEN_FILES = Path("/proc/self/fd")
Plays = Callable[[ByKeys, int], Awaitable[None]]


class ProcessCounts(Struct, frozen=True, kw_only=True):
    """What the process holds of things that could be forgotten."""

    objects: int
    widgets: int
    timers: int
    threads: int
    tasks: int
    files: int

    @classmethod
    def now(cls, table: AtWindow) -> "ProcessCounts":
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


async def _with_dice(hands: ByKeys, number: int) -> None:
    await takes_bets(hands, (None, "big", 500))
    await tumbles(hands.table, 1 + number % 6, 2, 3)


async def _with_cards(hands: ByKeys, number: int) -> None:
    """The same cards in each of some suits: eight of one are in a shoe."""
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, *(card + "SHDC"[number % 4] for card in ("2", "9", "3", "T")))


@pytest.mark.parametrize(
    ("game", "letter", "plays", "rounds"),
    mostly_long([(V4, "P", _with_cards, ROUNDS_OF_A_SHOE), (TAI_SAI, "C", _with_dice, ROUNDS)], keep_every=2),
    ids=["v4", "tai-sai"],
)
def test_rounds_do_not_make_more_objects(
    qapp: QApplication, tmp_path: Path, game: str, letter: str, plays: Plays, rounds: int
) -> None:
    """Rounds with a bet, dice or cards, and a settlement: as much is held after them as after the first ten."""
    held: list[ProcessCounts] = []

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, game, letter)
        for number in range(rounds):
            await plays(hands, number)
            await finishes_round(hands)
            await asyncio.sleep(0)
            held.append(ProcessCounts.now(table))

    with watch_collections() as threads:
        at_window(qapp, tmp_path, play)
    # Qt does not bear that parts of a window are taken apart by the thread of a port or of the journal.
    assert set(threads) == {threading.main_thread()}
    # What is put aside in a round is deleted when Qt comes to it: no more at the end than when it had settled.
    for each in fields(ProcessCounts):
        counted = [getattr(now, each.name) for now in held]
        # A timer that is just running is over before the next round; one that was forgotten is not.
        most = min if each.name == "timers" else max
        assert most(counted[-10:]) <= max(counted[1:SETTLED]), each.name


@pytest.mark.parametrize("openings", mostly_long([20, 50], keep_every=2))
def test_every_panel_opens_and_closes_and_leaves_nothing(qapp: QApplication, tmp_path: Path, openings: int) -> None:
    """Again and again, in a round with bets: as much is held after the last as after the tenth."""
    held: dict[Panel, list[ProcessCounts]] = {}
    shown: set[str] = set()

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        desk = table.desk
        await table.read_ahead()
        for panel in Panel:
            counted: list[ProcessCounts] = []
            for number in range(openings + 1):
                desk.open_panel(panel)
                if table.screen.overlay is None:
                    break
                shown.add(table.screen.overlay.name)
                desk.press(SetInput(NO_INPUT))
                if number % PAINTED == 0:
                    await table.settle()
                if number in (PAINTED, openings):
                    await asyncio.sleep(0)
                    counted.append(ProcessCounts.now(table))
                    held[panel] = counted

    at_window(qapp, tmp_path, play, WindowSetting(paints_ahead=True))
    assert len(shown) > MOST_SEEN_IN_A_ROUND
    for panel, (first, last) in held.items():
        assert first == last, panel


def _widgets() -> int:
    """How many there are once all is deleted that nobody needs."""
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    return len(QApplication.allWidgets())


def test_nothing_is_left_after_the_window(qapp: QApplication, tmp_path: Path) -> None:
    """No thread, no timer that runs, no window on the screen."""
    before, widgets = set(threading.enumerate()), _widgets()

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "A")
        await hands.press_next()
        await hands.press_next()
        await pulls(table, "2S")

    at_window(qapp, tmp_path, play)
    after = _widgets()
    assert set(threading.enumerate()) <= before
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    running = [
        timer for widget in QApplication.allWidgets() for timer in widget.findChildren(QTimer) if timer.isActive()
    ]
    assert not running
    assert after <= widgets
