"""Where the focus is and where it goes: the ring around a control, the reading order, and the way of the arrow keys."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.guarding import guarded
from ui.theme.tokens import Theme

RING = 3
OUTSIDE = 3
"""Between the control and its ring."""


class Way(Enum):
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


WAYS = {
    Qt.Key.Key_Left: Way.LEFT,
    Qt.Key.Key_Right: Way.RIGHT,
    Qt.Key.Key_Up: Way.UP,
    Qt.Key.Key_Down: Way.DOWN,
}


def neighbour(rects: Sequence[QRect], at: int, way: Way) -> int | None:
    """Which of these an arrow key leads to from this one: the nearest that way, and of equals the one most in line."""
    here = rects[at]
    found = [
        (_distance(here, rect, way), number)
        for number, rect in enumerate(rects)
        if number != at and _lies(here.center(), rect.center(), way)
    ]
    return min(found)[1] if found else None


def _lies(here: QPoint, there: QPoint, way: Way) -> bool:
    match way:
        case Way.LEFT:
            return there.x() < here.x()
        case Way.RIGHT:
            return there.x() > here.x()
        case Way.UP:
            return there.y() < here.y()
        case Way.DOWN:
            return there.y() > here.y()


def _distance(here: QRect, there: QRect, way: Way) -> int:
    """What lies off the line counts three times: an arrow to the right stays in its row while there is one."""
    across, down = abs(there.center().x() - here.center().x()), abs(there.center().y() - here.center().y())
    beside_in_line = there.top() <= here.bottom() and there.bottom() >= here.top()
    below_in_line = there.left() <= here.right() and there.right() >= here.left()
    if way in {Way.LEFT, Way.RIGHT}:
        return across + (0 if beside_in_line else 10_000 + 3 * down)
    return down + (across // 8 if below_in_line else 3 * across)


class FocusRing(QWidget):
    """Lies over its surface and lets every touch through."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def surround(self, control: QWidget | None) -> None:
        self._around = control
        self.follow()

    def follow(self) -> None:
        """Goes where its control is now."""
        surface, control = self.parentWidget(), self._around
        if surface is None or control is None or not control.isVisibleTo(surface):
            self.hide()
            return
        out = RING + OUTSIDE
        place = QRect(control.mapTo(surface, QPoint(0, 0)), control.size()).adjusted(-out, -out, out, out)
        if place != self.geometry():
            self.setGeometry(place)
        self.raise_()
        self.show()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.go, RING))
            half = RING / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 14, 14)
