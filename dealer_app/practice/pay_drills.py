"""Drills on payment: what one bet is paid, and a whole layout settled in the order of payment.

The right amount is that of the settlement itself. Each wrong one is what the settlement gives under one changed rule:
another prize of the bet, the odds of another bet, no commission, the whole stake where a part of it counts.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from dealer_app.domain.money import Money, Odds, payable_amount
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize, Result, Verdict, Wager
from dealer_app.practice.card_drills import deal_result, find_wished_areas, gather_mistakes
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, Exercise, SceneBet, Slip
from dealer_app.texts.texts import prizes_won

_STAKE_CHIPS = (2, 3, 5, 7, 10, 13, 15, 20, 25, 30, 45, 50, 70, 75, 110, 150, 175)
"""Stakes in smallest chips: round ones and odd ones, since odd ones are where payment goes wrong."""
_USUAL_BETS = 4
_PARTS_THAT_COUNT = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(4, 5))


def ask_pay(ask: Ask) -> Exercise:
    """What one winning bet is paid, in chips of the table."""
    chance, table = ask.chance(), ask.table
    scene, row = deal_result(ask)
    layout = table.rules.layout
    won = prizes_won(layout, row)
    area = chance.choice(_require_areas(find_wished_areas(ask, won)))
    verdict = row[layout.areas.index(area)]
    bet = _make_bet(ask, area, chance)
    question = make_pay_question(ask, bet, verdict, won[area])
    commission = table.rules.book.commission is not None
    asked = replace(scene, bets=(bet,), asked=0, unit=table.unit, commission=commission)
    return ask.exercise(asked, (question,))


def _require_areas(areas: tuple[Area, ...]) -> tuple[Area, ...]:
    """A layout on which nothing wins has nothing to be paid."""
    if not areas:
        raise NotAskedError
    return areas


def _make_bet(ask: Ask, area: Area, chance: Random) -> SceneBet:
    """A bet at some seat; where the skill asks for it only a part of the stake counts."""
    seats, unit = ask.table.rules.layout.seats, ask.table.unit
    stake = Money(chance.choice(_STAKE_CHIPS) * unit)
    counts = stake
    if ask.text("counts") == "part":
        part = chance.choice(_PARTS_THAT_COUNT)
        counts = Money(stake * part.numerator // part.denominator)
    return SceneBet(Wager(area=area, stake=stake, seat=chance.choice(seats) if seats else None), counts)


def make_pay_question(ask: Ask, bet: SceneBet, verdict: Verdict, prize: Prize) -> DrillQuestion:
    """What this bet, which has won this prize, is paid."""
    right: tuple[Answer, ...] = ((_amount(_paid(ask, bet, verdict)),),)
    return DrillQuestion(
        code="pay" if bet.counts == bet.wager.stake else "pay-part",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _pay_slips(ask, bet, verdict, prize)),
        usual=Slip(Cause.PAY_ARITHMETIC, "reckoned-wrong"),
        clause=_prize_clause(ask.table.rules.layout, bet.wager.area, prize),
        facts={
            "area": bet.wager.area,
            "stake": str(bet.wager.stake),
            "counts": str(bet.counts),
            "paid": right[0][0],
            **_odds_facts(verdict.odds),
        },
        why="pay" if bet.counts == bet.wager.stake else "pay-part",
    )


def _prize_clause(layout: Layout, area: Area, prize: Prize) -> str:
    return next(pay.clause for pay in layout.pays if pay.area == area and pay.prize is prize)


def _amount(paid: Money) -> str:
    return str(int(paid))


def _paid(ask: Ask, bet: SceneBet, verdict: Verdict) -> Money:
    """By the settlement of the station itself."""
    commission, unit = ask.table.rules.book.commission, ask.table.unit
    done = settle_bet(bet.wager, verdict, counts=Fraction(bet.counts), commission=commission, unit=unit)
    assert done.payable is not None, "the table has a smallest chip"
    return done.payable


def _pay_slips(ask: Ask, bet: SceneBet, verdict: Verdict, prize: Prize) -> Iterator[tuple[Answer, Slip]]:
    """One changed rule each."""
    layout, book, unit = ask.table.rules.layout, ask.table.rules.book, ask.table.unit
    area = bet.wager.area
    for other, odds in layout.prizes(area).items():
        if other is not prize:
            halved = {prize, other} == {Prize.ON_SIX, Prize.OTHERWISE}
            half = "even-on-six" if prize is Prize.ON_SIX else "half-without-six"
            cause, code = (Cause.PAY_HALF, half) if halved else (Cause.PAY_TIER, "other-prize")
            paid = _paid(ask, bet, Verdict(Result.WIN, odds))
            yield (_amount(paid),), Slip(cause, code, {"prize": other.value, **_odds_facts(odds)})
    if book.commission is not None and area == book.commission.area:
        gross = payable_amount(book.commission.gross.prize(Fraction(bet.counts)), unit)
        yield (_amount(gross),), Slip(Cause.PAY_COMMISSION, "no-commission")
        down = Money(int(gross * (1 - book.commission.rate)) // unit * unit)
        yield (_amount(down),), Slip(Cause.PAY_ARITHMETIC, "rounded-down")
    if bet.counts != bet.wager.stake:
        whole = _paid(ask, replace(bet, counts=bet.wager.stake), verdict)
        yield (_amount(whole),), Slip(Cause.PAY_PRO_RATA, "whole-stake")
    assert verdict.odds is not None, "only a bet that won is paid"
    exact = verdict.odds.prize(Fraction(bet.counts))
    if exact % unit:
        yield (_amount(Money(int(exact // unit) * unit)),), Slip(Cause.PAY_ARITHMETIC, "rounded-down")
    with_stake = Money(_paid(ask, bet, verdict) + bet.wager.stake)
    yield (_amount(with_stake),), Slip(Cause.PAY_ODDS, "stake-paid-too")
    for odds in _other_odds(layout, area):
        paid = _paid(ask, bet, Verdict(Result.WIN, odds))
        yield (_amount(paid),), Slip(Cause.PAY_ODDS, "other-odds", _odds_facts(odds))


def _odds_facts(odds: Odds | None) -> Mapping[str, str]:
    assert odds is not None, "only a bet that won is paid"
    return {"win": str(odds.win), "stake_of_odds": str(odds.stake)}


def _other_odds(layout: Layout, area: Area) -> tuple[Odds, ...]:
    """What other bets of the layout pay, each once, but for what this bet itself can pay."""
    own = set(layout.prizes(area).values())
    return tuple(dict.fromkeys(pay.odds for pay in layout.pays if pay.odds not in own))


def ask_settle(ask: Ask) -> Exercise:
    """A layout of several winning bets: what each is paid, one after the other."""
    chance, layout = ask.chance(), ask.table.rules.layout
    scene, row = deal_result(ask)
    won = prizes_won(layout, row)
    areas = _require_areas(tuple(won))
    bets = [_make_bet(ask, chance.choice(areas), chance) for _ in range(ask.number("bets") or _USUAL_BETS)]
    ordered = tuple(sorted(bets, key=lambda bet: layout.areas.index(bet.wager.area)))
    questions = [
        make_pay_question(ask, bet, row[layout.areas.index(bet.wager.area)], won[bet.wager.area]) for bet in ordered
    ]
    commission = ask.table.rules.book.commission is not None
    asked = replace(scene, bets=ordered, unit=ask.table.unit, commission=commission)
    return ask.exercise(asked, questions)
