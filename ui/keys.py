"""Keys as the desk knows them: by the character, by name, and `hold -` for one that was held for a second."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

HOLD_MILLISECONDS = 1000
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
    """Takes key events of a window and says what was pressed."""

    pressed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._held = ""
        self.holds = True
        """Whether keys can be held: not while a text is written."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(HOLD_MILLISECONDS)
        self._timer.timeout.connect(self._was_held)

    def press(self, event: QKeyEvent) -> bool:
        """Whether it is a key of the station."""
        if event.isAutoRepeat():
            return True
        key = self._name(event)
        if not key:
            return False
        self.forget()
        if key in _HELD and self.holds:
            self._held = key
            self._timer.start()
        else:
            self.pressed.emit(key)
        return True

    def release(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return True
        key = self._name(event)
        if key and key == self._held:
            self._timer.stop()
            self._held = ""
            self.pressed.emit(key)
        return bool(key)

    def forget(self) -> None:
        """Nothing is held."""
        self._timer.stop()
        self._held = ""

    def _was_held(self) -> None:
        held, self._held = self._held, ""
        self.pressed.emit(f"hold {held}")

    def _name(self, event: QKeyEvent) -> str:
        named = _NAMED.get(Qt.Key(event.key())) or keypad_digit(event)
        if named:
            return named
        text = event.text()
        # The space bar presses what has the focus, unless a text is written.
        return text if len(text) == 1 and text.isprintable() and (text != " " or not self.holds) else ""
