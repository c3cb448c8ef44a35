"""What holds for every test of the window: the bundled fonts, and no message of Qt that nobody expected."""

import gc
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ui.theme import fonts
from ui.tidying import tidy
from ui.turns import Turns


@pytest.fixture(autouse=True)
def _taken_apart_here() -> Iterator[None]:
    """The windows of tests before are taken apart between tests, and by no thread of the next one's station."""
    gc.disable()
    yield
    tidy(resting=True)
    gc.enable()


@pytest.fixture
def letters(qtbot: QtBot) -> tuple[fonts.MissingFont, ...]:
    """The bundled fonts are loaded; what of them is missing."""
    assert qtbot is not None
    return fonts.install()


@pytest.fixture
def turns(qtbot: QtBot) -> Iterator[Turns]:
    """No loop has been said to run yet, and none runs on after the test."""
    assert qtbot is not None
    made = Turns()
    yield made
    made.end()
