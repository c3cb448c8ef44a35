"""A press gives exactly its act, once: by mouse, by key, by touch, by a bound key and by a screen reader."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QMouseEvent, QPointingDevice
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, SignOut
from dealer_app.screens.blocks import Control, KeysBlock, NoteBlock, ScreenText, Weight
from tests.ui.sample_controls import clause_chip, sample_act, sample_control
from ui.blocks.block import BlockWidget, plan_block
from ui.blocks.control import ControlButton
from ui.blocks.surface import Surface

pytestmark = pytest.mark.usefixtures("letters")


class Board(Surface):
    """A surface with one block, which writes down what was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[Action, str]] = []
        self.waited: list[str] = []
        self.on_act = lambda done, name: self.given.append((done, name))
        self.on_waits = lambda waiting: self.waited.append(waiting.waits.first)
        self.block = BlockWidget(self, self)
        self.block.setGeometry(20, 60, 500, 400)
        self.resize(540, 500)

    def button(self, name: str) -> ControlButton:
        found = self.control(name)
        assert found is not None
        return found


@pytest.fixture
def board(qtbot: QtBot) -> Board:
    made = Board()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture(scope="module")
def finger() -> QPointingDevice:
    return QTest.createTouchDevice()


def show(board: Board, *controls: Control) -> None:
    keys = KeysBlock(controls=controls, columns=max(1, len(controls)))
    board.block.show_plan(plan_block(keys, 500, board.dress))


def by_mouse(button: ControlButton, _: QPointingDevice) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def by_touch(button: ControlButton, finger: QPointingDevice) -> None:
    middle = button.rect().center()
    QTest.touchEvent(button, finger).press(0, middle, button).commit()
    QTest.touchEvent(button, finger).release(0, middle, button).commit()


def by_space(button: ControlButton, _: QPointingDevice) -> None:
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def by_a_bound_key(button: ControlButton, _: QPointingDevice) -> None:
    assert button.surface.press(button.control.name)


Press = Callable[[ControlButton, QPointingDevice], None]
PRESSES = (by_mouse, by_touch, by_space, by_a_bound_key)


@pytest.mark.parametrize("press", PRESSES)
@pytest.mark.parametrize("weight", [Weight.NEXT, Weight.USUAL, Weight.QUIET, Weight.CLAUSE])
def test_a_press_gives_its_act_once(board: Board, finger: QPointingDevice, press: Press, weight: Weight) -> None:
    show(board, sample_control("other"), sample_control("this", weight=weight))
    press(board.button("this"), finger)
    assert board.given == [(sample_act("this"), "this")]
    assert not board.waited


@pytest.mark.parametrize("press", PRESSES)
@pytest.mark.parametrize("weight", list(Weight))
def test_what_cannot_be_pressed_gives_nothing_and_says_what_it_waits_for(
    board: Board, finger: QPointingDevice, press: Press, weight: Weight
) -> None:
    show(board, sample_control("this", weight=weight, waits="waiting for seat 7"))
    press(board.button("this"), finger)
    assert not board.given
    assert board.waited == ["waiting for seat 7"]


@pytest.mark.parametrize("press", PRESSES)
def test_a_grave_control_is_what_the_screen_says_of_it(board: Board, finger: QPointingDevice, press: Press) -> None:
    """That it was pressed once is on the screen, and nowhere in a widget."""
    show(board, sample_control("void", weight=Weight.GRAVE))
    assert not board.button("void").look.armed
    press(board.button("void"), finger)
    assert board.given == [(sample_act("void"), "void")]
    show(board, replace(sample_control("void", weight=Weight.GRAVE), act=SignOut()))
    assert board.button("void").look.armed
    press(board.button("void"), finger)
    assert board.given[1:] == [(SignOut(), "void")]


