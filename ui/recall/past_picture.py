"""The screen of then as a picture: the widgets of the window, of the compact kind, painted where nobody can touch them.

One picture is made for each step that is looked at and kept for as long as the round is. It is made in the idle turns
of the loop, a piece in each, so that no step holds the window up for longer than a frame.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from dealer_app.screens.context import Looks
from dealer_app.screens.screen import Screen
from ui.idle_work import IdleWork, WorkPieces

THEN_WIDTH, THEN_HEIGHT = 1366, 768
_MOST_KEPT = 24


class ScreenPainter(Protocol):
    """A window that shows a screen, a part at a time."""

    def show_in_pieces(self, screen: Screen, looks: Looks) -> WorkPieces: ...


class PastPicture:
    """`make_window` gives the widgets of a whole window; they are made when the first picture is wanted.

    `on_made` is called when a picture is there that was not.
    """

    def __init__(
        self, parent: QWidget, make_window: Callable[[], QWidget], idle_work: IdleWork, on_made: Callable[[], None]
    ) -> None:
        self._parent = parent
        self._make_window = make_window
        self._idle_work = idle_work
        self._on_made = on_made
        self._window: QWidget | None = None
        self._wanted: tuple[str, Looks] | None = None
        """Of which step the picture is being made."""
        self._kept: dict[tuple[str, Looks, float], QPixmap] = {}

    def forget(self) -> None:
        """Nobody looks back any more."""
        self._idle_work.forget(self)
        self._wanted = None
        self._kept.clear()
        if self._window is not None:
            self._window.setParent(None)
            self._window.deleteLater()
            self._window = None

    def find_picture(self, looks: Looks, number: str) -> QPixmap | None:
        """The picture of this step; nothing before it is made."""
        return self._kept.get((number, looks, self._parent.devicePixelRatioF()))

    def make_picture(self, screen: Screen, looks: Looks, number: str) -> None:
        """Of the same step it is made once; what was wanted before is not wanted any more."""
        if self.find_picture(looks, number) is not None:
            self._idle_work.forget(self)
            self._wanted = None
        elif self._wanted != (number, looks):
            self._wanted = number, looks
            self._idle_work.schedule(self, self._paint(screen, looks, number))

    def _paint(self, screen: Screen, looks: Looks, number: str) -> WorkPieces:
        ratio = self._parent.devicePixelRatioF()
        if self._window is None:
            self._window = self._make_window()
            self._window.setParent(self._parent)
            self._window.hide()
            self._window.resize(QSize(THEN_WIDTH, THEN_HEIGHT))
            yield
        window = self._window
        yield from window.show_in_pieces(screen, looks)  # type: ignore[attr-defined]
        yield
        picture = QPixmap(QSize(THEN_WIDTH, THEN_HEIGHT) * ratio)
        picture.setDevicePixelRatio(ratio)
        window.render(picture, renderFlags=QWidget.RenderFlag.DrawWindowBackground)
        for part in window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if part.isVisibleTo(window):
                part.render(picture, part.pos())
                yield
        while len(self._kept) >= _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[number, looks, ratio] = picture
        self._wanted = None
        self._on_made()


def draw_picture(painter: QPainter, picture: QPixmap, rect: QRectF) -> None:
    """As large as there is room; one to one where there is."""
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, rect.width() != THEN_WIDTH)
    painter.drawPixmap(rect, picture, QRectF(picture.rect()))
