"""A window on a real X server: Qt's xcb platform loads, shows a widget and paints it as asked."""

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.x11


def test_a_window_is_shown_and_painted(qtbot: QtBot) -> None:
    assert QGuiApplication.platformName() == "xcb"
    widget = QWidget()
    qtbot.addWidget(widget)
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#0b6b3a"))
    widget.setPalette(palette)
    widget.resize(200, 100)
    with qtbot.waitExposed(widget):
        widget.show()

    def painted_on_the_screen() -> None:
        # From the screen, not from the widget: it shows that the server was really given the pixels.
        shot = QGuiApplication.primaryScreen().grabWindow(widget.winId()).toImage()
        assert shot.pixelColor(100, 50) == QColor("#0b6b3a")

    qtbot.waitUntil(painted_on_the_screen)
