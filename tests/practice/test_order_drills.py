"""Cards out of place as they are asked: laid again they are the hands that the drawn order makes."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.baccarat.reconstruction import Place, correct_places
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.questions import Cause, Exercise
from dealer_app.practice.skills import load_skills
from dealer_app.rulebooks import load_rulebook

BOOK = load_rulebook("tiger-buffalo-v4")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))
SKILLS = {skill.id: skill for skill in load_skills().skills}


def _exercises(skill: str) -> Iterator[Exercise]:
    for seed in range(80):
        yield make_exercise(TABLE, SKILLS[skill], seed)


@pytest.mark.parametrize("skill", ["order.hands.four", "order.hands.thirds"])
def test_the_right_order_lays_the_hands_of_the_drawn_order(skill: str) -> None:
    for exercise in _exercises(skill):
        scene, (question,) = exercise.scene, exercise.questions
        coup = make_coup(scene.drawn)
        laid = tuple(CARDS[name] for name in question.right[0])
        assert laid == (*coup.player.cards, *coup.banker.cards)
        assert (question.facts["player"], question.facts["banker"]) == tuple(
            str(len(hand.cards)) for hand in (coup.player, coup.banker)
        )


@pytest.mark.parametrize("skill", ["order.hands.four", "order.hands.thirds"])
def test_cards_lie_elsewhere_than_they_belong_and_are_taken_as_they_lie(skill: str) -> None:
    for exercise in _exercises(skill):
        scene, (question,) = exercise.scene, exercise.questions
        assert scene.put != correct_places(make_coup(scene.drawn))
        lying = (*scene.player, *scene.banker)
        assert question.choices == tuple(card.value for card in lying)
        assert "left-as-it-lies" in {slip.code for slip in grade_answer(question, question.choices).slips}
        assert grade_answer(question, question.choices[::-1]).slips[0].cause is Cause.IRREGULARITY_ORDER


@pytest.mark.parametrize("skill", ["order.place.third", "order.place.excess", "order.place.natural"])
def test_each_card_after_the_fourth_belongs_where_the_table_of_play_puts_it(skill: str) -> None:
    names = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "next-round"}
    for exercise in _exercises(skill):
        coup = make_coup(exercise.scene.drawn)
        belongs = correct_places(coup)[4:]
        assert [question.right for question in exercise.questions] == [((names[place],),) for place in belongs]
        assert (Place.NEITHER in belongs) is (skill != "order.place.third")
        assert coup.is_natural is (skill == "order.place.natural")
        assert any(question.facts["lies"] != question.right[0][0] for question in exercise.questions)


def test_a_card_after_a_natural_is_drawn_on_by_name() -> None:
    for exercise in _exercises("order.place.natural"):
        codes = {slip.cause for slip in grade_answer(exercise.questions[0], ("player",)).slips}
        assert Cause.DRAW_NATURAL in codes
