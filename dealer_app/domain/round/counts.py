"""What of each bet of a round counts, that is wins or loses, by the limits in force.

The same for the offers of insurance, for the settlement and for whoever looks before it.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.baccarat.insurance_counts import InsuranceCounting, Insured, insurance_counting
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.one_bet import counting_after_returns
from dealer_app.domain.round.persons import person_of, under_minimum_before
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.seen import open_cards
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Rules
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage


class Lying(Struct, frozen=True):
    """The bets in play with what counts of each, by the limits in force: the same while bettors answer an offer."""

    limits: TableLimits
    bets: tuple[tuple[PlacedBet, Counting], ...]


def lying(rules: Rules, state: TableState) -> Lying:
    """Of the round that is on, or the last one until the next begins."""
    assert state.table is not None, "bets are placed at a table"
    round_, limits = _round(state), state.table.limits
    # Mostly nobody has been, and insurance asks this of every bettor at every step.
    warned = state.under_minimum_before and {bet.who for bet in round_.bets if under_minimum_before(state, bet.who)}
    if warned:
        return _counted(rules, limits, round_, frozenset(warned))
    return _after_returns(rules, limits, round_) if round_.returned else _as_placed(rules, limits, round_.bets)


def _round(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "asked only of a round that can still be mended"
    return found


@last_remembered
def _as_placed(rules: Rules, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> Lying:
    return _counted(rules, limits, Round(number=0, bets=bets), frozenset())


@last_remembered
def _after_returns(rules: Rules, limits: TableLimits, round_: Round) -> Lying:
    return _counted(rules, limits, round_, frozenset())


def _counted(rules: Rules, limits: TableLimits, round_: Round, warned: frozenset[Who]) -> Lying:
    """Each bet in play is reckoned with all that were placed, and with those that are left (ruling L11)."""
    placed = [bet for bet in round_.bets if bet.number not in round_.never_placed]
    back = {place for place, bet in enumerate(placed) if bet.number in round_.returned}
    counted = counting_after_returns(
        rules.book,
        limits,
        [bet.wager for bet in placed],
        back,
        under_minimum_before=[place for place, bet in enumerate(placed) if bet.who in warned],
    )
    left = (bet for place, bet in enumerate(placed) if place not in back)
    return Lying(limits, tuple(zip(left, counted, strict=True)))


def insured_offer(rules: Rules, round_: Round, bet: InsuranceBet) -> InsuranceOffer | None:
    """The offer on which this was bet; a card corrected since may leave nothing that was to be offered."""
    assert rules.baccarat is not None, "insured only where insurance is offered"
    cards = open_cards(round_)
    seen = cards[:4] if bet.stage is InsuranceStage.AFTER_FOUR else cards[:5]
    return next((offer for offer in rules.baccarat.offers(situation(seen)) if offer.side is bet.side), None)


def insurance_counts(rules: Rules, state: TableState) -> Mapping[int, InsuranceCounting]:
    """What of each insurance bet in play counts as the bets lie now, by its number (ruling I12).

    Bets not keyed, nobody knows what is insured: all of it counts. So does one without an offer, which goes back whole.
    """
    assert state.table is not None, "an offer is made at a table"
    taken = {bet.number: bet for bet in _round(state).insured}
    whole = {number: InsuranceCounting(counts=Fraction(bet.stake)) for number, bet in taken.items()}
    if not taken or state.table.bets is BetKeeping.OFF:
        return whole
    laid = lying(rules, state)
    capped = {}
    for number, bet in taken.items():
        offer = insured_offer(rules, _round(state), bet)
        if offer is not None:
            person = person_of(state, bet.who)
            capped[number] = Insured(who=bet.who, offer=offer, stake=bet.stake, late=bet.late, person=person)
    counted = insurance_counting(
        rules.book, laid.limits, tuple(capped.values()), [(bet.wager, part) for bet, part in laid.bets]
    )
    return {**whole, **dict(zip(capped, counted, strict=True))}
