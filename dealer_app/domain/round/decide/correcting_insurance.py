"""An insurance bet keyed with another stake than its chips, or though nobody had bought it (Insurance Plus 5.14).

Whose it is, on which hand and on which offer stays as it was; what it really was keeps to the caps of that offer.
"""

from dataclasses import replace

from dealer_app.domain.money import Money
from dealer_app.domain.round import mending_events
from dealer_app.domain.round.decide.conditions import Why
from dealer_app.domain.round.decide.insuring import unfit_stake
from dealer_app.domain.round.decide.missed_insurance import missed_offers, over_late
from dealer_app.domain.round.evolve import evolve
from dealer_app.domain.round.needs import InsuranceCorrection
from dealer_app.domain.round.refusal import refused
from dealer_app.domain.round.state import InsuranceBet, Round, TableState
from dealer_app.domain.round.table import Rules


def insurance_bet(round_: Round, number: int | None) -> InsuranceBet | None:
    """An insurance bet of which the chips still lie there."""
    return next((bet for bet in round_.insurance if bet.number == number and number not in round_.returned), None)


def unfit(rules: Rules, state: TableState, bet: InsuranceBet, stake: Money) -> Why:
    """What stands against this stake in its place: the cap of the offer (3.12.2), or that of one made late (5.13.1)."""
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be mended"
    offer = next((offer for offer in missed_offers(rules, round_, bet.stage) if offer.side is bet.side), None)
    if offer is None:
        # A card corrected since leaves nothing that was to be offered: the stake goes back, whatever it is.
        return refused("no-offer-open", rules.clause("insurance"))
    others = tuple(other for other in round_.insurance if other is not bet)
    without = evolve(state, round=evolve(round_, insurance=others))
    wrong = unfit_stake(rules, without, bet.who, offer, stake)
    return wrong or (over_late(rules, without, bet.who, offer, stake) if bet.late else None)


def corrected(round_: Round, wanted: InsuranceCorrection, clause: str) -> mending_events.InsuranceCorrected:
    before = insurance_bet(round_, wanted.number)
    assert before is not None, "a bet in play does not go away while its case is open"
    bet = None if wanted.stake is None else replace(before, stake=wanted.stake)
    return mending_events.InsuranceCorrected(number=wanted.number, bet=bet, clause=clause)
