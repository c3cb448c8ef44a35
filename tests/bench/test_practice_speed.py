"""Practice: the overview of a class, and the next question with its grade; each by something bare."""

from itertools import count
from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import open_practice
from dealer_app.practice.overview import HORIZONS, make_overview
from dealer_app.practice.schedule import SkillRecord
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice.skills import load_skills
from dealer_app.practice.state import PracticeState, practice_fold_method, practice_snapshot
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from tests.bench.ratio import ratio, seconds
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

pytestmark = pytest.mark.bench

TRAINEES, ANSWERS = 200, 10_000
MOST_OF_AN_OVERVIEW = 12
"""Times the bare curve of forgetting, for each skill and day that is looked at; 2 to 4 are measured."""
MOST_OF_A_CLASS = 1.0
"""Seconds in which the class is open: its snapshot read, worked out, and its page built."""
NOW = 1_800_000_000_000_000
DAY = 86_400_000_000
FRAME_SECONDS = 1 / 60
"""Within it a grade and the next question are to be there: printed."""


def one_trainee(chance: Random) -> TraineeRecord:
    skills = {
        skill.id: SkillRecord(
            stability=1 + chance.random() * 60,
            difficulty=5.0,
            due=NOW,
            last=NOW - chance.randrange(60) * DAY,
            answers=ANSWERS // len(load_skills().skills),
            first_tries="".join(chance.choices("rlw", (8, 1, 1), k=30)),
        )
        for skill in load_skills().skills
    }
    return TraineeRecord(skills=skills, answers=ANSWERS, right=ANSWERS * 9 // 10)


def test_the_overview_of_a_class_is_there_at_once(benchmark: BenchmarkFixture) -> None:
    chance = Random(1)
    trainees = {f"t{number}": one_trainee(chance) for number in range(TRAINEES)}
    curves = [(NOW - each.last, each.stability) for one in trainees.values() for each in one.skills.values()]

    def reference() -> float:
        """What is forgotten when, by the formula alone."""
        known = 0.0
        for days in HORIZONS:
            for elapsed, stability in curves:
                known += (1 + 0.2 * ((elapsed + days * DAY) // DAY) / stability) ** -0.5
        return known

    found = ratio(benchmark, lambda: make_overview(trainees, load_skills().skills, NOW), reference, rounds=3)
    assert found <= MOST_OF_AN_OVERVIEW


def test_a_class_is_open_within_a_second(tmp_path: Path) -> None:
    """From the bytes of the snapshot to the screen of the class: what a trainer waits for after the PIN."""
    chance = Random(1)
    trainees = {f"t{number}": one_trainee(chance) for number in range(TRAINEES)}
    kept = practice_snapshot(PracticeState(began=True, trainees=trainees))
    method = practice_fold_method("test")
    numbers = count()
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"x{next(numbers)}") as folder:
        at = AtPractice(folder)
        at.key("F10", *"T", "Enter", *"274916", "Enter", *"274916", "Enter")
        trainers = folder.state.trainers

        def opens() -> None:
            folder.state = replace(method.read(kept, dict[str, tuple[str, str]]().__getitem__), trainers=trainers)
            at.desk.press(Practise("class"))

        taken = min(seconds(opens) for _ in range(3))
    print(f"\na class of {TRAINEES} with {ANSWERS:,} answers each ({len(kept) / 1e6:.1f} MB) is open in {taken:.2f} s")
    assert taken <= MOST_OF_A_CLASS


def test_a_grade_and_the_next_question_come_within_a_frame(tmp_path: Path) -> None:
    book = load_rulebook("tiger-buffalo-v4")
    table = DrillTable(make_rules(book, book.layouts[0]))
    numbers = count()
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as folder:
        skills = tuple(skill for skill in table_skills(table) if skill.drill.value in ("draw", "pay", "areas"))
        session = DrillSession(folder, folder.enroll("A").trainee, table, seed=1, only=skills)

        def step() -> None:
            session.answer(session.question.right[0], 1000)
            session.ask_next()

        step()
        times = sorted(seconds(step) for _ in range(200))
    print(
        f"\na grade, its commit and the next question: median {times[100] * 1e3:.1f} ms, worst {times[-1] * 1e3:.1f} ms"
    )
    # A commit to the disk is in it, of which only the median says something of ours.
    assert times[100] <= FRAME_SECONDS
