"""An invisible button over something that is painted: for the finger, for Tab and Space, and for a screen reader."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from dealer_app.showing.acts import Act
from ui.guarding import guarded
from ui.pressing import PressedBySpace
from ui.reach import meant
from ui.theme.measures import RADIUS_AREA, STROKE_SELECTED
from ui.theme.tokens import DARK, Theme

_PRESSED = 48
OnAct = Callable[[Act, str], None]


def nothing_listens(act: Act, name: str) -> None:
    """What a widget calls until somebody listens to it."""


class Touch(PressedBySpace):
    """Paints nothing but the ring of the focus and that it is pressed. It never takes the focus from a touch."""

    def __init__(self, parent: QWidget, touched: Callable[["Touch"], None]) -> None:
        super().__init__(parent)
        self.act: Act | None = None
        self.name = ""
        self._theme = DARK
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda: touched(self))

    def stand_for(self, act: Act, name: str, words: str, rect: QRect, theme: Theme) -> None:
        self.act, self.name, self._theme = act, name, theme
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setGeometry(rect)
        self.show()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
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


class Touches:
    """As many of these buttons on a widget as there are things to touch; they are used again."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._buttons: list[Touch] = []
        self.on_act: OnAct = nothing_listens

    def lay(self, places: list[tuple[Act, str, str, QRect]], theme: Theme) -> None:
        """What is touched, its name, its words and where it is; in the order of Tab."""
        while len(self._buttons) < len(places):
            self._buttons.append(Touch(self._parent, self._touched))
        for button, (act, name, words, rect) in zip(self._buttons, places, strict=False):
            button.stand_for(act, name, words, rect, theme)
        for button in self._buttons[len(places) :]:
            # What it did may hold a PIN, and is kept by nothing that nobody sees.
            button.act = None
            button.hide()

    def near(self, point: QPoint, target: int) -> Touch | None:
        """The button that a finger means which touches beside it, in the coordinates of the window.

        The bars are lower than a finger is wide: what they have to touch reaches over their edges, by all that it
        lacks, for at one of the two something else may lie.
        """
        return meant(
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

    def _touched(self, button: Touch) -> None:
        if button.act is not None:
            self.on_act(button.act, button.name)


class Touchable:
    """A widget with such buttons on what it paints: whoever listens to it listens to them."""

    _touches: Touches

    @property
    def on_act(self) -> OnAct:
        return self._touches.on_act

    @on_act.setter
    def on_act(self, listener: OnAct) -> None:
        self._touches.on_act = listener
