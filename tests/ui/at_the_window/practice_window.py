"""Somebody who practises at a real window: keys and touches come as Qt brings them, and no station is behind it.

with practice_window(folder) as at:
    at.key("1", "Enter")
    at.touch("rounds")
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.people.pins import HashedPin, Pin
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import Answer, AnswerForm
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.practice_controller import PracticeController
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import Cue, TableStage
from dealer_app.wiring import make_practised_device
from tests.support.screen_checks import check_screen
from ui.blocks.block import BlockWidget
from ui.blocks.text_metrics import ELLIPSIS
from ui.practice.second_window import SecondWindow
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.window import StationWindow

LARGE, SMALL = (1920, 1080), (1366, 768)
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_FUNCTION_KEYS = {f"F{number}": Qt.Key(Qt.Key.Key_F1 + number - 1) for number in range(1, 13)}
_KEYS = {
    "Enter": Qt.Key.Key_Enter,
    "Esc": Qt.Key.Key_Escape,
    "Backspace": Qt.Key.Key_Backspace,
    **_FUNCTION_KEYS,
}
THINKS = 1_500
"""Milliseconds before each key and touch: Enter is not deaf, and no answer is late."""


class InstantPins:
    """Checks PINs at once and by their own text."""

    def check(self, kept: str | None, pin: Pin, then: Callable[[bool | None], None]) -> None:
        then(kept == pin.text)

    def hash(self, pin: Pin, then: Callable[[HashedPin | None], None]) -> None:
        then(HashedPin(pin.text))


class AtPracticeWindow:
    """The window, and time that passes as the hands say."""

    def __init__(self, folder: PracticeFolder, looks: Looks, size: tuple[int, int]) -> None:
        self.folder = folder
        self.cues: list[Cue] = []
        self.problem: BaseException | None = None
        self.now = 0
        self.window = StationWindow()
        self.window.resize(*size)
        self.second = SecondWindow(self.window, lambda *_: None)
        self.at = self.window
        """At which of the windows the hands are."""
        port = WindowPort(
            show=self.window.show_screen,
            play_sound=self.cues.append,
            simulate=lambda _device, _what: None,
            save_looks=lambda _looks: None,
            is_compact=lambda: Measures.from_size(*size).compact,
            open_second=self.second.open,
            show_second=self.second.show,
            close_second=self.second.close,
            leave=lambda: None,
            report_failure=self._fail,
        )
        self.desk = PracticeController(
            folder, port, looks, lambda: self.now, InstantPins(), make_device=make_practised_device
        )
        self.window.acted.connect(self.desk.press)
        self.window.typed.connect(self.desk.press_key)
        self.window.waited.connect(self.desk.show_wait)
        self._touch_device = QTest.createTouchDevice()
        self.desk.show()
        self.window.show()
        QApplication.processEvents()

    def _fail(self, problem: BaseException) -> None:
        self.problem = problem

    @property
    def page(self) -> PracticePage:
        return self.desk.keyed.page

    def is_on(self, page: PracticePage) -> bool:
        """Whether this page is on the screen now."""
        return self.page is page

    def controls(self) -> dict[str, Control]:
        screen = self.desk.screen if self.at is self.window else self.desk.second.screen
        assert screen is not None, "the second window is open"
        return {control.name: control for control in screen_controls(screen)}

    def go_to_second(self) -> None:
        """The hands are at the second window from now on."""
        assert self.second.window is not None, "the second window is open"
        self.at = self.second.window
        self.at.activateWindow()

    def go_to_first(self) -> None:
        """The hands are at the first window again."""
        self.at = self.window

    def press(self, what: str, value: str = "") -> None:
        """Something that is not what the test is about."""
        self.desk.press(Practise(what, value))
        self._settle()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.now += THINKS
            focused: QWidget | None = self.at.focusWidget()
            target = self.at if focused is None else focused
            if key in _KEYS:
                QTest.keyClick(target, _KEYS[key], _KEYPAD)
            else:
                QTest.keyClicks(target, key)
            self._settle()

    def press_key(self, name: str) -> None:
        """The key that stands on this control."""
        key = self.controls()[name].key
        assert key, f"{name} has no key"
        self.key(key)

    def touch(self, *names: str) -> None:
        for name in names:
            self.now += THINKS
            widget, at = self.at.touch_point(name)
            assert widget.visibleRegion().contains(at), f"{name} is out of sight"
            self._touch_spot(widget.mapTo(self.at, at))
            self._settle()

    def _touch_spot(self, spot: QPoint) -> None:
        handle = self.at.windowHandle()
        QTest.touchEvent(handle, self._touch_device).press(0, spot, handle).commit()
        QTest.touchEvent(handle, self._touch_device).release(0, spot, handle).commit()

    def _settle(self) -> None:
        QApplication.processEvents()
        check_screen(self.desk.screen)
        self.check_texts()

    def check_texts(self) -> None:
        """Nothing that is written on the screen is cut."""
        windows = (self.window, *((self.second.window,) if self.second.window is not None else ()))
        for shown in (each for window in windows for each in window.findChildren(BlockWidget)):
            if shown.isVisible():
                cut = [text.text for text in shown.plan.texts if text.text.endswith(ELLIPSIS)]
                assert not cut, f"cut on {self.page.value}: {cut}"

    def answer(self, press: Callable[[str], None], answer: Answer) -> None:
        """Keys this answer to the question of the round that is on the screen, and gives it."""
        question = self.desk.rounds.current.question
        match question.form:
            case AnswerForm.NUMBER | AnswerForm.AMOUNT:
                amount = int(answer[0]) // (100 if question.form is AnswerForm.AMOUNT else 1)
                for digit in str(amount):
                    press(f"digit:{digit}")
            case AnswerForm.AREAS:
                for area in answer:
                    self._turn_to(press, f"pick:{area}")
            case _:
                for choice in answer:
                    self._turn_to(press, f"choice:{choice}")
        press("answer")

    def _turn_to(self, press: Callable[[str], None], name: str) -> None:
        for _ in self.desk.rounds.current.question.choices:
            if name in self.controls():
                break
            press("page")
        press(name)

    @property
    def has_table(self) -> bool:
        return isinstance(self.desk.screen.stage, TableStage)


@contextmanager
def practice_window(
    folder: PracticeFolder, looks: Looks | None = None, size: tuple[int, int] = LARGE
) -> Iterator[AtPracticeWindow]:
    """Opens the window, and closes it without asking."""
    assert not fonts.install_fonts()
    at = AtPracticeWindow(folder, looks or Looks(motion=False), size)
    try:
        yield at
    finally:
        at.second.close()
        at.window.may_close = True
        at.window.close()
        at.window.deleteLater()
