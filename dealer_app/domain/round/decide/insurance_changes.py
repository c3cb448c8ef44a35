"""What of an insurance bet counts changes with its Original Bet, and is said when it does (ruling I12).

Whatever was decided: a bet corrected, found late or without value, given back, cut, a card corrected, two bettors who
are one. Nothing is judged here: the settlement comes to the same by itself.
"""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.state import InsuranceBet, TableState
from dealer_app.domain.round.table import Rules

_CAN_CHANGE_IT = (
    events.BetCut,
    events.BetsReturned,
    events.CardsReordered,
    mending_events.CardsTakenAsTheyLie,
    mending_events.BetCorrected,
    mending_events.BettorsAreOne,
    mending_events.BettorsAreTwo,
    mending_events.CardCorrected,
    mending_events.InsuranceCorrected,
)


def insurance_changes(
    rules: Rules, state: TableState, done: tuple[events.Event, ...]
) -> tuple[mending_events.InsuranceCounted, ...]:
    """Each insurance bet of which more goes back than before, or less, once this is done."""
    if not any(isinstance(event, _CAN_CHANGE_IT) for event in done) or not _insured(state):
        return ()
    after = fold(state, done)
    before = _capped(rules, state)
    now = _capped(rules, after)
    stakes = {bet.number: Fraction(bet.stake) for bet in _insured(after)}
    found = []
    for number, stake in stakes.items():
        counts, clause = now.get(number, (stake, before.get(number, (stake, ""))[1]))
        if now.get(number) != before.get(number):
            found.append(mending_events.InsuranceCounted(number=number, counts=counts, clause=clause))
    return tuple(found)


def _insured(state: TableState) -> tuple[InsuranceBet, ...]:
    round_ = state.round or state.last
    return () if round_ is None else round_.insured


def _capped(rules: Rules, state: TableState) -> Mapping[int, tuple[Fraction, str]]:
    """What counts of each insurance bet that does not count in full, and by which clause."""
    return {
        number: (Fraction(0), rules.clause("original-bet")) if part.counts is None else (part.counts, part.clause)
        for number, part in insurance_counts(rules, state).items()
        if part.counts is None or part.clause
    }
