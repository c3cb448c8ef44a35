"""An insurance bet keyed otherwise than its chips lie, not keyed at all, or keyed though nobody had bought it (5.14).

What it really was keeps to the caps of its offer, and to a bet on the hand that it insures (Insurance Plus 3.11, 3.12).
"""

from dealer_app.domain.money import Money
from dealer_app.domain.round import mending_events
from dealer_app.domain.round.decide.conditions import Why
from dealer_app.domain.round.decide.insuring import unfit_stake
from dealer_app.domain.round.decide.missed_insurance import missed_offers, most_late, over_late
from dealer_app.domain.round.needs import InsuranceCorrection, Insured
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.state import InsuranceBet, Round, TableState
from dealer_app.domain.round.table import BetKeeping, Rules
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage
from dealer_app.domain.values import replace


def insurance_bet(round_: Round, number: int | None) -> InsuranceBet | None:
    """An insurance bet of which the chips still lie there."""
    return next((bet for bet in round_.insurance if bet.number == number and number not in round_.returned), None)


def of_bet(bet: InsuranceBet) -> Insured:
    return Insured(bet.who, bet.stage, bet.side)


def offers_made(rules: Rules, round_: Round) -> tuple[InsuranceOffer, ...]:
    """What was offered in this round and is closed, in time or late: on these chips may lie that were not keyed."""
    if rules.book.insurance is None:
        return ()
    made = [stage for stage in InsuranceStage if _was_made(round_, stage)]
    return tuple(offer for stage in made for offer in missed_offers(rules, round_, stage))


def _was_made(round_: Round, stage: InsuranceStage) -> bool:
    return stage in round_.offered_late or (stage in round_.offers_closed and stage not in round_.neglected)


def unfit(rules: Rules, state: TableState, bet: InsuranceBet | None, wanted: InsuranceCorrection) -> Why:
    """What stands against it: no such offer, or the cap of it (3.12.2), or that of one made late (5.13.1)."""
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be mended"
    insured = wanted.insured
    if insured is not None:
        wrong = _unfit_offer(rules, state, round_, bet, insured)
        if wrong is not None:
            return wrong
    elif bet is not None:
        insured = of_bet(bet)
    assert insured is not None, "an insurance that was not keyed says whose it is"
    offers = missed_offers(rules, round_, insured.stage)
    offer = next((offer for offer in offers if offer.side is insured.side), None)
    if offer is None:
        # A card corrected since leaves nothing that was to be offered: the stake goes back, whatever it is.
        return refused("no-offer-open", rules.clause("insurance"))
    others = tuple(other for other in round_.insurance if other is not bet)
    without = replace(state, round=replace(round_, insurance=others))
    stake = wanted.stake or Money(0)
    recorded = None if bet is None else bet.stake
    late = insured.stage in round_.offered_late if wanted.insured is not None or bet is None else bet.late
    cap = most_late(rules, without, insured.who, offer) if late else None
    against = unfit_stake(rules, without, insured.who, offer, stake, late_cap=cap, recorded=recorded)
    return against or (over_late(rules, without, insured.who, offer, stake) if late else None)


def _unfit_offer(rules: Rules, state: TableState, round_: Round, bet: InsuranceBet | None, insured: Insured) -> Why:
    """Only on an offer that was made and is closed; while it is open, he answers it. One bet of each on an offer."""
    assert state.table is not None, "asked only at an open table"
    clause = rules.clause("insurance")
    if not _was_made(round_, insured.stage):
        return refused("no-offer-open", clause)
    seats = rules.seats(state.table)
    if state.table.bets is BetKeeping.OFF and insured.who[0] not in seats:
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(insured.who[0])})
    if any(other is not bet and of_bet(other) == insured for other in round_.insurance):
        return refused("answered-already", clause)
    return None


def corrected(state: TableState, wanted: InsuranceCorrection, clause: str) -> mending_events.InsuranceCorrected:
    round_ = state.round
    assert round_ is not None, "corrected only while its round is on, or settled anew"
    number = wanted.number or state.entries + 1
    before = insurance_bet(round_, wanted.number)
    bet = None
    if wanted.stake is not None:
        insured = wanted.insured or (of_bet(before) if before is not None else None)
        assert insured is not None, "a bet in play does not go away while its case is open"
        who, stage, side = insured.who, insured.stage, insured.side
        late = before.late if before is not None and wanted.insured is None else stage in round_.offered_late
        bet = InsuranceBet(number=number, who=who, stage=stage, side=side, stake=wanted.stake, late=late)
    return mending_events.InsuranceCorrected(number=number, bet=bet, clause=clause)
