"""Keys as the desk knows them: by the character, by name, and `hold -` for one that was held for a second."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

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
    Qt.Key.Key_F10: "F10",
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


class Keys(QObject):
    """Takes key events of a window and says what was pressed.

    A key that repeats while it is held comes from some systems as let go and pressed anew at the very same instant, and
    is not said to be a repetition. Nobody's finger is as quick: it is held.
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
        self._timer = self._alone(HOLD_MILLISECONDS, self._was_held)
        self._leaving = self._alone(_SAME_INSTANT_MILLISECONDS, self._was_tapped)
        """Between the end of a tap and what would show that the key is held all the same."""

    def _alone(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    def press(self, event: QKeyEvent) -> bool:
        """Whether it is a key of the station."""
        if event.isAutoRepeat() or self._is_held_on(event):
            self._leaving.stop()
            return True
        key = self._name(event)
        if not key:
            return False
        if self._leaving.isActive():
            self._was_tapped()
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
        key, code = self._name(event), event.nativeScanCode()
        self._let_go = (code or event.key(), event.timestamp())
        # By the key itself: with the shift key it may be let go as another character than it was pressed as.
        same = code == self._held_code if code and self._held_code else key == self._held
        if not self._held or not same:
            return bool(key)
        if event.timestamp():
            self._leaving.start()
        else:
            self._was_tapped()
        return True

    def _is_held_on(self, event: QKeyEvent) -> bool:
        return bool(event.timestamp()) and self._let_go == (event.nativeScanCode() or event.key(), event.timestamp())

    def forget(self) -> None:
        """Nothing is held."""
        self._timer.stop()
        self._leaving.stop()
        self._held, self._held_code = "", 0

    def _was_tapped(self) -> None:
        held = self._held
        self.forget()
        if held:
            self.pressed.emit(held)

    def _was_held(self) -> None:
        held = self._held
        self.forget()
        self.pressed.emit(f"hold {held}")

    def _name(self, event: QKeyEvent) -> str:
        named = _NAMED.get(Qt.Key(event.key())) or keypad_digit(event)
        if named:
            return named
        text = event.text()
        # The space bar presses what has the focus, unless a text is written.
        return text if len(text) == 1 and text.isprintable() and (text != " " or not self.holds) else ""
