"""The last picture of a widget: while nothing of it has changed, painting it is copying it.

Words take a hundred times as long as the copy, and most of what is painted again has only been uncovered.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from ui.theme import fonts


class Kept:
    def __init__(self) -> None:
        self._of: object = None
        self._picture = QImage()

    def paint(self, widget: QWidget, shown: object, paint: Callable[[QPainter], None]) -> None:
        """`shown` is all on which the picture depends, but for its size and the form of the Chinese letters."""
        ratio = widget.devicePixelRatioF()
        size = widget.size() * ratio
        of = shown, fonts.preferred(), ratio
        if self._picture.size() != size or self._of != of:
            made = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            with QPainter(made) as painter:
                paint(painter)
            self._picture, self._of = made, of
        with QPainter(widget) as painter:
            painter.drawImage(0, 0, self._picture)
