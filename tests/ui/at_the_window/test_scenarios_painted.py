"""Every scenario as it is painted while it is played: nothing is cut, and all keys of the rail are in sight."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.scenarios import load_scenarios
from dealer_app.screens.context import Looks
from dealer_app.screens.practice.view import PracticePage
from dealer_app.texts import Language
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.ui.at_the_window.practice_window import LARGE, SMALL, THINKS, AtPracticeWindow, practice_window

pytestmark = pytest.mark.usefixtures("letters")
NAMES = sorted(load_scenarios().files)
FEW = NAMES[::45]
WINDOWS = [(Language.EN, SMALL), (Language.EN, LARGE), (Language.ZH_HANT, LARGE), (Language.ZH_HANS, SMALL)]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        opened.enroll("Trainee 4")
        yield opened


def check_painted(at: AtPracticeWindow, name: str) -> None:
    at.check_texts()
    assert not at.window.rail.has_overflow, f"{name} on {at.page.value}: the rail has to be moved to be seen"


def play_scenario(at: AtPracticeWindow, name: str) -> None:
    """Every third answer is wrong, so that there are verdicts and a debrief."""
    at.press("scenario", name)
    number = 0
    while at.is_on(PracticePage.ROUND):
        check_painted(at, name)
        session, question = at.desk.rounds.current, at.desk.rounds.current.question
        wrong = [(choice,) for choice in question.choices if (choice,) not in question.right]
        at.now += THINKS
        at.desk.rounds.answer(wrong[0] if wrong and number % 3 == 2 else question.right[0])
        number += 1
        for place, step in enumerate(session.scenario.step):
            if step.when.trainer and not session.is_over:
                session.arm(place)
        at.desk.show()
    for competency in at.desk.rounds.view().current.competencies:
        at.press("rate", f"{competency.value}:3")
    at.press("round-rate")
    check_painted(at, name)
    at.press("debrief-book")
    check_painted(at, name)


@pytest.mark.parametrize(
    ("language", "size", "names"),
    [
        (Language.EN, SMALL, FEW),
        *(pytest.param(language, size, NAMES, marks=pytest.mark.long) for language, size in WINDOWS),
    ],
)
def test_every_scenario_is_painted_whole(
    folder: PracticeFolder, language: Language, size: tuple[int, int], names: list[str]
) -> None:
    looks = Looks(motion=False).with_option("language", language.value)
    with practice_window(folder, looks, size) as at:
        at.press("trainee", "t1")
        at.press("round-mode", "unguided")
        for name in names:
            play_scenario(at, name)
