"""Every skill on every layout: a question that can be answered, right graded right and each mistake by its name."""

from time import perf_counter

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable, NotAskedError
from dealer_app.practice.drills import DRILLS, make_exercise
from dealer_app.practice.grading import grade_answer, is_answer
from dealer_app.practice.questions import AnswerForm, Exercise
from dealer_app.practice.skills import DrillKind, Skill, load_skills
from dealer_app.rulebooks import GAMES, load_rulebook

TABLES = {
    (game, layout.letter): DrillTable(make_rules(load_rulebook(game), layout))
    for game in GAMES
    for layout in load_rulebook(game).layouts
}
SKILLS = [skill for skill in load_skills().skills if skill.drill in DRILLS]


def make_exercises(skill: Skill, seeds: range) -> list[Exercise]:
    found = []
    for (game, _), table in TABLES.items():
        if game not in skill.clauses:
            continue
        for seed in seeds:
            try:
                found.append(make_exercise(table, skill, seed))
            except NotAskedError:
                break
    return found


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_a_right_answer_is_right_and_a_mistake_is_wrong_by_its_name(skill: Skill) -> None:
    exercises = make_exercises(skill, range(4))
    assert exercises, "some layout of each document asks it"
    for question in (each for exercise in exercises for each in exercise.questions):
        for right in question.right:
            assert is_answer(question, right), question
            assert grade_answer(question, right).right
        for mistake in question.mistakes:
            assert is_answer(question, mistake.answer), question
            mark = grade_answer(question, mistake.answer)
            assert not mark.right
            assert mark.slips == mistake.slips
            if question.form is AnswerForm.AMOUNT:
                assert mark.money == int(mistake.answer[0]) - int(question.right[0][0]) != 0


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_each_document_of_a_skill_has_a_layout_that_asks_it(skill: Skill) -> None:
    asked = {exercise.book for exercise in make_exercises(skill, range(1))}
    assert asked == set(skill.clauses)


@pytest.mark.parametrize("skill", SKILLS[::9], ids=lambda skill: skill.id)
def test_the_same_seed_asks_the_same(skill: Skill) -> None:
    assert make_exercises(skill, range(3)) == make_exercises(skill, range(3))


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_a_mistake_is_never_the_right_answer_and_one_answer_names_all_that_give_it(skill: Skill) -> None:
    for question in (each for exercise in make_exercises(skill, range(2)) for each in exercise.questions):
        wrong = [mistake.answer for mistake in question.mistakes]
        assert len(set(wrong)) == len(wrong), "an answer of two mistakes stands once, with both"
        assert not set(wrong) & set(question.right)
        assert all(
            mistake.slips and len(set(map(repr, mistake.slips))) == len(mistake.slips) for mistake in question.mistakes
        )
        if question.choices:
            assert len(set(question.choices)) == len(question.choices)


@pytest.mark.parametrize("kind", [kind for kind in DRILLS if kind is not DrillKind.SETTLE], ids=lambda kind: kind.value)
def test_of_an_answer_that_two_mistakes_give_both_are_named(kind: DrillKind) -> None:
    skills = [skill for skill in SKILLS if skill.drill is kind]
    doubles = [
        (question, mistake)
        for skill in skills
        for exercise in make_exercises(skill, range(2))
        for question in exercise.questions
        for mistake in question.mistakes
        if len(mistake.slips) > 1
    ]
    assert doubles or kind in _ONE_MISTAKE_EACH
    for question, mistake in doubles[:200]:
        assert grade_answer(question, mistake.answer).slips == mistake.slips


_ONE_MISTAKE_EACH = {DrillKind.AREAS, DrillKind.OUTCOME, DrillKind.WORDS}


@pytest.mark.parametrize("skill", SKILLS[::3], ids=lambda skill: skill.id)
def test_the_next_exercise_is_there_in_one_frame(skill: Skill) -> None:
    """The best of several, since the machine does other things too; what is looked up once has been."""
    table = next(table for (game, _), table in TABLES.items() if game in skill.clauses and _is_asked(table, skill))
    taken = []
    for seed in range(6):
        began = perf_counter()
        make_exercise(table, skill, seed)
        taken.append(perf_counter() - began)
    assert min(taken) < 0.005


def _is_asked(table: DrillTable, skill: Skill) -> bool:
    try:
        make_exercise(table, skill, 0)
    except NotAskedError:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("kind", DRILLS, ids=lambda kind: kind.value)
def test_every_question_is_graded_as_it_was_made(kind: DrillKind) -> None:
    """Some 230,000 of all kinds together, on every layout: right is right, each known mistake wrong by its name."""
    asked = 0
    for skill in (skill for skill in SKILLS if skill.drill is kind):
        for exercise in make_exercises(skill, range(60)):
            for question in exercise.questions:
                asked += 1
                assert all(grade_answer(question, right).right for right in question.right)
                for mistake in question.mistakes:
                    mark = grade_answer(question, mistake.answer)
                    assert (mark.right, mark.slips) == (False, mistake.slips)
    assert asked > 4000


OTHER_READINGS = [
    (game, ruling.number, option)
    for game in GAMES
    for ruling in load_rulebook(game).rulings
    for option in ruling.options
    if option != ruling.chosen
]


@pytest.mark.parametrize(("game", "ruling", "option"), OTHER_READINGS)
def test_by_every_other_reading_of_a_document_it_is_asked_and_graded(game: str, ruling: str, option: str) -> None:
    """One layout a reading; what a reading does not know is not asked."""
    book = load_rulebook(game).with_option(ruling, option)
    table = DrillTable(make_rules(book, book.layouts[0]))
    asked = 0
    for skill in (skill for skill in SKILLS if game in skill.clauses):
        for seed in range(3):
            try:
                exercise = make_exercise(table, skill, seed)
            except NotAskedError:
                break
            asked += 1
            for question in exercise.questions:
                assert all(grade_answer(question, right).right for right in question.right)
                assert not any(grade_answer(question, mistake.answer).right for mistake in question.mistakes)
    assert asked > 100


def test_the_skills_that_come_with_the_station_have_no_fault() -> None:
    assert load_skills().faults == ()
