"""Keys of the keyboard and keypad as the screen knows them, and the order in which the focus moves."""

from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.stop_screen import safe_paint
from ui.theme.theme import ColourTheme

HOLD_MILLISECONDS = 1000
_SAME_INSTANT_MILLISECONDS = 15
_NAMED = {
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Escape: "Esc",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_F1: "F1",
    Qt.Key.Key_F2: "F2",
    Qt.Key.Key_F3: "F3",
    Qt.Key.Key_F4: "F4",
    Qt.Key.Key_F5: "F5",
    Qt.Key.Key_F6: "F6",
    Qt.Key.Key_F7: "F7",
    Qt.Key.Key_F8: "F8",
    Qt.Key.Key_F9: "F9",
    Qt.Key.Key_F10: "F10",
    Qt.Key.Key_F11: "F11",
    Qt.Key.Key_F12: "F12",
}
_KEYPAD = {
    Qt.Key.Key_Insert: "0",
    Qt.Key.Key_End: "1",
    Qt.Key.Key_Down: "2",
    Qt.Key.Key_PageDown: "3",
    Qt.Key.Key_Left: "4",
    Qt.Key.Key_Clear: "5",
    Qt.Key.Key_Right: "6",
    Qt.Key.Key_Home: "7",
    Qt.Key.Key_Up: "8",
    Qt.Key.Key_PageUp: "9",
    Qt.Key.Key_Delete: ".",
}
"""What the keys of the keypad send while NumLock is off: both of its states mean the same here."""
_HELD = "-*."
"""Keys that mean something else when they are held; what they mean at a tap is known when they are let go."""


def keypad_digit(event: QKeyEvent) -> str:
    """The digit of a key of the keypad that sends an arrow, Home or Delete because NumLock is off."""
    of_keypad = event.modifiers() == Qt.KeyboardModifier.KeypadModifier
    return _KEYPAD.get(Qt.Key(event.key()), "") if of_keypad else ""


class KeyListener(QObject):
    """Takes key events of a window and signals what was pressed.

    A key that repeats while it is held comes from some systems as let go and pressed again at the very same instant,
    and is not marked as a repetition. No finger is as quick: it counts as held.
    """

    pressed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._held = ""
        self._held_code = 0
        self._let_go: tuple[int, int] | None = None
        """The key that was let go last, and when by the clock of its events."""
        self.holds = True
        """Whether keys can be held: not while a text is written."""
        self._timer = self._single_timer(HOLD_MILLISECONDS, self._on_hold)
        self._leaving = self._single_timer(_SAME_INSTANT_MILLISECONDS, self._on_tap)
        """Between the end of a tap and what would show that the key is held all the same."""

    def _single_timer(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    def press(self, event: QKeyEvent) -> bool:
        """Whether it is a key of the station."""
        if event.isAutoRepeat() or self._is_repeat(event):
            self._leaving.stop()
            return True
        key = self._key_name(event)
        if not key:
            return False
        if self._leaving.isActive():
            self._on_tap()
        self.forget()
        if key in _HELD and self.holds:
            self._held, self._held_code = key, event.nativeScanCode()
            self._timer.start()
        else:
            self.pressed.emit(key)
        return True

    def release(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return True
        key, code = self._key_name(event), event.nativeScanCode()
        self._let_go = (code or event.key(), event.timestamp())
        # By the key itself: with the shift key it may be let go as another character than it was pressed as.
        same = code == self._held_code if code and self._held_code else key == self._held
        if not self._held or not same:
            return bool(key)
        if event.timestamp():
            self._leaving.start()
        else:
            self._on_tap()
        return True

    def _is_repeat(self, event: QKeyEvent) -> bool:
        return bool(event.timestamp()) and self._let_go == (event.nativeScanCode() or event.key(), event.timestamp())

    def forget(self) -> None:
        """Nothing is held."""
        self._timer.stop()
        self._leaving.stop()
        self._held, self._held_code = "", 0

    def _on_tap(self) -> None:
        held = self._held
        self.forget()
        if held:
            self.pressed.emit(held)

    def _on_hold(self) -> None:
        held = self._held
        self.forget()
        self.pressed.emit(f"hold {held}")

    def _key_name(self, event: QKeyEvent) -> str:
        named = _NAMED.get(Qt.Key(event.key())) or keypad_digit(event)
        if named:
            return named
        text = event.text()
        # The space bar presses what has the focus, unless a text is written.
        return text if len(text) == 1 and text.isprintable() and (text != " " or not self.holds) else ""


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


def next_focus(rects: Sequence[QRect], at: int, way: Way) -> int | None:
    """Which of these an arrow key leads to from this one; they come in reading order.

    Left and right stay in the line, and at its end go on as one reads; up and down lead to the nearest, of equals to
    the one most in line.
    """
    here = rects[at]
    sideways = way in {Way.LEFT, Way.RIGHT}
    found = [
        (_distance(here, rect, way), number)
        for number, rect in enumerate(rects)
        if number != at and _is_ahead(here, rect, way) and (not sideways or _is_in_line(here, rect))
    ]
    if found:
        return min(found)[1]
    following = at + (1 if way is Way.RIGHT else -1)
    return following if sideways and 0 <= following < len(rects) else None


def _is_ahead(here: QRect, there: QRect, way: Way) -> bool:
    match way:
        case Way.LEFT:
            return there.center().x() < here.center().x()
        case Way.RIGHT:
            return there.center().x() > here.center().x()
        case Way.UP:
            return there.center().y() < here.center().y() and there.top() < here.top()
        case Way.DOWN:
            return there.center().y() > here.center().y() and there.bottom() > here.bottom()


def _is_in_line(here: QRect, there: QRect) -> bool:
    return there.top() <= here.bottom() and there.bottom() >= here.top()


def _distance(here: QRect, there: QRect, way: Way) -> int:
    """What does not lie straight above or below is three times as far off sideways."""
    across, down = abs(there.center().x() - here.center().x()), abs(there.center().y() - here.center().y())
    if way in {Way.LEFT, Way.RIGHT}:
        return across
    straight = there.left() <= here.right() and there.right() >= here.left()
    return down + (across // 8 if straight else 3 * across)


class FocusRing(QWidget):
    """A frame over its surface, around what has the focus; it lets every touch through."""

    def __init__(self, theme: ColourTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_theme(self, theme: ColourTheme) -> None:
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

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.go, RING))
            half = RING / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 14, 14)
