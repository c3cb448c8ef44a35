"""Pieces of work in turns of the loop: one in each, what is wanted first; at once where there is no loop."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.idle_work import DeferredPainting, IdleWork, WorkPieces


def pieces(name: str, count: int, done: list[str]) -> WorkPieces:
    for _ in range(count):
        done.append(name)
        yield


def test_without_a_loop_it_is_done_at_once_and_nothing_ahead(turns: IdleWork) -> None:
    done: list[str] = []
    turns.schedule_ahead("later", pieces("ahead", 2, done))
    turns.schedule("now", pieces("now", 3, done))
    assert done == ["now"] * 3
    assert turns.is_queue_empty


def test_in_a_loop_others_have_their_turn_between_two_pieces(turns: IdleWork, qtbot: QtBot) -> None:
    done: list[str] = []
    other = QTimer()
    other.timeout.connect(lambda: done.append("other"))
    other.start(0)
    turns.begin()
    turns.schedule("now", pieces("now", 4, done))
    assert not done
    qtbot.waitUntil(lambda: turns.is_queue_empty)
    other.stop()
    assert done.count("now") == 4
    between = " ".join(done).split("now")[1:-1]
    assert all("other" in each for each in between)


def test_what_is_wanted_goes_before_what_is_made_ahead(turns: IdleWork, qtbot: QtBot) -> None:
    done: list[str] = []
    turns.begin()
    turns.schedule_ahead("later", pieces("ahead", 3, done))
    turns.schedule("now", pieces("now", 3, done))
    qtbot.waitUntil(lambda: len(done) == 6)
    assert done == ["now"] * 3 + ["ahead"] * 3


def test_what_is_wanted_anew_stands_for_what_was_wanted_before(turns: IdleWork, qtbot: QtBot) -> None:
    done: list[str] = []
    turns.begin()
    turns.schedule("one", pieces("old", 9, done))
    turns.schedule("one", pieces("new", 2, done))
    turns.schedule("two", pieces("two", 1, done))
    turns.forget("two")
    qtbot.waitUntil(lambda: turns.is_queue_empty)
    assert done == ["new", "new"]


def test_what_fails_says_so_and_is_not_tried_again(turns: IdleWork) -> None:
    done: list[str] = []

    def failing() -> WorkPieces:
        for tried in ("tried", "again"):
            done.append(tried)
            if tried:
                raise RuntimeError("the picture")
            yield

    with pytest.raises(RuntimeError, match="the picture"):
        turns.schedule("one", failing())
    assert turns.is_queue_empty
    turns.schedule("two", pieces("two", 1, done))
    assert done == ["tried", "two"]


def test_after_the_end_nothing_runs_on(turns: IdleWork, qtbot: QtBot) -> None:
    done: list[str] = []
    turns.begin()
    turns.schedule("now", pieces("now", 9, done))
    turns.schedule_ahead("later", pieces("ahead", 9, done))
    turns.end()
    qtbot.wait(60)
    assert not done
    assert not [timer for timer in turns.findChildren(QTimer) if timer.isActive()]


class PaintCounter(QWidget):
    """Counts how often it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        self.times += 1


def test_what_comes_without_a_pause_is_seen_all_the_same(qtbot: QtBot) -> None:
    """A screen in every turn of the loop: each puts its painting off, and none the painting of the one before."""
    window = PaintCounter()
    qtbot.addWidget(window)
    later = DeferredPainting(window)
    shown = 0

    def show() -> None:
        nonlocal shown
        shown += 1
        later.begin()
        window.update()

    window.show()
    again = QTimer()
    again.timeout.connect(show)
    again.start(0)
    qtbot.waitUntil(lambda: shown > 100)
    again.stop()
    assert window.times > shown / 10
