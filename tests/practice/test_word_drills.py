"""Announcements as they are asked: four that can be told apart in every language, the guide's own among them."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.coups import deal_coup, end_of_coup, possible_ends
from dealer_app.practice.drill_table import Ask, DrillTable
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.questions import Cause, Exercise
from dealer_app.practice.skills import DrillKind, Skill, load_skills
from dealer_app.practice.word_drills import announcement_choice_text
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.texts.texts import MADE_OF_CARDS, Language, Words

TABLES = [
    DrillTable(make_rules(load_rulebook(game), layout)) for game in GAMES for layout in load_rulebook(game).layouts[:3]
]
SKILLS = [skill for skill in load_skills().skills if skill.drill is DrillKind.WORDS]
WORDS = [Words.load(language) for language in Language]


def _asked(skill: Skill, seeds: range = range(8)) -> Iterator[tuple[DrillTable, Exercise]]:
    for table in TABLES:
        if table.rules.book.game in skill.clauses:
            yield from ((table, make_exercise(table, skill, seed)) for seed in seeds)


def _skill(name: str) -> Skill:
    return next(skill for skill in SKILLS if skill.id == f"words.{name}")


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_four_announcements_of_the_document_are_told_apart_in_each_language(skill: Skill) -> None:
    for table, exercise in _asked(skill):
        (question,) = exercise.questions
        assert len(question.choices) == 4
        assert question.right[0][0] in question.choices
        assert {mistake.answer[0] for mistake in question.mistakes} == set(question.choices) - {question.right[0][0]}
        for words in WORDS:
            said = {announcement_choice_text(words, table.rules, choice) for choice in question.choices}
            assert len(said) == 4, said


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_the_right_one_does_not_stand_in_one_place(skill: Skill) -> None:
    places = {exercise.questions[0].choices.index(exercise.questions[0].right[0][0]) for _, exercise in _asked(skill)}
    assert len(places) > 1


def test_every_announcement_has_a_skill() -> None:
    known = {code for name, section in WORDS[0].sections.items() if name.partition(".")[0] == "say" for code in section}
    assert {str(skill.wish["say"]) for skill in SKILLS} == known | MADE_OF_CARDS


def test_the_moment_is_that_of_a_played_table() -> None:
    """Bets lie there, and the cards of the result that is asked for."""
    for table, exercise in _asked(_skill("result")):
        scene, (question,) = exercise.scene, exercise.questions
        assert scene.bets
        made_of = question.right[0][0].partition(":")[2]
        if table.rules.baccarat is None:
            assert made_of == "-".join(map(str, scene.dice))
        else:
            cards = [CARDS[made_of[at : at + 2]] for at in range(0, len(made_of), 2)]
            coup = make_coup(cards)
            assert (coup.player.cards, coup.banker.cards) == (scene.player, scene.banker)


def test_a_passed_over_offer_is_insurance_missed() -> None:
    for _, exercise in _asked(_skill("insurance")):
        (question,) = exercise.questions
        (next_card,) = [choice for choice in question.choices if choice.endswith("-draws")]
        assert grade_answer(question, (next_card,)).slips[0].cause is Cause.INSURANCE_MISSED


def test_a_card_too_many_lies_face_down_and_is_not_named() -> None:
    for _, exercise in _asked(_skill("card-in-excess")):
        assert exercise.questions[0].facts["face_down"] == "1"
        assert len(exercise.scene.player) == len(exercise.scene.banker) == 2


def test_misplaced_cards_lie_where_they_were_put() -> None:
    """A card of the Banker lies at the Player when the options are announced (RWS v4 5.9)."""
    for table, exercise in _asked(_skill("dealing-error")):
        if table.rules.book.game == "tiger-buffalo-v4":
            assert exercise.questions[0].facts["trouble"] == "misplaced-cards"
            assert len(exercise.scene.drawn) == 2
            assert {place.value for place in exercise.scene.put} == {"P"}
            assert len(exercise.scene.player) == 2


def test_a_coup_ends_as_it_was_dealt() -> None:
    chance = Ask(TABLES[0], _skill("result"), 0).chance()
    for end in possible_ends():
        assert end_of_coup(deal_coup(chance, end)) == end
