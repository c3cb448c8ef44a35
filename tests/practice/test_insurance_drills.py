"""Insurance as it is asked: the offers of the engine, every row of the pay table, caps and ties by the clauses."""

import pytest

from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.practice.coups import deal_totals
from dealer_app.practice.drill_table import Ask, DrillTable
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.insurance_offers import find_insured_courses, find_offer_moments, find_wished_offers
from dealer_app.practice.questions import Cause, DrillQuestion, DrillScene, Exercise
from dealer_app.practice.skills import Skill, book_skills
from dealer_app.rulebooks import load_rulebook

BOOK = load_rulebook("tiger-buffalo-insurance")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))
SKILLS = {skill.id: skill for skill in book_skills(BOOK.game)}
SEEDS = range(60)


def _exercises(skill: str) -> list[Exercise]:
    return [make_exercise(TABLE, SKILLS[skill], seed) for seed in SEEDS]


def _questions(skill: str) -> list[tuple[DrillScene, DrillQuestion, int]]:
    """Each with the right amount."""
    found = []
    for exercise in _exercises(skill):
        (question,) = exercise.questions
        found.append((exercise.scene, question, int(question.right[0][0])))
    return found


def _codes(question: DrillQuestion, amount: int) -> set[str]:
    return {slip.code for slip in grade_answer(question, (str(amount),)).slips}


def test_the_offers_asked_about_are_those_of_the_engine() -> None:
    assert BOOK.insurance is not None
    assert TABLE.rules.baccarat is not None
    moments = find_offer_moments(BOOK.insurance)
    assert len(moments) == 100 + 10 * 6 * 8
    chance = Ask(TABLE, SKILLS["insurance.which.after-four"], 0).chance()
    for moment in moments:
        cards = deal_totals(chance, *moment.cards)
        assert moment.offers == TABLE.rules.baccarat.situation_offers(coup_situation(cards)), moment


def test_each_row_of_the_pay_table_has_a_skill_of_its_own() -> None:
    assert BOOK.insurance is not None
    asked: dict[InsuranceOffer, list[str]] = {}
    for skill in SKILLS.values():
        if skill.id.startswith("insurance.odds."):
            (row,) = {offer for _, offer in find_wished_offers(Ask(TABLE, skill, 0), BOOK.insurance)}
            asked.setdefault(row, []).append(skill.id)
    assert set(asked) == set(BOOK.insurance.offers)
    assert all(len(skills) == 1 for skills in asked.values()), asked


def test_no_offer_is_asked_for_where_no_card_is_due() -> None:
    for (
        _,
        question,
    ) in ((each.scene, each.questions[0]) for each in _exercises("insurance.which.no-card")):
        assert question.right == (("none",),)
        assert any(slip.code == "no-card-due" for mistake in question.mistakes for slip in mistake.slips)


@pytest.mark.parametrize("skill", ["insurance.who.seated", "insurance.who.standing"])
def test_only_a_bettor_with_a_bet_on_the_hand_is_asked(skill: str) -> None:
    for exercise in _exercises(skill):
        scene, (question,) = exercise.scene, exercise.questions
        assert scene.insured is not None
        with_bet = {
            f"{bet.wager.seat} {bet.wager.bettor}" for bet in scene.bets if bet.wager.area == scene.insured.value
        }
        assert set(question.right[0]) == with_bet
        assert 0 < len(with_bet) < len(question.choices)
        mark = grade_answer(question, tuple(set(question.choices) - with_bet))
        assert [slip.cause for slip in mark.slips].count(Cause.INSURANCE_MISSED) == len(with_bet)
        assert {slip.code for slip in mark.slips} == {"bettor-missed", "bettor-wrong"}


def test_below_ten_to_one_the_original_bet_is_the_cap() -> None:
    for scene, _, most in _questions("insurance.cap.original"):
        assert most == scene.bets[0].wager.stake


