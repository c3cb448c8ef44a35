"""How much of each bet of a round counts, by the limits in force, and stakes that chips can make.

The offers of insurance, the settlement and the screens ask here, so all of them reckon alike. For insurance
it also finds the highest stake, the one that covers the bet and half of it, each in chips of the table.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import InsuranceCount, InsuranceStake, count_insurance_stakes
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.limits import BetCount, TableLimits, count_after_returns
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import (
    InsuranceBet,
    PlacedBet,
    Round,
    TableState,
    Who,
    find_person,
    was_under_minimum,
)
from dealer_app.domain.round.table_settings import BetKeeping, Rules, Table, chip_refusal
from dealer_app.domain.round.visible import open_cards
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage
from dealer_app.domain.values import cache_last


class BetsInPlay(Struct, frozen=True):
    """The bets in play with what counts of each, by the limits in force: the same while bettors answer an offer."""

    limits: TableLimits
    bets: tuple[tuple[PlacedBet, BetCount], ...]


def bets_in_play(rules: Rules, state: TableState) -> BetsInPlay:
    """Of the round that is on, or the last one until the next begins."""
    assert state.table is not None, "bets are placed at a table"
    round_, limits = _round_to_count(state), state.table.limits
    # Mostly nobody has been, and insurance asks this of every bettor at every step.
    warned = state.under_minimum_before and {bet.who for bet in round_.bets if was_under_minimum(state, bet.who)}
    if warned:
        return _count_round(rules, limits, round_, frozenset(warned))
    return (
        _count_with_returns(rules, limits, round_) if round_.returned else _count_untouched(rules, limits, round_.bets)
    )


def _round_to_count(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "asked only of a round that can still be corrected"
    return found


@cache_last
def _count_untouched(rules: Rules, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> BetsInPlay:
    return _count_round(rules, limits, Round(number=0, bets=bets), frozenset())


@cache_last
def _count_with_returns(rules: Rules, limits: TableLimits, round_: Round) -> BetsInPlay:
    return _count_round(rules, limits, round_, frozenset())


def _count_round(rules: Rules, limits: TableLimits, round_: Round, warned: frozenset[Who]) -> BetsInPlay:
    """Each bet in play is reckoned with all that were placed, and with those that are left (ruling L11)."""
    placed = [bet for bet in round_.bets if bet.number not in round_.never_placed]
    back = {place for place, bet in enumerate(placed) if bet.number in round_.returned}
    counted = count_after_returns(
        rules.book,
        limits,
        [bet.wager for bet in placed],
        back,
        under_minimum_before=[place for place, bet in enumerate(placed) if bet.who in warned],
    )
    left = (bet for place, bet in enumerate(placed) if place not in back)
    return BetsInPlay(limits, tuple(zip(left, counted, strict=True)))


def offer_for_bet(rules: Rules, round_: Round, bet: InsuranceBet) -> InsuranceOffer | None:
    """The offer on which this was bet; a card corrected since may leave nothing that was to be offered."""
    assert rules.baccarat is not None, "insured only where insurance is offered"
    cards = open_cards(round_)
    seen = cards[:4] if bet.stage is InsuranceStage.AFTER_FOUR else cards[:5]
    return next(
        (offer for offer in rules.baccarat.situation_offers(coup_situation(seen)) if offer.side is bet.side), None
    )


def insurance_counts(rules: Rules, state: TableState) -> Mapping[int, InsuranceCount]:
    """What of each insurance bet in play counts as the bets lie now, by its number (ruling I12).

    Bets not keyed, nobody knows what is insured: all of it counts. So does one without an offer, which goes back whole.
    """
    assert state.table is not None, "an offer is made at a table"
    taken = {bet.number: bet for bet in _round_to_count(state).insurance_in_play}
    whole = {number: InsuranceCount(counts=Fraction(bet.stake)) for number, bet in taken.items()}
    if not taken or state.table.bets is BetKeeping.OFF:
        return whole
    laid = bets_in_play(rules, state)
    capped = {}
    for number, bet in taken.items():
        offer = offer_for_bet(rules, _round_to_count(state), bet)
        if offer is not None:
            person = find_person(state, bet.who)
            capped[number] = InsuranceStake(who=bet.who, offer=offer, stake=bet.stake, late=bet.late, person=person)
    counted = count_insurance_stakes(
        rules.book, laid.limits, tuple(capped.values()), [(bet.wager, part) for bet, part in laid.bets]
    )
    return {**whole, **dict(zip(capped, counted, strict=True))}


class QuickStake(Enum):
    """What a bettor asks for without naming an amount. To cover is to win back the bet with the insurance."""

    COVER = "cover"
    HALF = "half"
    MOST = "max"


def floor_to_chips(table: Table, most: Fraction) -> Money:
    """As much of it as can be laid in chips of this table; what is less than one of them, to the minor unit."""
    unit = _smallest_amount(table)
    return Money(floor(most / unit) * unit or floor(most))


def stake_chip_refusal(rules: Rules, table: Table, most: Fraction, stake: int) -> Refusal | None:
    """What is said of a stake that no chips make; where even the most is less than one of them any stake goes."""
    return None if most < _smallest_amount(table) else chip_refusal(rules, table, stake)


def quick_stakes(table: Table, odds: Odds, original: Fraction, most: Fraction) -> tuple[tuple[QuickStake, Money], ...]:
    """No amount twice: what is the most is called so, and what covers is not called half.

    What covers is the least stake whose winnings return the bet, in chips and under the cap.
    """
    unit, highest = _smallest_amount(table), floor_to_chips(table, most)
    cover = ceil(original / odds.ratio / unit) * unit
    half = floor(original / 2 / unit) * unit or highest
    found = {
        QuickStake.COVER: Money(min(cover, highest)),
        QuickStake.HALF: Money(min(half, highest)),
        QuickStake.MOST: highest,
    }
    named = {found[quick]: quick for quick in (QuickStake.HALF, QuickStake.COVER, QuickStake.MOST)}
    return tuple((quick, stake) for quick, stake in found.items() if named[stake] is quick)


def _smallest_amount(table: Table) -> Money:
    """The smallest chip; where none is named any amount can be laid."""
    return table.unit or Money(1)