def test_a_double_click_confirms_nothing_grave(board: Board) -> None:
    """The second knock of a double click comes too soon to be an answer; the next press is one."""
    show(board, sample_control("void", weight=Weight.GRAVE))
    button = board.button("void")
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    middle = QPointF(button.rect().center())
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, held in ((QEvent.Type.MouseButtonDblClick, left), (QEvent.Type.MouseButtonRelease, none)):
        event = QMouseEvent(kind, middle, button.mapToGlobal(middle), left, held, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(button, event)
        show(board, replace(sample_control("void", weight=Weight.GRAVE), act=SignOut()))
    assert board.given == [(sample_act("void"), "void")]
    board.press("void")
    assert board.given[1:] == [(SignOut(), "void")]


def test_enter_is_no_key_of_a_control(board: Board) -> None:
    """It is the next step's, wherever the focus is; the window sees to it."""
    show(board, sample_control("this"), replace(sample_control("void", weight=Weight.GRAVE), act=SignOut()))
    for name in ("this", "void"):
        board.button(name).setFocus()
        QTest.keyClick(board.button(name), Qt.Key.Key_Return)
        QTest.keyClick(board.button(name), Qt.Key.Key_Enter)
    assert not board.given


def test_what_changed_under_the_finger_is_not_pressed(board: Board) -> None:
    show(board, sample_control("max", ScreenText("Max 1,000")))
    button = board.button("max")
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    show(board, sample_control("max", ScreenText("Max 500")))
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert not board.given


def test_what_is_only_worded_anew_below_its_label_is_pressed(board: Board) -> None:
    show(board, sample_control("wait", "Wait", sub="0:14"))
    button = board.button("wait")
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    show(board, sample_control("wait", "Wait", sub="0:15"))
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert len(board.given) == 1


def test_a_finger_that_slips_off_presses_nothing(board: Board, finger: QPointingDevice) -> None:
    show(board, sample_control("this"))
    button = board.button("this")
    QTest.touchEvent(button, finger).press(0, button.rect().center(), button).commit()
    QTest.touchEvent(button, finger).move(0, QPoint(-90, -90), button).commit()
    QTest.touchEvent(button, finger).release(0, QPoint(-90, -90), button).commit()
    assert not board.given


def test_a_finger_beside_a_clause_opens_it(board: Board, finger: QPointingDevice) -> None:
    """Its frame is 26 high, what is touched is 64."""
    note = NoteBlock(text=ScreenText("Two cards."), clauses=(clause_chip("5.11.1"), clause_chip("5.13")))
    board.block.show_plan(plan_block(note, 500, board.dress))
    chip = board.button("clause:5.13")
    below = chip.mapTo(board, chip.rect().center()) + QPoint(0, 31)
    assert not chip.geometry().translated(board.block.pos()).contains(below)
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=below)
    QTest.touchEvent(board, finger).press(0, below, board).commit()
    QTest.touchEvent(board, finger).release(0, below, board).commit()
    assert board.given == [(sample_act("clause:5.13"), "clause:5.13")] * 2
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=below + QPoint(0, 40))
    assert len(board.given) == 2


@pytest.mark.parametrize(
    "action", [QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.toggleAction()]
)
@pytest.mark.parametrize("picked", [True, False])
def test_a_screen_reader_presses_it_as_a_finger_does(board: Board, qtbot: QtBot, action: str, *, picked: bool) -> None:
    show(board, sample_control("this", picked=picked))
    button = board.button("this")
    interface = QAccessible.queryAccessibleInterface(button)
    interface.actionInterface().doAction(action)
    qtbot.waitUntil(lambda: bool(board.given))
    qtbot.waitUntil(lambda: not button.isDown())
    assert board.given == [(sample_act("this"), "this")]
    assert button.isChecked() is picked


def test_a_control_tells_a_screen_reader_what_it_is(board: Board) -> None:
    show(
        board,
        sample_control("picked", ScreenText("Cover", "保本"), sub="400", key="*", picked=True),
        sample_control("apply", ScreenText("Apply"), waits="waiting for seat 7"),
    )
    picked = QAccessible.queryAccessibleInterface(board.button("picked"))
    assert picked.text(QAccessible.Text.Name) == "Cover"
    assert picked.text(QAccessible.Text.Description) == "400 · 保本 · *"
    assert picked.state().checked
    assert "waiting for seat 7" in QAccessible.queryAccessibleInterface(board.button("apply")).text(
        QAccessible.Text.Description
    )