def test_at_ten_to_one_a_quarter_of_the_maximum_is_the_cap() -> None:
    for scene, question, most in _questions("insurance.cap.quarter"):
        assert scene.limits is not None
        assert 4 * most == scene.limits.general.maximum
        assert question.clause == "3.12.2"
        assert "quarter-forgotten" in _codes(question, scene.bets[0].wager.stake)
        assert "whole-maximum" in _codes(question, 4 * most)


def test_without_a_maximum_the_quarter_is_that_of_the_differential() -> None:
    for scene, _, most in _questions("insurance.cap.differential"):
        assert scene.limits is not None
        assert scene.limits.general.maximum is None
        assert 4 * most == scene.limits.differentials["differential"]


def test_a_bet_below_the_quarter_is_the_cap_at_ten_to_one_too() -> None:
    for scene, question, most in _questions("insurance.cap.below-quarter"):
        assert scene.limits is not None
        assert scene.limits.general.maximum is not None
        assert most == scene.bets[0].wager.stake
        assert "quarter-alone" in _codes(question, scene.limits.general.maximum // 4)


def test_the_part_of_the_bet_that_counts_is_the_cap() -> None:
    for scene, question, most in _questions("insurance.cap.part"):
        own, other, against = scene.bets
        assert scene.limits is not None
        room = against.wager.stake + scene.limits.differentials["differential"]
        assert most * (own.wager.stake + other.wager.stake) == own.wager.stake * room
        assert _codes(question, own.wager.stake) == {"placed-not-counted"}


def test_the_cap_starts_again_at_the_second_offer() -> None:
    for scene, question, most in _questions("insurance.cap.again"):
        original, before = scene.bets
        assert most == original.wager.stake
        assert "one-cap-for-the-round" in _codes(question, most - before.wager.stake)


def test_an_offer_made_late_wins_no_more_than_the_original_bet() -> None:
    for scene, question, most in _questions("insurance.cap.late"):
        win, stake = map(int, question.facts["odds"].split("/"))
        assert most * win == scene.bets[0].wager.stake * stake
        assert question.clause == "5.13.1"
        assert Cause.INSURANCE_LATE in {slip.cause for each in question.mistakes for slip in each.slips}


def test_every_course_ends_as_the_clause_on_ties_says() -> None:
    """4.2.1: a tie returns them, but on nine after the Player's third card and on nought, where it pays."""
    assert BOOK.insurance is not None
    for course in find_insured_courses(BOOK.insurance):
        after_third = course.moment.third is not None
        side = course.offer.side.value
        if course.player == course.banker:
            starred = after_third and (side, course.player) in {("player", 9), ("banker", 0)}
            assert course.verdict.result.value == ("win" if starred else "push")
        else:
            lost = (course.player < course.banker) is (side == "player")
            assert course.verdict.result.value == ("win" if lost else "lose")


@pytest.mark.parametrize("skill", [skill for name, skill in SKILLS.items() if name.startswith("insurance.end.tie")])
def test_a_tie_is_told_from_its_exceptions(skill: Skill) -> None:
    for seed in SEEDS:
        (question,) = make_exercise(TABLE, skill, seed).questions
        other = "win" if question.right == (("push",),) else "push"
        assert _names(question, other) == {"tie-paid" if other == "win" else "tie-returned"}


def _names(question: DrillQuestion, choice: str) -> set[str]:
    return {slip.code for slip in grade_answer(question, (choice,)).slips}


def test_above_its_cap_only_the_part_that_counts_is_paid() -> None:
    for scene, question, paid in _questions("insurance.pay.over-cap"):
        original, bet = scene.bets
        win, stake = map(int, question.facts["odds"].split("/"))
        assert bet.counts == original.counts < bet.wager.stake
        assert 0 <= paid - bet.counts * win / stake < TABLE.unit


def test_what_was_neglected_gives_the_original_bet_back_if_it_would_have_won() -> None:
    for scene, question, back in _questions("insurance.neglected.won"):
        assert back == scene.bets[0].wager.stake
        assert grade_answer(question, ("0",)).money == -back
        assert "nothing-returned" in _codes(question, 0)
    for _, _, back in _questions("insurance.neglected.lost"):
        assert back == 0
