"""Everything that a drill can say has its words, in every language."""

import pytest

from dealer_app.practice.questions import Cause, Exercise
from dealer_app.practice.skills import Skill
from dealer_app.practice.stories import STORIES
from dealer_app.practice.wording import (
    answer_text,
    cause_text,
    choice_text,
    question_text,
    reason_text,
    skill_name,
    slip_text,
    story_text,
)
from dealer_app.texts import Language, Words
from tests.practice.test_drills import SKILLS, make_exercises

LANGUAGES = [Words.load(language) for language in Language]


def say_everything(words: Words, exercise: Exercise) -> None:
    assert bool(story_text(words, exercise.scene)) == bool(exercise.scene.story)
    for question in exercise.questions:
        assert question_text(words, question)
        assert reason_text(words, question)
        for choice in question.choices:
            assert choice_text(words, question, choice)
        for answer in (*question.right, *(mistake.answer for mistake in question.mistakes)):
            assert answer_text(words, question, answer)
        for slip in (question.usual, *(slip for mistake in question.mistakes for slip in mistake.slips)):
            assert slip_text(words, slip)


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_questions_answers_and_mistakes_have_words(skill: Skill) -> None:
    for exercise in make_exercises(skill, range(3))[:40]:
        for words in LANGUAGES:
            say_everything(words, exercise)


@pytest.mark.parametrize("words", LANGUAGES, ids=lambda words: words.language.value)
def test_skills_and_causes_have_names(words: Words) -> None:
    names = [skill_name(words, skill) for skill in SKILLS]
    assert all(names)
    assert all(cause_text(words, cause) for cause in Cause)


@pytest.mark.parametrize("words", LANGUAGES, ids=lambda words: words.language.value)
def test_every_story_has_a_sentence(words: Words) -> None:
    assert set(STORIES) <= set(words.sections["story"])


def test_who_decides_may_also_be_somebody_above() -> None:
    (skill,) = (skill for skill in SKILLS if skill.id == "decision.on-behalf")
    (question,) = make_exercises(skill, range(1))[0].questions
    said = [choice_text(LANGUAGES[0], question, choice) for choice in question.choices]
    assert all(text.endswith(" or above") for text in said)


def test_of_a_full_area_it_is_told_who_has_a_bet_there() -> None:
    (skill,) = (skill for skill in SKILLS if skill.id == "holder.area")
    scene = make_exercises(skill, range(1))[0].scene
    assert "Seated guest, Standing guest 1" in story_text(LANGUAGES[0], scene)
