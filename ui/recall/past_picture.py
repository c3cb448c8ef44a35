"""The screen of then as a picture: the widgets of the window, of the compact kind, painted where nobody can touch them.

One picture is made for each step that is looked at and kept for as long as the round is.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from dealer_app.screens.context import Looks
from dealer_app.screens.screen import Screen

THEN_WIDTH, THEN_HEIGHT = 1366, 768
_MOST_KEPT = 24


class ScreenPainter(Protocol):
    """A window that shows a screen; `grab` gives its picture."""

    def show_screen(self, screen: Screen, looks: Looks) -> None: ...


class PastPicture:
    """`make_window` gives the widgets of a whole window; they are made when the first picture is wanted."""

    def __init__(self, parent: QWidget, make_window: Callable[[], QWidget]) -> None:
        self._parent = parent
        self._make_window = make_window
        self._window: QWidget | None = None
        self._kept: dict[tuple[str, Looks, float], QPixmap] = {}

    def forget(self) -> None:
        """Nobody looks back any more."""
        self._kept.clear()
        if self._window is not None:
            self._window.setParent(None)
            self._window.deleteLater()
            self._window = None

    def take_picture(self, screen: Screen, looks: Looks, number: str) -> QPixmap:
        """The picture of this screen; of the same step it is the same."""
        ratio = self._parent.devicePixelRatioF()
        kept = self._kept.get((number, looks, ratio))
        if kept is None:
            kept = self._paint(screen, looks, ratio)
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[number, looks, ratio] = kept
        return kept

    def _paint(self, screen: Screen, looks: Looks, ratio: float) -> QPixmap:
        if self._window is None:
            self._window = self._make_window()
            self._window.setParent(self._parent)
            self._window.hide()
            self._window.resize(QSize(THEN_WIDTH, THEN_HEIGHT))
        window = self._window
        window.show_screen(screen, looks)  # type: ignore[attr-defined]
        picture = QPixmap(QSize(THEN_WIDTH, THEN_HEIGHT) * ratio)
        picture.setDevicePixelRatio(ratio)
        window.render(picture)
        return picture


def draw_picture(painter: QPainter, picture: QPixmap, rect: QRectF) -> None:
    """As large as there is room; one to one where there is."""
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, rect.width() != THEN_WIDTH)
    painter.drawPixmap(rect, picture, QRectF(picture.rect()))
