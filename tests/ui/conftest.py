"""What holds for every test of the window: the bundled fonts, and no message of Qt that nobody expected."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.gc_on_main_thread import collect_garbage
from ui.idle_work import IdleWork
from ui.theme import fonts


@pytest.fixture(autouse=True)
def _taken_apart_here(qapp: QApplication) -> Iterator[None]:
    """The windows of tests before are taken apart between tests, and by no thread of the next one's station.

    There is an application for each test, also where its file is run alone.
    """
    assert qapp is not None
    gc.disable()
    yield
    collect_garbage(resting=True)
    gc.enable()


@pytest.fixture
def letters(qtbot: QtBot) -> tuple[fonts.MissingFont, ...]:
    """The bundled fonts are loaded; what of them is missing."""
    assert qtbot is not None
    return fonts.install_fonts()


@pytest.fixture
def turns(qtbot: QtBot) -> Iterator[IdleWork]:
    """No loop has been said to run yet, and none runs on after the test."""
    assert qtbot is not None
    made = IdleWork()
    yield made
    made.end()
