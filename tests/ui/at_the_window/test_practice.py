"""Practice at a real window: whole sessions by keypad alone and by touch alone, in both sizes; nothing lies out of
reach, and a space is written where a name is.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.questions import AnswerForm
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.practice_controller import PracticeController
from dealer_app.screens.practice.view import PracticePage
from dealer_app.texts import Language
from tests.support.at_practice import PlainPins
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.window import StationWindow

pytestmark = pytest.mark.usefixtures("qapp")
SIZES = ((1920, 1080), (1366, 768))
KEYPAD = Qt.KeyboardModifier.KeypadModifier
NAMED = {
    "Enter": Qt.Key.Key_Enter,
    "Esc": Qt.Key.Key_Escape,
    "F10": Qt.Key.Key_F10,
    " ": Qt.Key.Key_Space,
}
PIN = "274916"


class PracticeWindow:
    """Somebody at a window of practice. Time passes with each key and touch."""

    def __init__(self, folder: PracticeFolder, size: tuple[int, int], language: Language) -> None:
        fonts.install_fonts()
        self.folder = folder
        self.window = StationWindow()
        self.window.resize(*size)
        self.left = False
        seconds = count(1000, 1000)
        port = WindowPort(
            show=self.window.show_screen,
            play_sound=lambda _cue: None,
            simulate=lambda _device, _what: None,
            save_looks=lambda _looks: None,
            is_compact=lambda: Measures.from_size(*size).compact,
            leave=self._leave,
            report_failure=_raise,
        )
        looks = Looks(motion=False).with_option("language", language.value)
        self.desk = PracticeController(folder, port, looks, lambda: next(seconds), PlainPins())
        self.window.acted.connect(self.desk.press)
        self.window.typed.connect(self.desk.press_key)
        self.window.waited.connect(self.desk.show_wait)
        self.desk.show()
        self.window.show()
        self._touch = QTest.createTouchDevice()
        QApplication.processEvents()

    def _leave(self) -> None:
        self.left = True

    def close(self) -> None:
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()
        QApplication.processEvents()

    def page(self) -> PracticePage:
        return self.desk.keyed.page

    def key(self, *keys: str) -> None:
        """Keys of the keypad, or letters of a keyboard."""
        for key in keys:
            focused: QWidget | None = self.window.focusWidget()
            target = self.window if focused is None else focused
            if key in NAMED:
                plain = Qt.KeyboardModifier.NoModifier if key == " " else KEYPAD
                QTest.keyClick(target, NAMED[key], plain)
            else:
                QTest.keyClicks(target, key)
            QApplication.processEvents()

    def touch(self, *names: str) -> None:
        for name in names:
            widget, at = self.window.touch_point(name)
            assert widget.visibleRegion().contains(at), f"{name} is out of sight"
            spot: QPoint = widget.mapTo(self.window, at)
            handle = self.window.windowHandle()
            QTest.touchEvent(handle, self._touch).press(0, spot, handle).commit()
            QTest.touchEvent(handle, self._touch).release(0, spot, handle).commit()
            QApplication.processEvents()

    def press_key_of(self, name: str) -> None:
        """The key that stands on this control."""
        control = next(each for each in screen_controls(self.desk.screen) if each.name == name)
        assert control.key, f"{name} has no key"
        self.key(control.key)

    def answer(self, *, by_touch: bool) -> None:
        """The right answer of whatever is asked."""
        press = self.touch if by_touch else self.press_key_of
        question = self.desk._current.question
        wanted = question.right[0]
        match question.form:
            case AnswerForm.NUMBER | AnswerForm.AMOUNT:
                figure = wanted[0] if question.form is AnswerForm.NUMBER else str(int(wanted[0]) // 100)
                names = [f"digit:{digit}" for digit in figure]
            case AnswerForm.AREAS:
                names = [f"pick:{area}" for area in wanted]
            case _:
                names = [f"choice:{choice}" for choice in wanted]
        for name in names:
            for _ in question.choices:
                if any(each.name == name for each in screen_controls(self.desk.screen)):
                    break
                press("page")
            press(name)
        press("answer")


def _raise(problem: BaseException) -> None:
    raise problem


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, (Language.EN, Language.ZH_HANS), strict=True)))
def test_drills_exam_and_the_trainers_room_by_the_keypad_alone(
    folder: PracticeFolder, size: tuple[int, int], language: Language
) -> None:
    at = PracticeWindow(folder, size, language)
    answer = partial(at.answer, by_touch=False)
    at.key("Enter")
    assert at.page() is PracticePage.HOME, "without a letter one is a trainee with a number"
    at.key("Enter")
    for _ in range(5):
        answer()
        at.key("Enter")
    at.key("Esc", "Esc", "4", "Enter", "Enter")
    assert at.page() is PracticePage.HOME
    at.key("9", "7", "7", "Enter", "Enter")
    answer()
    answer()
    at.key("Esc", "Esc")
    assert at.page() is PracticePage.EXAM_WAITS
    at.key("F10", *"Trainer 1", "Enter", *PIN, "Enter", *PIN, "Enter")
    assert folder.list_trainers()[0].name == "Trainer 1", "a space is written, and presses nothing"
    at.key("Enter")
    while at.page() is PracticePage.QUESTION:
        answer()
    while at.page() is PracticePage.OWN_RATING:
        before = at.desk.screen
        at.key("3")
        if at.desk.screen == before:
            at.key("Enter")
    assert at.page() is PracticePage.EXAM_RESULT
    at.key("Enter", "F10", *PIN, "Enter")
    assert at.page() is PracticePage.CLASS
    at.key("1")
    assert at.page() is PracticePage.PERSON
    at.close()
    (exam,) = folder.state.trainees["t1"].exams
    assert exam.ended
    assert exam.right == exam.answered


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, (Language.ZH_HANT, Language.EN), strict=True)))
def test_drills_exam_and_the_trainers_room_by_touch_alone(
    folder: PracticeFolder, size: tuple[int, int], language: Language
) -> None:
    at = PracticeWindow(folder, size, language)
    at.touch("letter:A", "letter: ", "letter:B", "enroll")
    assert folder.trainees["t1"].name == "A B"
    at.touch("begin")
    for _ in range(3):
        at.answer(by_touch=True)
        at.touch("next")
    at.touch("stop", "stop", "rate:drawing:4", "show-result", "home", "exam", "items", "seal", "first-question")
    at.answer(by_touch=True)
    at.touch("stop", "stop", "trainer", "letter:T", "keep-trainer")
    for _ in range(2):
        at.touch(*(f"digit:{digit}" for digit in PIN), "keep-trainer")
    at.touch("end-exam", "end-exam")
    assert at.page() is PracticePage.EXAM_RESULT
    at.touch("home", "note", "letter:X", "keep-note", "class", "filter", "class", "page", "open")
    assert at.page() is PracticePage.PERSON
    at.touch("erase", "erase-sure", "erase-sure", "close")
    at.close()
    assert folder.state.trainees == {}
    assert folder.state.erased == 1
