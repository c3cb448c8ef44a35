"""Somebody at the screen of practice, for the tests: presses touches and keys, and every screen is checked."""

from collections.abc import Callable
from itertools import count

from dealer_app.people.pins import HashedPin, Pin
from dealer_app.practice.exam import ExamSession
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import AnswerForm
from dealer_app.practice.session import DrillSession
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.practice_controller import PracticeController
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import Cue
from dealer_app.texts import Language
from tests.support.screen_checks import check_screen

_HASH = "hash of "


class PlainPins:
    """Checks PINs at once and by their own text: how they are hashed is tested elsewhere."""

    def check(self, kept: str | None, pin: Pin, then: Callable[[bool | None], None]) -> None:
        then(kept == _HASH + pin.text)

    def hash(self, pin: Pin, then: Callable[[HashedPin | None], None]) -> None:
        then(HashedPin(_HASH + pin.text))


class AtPractice:
    """Somebody at the screen of practice. Time passes with each touch and key."""

    def __init__(self, folder: PracticeFolder, language: Language = Language.EN, *, compact: bool = False) -> None:
        self.folder = folder
        self.milliseconds = 0
        self.left: list[bool] = []
        self.cues: list[Cue] = []
        seconds = count(1000, 1000)
        port = WindowPort(
            show=lambda screen, _looks: check_screen(screen),
            play_sound=self.cues.append,
            simulate=lambda _device, _what: None,
            save_looks=lambda _looks: None,
            is_compact=lambda: compact,
            leave=lambda: self.left.append(True),
            report_failure=_raise,
        )
        looks = Looks().with_option("language", language.value)
        self.desk = PracticeController(folder, port, looks, lambda: next(seconds) + self.milliseconds, PlainPins())
        self.desk.show()

    def page(self) -> PracticePage:
        return self.desk.keyed.page

    def controls(self) -> dict[str, Control]:
        return {control.name: control for control in screen_controls(self.desk.screen)}

    def touch(self, name: str) -> None:
        control = self.controls()[name]
        if control.act is None:
            self.desk.show_wait(control)
        else:
            self.desk.press(control.act, name)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.desk.press_key(key)

    def answer(self, press: Callable[[str], None], *, right: bool = True) -> None:
        """Gives the right answer, or of choices the first wrong one, by the controls of these names."""
        question = self.desk._current.question
        wrong = [(choice,) for choice in question.choices if (choice,) not in question.right]
        wanted = question.right[0] if right else wrong[0]
        if question.form in (AnswerForm.NUMBER, AnswerForm.AMOUNT):
            keyed = wanted[0] if question.form is AnswerForm.NUMBER else str(int(wanted[0]) // 100)
            for digit in keyed:
                press(f"digit:{digit}")
            return
        kind = "pick" if question.form is AnswerForm.AREAS else "choice"
        for each in wanted:
            self._press_on_its_page(press, f"{kind}:{each}")

    def _press_on_its_page(self, press: Callable[[str], None], name: str) -> None:
        for _ in self.desk._current.question.choices:
            if name in self.controls():
                break
            press("page")
        press(name)

    @property
    def session(self) -> DrillSession | ExamSession:
        return self.desk._current


def _raise(problem: BaseException) -> None:
    raise problem
