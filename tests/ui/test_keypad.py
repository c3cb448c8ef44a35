"""The keypad says the same whether NumLock is on or off, and Enter presses nothing that has the focus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from dealer_app.screens.actions import SignOut
from ui.keys import HOLD_MILLISECONDS, KeyListener
from ui.theme.theme import DARK
from ui.touch import TouchButtons

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
def keys(qapp: QApplication) -> Iterator[tuple[KeyListener, list[str]]]:
    made, said = KeyListener(qapp), list[str]()
    made.pressed.connect(said.append)
    yield made, said
    made.deleteLater()


@pytest.mark.parametrize(("key", "digit"), NUMLOCK_OFF.items())
def test_with_numlock_off_a_key_of_the_keypad_is_its_digit(
    keys: tuple[KeyListener, list[str]], key: Qt.Key, digit: str
) -> None:
    made, said = keys
    for sent in (event(key, KEYPAD), event(Qt.Key(ord(digit)), KEYPAD, digit)):
        assert made.press(sent)
        # What means something else while it is held is known when it is let go.
        assert made.release(sent)
    assert said == [digit, digit]


@pytest.mark.parametrize("key", NUMLOCK_OFF)
def test_the_same_key_beside_the_keypad_is_none(keys: tuple[KeyListener, list[str]], key: Qt.Key) -> None:
    made, said = keys
    assert not made.press(event(key, ALONE))
    assert said == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select])
def test_enter_presses_nothing_that_has_the_focus(qapp: QApplication, key: Qt.Key) -> None:
    """Where the desktop would have it pressed, too: it is left to the window."""
    assert qapp is not None
    parent, pressed = QWidget(), list[str]()
    touches = TouchButtons(parent)
    touches.on_act = lambda _act, name: pressed.append(name)
    touches.place_buttons([(SignOut(), "name", "words", parent.rect())], DARK)
    (touch,) = parent.findChildren(QWidget)
    given = event(key, ALONE)
    QApplication.sendEvent(touch, given)
    QApplication.sendEvent(touch, QKeyEvent(QEvent.Type.KeyRelease, key, ALONE))
    assert pressed == []
    QApplication.sendEvent(touch, event(Qt.Key.Key_Space, ALONE, " "))
    QApplication.sendEvent(touch, QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_Space, ALONE, " "))
    assert pressed == ["name"]
    parent.deleteLater()


class At:
    """Events as a system sends them: with the place of the key on the keyboard, and when."""

    def __init__(self, made: KeyListener) -> None:
        self._made = made

    def press(self, text: str, at: int, code: int = 12) -> None:
        self._made.press(self._event(QEvent.Type.KeyPress, text, at, code))

    def release(self, text: str, at: int, code: int = 12) -> None:
        self._made.release(self._event(QEvent.Type.KeyRelease, text, at, code))

    @staticmethod
    def _event(kind: QEvent.Type, text: str, at: int, code: int) -> QKeyEvent:
        made = QKeyEvent(kind, ord(text), ALONE, code, 0, 0, text)
        made.setTimestamp(at)
        return made


def test_a_key_that_repeats_without_being_said_to_repeat_is_held(
    keys: tuple[KeyListener, list[str]], qtbot: QtBot
) -> None:
    """So X sends it: let go and pressed anew at the same instant, thirty times a second."""
    made, said = keys
    hand = At(made)
    hand.press("-", 1000)
    for at in range(1033, 1100, 33):
        hand.release("-", at)
        hand.press("-", at)
    qtbot.waitUntil(lambda: said == ["hold -"], timeout=3 * HOLD_MILLISECONDS)
    hand.release("-", 3000)
    qtbot.wait(50)
    assert said == ["hold -"]


def test_a_digit_that_is_held_is_typed_once_and_one_that_is_tapped_twice_is_typed_twice(
    keys: tuple[KeyListener, list[str]],
) -> None:
    made, said = keys
    hand = At(made)
    hand.press("5", 1000)
    for at in (1500, 1533, 1566):
        hand.release("5", at)
        hand.press("5", at)
    hand.release("5", 1600)
    assert said == ["5"]
    hand.press("5", 1640)
    hand.release("5", 1660)
    assert said == ["5", "5"]


def test_a_tap_is_heard_before_the_key_that_follows_it(keys: tuple[KeyListener, list[str]]) -> None:
    made, said = keys
    hand = At(made)
    hand.press(".", 1000, code=91)
    hand.release(".", 1040, code=91)
    hand.press("1", 1045, code=87)
    assert said == [".", "1"]


def test_with_shift_a_key_may_be_let_go_as_another_character(keys: tuple[KeyListener, list[str]], qtbot: QtBot) -> None:
    """Shift is let go first: what was pressed as `*` comes back as `8`."""
    made, said = keys
    hand = At(made)
    hand.press("*", 1000, code=17)
    hand.release("8", 1080, code=17)
    qtbot.waitUntil(lambda: said == ["*"])
