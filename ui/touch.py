"""Invisible buttons over painted things, and how far a touch beside a small thing counts for it.

The buttons serve the finger, Tab and Space, and screen readers. Enter presses none of them: it is always
the next step. A thing that is smaller than a finger reaches further, by all that it lacks.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app.screens.actions import Action
from ui.stop_screen import safe_paint
from ui.theme.sizes import RADIUS_AREA, STROKE_SELECTED
from ui.theme.theme import DARK, ColourTheme

TouchedItem = TypeVar("TouchedItem")


def nearest_small_item(
    point: QPoint, there: Iterable[tuple[TouchedItem, QRect, tuple[int, int]]]
) -> TouchedItem | None:
    """The nearest of those that are smaller than a finger; each with its place, and how far it reaches beyond that.

    Of two that are as near it is the first. What is as large as a finger is touched itself, and not here.
    """
    return nearest_item(
        point,
        (
            (each, rect, rect.adjusted(-wide, -high, wide, high))
            for each, rect, (wide, high) in there
            if wide > 0 or high > 0
        ),
    )


def nearest_item(point: QPoint, there: Iterable[tuple[TouchedItem, QRect, QRect]]) -> TouchedItem | None:
    """The same; each with its place, and all that it reaches."""
    found: list[tuple[int, int, TouchedItem]] = []
    for number, (each, rect, reached) in enumerate(there):
        if reached.contains(point):
            found.append((_edge_distance(point, rect), number, each))
    return min(found, key=lambda one: one[:2])[2] if found else None


def _edge_distance(point: QPoint, rect: QRect) -> int:
    """How far it is from there to the nearest edge."""
    across = max(rect.left() - point.x(), point.x() - rect.right(), 0)
    return across + max(rect.top() - point.y(), point.y() - rect.bottom(), 0)


def touch_area(rect: QRect, target: int, others: Sequence[QRect], within: QRect) -> QRect:
    """As large as a finger around its middle; where something else is on one side, further on the other.

    The gap between two that are both too small is shared by them.
    """
    wide, high = max(0, target - rect.width()), max(0, target - rect.height())
    beside = [other for other in (*others, *_outer_edges(within)) if other != rect]
    level = [other for other in beside if rect.top() <= other.bottom() and other.top() <= rect.bottom()]
    before = (_blocked_part(rect.left() - other.right() - 1, wide, other.width() < target) for other in level)
    behind = (_blocked_part(other.left() - rect.right() - 1, wide, other.width() < target) for other in level)
    left, right = _split_reach(wide, max(before, default=0), max(behind, default=0))
    whole = rect.adjusted(-left, 0, right, 0)
    upright = [other for other in beside if whole.left() <= other.right() and other.left() <= whole.right()]
    over = (_blocked_part(rect.top() - other.bottom() - 1, high, other.height() < target) for other in upright)
    under = (_blocked_part(other.top() - rect.bottom() - 1, high, other.height() < target) for other in upright)
    above, below = _split_reach(high, max(over, default=0), max(under, default=0))
    return whole.adjusted(0, -above, 0, below)


def _outer_edges(within: QRect) -> tuple[QRect, ...]:
    """The rectangles around it: no finger comes from there."""
    return (
        within.translated(-within.width(), 0),
        within.translated(within.width(), 0),
        within.translated(0, -within.height()),
        within.translated(0, within.height()),
    )


def _blocked_part(gap: int, lacks: int, shares: bool) -> int:
    """How much it cannot reach on a side on which something else is so far away."""
    free = gap // 2 if shares else gap
    return lacks - free if gap >= 0 and lacks > free else 0


def _split_reach(lacks: int, before: int, behind: int) -> tuple[int, int]:
    """How much it reaches on one side and on the other: alike, unless one of them has less room."""
    half = -(-lacks // 2)
    one, other = min(half, lacks - before), min(half, lacks - behind)
    return max(one, min(lacks - other, lacks - before)), max(other, min(lacks - one, lacks - behind))


class SpaceButton(QAbstractButton):
    """Every other key is left to the window."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            super().keyReleaseEvent(event)
        else:
            event.ignore()


_PRESSED = 48
OnAct = Callable[[Action, str], None]


def ignore_touch(act: Action, name: str) -> None:
    """What a widget calls until somebody listens to it."""


class TouchButton(SpaceButton):
    """Paints nothing but the ring of the focus and that it is pressed. It never takes the focus from a touch."""

    def __init__(self, parent: QWidget, touched: Callable[["TouchButton"], None]) -> None:
        super().__init__(parent)
        self.act: Action | None = None
        self.name = ""
        self._theme = DARK
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda: touched(self))

    def assign(self, act: Action, name: str, words: str, rect: QRect, theme: ColourTheme) -> None:
        self.act, self.name, self._theme = act, name, theme
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setGeometry(rect)
        self.show()

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        if not (self.hasFocus() or self.isDown()):
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.isDown():
                pressed = QColor(self._theme.go)
                pressed.setAlpha(_PRESSED)
                painter.fillRect(self.rect(), pressed)
            if self.hasFocus():
                painter.setPen(QPen(self._theme.go, STROKE_SELECTED))
                inset = STROKE_SELECTED / 2
                ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
                painter.drawRoundedRect(ring, RADIUS_AREA, RADIUS_AREA)


class TouchButtons:
    """As many of these buttons on a widget as there are things to touch; they are used again."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._buttons: list[TouchButton] = []
        self.on_act: OnAct = ignore_touch

    def place_buttons(self, places: list[tuple[Action, str, str, QRect]], theme: ColourTheme) -> None:
        """What is touched, its name, its words and where it is; in the order of Tab."""
        while len(self._buttons) < len(places):
            self._buttons.append(TouchButton(self._parent, self._on_touch))
        for button, (act, name, words, rect) in zip(self._buttons, places, strict=False):
            button.assign(act, name, words, rect, theme)
        for button in self._buttons[len(places) :]:
            # What it did may hold a PIN, and is kept by nothing that nobody sees.
            button.act = None
            button.hide()

    def nearest_button(self, point: QPoint, target: int) -> TouchButton | None:
        """The button that a finger means which touches beside it, in the coordinates of the window.

        The bars are lower than a finger is wide: what they have to touch reaches over their edges, by all that it
        lacks, for at one of the two something else may lie.
        """
        return nearest_small_item(
            point,
            (
                (
                    button,
                    QRect(button.mapTo(button.window(), QPoint(0, 0)), button.size()),
                    (max(0, target - button.width() + 1) // 2, max(0, target - button.height())),
                )
                for button in self._buttons
                if button.isVisible()
            ),
        )

    def _on_touch(self, button: TouchButton) -> None:
        if button.act is not None:
            self.on_act(button.act, button.name)


class Touchable:
    """A widget with such buttons on what it paints; a listener of the widget gets their actions too."""

    _touches: TouchButtons

    @property
    def on_act(self) -> OnAct:
        return self._touches.on_act

    @on_act.setter
    def on_act(self, listener: OnAct) -> None:
        self._touches.on_act = listener
