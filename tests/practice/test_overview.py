"""The class: grades by their rule, the weakest first, nothing said of what was hardly seen."""

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.practice.overview import FEWEST_ITEMS, GRADE_RULE, grade_tries, make_overview
from dealer_app.practice.schedule import SkillRecord
from dealer_app.practice.skills import load_skills
from dealer_app.practice.state import TraineeRecord

NOW = 1_800_000_000_000_000


def record(tries: str) -> SkillRecord:
    return SkillRecord(stability=5.0, difficulty=5.0, due=NOW, last=NOW, answers=len(tries), first_tries=tries)


@given(st.text("rlw", max_size=60))
def test_a_grade_never_falls_when_one_more_answer_is_right_and_in_time(tries: str) -> None:
    before, after = grade_tries(tries), grade_tries(tries + "r")
    if before is None:
        assert len(tries) < FEWEST_ITEMS
    else:
        assert after is not None
        assert after >= before


@given(st.text("rlw", min_size=FEWEST_ITEMS, max_size=60))
def test_a_late_answer_is_worth_no_more_than_one_in_time(tries: str) -> None:
    late, in_time = grade_tries(tries + "l"), grade_tries(tries + "r")
    assert late is not None
    assert in_time is not None
    assert late <= in_time


def test_each_grade_of_the_rule_is_reached_at_its_bounds() -> None:
    for grade, right, in_time in GRADE_RULE:
        tries = "r" * in_time + "l" * (right - in_time) + "w" * (100 - right)
        assert grade_tries(tries) == grade
    assert grade_tries("w" * 20) == 1


def test_who_is_weakest_stands_first_and_what_was_hardly_seen_has_no_grade() -> None:
    skills = load_skills().skills
    first = skills[0].id
    rows = make_overview(
        {
            "good": TraineeRecord(skills={first: record("r" * 20)}, answers=20),
            "weak": TraineeRecord(skills={first: record("w" * 20)}, answers=20),
            "new": TraineeRecord(skills={first: record("rrr")}, answers=3),
        },
        skills,
        NOW,
    )
    assert [row.trainee for row in rows] == ["weak", "new", "good"]
    assert all(grade.grade is None for grade in rows[1].grades)
    assert [grade.grade for grade in rows[0].grades if grade.tries] == [1]
