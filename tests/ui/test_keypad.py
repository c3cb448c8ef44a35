"""The keypad says the same whether NumLock is on or off, and Enter presses nothing that has the focus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.showing.acts import SignOut
from ui.keys import Keys
from ui.theme.tokens import DARK
from ui.touch import Touches

NUMLOCK_OFF = {
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
KEYPAD, ALONE = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.NoModifier


def event(key: Qt.Key, modifiers: Qt.KeyboardModifier, text: str = "") -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)


@pytest.fixture
def keys(qapp: QApplication) -> Iterator[tuple[Keys, list[str]]]:
    made, said = Keys(qapp), list[str]()
    made.pressed.connect(said.append)
    yield made, said
    made.deleteLater()


@pytest.mark.parametrize(("key", "digit"), NUMLOCK_OFF.items())
def test_with_numlock_off_a_key_of_the_keypad_is_its_digit(
    keys: tuple[Keys, list[str]], key: Qt.Key, digit: str
) -> None:
    made, said = keys
    for sent in (event(key, KEYPAD), event(Qt.Key(ord(digit)), KEYPAD, digit)):
        assert made.press(sent)
        # What means something else while it is held is known when it is let go.
        assert made.release(sent)
    assert said == [digit, digit]


@pytest.mark.parametrize("key", NUMLOCK_OFF)
def test_the_same_key_beside_the_keypad_is_none(keys: tuple[Keys, list[str]], key: Qt.Key) -> None:
    made, said = keys
    assert not made.press(event(key, ALONE))
    assert said == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select])
def test_enter_presses_nothing_that_has_the_focus(qapp: QApplication, key: Qt.Key) -> None:
    """Where the desktop would have it pressed, too: it is left to the window."""
    assert qapp is not None
    parent, pressed = QWidget(), list[str]()
    touches = Touches(parent)
    touches.on_act = lambda _act, name: pressed.append(name)
    touches.lay([(SignOut(), "name", "words", parent.rect())], DARK)
    (touch,) = parent.findChildren(QWidget)
    given = event(key, ALONE)
    QApplication.sendEvent(touch, given)
    QApplication.sendEvent(touch, QKeyEvent(QEvent.Type.KeyRelease, key, ALONE))
    assert pressed == []
    QApplication.sendEvent(touch, event(Qt.Key.Key_Space, ALONE, " "))
    QApplication.sendEvent(touch, QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_Space, ALONE, " "))
    assert pressed == ["name"]
    parent.deleteLater()
