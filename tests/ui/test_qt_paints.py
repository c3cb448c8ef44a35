"""Qt can paint here: a build that loses a reference to None at each painter call ends the process in time.

PySide6 6.12.0 on CPython 3.11 did so, after some 5,900 calls. Since Python 3.12 None is immortal and its
count stands.
"""

import sys

from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

PRIMITIVES = 10_000
# What the interpreter and pytest themselves may let go of meanwhile.
SLACK = 500


def test_painting_keeps_the_references_to_none(qtbot: QtBot) -> None:
    assert qtbot is not None
    image = QImage(64, 64, QImage.Format.Format_ARGB32_Premultiplied)
    before = sys.getrefcount(None)
    with QPainter(image) as painter:
        for number in range(PRIMITIVES):
            painter.drawLine(0, number % 64, 63, number % 64)
    assert sys.getrefcount(None) > before - SLACK
