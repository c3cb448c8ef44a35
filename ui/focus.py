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
    """Which of these an arrow key leads to from this one; they come in reading order.

    Left and right stay in the line, and at its end go on as one reads; up and down lead to the nearest, of equals to
    the one most in line.
    """
    here = rects[at]
    sideways = way in {Way.LEFT, Way.RIGHT}
    found = [
        (_distance(here, rect, way), number)
        for number, rect in enumerate(rects)
        if number != at and _lies(here, rect, way) and (not sideways or _in_line(here, rect))
    ]
    if found:
        return min(found)[1]
    following = at + (1 if way is Way.RIGHT else -1)
    return following if sideways and 0 <= following < len(rects) else None


def _lies(here: QRect, there: QRect, way: Way) -> bool:
    match way:
        case Way.LEFT:
            return there.center().x() < here.center().x()
        case Way.RIGHT:
            return there.center().x() > here.center().x()
        case Way.UP:
            return there.center().y() < here.center().y() and there.top() < here.top()
        case Way.DOWN:
            return there.center().y() > here.center().y() and there.bottom() > here.bottom()


def _in_line(here: QRect, there: QRect) -> bool:
    return there.top() <= here.bottom() and there.bottom() >= here.top()


def _distance(here: QRect, there: QRect, way: Way) -> int:
    """What does not lie straight above or below is three times as far off sideways."""
    across, down = abs(there.center().x() - here.center().x()), abs(there.center().y() - here.center().y())
    if way in {Way.LEFT, Way.RIGHT}:
        return across
    straight = there.left() <= here.right() and there.right() >= here.left()
    return down + (across // 8 if straight else 3 * across)


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
