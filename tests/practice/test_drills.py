"""Every skill on every layout: a question that can be answered, right graded right and each mistake by its name."""

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable, NotAskedError
from dealer_app.practice.drills import DRILLS, make_exercise
from dealer_app.practice.grading import grade_answer, is_answer
from dealer_app.practice.questions import AnswerForm, Exercise
from dealer_app.practice.skills import Skill, load_skills
from dealer_app.rulebooks import GAMES, load_rulebook

TABLES = {
    (game, layout.letter): DrillTable(make_rules(load_rulebook(game), layout))
    for game in GAMES
    for layout in load_rulebook(game).layouts
}
SKILLS = [skill for skill in load_skills().skills if skill.drill in DRILLS]


def every_exercise(skill: Skill, seeds: range) -> list[Exercise]:
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
    exercises = every_exercise(skill, range(4))
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
    asked = {exercise.book for exercise in every_exercise(skill, range(1))}
    assert asked == set(skill.clauses)


@pytest.mark.parametrize("skill", SKILLS[::9], ids=lambda skill: skill.id)
def test_the_same_seed_asks_the_same(skill: Skill) -> None:
    assert every_exercise(skill, range(3)) == every_exercise(skill, range(3))


def test_the_skills_that_come_with_the_station_have_no_fault() -> None:
    assert load_skills().faults == ()
