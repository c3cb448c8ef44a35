"""Drills on insurance: which hand can be insured now, at what odds, for whom, up to how much, and how it ends.

What is on offer, what counts of a bet on it and how it ends are those of the engine. Each wrong answer is what the same
functions give under one changed rule: the rows of the other stage, a tie that is returned, no cap.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import (
    InsuranceStake,
    Offers,
    OriginalReading,
    count_insurance_stakes,
    late_offer_cap,
    offer_maximum,
    stage_offers,
)
from dealer_app.domain.limits import AreaLimits, TableLimits, count_bets
from dealer_app.domain.money import Money
from dealer_app.domain.round.guide import bettor_fact
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Rulebook, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor
from dealer_app.practice.card_drills import gather_mistakes, require_any
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.insurance_offers import (
    OTHER_SIDE,
    STAKE_CHIPS,
    OfferMoment,
    amount_answer,
    choose_stake,
    describe_moment,
    describe_odds,
    find_wished_moments,
    find_wished_offers,
    make_moment_scene,
    make_original_bet,
    make_scene_bet,
    table_odds,
)
from dealer_app.practice.insurance_pay_drills import ask_insurance_end, ask_insurance_pay, ask_neglected_insurance
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, Exercise, SceneBet, Slip

_AFTER_FOUR, _AFTER_P3 = InsuranceStage.AFTER_FOUR, InsuranceStage.AFTER_P3
_NO_HAND, _BOTH_HANDS = "none", "both"
_HANDS = (_NO_HAND, Side.PLAYER.value, Side.BANKER.value, _BOTH_HANDS)
_STANDING = Bettor("standing-1")
_EVERYTHING = Money(10**9)
"""More than any cap: what counts of it is the cap."""


def ask_insurance(ask: Ask) -> Exercise:
    """What the skill asks of insurance, in a document that has it."""
    return _ASKED[ask.text("ask")](ask, _insurance_rules(ask))


def _insurance_rules(ask: Ask) -> Insurance:
    insurance = ask.table.rules.book.insurance
    if insurance is None:
        raise NotAskedError
    return insurance


# Which hand


def _ask_which(ask: Ask, insurance: Insurance) -> Exercise:
    chance = ask.chance()
    moments = find_wished_moments(ask, insurance)
    if ask.text("offered"):
        # What is worth asking: the totals stand in the pay table, but no card is due.
        moments = [one for one in moments if stage_offers(insurance, one.stage, one.player, one.banker)]
    moment = chance.choice(require_any(moments))
    right: tuple[Answer, ...] = ((_hands_of(moment.offers),),)
    question = DrillQuestion(
        code="insurance-which",
        part="hand",
        form=AnswerForm.CHOICE,
        choices=_HANDS,
        right=right,
        mistakes=gather_mistakes(right, _which_slips(insurance, moment)),
        usual=Slip(Cause.INSURANCE_MISSED, "pay-table-misread"),
        clause=ask.clause,
        facts=describe_moment(moment),
        why="insurance-which" if moment.offers else "insurance-none" if moment.is_due else "insurance-no-card",
    )
    return ask.exercise(make_moment_scene(chance, moment), (question,))


def _hands_of(offers: Offers) -> str:
    sides = {offer.side for offer in offers}
    if len(sides) > 1:
        return _BOTH_HANDS
    return next((side.value for side in sides), _NO_HAND)


def _which_slips(insurance: Insurance, moment: OfferMoment) -> Iterator[tuple[Answer, Slip]]:
    stage, player, banker = moment.stage, moment.player, moment.banker
    missed = Cause.INSURANCE_MISSED
    if moment.offers:
        yield (_NO_HAND,), Slip(missed, "not-offered")
        behind = OTHER_SIDE[moment.offers[0].side]
        yield (behind.value,), Slip(missed, "hand-that-trails")
    if not moment.is_due:
        yield (_hands_of(stage_offers(insurance, stage, player, banker)),), Slip(missed, "no-card-due")
    other = _AFTER_P3 if stage is _AFTER_FOUR else _AFTER_FOUR
    yield (_hands_of(stage_offers(insurance, other, player, banker)),), Slip(missed, "rows-of-other-stage")
    if moment.third is not None:
        yield (_hands_of(stage_offers(insurance, stage, moment.first, banker)),), Slip(Cause.TOTAL, "third-left-out")


# At what odds


def _ask_odds(ask: Ask, insurance: Insurance) -> Exercise:
    chance = ask.chance()
    moment, offer = chance.choice(require_any(find_wished_offers(ask, insurance)))
    right: tuple[Answer, ...] = ((str(offer.odds),),)
    question = DrillQuestion(
        code="insurance-odds",
        part="odds",
        form=AnswerForm.CHOICE,
        choices=tuple(str(odds) for odds in table_odds(insurance)),
        right=right,
        mistakes=gather_mistakes(right, _odds_slips(insurance, moment, offer)),
        usual=Slip(Cause.PAY_ODDS, "pay-table-misread"),
        clause=ask.clause,
        facts={**describe_moment(moment), "side": offer.side.value, **describe_odds(offer.odds)},
        why="insurance-odds",
    )
    return ask.exercise(replace(make_moment_scene(chance, moment), insured=offer.side), (question,))


def _odds_slips(insurance: Insurance, moment: OfferMoment, offer: InsuranceOffer) -> Iterator[tuple[Answer, Slip]]:
    """The row of another total, of the other stage, or of the other hand."""
    stage, side, player, banker = offer.stage, offer.side, moment.player, moment.banker
    other = _AFTER_P3 if stage is _AFTER_FOUR else _AFTER_FOUR
    yield from _odds_read(insurance, other, side, player, banker, Slip(Cause.PAY_ODDS, "rows-of-other-stage"))
    for step in (-1, 1):
        row = Slip(Cause.PAY_ODDS, "row-of-other-points", {"hand": "player", "total": str(player + step)})
        yield from _odds_read(insurance, stage, side, player + step, banker, row)
        row = Slip(Cause.PAY_ODDS, "row-of-other-points", {"hand": "banker", "total": str(banker + step)})
        yield from _odds_read(insurance, stage, side, player, banker + step, row)
    exchanged = Slip(Cause.PAY_ODDS, "rows-of-other-hand")
    yield from _odds_read(insurance, stage, OTHER_SIDE[side], banker, player, exchanged)


def _odds_read(
    insurance: Insurance, stage: InsuranceStage, side: Side, player: int, banker: int, slip: Slip
) -> Iterator[tuple[Answer, Slip]]:
    for offer in stage_offers(insurance, stage, player, banker):
        if offer.side is side:
            yield (str(offer.odds),), slip


# For whom


def _ask_who(ask: Ask, insurance: Insurance) -> Exercise:
    """Every bettor with a bet on that hand, and nobody else (3.11, ruling I10)."""
    chance, book, seats = ask.chance(), ask.table.rules.book, ask.table.rules.layout.seats
    moment, offer = chance.choice(require_any(find_wished_offers(ask, insurance)))
    bettors = (SEATED, _STANDING) if ask.text("bettors") == "standing" else (SEATED,)
    bets = _deal_bets(ask, chance, offer.side, [(seat, bettor) for seat in seats for bettor in bettors])
    places = tuple(dict.fromkeys((bet.wager.seat, bet.wager.bettor) for bet in bets))
    right = tuple(bettor_fact(who) for who in places if _can_insure(book, offer, who, bets))
    question = DrillQuestion(
        code="insurance-who",
        form=AnswerForm.AREAS,
        choices=tuple(bettor_fact(who) for who in places),
        right=(right,),
        usual=Slip(Cause.INSURANCE_MISSED, "bettors-misread"),
        clause=ask.clause,
        facts={**describe_moment(moment), "side": offer.side.value, "count": str(len(right))},
        why="insurance-who",
        part="bettor",
        missed=Cause.INSURANCE_MISSED,
    )
    scene = replace(make_moment_scene(chance, moment), insured=offer.side, bets=tuple(bets), unit=ask.table.unit)
    return ask.exercise(scene, (question,))


def _deal_bets(ask: Ask, chance: Random, side: Side, places: Sequence[Who]) -> list[SceneBet]:
    """Some bets on the hand, some on the other, some on side bets alone."""
    layout = ask.table.rules.layout
    hands = [Area(each.value) for each in (side, OTHER_SIDE[side])]
    others = [area for area in layout.areas if area not in hands]
    taken = chance.sample(list(places), min(len(places), chance.choice((4, 5, 6))))
    areas = [
        hands[0],
        hands[1],
        chance.choice(others),
        *(chance.choice((*hands, chance.choice(others))) for _ in taken),
    ]
    return [
        make_scene_bet(area, choose_stake(ask, chance), who)
        for who, area in zip(sorted(taken, key=list(places).index), _mix(chance, areas[: len(taken)]), strict=True)
    ]


def _mix(chance: Random, areas: list[Area]) -> list[Area]:
    return chance.sample(areas, len(areas))


def _can_insure(book: Rulebook, offer: InsuranceOffer, who: Who, bets: Sequence[SceneBet]) -> bool:
    own = [
        (bet.wager, None)
        for bet in bets
        if (bet.wager.seat, bet.wager.bettor) == who and bet.wager.area == offer.side.value
    ]
    return offer_maximum(book, TableLimits(), offer, own, on_offer_by_others=Money(0)) is not None


# Up to how much


class _CapCase(Struct, frozen=True, kw_only=True):
    """A bet on a hand, an offer on it, the sign at the table and what was taken of insurance before."""

    moment: OfferMoment
    offer: InsuranceOffer
    bets: tuple[SceneBet, ...]
    limits: TableLimits
    taken: tuple[InsuranceStake, ...] = ()
    late: bool = False

    @property
    def who(self) -> Who:
        """Whose insurance is asked about: that of the first bet."""
        return self.bets[0].wager.seat, self.bets[0].wager.bettor

    @property
    def stake(self) -> Money:
        """The Original Bet as it was placed."""
        return self.bets[0].wager.stake


def _ask_cap(ask: Ask, insurance: Insurance) -> Exercise:
    chance, book = ask.chance(), ask.table.rules.book
    case = _CAP_CASES[ask.text("cap")](ask, chance, insurance)
    cap, clause = _most(book, case)
    right: tuple[Answer, ...] = ((str(cap),),)
    question = DrillQuestion(
        code="insurance-late-cap" if case.late else "insurance-cap",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _cap_slips(insurance, book, case)),
        usual=Slip(Cause.INSURANCE_CAP, "reckoned-wrong"),
        clause=clause,
        facts={
            **describe_moment(case.moment),
            "side": case.offer.side.value,
            **describe_odds(case.offer.odds),
            "bettor": bettor_fact(case.who),
            "stake": str(case.stake),
            "counts": str(case.bets[0].counts),
            "taken": str(sum(one.stake for one in case.taken)),
            "most": str(cap),
        },
        why=f"insurance-cap.{ask.text('cap')}",
    )
    scene = make_moment_scene(chance, case.moment)
    before = tuple(_insurance_bet(one) for one in case.taken)
    asked = replace(
        scene,
        insured=case.offer.side,
        bets=(*case.bets, *before),
        asked=0,
        unit=ask.table.unit,
        limits=case.limits,
    )
    return ask.exercise(asked, (question,))


def _insurance_bet(taken: InsuranceStake) -> SceneBet:
    return make_scene_bet(Area(f"{taken.offer.side.value}_insurance"), taken.stake, taken.who)


def _most(book: Rulebook, case: _CapCase) -> tuple[Money, str]:
    """What counts of more than anybody could bet, and by which clause no more than that."""
    whole = InsuranceStake(who=case.who, offer=case.offer, stake=_EVERYTHING, late=case.late)
    wagers = [bet.wager for bet in case.bets]
    bets = list(zip(wagers, count_bets(book, case.limits, wagers), strict=True))
    counted = count_insurance_stakes(book, case.limits, (*case.taken, whole), bets)[-1]
    assert counted.counts is not None, "there is a bet to be insured"
    assert counted.counts.denominator == 1, "the case was made with whole amounts"
    return Money(int(counted.counts)), counted.clause


def _cap_slips(insurance: Insurance, book: Rulebook, case: _CapCase) -> Iterator[tuple[Answer, Slip]]:
    """One changed rule each: no quarter, always a quarter, the bet as placed, one cap for the round, no late cap."""
    counts, cap = case.bets[0].counts, Cause.INSURANCE_CAP
    sign = case.limits.maximum(Area(case.offer.side.value)) or case.limits.differentials.get("differential")
    share = insurance.capped_share_of_maximum
    if case.late:
        yield amount_answer(_most(book, replace(case, late=False))[0]), Slip(Cause.INSURANCE_LATE, "late-cap-forgotten")
        with_stake = counts / (case.offer.odds.ratio + 1)
        yield from _in_chips(with_stake, Slip(Cause.INSURANCE_LATE, "stake-in-payout"))
    else:
        late = late_offer_cap(insurance, case.offer.odds, Fraction(counts))
        yield from _in_chips(late, Slip(Cause.INSURANCE_LATE, "late-cap-in-time"))
    as_placed = book.choice("I11") == OriginalReading.AS_PLACED.value
    yield amount_answer(case.stake if as_placed else counts), Slip(cap, "quarter-forgotten")
    if case.stake != counts:
        yield amount_answer(case.stake), Slip(cap, "placed-not-counted")
        yield amount_answer(counts), Slip(cap, "counted-not-placed")
    if sign is not None:
        yield amount_answer(sign), Slip(cap, "whole-maximum")
        code = "quarter-alone" if case.offer.odds == insurance.capped_odds else "quarter-of-every-offer"
        yield from _in_chips(sign * share, Slip(cap, code))
    yield from _in_chips(counts * share, Slip(cap, "quarter-of-the-bet"))
    if case.taken:
        left = counts - sum(one.stake for one in case.taken)
        yield amount_answer(left), Slip(cap, "one-cap-for-the-round")


def _in_chips(amount: Fraction, slip: Slip) -> Iterator[tuple[Answer, Slip]]:
    """What a rule gives, where it is a whole amount: nobody bets a third of a cent."""
    if amount.denominator == 1:
        yield (str(amount),), slip


def _offer_moment(
    chance: Random, ask: Ask, insurance: Insurance, *, capped: bool
) -> tuple[OfferMoment, InsuranceOffer]:
    found = find_wished_offers(ask, insurance)
    return chance.choice(require_any([one for one in found if (one[1].odds == insurance.capped_odds) is capped]))


def _general_maximum(ask: Ask, chips: int) -> TableLimits:
    return TableLimits(general=AreaLimits(maximum=Money(chips * ask.table.unit)))


def _cap_original(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """At lower odds only the Original Bet is a cap."""
    moment, offer = _offer_moment(chance, ask, insurance, capped=False)
    bet = make_original_bet(ask, chance, offer, chance.choice(STAKE_CHIPS))
    limits = _general_maximum(ask, chance.choice((240, 320, 400)))
    return _CapCase(moment=moment, offer=offer, bets=(bet,), limits=limits)


def _cap_quarter(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """At 10 to 1 the quarter of the maximum, where the Original Bet is more."""
    moment, offer = _offer_moment(chance, ask, insurance, capped=True)
    most = chance.choice((80, 120, 200))
    bet = make_original_bet(ask, chance, offer, chance.randint(most // 4 + 2, most))
    return _CapCase(moment=moment, offer=offer, bets=(bet,), limits=_general_maximum(ask, most))


def _cap_below_quarter(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """At 10 to 1 the Original Bet, where it is less than the quarter."""
    moment, offer = _offer_moment(chance, ask, insurance, capped=True)
    most = chance.choice((160, 240, 400))
    bet = make_original_bet(ask, chance, offer, chance.randint(4, most // 4 - 1))
    return _CapCase(moment=moment, offer=offer, bets=(bet,), limits=_general_maximum(ask, most))


def _cap_differential(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """The quarter is that of the Differential where no maximum is displayed (ruling I5)."""
    case = _cap_quarter(ask, chance, insurance)
    most = case.limits.general.maximum
    assert most is not None, "made with a maximum"
    return replace(case, limits=TableLimits(differentials={"differential": most}))


def _cap_part(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """The part of the Original Bet that counts, where its side is over the Differential (ruling I11)."""
    moment, offer = _offer_moment(chance, ask, insurance, capped=False)
    own, other = (Money(chips * ask.table.unit) for chips in chance.choice(((40, 20), (60, 20), (40, 40), (80, 20))))
    first, second, third = chance.sample(list(ask.table.rules.layout.seats), 3)
    side, against = Area(offer.side.value), Area(OTHER_SIDE[offer.side].value)
    light = Money(10 * ask.table.unit)
    room = Money((own + other) * chance.choice((1, 3)) // 4)
    bets = tuple(
        make_scene_bet(area, stake, (seat, SEATED))
        for area, stake, seat in ((side, own, first), (side, other, second), (against, light, third))
    )
    limits = TableLimits(differentials={"differential": Money(max(room - light, ask.table.unit))})
    counted = count_bets(ask.table.rules.book, limits, [bet.wager for bet in bets])
    part = tuple(replace(bet, counts=Money(int(count.counts or 0))) for bet, count in zip(bets, counted, strict=True))
    return _CapCase(moment=moment, offer=offer, bets=part, limits=limits)


def _cap_again(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """Caps start again at each offer (ruling I6): what was taken after four cards does not make this one smaller."""
    twice = [
        (moment, offer, before)
        for moment, offer in find_wished_offers(ask, insurance)
        if moment.third is not None and offer.odds != insurance.capped_odds
        for before in stage_offers(insurance, _AFTER_FOUR, moment.first, moment.banker)
        if before.side is offer.side
    ]
    moment, offer, before = chance.choice(require_any(twice))
    chips = chance.choice(STAKE_CHIPS)
    bet = make_original_bet(ask, chance, offer, chips)
    taken = Money(chance.randint(1, chips - 1) * ask.table.unit)
    who = bet.wager.seat, bet.wager.bettor
    first = InsuranceStake(who=who, offer=before, stake=taken)
    limits = _general_maximum(ask, 400)
    return _CapCase(moment=moment, offer=offer, bets=(bet,), limits=limits, taken=(first,))


def _cap_late(ask: Ask, chance: Random, insurance: Insurance) -> _CapCase:
    """Offered late it may win no more than the Original Bet (5.13.1, ruling I7)."""
    moment, offer = chance.choice(require_any(find_wished_offers(ask, insurance)))
    chips = offer.odds.win * chance.choice((2, 4, 6, 10))
    bet = make_original_bet(ask, chance, offer, chips)
    return _CapCase(moment=moment, offer=offer, bets=(bet,), limits=_general_maximum(ask, 400), late=True)


_CAP_CASES: Mapping[str, Callable[[Ask, Random, Insurance], _CapCase]] = {
    "original": _cap_original,
    "quarter": _cap_quarter,
    "below-quarter": _cap_below_quarter,
    "differential": _cap_differential,
    "part": _cap_part,
    "again": _cap_again,
    "late": _cap_late,
}


_ASKED: Mapping[str, Callable[[Ask, Insurance], Exercise]] = {
    "which": _ask_which,
    "odds": _ask_odds,
    "who": _ask_who,
    "cap": _ask_cap,
    "end": ask_insurance_end,
    "pay": ask_insurance_pay,
    "neglected": ask_neglected_insurance,
}
