"""What holds for every test of the window: the bundled fonts, and no message of Qt that nobody expected."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ui.theme import fonts
from ui.turns import Turns


@pytest.fixture
def letters(qtbot: QtBot) -> tuple[str, ...]:
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
