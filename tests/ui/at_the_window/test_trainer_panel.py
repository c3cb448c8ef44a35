"""The trainer's panel at a real window: all of it by keys alone and by touch alone, over the table and beside it, in
every language and both sizes; nothing that is written is cut.
"""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.people.pins import HashedPin
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.troubles import Arming
from dealer_app.practice_events import PracticeMode, RoundItem
from dealer_app.screens.context import Looks
from dealer_app.screens.practice.view import PracticePage
from dealer_app.texts import Language
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.ui.at_the_window.practice_window import LARGE, SMALL, AtPracticeWindow, practice_window

pytestmark = pytest.mark.usefixtures("qapp")
PIN = "274916"
GAMES = {LARGE: "tiger-buffalo-insurance", SMALL: "tai-sai-open-cover-v5"}
FIRST_WAYS = (Arming.STEP, Arming.EVENT, Arming.RATE)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        opened.enroll_trainer("Trainer 1", HashedPin(PIN))
        opened.enroll("Trainee 4")
        yield opened


def begin(at: AtPracticeWindow, size: tuple[int, int]) -> None:
    at.press("trainee", at.folder.list_trainees()[0].trainee)
    at.press("game", GAMES[size])
    at.press("home")
    at.press("rounds")
    at.desk.rounds._begin((RoundItem(seed=1),), PracticeMode.UNGUIDED)
    at.press("round-tick")


def answer(at: AtPracticeWindow, press: Callable[[str], None], count: int = 1) -> None:
    for _ in range(count):
        at.answer(press, at.desk.rounds.current.question.right[0])


def use_panel(at: AtPracticeWindow, press: Callable[[str], None], write: Callable[[str], None]) -> None:
    """Arms in three ways, disarms one, freezes, goes back to a step, on from there, forks, and writes notes."""
    session = at.desk.rounds.current
    for way in FIRST_WAYS:
        first = next(name for name in at.controls() if name.startswith("what:"))
        press(first)
        press(f"when:{way.value}")
        press("panel-next")
        press("panel-most")
        press("panel-arm")
        press("panel-page")
    assert [each.when for each in session.play.armed.armed] == [*FIRST_WAYS]
    press("panel-frame")
    press(next(name for name in at.controls() if name.startswith("disarm:") and at.controls()[name].key))
    assert [each.when for each in session.play.armed.armed] == [Arming.STEP, Arming.RATE]
    press("panel-freeze")
    press("panel-back")
    press("panel-steps")
    press("panel-step:1")
    press("panel-freeze")
    assert session.moment.due == (RoundStep.NO_MORE_BETS,)
    press("panel-freeze")
    press("panel-steps")
    press("panel-step:0")
    press("panel-fork")
    assert len(session.plays) == 2
    press("panel-note")
    write("WELL 1")
    press("panel-keep")
    press("panel-good")
    press("panel-poor")
    known = at.folder.trainees[at.desk.trainee]
    assert [(each.text, each.mark) for each in known.notes] == [("WELL 1", ""), ("", "good"), ("", "poor")]


def touch_letters(at: AtPracticeWindow) -> Callable[[str], None]:
    return lambda text: at.touch(*(f"letter:{sign}" for sign in text))


def finish(at: AtPracticeWindow, press: Callable[[str], None]) -> None:
    """The trainee plays on to the end, whatever comes."""
    for _ in range(60):
        if not at.is_on(PracticePage.ROUND):
            return
        answer(at, press)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_by_keys_alone(folder: PracticeFolder, size: tuple[int, int]) -> None:
    with practice_window(folder, size=size) as at:
        begin(at, size)
        answer(at, at.press_key, 3)
        at.key("F10", *PIN, "Enter")
        use_panel(at, at.press_key, lambda text: at.key(*text))
        at.key("F10")
        assert at.desk.screen.overlay is None
        finish(at, at.press_key)
        assert at.problem is None


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_by_touch_alone(folder: PracticeFolder, size: tuple[int, int]) -> None:
    with practice_window(folder, size=size) as at:
        begin(at, size)
        answer(at, at.touch, 3)
        at.touch("panel", *(f"panel-digit:{digit}" for digit in PIN), "panel-open")
        use_panel(at, at.touch, touch_letters(at))
        at.touch("panel-close")
        assert at.desk.screen.overlay is None
        finish(at, at.touch)
        assert at.problem is None


def open_second(at: AtPracticeWindow, size: tuple[int, int]) -> None:
    at.press("trainer")
    at.key(*PIN, "Enter")
    at.press_key("panel-beside")
    at.key("Esc")
    begin(at, size)


@pytest.mark.parametrize("size", [LARGE, SMALL])
@pytest.mark.parametrize("by_touch", [False, True])
def test_in_a_window_of_its_own(folder: PracticeFolder, size: tuple[int, int], *, by_touch: bool) -> None:
    with practice_window(folder, size=size) as at:
        open_second(at, size)
        answer(at, at.press_key, 3)
        at.go_to_second()
        press: Callable[[str], None] = at.touch if by_touch else at.press_key
        use_panel(at, press, touch_letters(at) if by_touch else lambda text: at.key(*text))
        at.go_to_first()
        finish(at, at.press_key)
        at.go_to_second()
        press("panel-close")
        assert at.second.window is None
        assert at.problem is None


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_every_page_of_it_is_read_whole(folder: PracticeFolder, size: tuple[int, int], language: Language) -> None:
    """The window checks after each key that no word is cut."""
    looks = Looks(motion=False).with_option("language", language.value)
    with practice_window(folder, looks, size) as at:
        open_second(at, size)
        answer(at, at.press_key, 4)
        at.go_to_second()
        for _ in range(4):
            at.key("1", "*", "Enter", "/", "Enter", "-", "+")
        at.key("F5", "F6", "F7", "Esc", "F9", "Esc", "F10")
        at.go_to_first()
        at.key("F10", *PIN, "Enter")
        for _ in range(4):
            at.key("9", "*", "0", "/", "0", "-", "0", "+")
        at.key("F6", "F7", "Esc", "F9", "Esc", "F11", "F10")
        assert at.problem is None
