"""Whole rounds of practice at the real window: by keypad alone and by touch alone, from the choice to the debrief."""

import secrets
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice_events import RoundAnswered
from dealer_app.screens.context import Looks
from dealer_app.screens.practice.exam_pages import group_hash
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import Cue
from dealer_app.texts import Language
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.ui.at_the_window.practice_window import LARGE, SMALL, AtPracticeWindow, practice_window

pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PracticeFolder]:
    monkeypatch.setattr(secrets, "randbelow", lambda _: 2)
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        opened.enroll("Trainee 4")
        yield opened


def play_round(at: AtPracticeWindow, press: Callable[[str], None], game: str) -> None:
    """An unguided round with one wrong answer, then the own rating and the debrief, and home."""
    at.press("trainee", "t1")
    at.press("game", game)
    at.press("home")
    press("rounds")
    press("mode:unguided")
    press("round-begin")
    number = 0
    while at.is_on(PracticePage.ROUND):
        assert at.has_table
        question = at.desk.rounds.current.question
        wrong = next(((choice,) for choice in question.choices if (choice,) not in question.right), None)
        at.answer(press, wrong if number == 2 and wrong else question.right[0])
        number += 1
    assert at.is_on(PracticePage.ROUND_RATING)
    for competency in at.desk.rounds.view().current.competencies:
        press(f"rate:{competency.value}:3")
    press("round-rate")
    assert at.is_on(PracticePage.DEBRIEF)
    press("show-book")
    press("lanes:+")
    press("close")
    assert at.is_on(PracticePage.HOME)
    answers = [event for event in at.folder.session_events(1) if isinstance(event, RoundAnswered)]
    assert len(answers) == number
    assert sum(not event.right for event in answers) == 1
    assert at.problem is None


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        ("tiger-buffalo-insurance", Language.EN, LARGE),
        ("tai-sai-open-cover-v5", Language.ZH_HANS, SMALL),
    ],
)
def test_a_round_by_keypad_alone(folder: PracticeFolder, game: str, language: Language, size: tuple[int, int]) -> None:
    looks = Looks(motion=False).with_option("language", language.value)
    with practice_window(folder, looks, size) as at:
        play_round(at, at.press_key, game)


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        ("tiger-buffalo-insurance", Language.ZH_HANT, SMALL),
        ("tiger-baccarat-mbs-v3", Language.EN, LARGE),
    ],
)
def test_a_round_by_touch_alone(folder: PracticeFolder, game: str, language: Language, size: tuple[int, int]) -> None:
    looks = Looks(motion=False).with_option("language", language.value)
    with practice_window(folder, looks, size) as at:
        play_round(at, at.touch, game)


def test_an_exam_shows_nothing_of_what_was_right_and_only_takes_make_a_sound(folder: PracticeFolder) -> None:
    with practice_window(folder) as at:
        at.press("trainee", "t1")
        at.press("rounds")
        at.touch("round-exam")
        assert group_hash(at.desk.rounds.current.items_hash) in repr(at.desk.screen.stage)
        at.cues.clear()
        at.key("Enter")
        question = at.desk.rounds.current.question
        at.answer(at.touch, next((choice,) for choice in question.choices if (choice,) not in question.right))
        assert set(at.cues) <= {Cue.TAKEN}
