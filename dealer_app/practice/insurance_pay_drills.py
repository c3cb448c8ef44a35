"""Drills on how an insurance ends: paid, returned or collected, how much is paid, and what a neglected one gives back.

The verdict and the amount are those of the engine; each wrong answer follows from one changed rule.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from dealer_app.domain.baccarat.insurance import OriginalReading, insurance_verdict
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Insurance, InsuranceOffer
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import LOST, RETURNED, Area, Result, Verdict
from dealer_app.practice.card_drills import gather_mistakes, scene_of_coup
from dealer_app.practice.coups import deal_totals
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.insurance_offers import (
    OTHER_SIDE,
    STAKE_CHIPS,
    InsuredCourse,
    amount_answer,
    deal_wished_course,
    describe_odds,
    make_original_bet,
    make_scene_bet,
    table_odds,
)
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, SceneBet, Slip

_ENDS = (Result.WIN.value, Result.PUSH.value, Result.LOSE.value)


def _course_scene(ask: Ask, chance: Random, course: InsuredCourse, bets: Sequence[SceneBet]) -> DrillScene:
    coup = scene_of_coup(deal_totals(chance, course.moment.first, course.moment.banker, *course.thirds))
    return replace(coup, insured=course.offer.side, bets=tuple(bets), asked=len(bets) - 1, unit=ask.table.unit)


def _course_facts(course: InsuredCourse) -> dict[str, str]:
    """Of the offer as it was made, and of the coup at its end."""
    return {
        "stage": course.offer.stage.value,
        "side": course.offer.side.value,
        **describe_odds(course.offer.odds),
        "player": str(course.player),
        "banker": str(course.banker),
    }


def _insured_bets(ask: Ask, chance: Random, offer: InsuranceOffer) -> tuple[SceneBet, SceneBet]:
    """The Original Bet and the insurance on it, within its caps."""
    chips = chance.choice(STAKE_CHIPS)
    original = make_original_bet(ask, chance, offer, chips)
    taken = Money(chance.randint(1, chips) * ask.table.unit)
    who = original.wager.seat, original.wager.bettor
    return original, make_scene_bet(Area(f"{offer.side.value}_insurance"), taken, who)


def ask_insurance_end(ask: Ask, insurance: Insurance) -> Exercise:
    """Whether a bet on insurance is paid, returned or collected."""
    chance = ask.chance()
    course = deal_wished_course(ask, chance, insurance)
    right: tuple[Answer, ...] = ((course.verdict.result.value,),)
    question = DrillQuestion(
        code="insurance-end",
        part="result",
        form=AnswerForm.CHOICE,
        choices=_ENDS,
        right=right,
        mistakes=gather_mistakes(right, _end_slips(course)),
        usual=Slip(Cause.OUTCOME, "hands-misread"),
        clause=ask.clause,
        facts=_course_facts(course),
        why=f"insurance-end.{course.verdict.result.value}",
    )
    scene = _course_scene(ask, chance, course, _insured_bets(ask, chance, course.offer))
    return ask.exercise(scene, (question,))


def _end_slips(course: InsuredCourse) -> Iterator[tuple[Answer, Slip]]:
    """A tie without its exceptions, a tie that always pays, and insurance that goes the way of the Original Bet."""
    offer, player, banker = course.offer, course.player, course.banker
    for tie_pays, code in ((False, "tie-returned"), (True, "tie-paid")):
        read = insurance_verdict(replace(offer, tie_pays=tie_pays), player, banker)
        yield (read.result.value,), Slip(Cause.OUTCOME, code)
    if player == banker:
        yield (Result.LOSE.value,), Slip(Cause.OUTCOME, "tie-collected")
    else:
        with_hand = insurance_verdict(replace(offer, side=OTHER_SIDE[offer.side]), player, banker)
        yield (with_hand.result.value,), Slip(Cause.OUTCOME, "as-the-original-bet")


def ask_insurance_pay(ask: Ask, insurance: Insurance) -> Exercise:
    """What an insurance that won is paid; of one above its cap the part that counts (ruling I12)."""
    chance = ask.chance()
    course = deal_wished_course(ask, chance, insurance)
    original, taken = _insured_bets(ask, chance, course.offer)
    bets: tuple[SceneBet, ...] = (original, taken)
    if ask.text("counts") == "part":
        if ask.table.rules.choice("I11") == OriginalReading.AS_PLACED.value:
            raise NotAskedError
        # Half of the Original Bet counts, so that a half is left to insure.
        original = replace(original, counts=Money(original.wager.stake // 2))
        over = replace(taken.wager, stake=original.wager.stake)
        bets = (original, SceneBet(over, Money(min(over.stake, original.counts))))
    question = make_insurance_pay_question(ask, insurance, course, bets[-1])
    return ask.exercise(_course_scene(ask, chance, course, bets), (question,))


def make_insurance_pay_question(ask: Ask, insurance: Insurance, course: InsuredCourse, bet: SceneBet) -> DrillQuestion:
    """What this bet on an insurance that won is paid."""
    right: tuple[Answer, ...] = (amount_answer(_paid(ask, bet, course.verdict)),)
    part = bet.counts != bet.wager.stake
    return DrillQuestion(
        code="insurance-pay-part" if part else "insurance-pay",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _insurance_pay_slips(ask, insurance, course, bet)),
        usual=Slip(Cause.PAY_ARITHMETIC, "reckoned-wrong"),
        clause=ask.clause,
        facts={
            **_course_facts(course),
            "area": bet.wager.area,
            "stake": str(bet.wager.stake),
            "counts": str(bet.counts),
            "paid": right[0][0],
        },
        why="pay-part" if part else "pay",
    )


def _paid(ask: Ask, bet: SceneBet, verdict: Verdict) -> Money:
    done = settle_bet(bet.wager, verdict, counts=Fraction(bet.counts), unit=ask.table.unit)
    assert done.payable is not None, "the table has a smallest chip"
    return done.payable


def _insurance_pay_slips(
    ask: Ask, insurance: Insurance, course: InsuredCourse, bet: SceneBet
) -> Iterator[tuple[Answer, Slip]]:
    paid = _paid(ask, bet, course.verdict)
    for odds in table_odds(insurance):
        other = Slip(Cause.PAY_ODDS, "other-odds", describe_odds(odds))
        yield amount_answer(_paid(ask, bet, Verdict(Result.WIN, odds))), other
    yield amount_answer(paid + bet.wager.stake), Slip(Cause.PAY_ODDS, "stake-paid-too")
    yield amount_answer(bet.counts), Slip(Cause.PAY_ODDS, "even-money")
    if bet.counts != bet.wager.stake:
        whole = replace(bet, counts=bet.wager.stake)
        yield amount_answer(_paid(ask, whole, course.verdict)), Slip(Cause.INSURANCE_CAP, "whole-stake")
    if course.player == course.banker:
        yield amount_answer(_paid(ask, bet, RETURNED)), Slip(Cause.OUTCOME, "tie-returned")
    exact = course.offer.odds.prize(Fraction(bet.counts))
    if exact % ask.table.unit:
        down = Money(int(exact // ask.table.unit) * ask.table.unit)
        yield amount_answer(down), Slip(Cause.PAY_ARITHMETIC, "rounded-down")


def ask_neglected_insurance(ask: Ask, insurance: Insurance) -> Exercise:
    """What goes back to a guest who had meant to insure and was not asked, once there is an outcome (5.13.2)."""
    chance = ask.chance()
    course = deal_wished_course(ask, chance, insurance)
    original, meant = _insured_bets(ask, chance, course.offer)
    won = course.verdict.result is Result.WIN
    right: tuple[Answer, ...] = (amount_answer(original.wager.stake if won else 0),)
    question = DrillQuestion(
        code="insurance-neglected",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _neglect_slips(ask, course, original, meant)),
        usual=Slip(Cause.INSURANCE_LATE, "reckoned-wrong"),
        clause=ask.clause,
        facts={
            **_course_facts(course),
            "stake": str(original.wager.stake),
            "meant": str(meant.wager.stake),
            "back": right[0][0],
        },
        why="insurance-neglected" if won else "insurance-neglected-lost",
    )
    return ask.exercise(replace(_course_scene(ask, chance, course, (original,)), asked=0), (question,))


def _neglect_slips(
    ask: Ask, course: InsuredCourse, original: SceneBet, meant: SceneBet
) -> Iterator[tuple[Answer, Slip]]:
    late = Cause.INSURANCE_LATE
    would = course.verdict if course.verdict.result is Result.WIN else LOST
    if would is LOST:
        yield amount_answer(original.wager.stake), Slip(late, "returned-though-lost")
        yield amount_answer(meant.wager.stake), Slip(late, "stake-never-placed")
        return
    yield amount_answer(0), Slip(Cause.INSURANCE_MISSED, "nothing-returned")
    yield amount_answer(_paid(ask, meant, would)), Slip(late, "paid-as-if-placed")
    both = original.wager.stake + _paid(ask, meant, would)
    yield amount_answer(both), Slip(late, "returned-and-paid")
