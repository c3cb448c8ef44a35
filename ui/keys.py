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
_HELD = "-*."
"""Keys that mean something else when they are held; what they mean at a tap is known when they are let go."""


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
        named = _NAMED.get(Qt.Key(event.key()))
        if named is not None:
            return named
        text = event.text()
        # The space bar presses what has the focus, unless a text is written.
        return text if len(text) == 1 and text.isprintable() and (text != " " or not self.holds) else ""
