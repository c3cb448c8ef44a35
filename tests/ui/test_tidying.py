"""What nobody needs any more is looked for by the window's own thread, and while nobody does anything."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.ui.gc_threads import watch_collections
from ui.gc_on_main_thread import MainThreadCollector

QUIET = 20
SEVERAL = 10
MANY = 10_000
"""More than is made before what is new is looked through."""


class Ring:
    """Two that hold each other: only a look through everything finds that nobody holds them."""

    def __init__(self) -> None:
        self.other = self


@pytest.fixture
def tidying(qtbot: QtBot) -> Iterator[MainThreadCollector]:
    assert qtbot is not None
    gc.collect()
    made = MainThreadCollector(quiet=QUIET)
    # As it is when the first picture stands.
    gc.enable()
    made.begin()
    assert not gc.isenabled()
    yield made
    made.end()
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


def test_while_somebody_does_something_it_waits(tidying: MainThreadCollector) -> None:
    """No loop runs here: the time of quiet is over when it is said to be."""
    left = left_behind()
    for _ in range(SEVERAL):
        tidying.note_activity()
        tidying._on_timer()
        assert left() is not None
    tidying._on_timer()
    assert left() is None


@pytest.mark.usefixtures("tidying")
def test_no_other_thread_looks(qtbot: QtBot) -> None:
    """However much it makes: what it finds may be of a window, and only its own thread may take that apart."""
    left: list[weakref.ref[Ring]] = []
    another = threading.Thread(target=lambda: left.extend(weakref.ref(Ring()) for _ in range(MANY)))
    with watch_collections() as threads:
        another.start()
        another.join()
        assert threads == []
        qtbot.waitUntil(lambda: not any(each() for each in left))
    assert set(threads) == {threading.main_thread()}


def test_what_is_new_is_found_while_somebody_does_something(tidying: MainThreadCollector, qtbot: QtBot) -> None:
    """Who never rests does not fill the memory."""
    busy = QTimer()
    busy.timeout.connect(tidying.note_activity)
    busy.start(1)
    left = [weakref.ref(Ring()) for _ in range(MANY)]
    qtbot.waitUntil(lambda: not any(each() for each in left))
