"""The class: grades by their rule, the weakest first, nothing said of what was hardly seen."""

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.practice.grading import FEWEST_ITEMS, GRADE_RULE, grade_tries, is_grade_rule
from dealer_app.practice.overview import HORIZONS, RECALL_TO_KEEP, make_overview, make_rows, sessions_to_standard
from dealer_app.practice.schedule import SkillRecord, days_until_forgotten, recall_per_cent
from dealer_app.practice.skills import load_skills
from dealer_app.practice.trainee_records import TraineeRecord

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
    rows = make_rows(
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


DAY = 86_400_000_000


@given(st.floats(0.1, 400), st.integers(0, 120))
def test_a_skill_is_forgotten_on_the_day_on_which_the_library_says_so(stability: float, passed: int) -> None:
    known = SkillRecord(stability=stability, difficulty=5.0, due=NOW, last=NOW - passed * DAY)
    days = days_until_forgotten(known, RECALL_TO_KEEP, NOW)
    assert recall_per_cent(known, NOW + days * DAY) < RECALL_TO_KEEP
    if days:
        assert recall_per_cent(known, NOW + (days - 1) * DAY) >= RECALL_TO_KEEP


def test_who_forgets_what_is_counted_by_skill_and_day() -> None:
    first, second = (skill.id for skill in load_skills().skills[:2])
    soon = SkillRecord(stability=0.5, difficulty=5.0, due=NOW, last=NOW - 30 * DAY, answers=1)
    late = SkillRecord(stability=300.0, difficulty=5.0, due=NOW, last=NOW, answers=1)
    found = make_overview(
        {"a": TraineeRecord(skills={first: soon, second: late}), "b": TraineeRecord(skills={first: soon})},
        load_skills().skills,
        NOW,
    )
    (only,) = found.forgotten
    assert only.skill.id == first
    assert only.people == (2,) * len(HORIZONS)
    assert only.begun == 2


def test_sessions_to_the_standard_are_rounded_up() -> None:
    assert [sessions_to_standard(*each) for each in ((0, 0), (1, 0), (12, 0), (12, 1), (0, 15), (13, 15))] == [
        0,
        1,
        1,
        2,
        1,
        3,
    ]


def test_a_house_may_grade_by_a_rule_of_its_own() -> None:
    easy = ((5, 50, 50), (4, 40, 40), (3, 30, 30), (2, 20, 20))
    assert grade_tries("r" * 6 + "w" * 6) == 1
    assert grade_tries("r" * 6 + "w" * 6, easy) == 5
    assert is_grade_rule(easy)
    assert is_grade_rule(GRADE_RULE)
    assert not is_grade_rule(((5, 50, 60), (4, 40, 40), (3, 30, 30), (2, 20, 20)))
    assert not is_grade_rule(((5, 50, 50), (4, 60, 40), (3, 30, 30), (2, 20, 20)))
    assert not is_grade_rule(((5, 101, 50), (4, 60, 40), (3, 30, 30), (2, 20, 20)))
