"""The schedule: what was missed comes back, what is due comes first, and it serves somebody who forgets."""

from random import Random

import pytest

from dealer_app.domain.values import replace
from dealer_app.practice.grading import Mark, Rating, rate_answer
from dealer_app.practice.schedule import (
    ComingBack,
    Learner,
    Rung,
    SkillRecord,
    Try,
    choose_skill,
    due_skills,
    ladder,
    note_miss,
    note_question,
    note_try,
    recall_per_cent,
)
from dealer_app.practice.skills import book_skills

SKILLS = book_skills("tiger-buffalo-v4")
DAY = 86_400_000_000
NOW = 1_800_000_000_000_000


def tried(rating: Rating, utc: int, *, right: bool = True, counts: bool = True) -> Try:
    return Try(rating=rating, utc=utc, right=right, late=False, first=True, counts=counts)


def record(tries: str = "r" * 30, due: int = NOW + DAY) -> SkillRecord:
    return SkillRecord(stability=5.0, difficulty=5.0, due=due, last=NOW - DAY, answers=len(tries), first_tries=tries)


@pytest.mark.parametrize(
    ("right", "milliseconds", "hints", "first", "rating"),
    [
        (False, 1000, 0, True, Rating.AGAIN),
        (True, 1000, 1, True, Rating.AGAIN),
        (True, 10_001, 0, True, Rating.HARD),
        (True, 10_000, 0, True, Rating.GOOD),
        (True, 4999, 0, False, Rating.GOOD),
        (True, 4999, 0, True, Rating.EASY),
    ],
)
def test_a_rating_follows_from_answer_time_and_hints(
    right: bool, milliseconds: int, hints: int, first: bool, rating: Rating
) -> None:
    mark = Mark(right=right)
    assert rate_answer(mark, milliseconds=milliseconds, limit_seconds=10, hints=hints, first_try=first) is rating


def test_only_the_first_answer_of_a_day_moves_the_memory() -> None:
    first = note_try(None, tried(Rating.GOOD, NOW))
    later = note_try(first, tried(Rating.AGAIN, NOW + 1000, right=False, counts=False))
    assert (later.stability, later.due) == (first.stability, first.due)
    assert (later.answers, later.right) == (2, 1)


def test_a_better_answer_is_asked_later() -> None:
    dues = [note_try(None, tried(rating, NOW)).due for rating in Rating]
    assert dues == sorted(dues)
    assert dues[0] < dues[-1]


def test_what_was_missed_comes_back_after_two_and_after_five_other_questions() -> None:
    coming = note_miss((), "missed")
    ready = []
    for number in range(1, 7):
        coming = note_question(coming, "other")
        if any(each.after <= 0 for each in coming):
            ready.append(number)
            coming = tuple(each for each in coming if each.after > 0)
    assert ready == [2, 5]


def test_what_came_back_is_asked_before_all_else() -> None:
    learner = Learner(skills=SKILLS, coming=(ComingBack(SKILLS[3].id, 0),))
    assert all(choose_skill(learner, NOW, Random(seed)).id == SKILLS[3].id for seed in range(20))


def test_a_rung_opens_when_the_one_below_is_right_and_in_time() -> None:
    draws = [skill.id for skill in SKILLS if skill.id.startswith("draw")]
    weak = {skill: record("rw" * 15) for skill in draws}
    late = {skill: record("l" * 30) for skill in draws}
    good = {skill: record() for skill in draws}
    opened = [[each.rung for each in ladder(SKILLS, known) if each.is_open] for known in (weak, late, good)]
    assert opened == [[Rung.DRAWS], [Rung.DRAWS], [Rung.DRAWS, Rung.TOTALS]]
    assert Rung.PAYS in [each.rung for each in ladder(SKILLS, {}, frozenset({"pays"})) if each.is_open]


def test_nothing_of_a_rung_that_is_not_open_is_asked() -> None:
    asked = {choose_skill(Learner(skills=SKILLS), NOW, Random(seed)).drill.value for seed in range(200)}
    assert asked == {"draw"}


def test_the_most_overdue_comes_first() -> None:
    known = {skill.id: record(due=NOW - place * DAY) for place, skill in enumerate(SKILLS[:5])}
    assert [skill.id for skill in due_skills(SKILLS, known, NOW)] == [skill.id for skill in reversed(SKILLS[:5])]


def test_recall_falls_with_time() -> None:
    known = note_try(None, tried(Rating.GOOD, NOW))
    recalls = [recall_per_cent(known, NOW + days * DAY) for days in (0, 3, 10, 60)]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] > recalls[-1]


DRAWS = tuple(skill for skill in SKILLS if skill.drill.value == "draw")
A_DAY, MOST, STANDARD = 12, 4000, 85


def questions_to_standard(*, scheduled: bool, seed: int) -> int:
    """How many questions, twelve a day, until somebody will still know every draw a week later.

    They forget as the memory model says: whether an answer is right is drawn by what is left of it.
    """
    chance, learner = Random(seed), Learner(skills=DRAWS)
    known: dict[str, SkillRecord] = {}
    today: set[str] = set()
    for question in range(MOST):
        day, place = divmod(question, A_DAY)
        utc = NOW + day * DAY + place
        today = today if place else set()
        skill = choose_skill(replace(learner, records=known), utc, chance) if scheduled else chance.choice(DRAWS)
        right = chance.randrange(100) < (recall_per_cent(known[skill.id], utc) if skill.id in known else 30)
        answer = tried(Rating.GOOD if right else Rating.AGAIN, utc, right=right, counts=skill.id not in today)
        known[skill.id] = note_try(known.get(skill.id), answer)
        today.add(skill.id)
        coming = note_question(learner.coming, skill.id)
        learner = replace(learner, last=skill.id, coming=coming if right else note_miss(coming, skill.id))
        week = utc + 7 * DAY
        if len(known) == len(DRAWS) and all(recall_per_cent(each, week) >= STANDARD for each in known.values()):
            return question + 1
    return MOST


def test_the_schedule_needs_fewer_questions_to_a_standard_than_random_order() -> None:
    by_schedule = [questions_to_standard(scheduled=True, seed=seed) for seed in range(6)]
    by_chance = [questions_to_standard(scheduled=False, seed=seed) for seed in range(6)]
    print(f"questions until every draw is known a week later: {by_schedule} scheduled, {by_chance} by chance")
    assert 3 * sum(by_schedule) < 2 * sum(by_chance)
