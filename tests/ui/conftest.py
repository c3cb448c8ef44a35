"""What holds for every test of the window: the bundled fonts, and no message of Qt that nobody expected."""

import pytest
from pytestqt.qtbot import QtBot

from ui.theme import fonts


@pytest.fixture
def letters(qtbot: QtBot) -> tuple[str, ...]:
    """The bundled fonts are loaded; what of them is missing."""
    assert qtbot is not None
    return fonts.install()
