"""What nobody needs any more is looked for while nobody does anything, and not while somebody does."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from ui.tidying import Tidying

QUIET = 20
SEVERAL = 10


class Ring:
    """Two that hold each other: only a look through everything finds that nobody holds them."""

    def __init__(self) -> None:
        self.other = self


@pytest.fixture
def tidying(qtbot: QtBot) -> Iterator[Tidying]:
    assert qtbot is not None
    usual = gc.get_threshold()
    gc.collect()
    made = Tidying(quiet=QUIET)
    made.begin()
    yield made
    made.end()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def left_behind() -> "weakref.ref[Ring]":
    """Something old that nobody needs, after as much that is new as Python waits for."""
    ring = Ring()
    left = weakref.ref(ring)
    for _ in range(SEVERAL + 1):
        gc.collect(1)
    return left


@pytest.mark.usefixtures("tidying")
def test_who_rests_has_it_found(qtbot: QtBot) -> None:
    left = [left_behind()]
    qtbot.waitUntil(lambda: left[-1]() is None)
    left.append(left_behind())
    qtbot.waitUntil(lambda: left[-1]() is None)


def test_while_somebody_does_something_it_waits(tidying: Tidying, qtbot: QtBot) -> None:
    left = left_behind()
    busy = QTimer()
    busy.timeout.connect(tidying.disturbed)
    busy.start(1)
    qtbot.wait(SEVERAL * QUIET)
    assert left() is not None
    busy.stop()
    qtbot.waitUntil(lambda: left() is None)
