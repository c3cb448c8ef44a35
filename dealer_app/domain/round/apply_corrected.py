"""The fold of bets that turn out to be otherwise than they were keyed, or go back.

As in apply nothing is judged here; an event that is there has happened.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.apply_mended import in_round, round_of
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace


def _bet_corrected(state: TableState, event: mending_events.BetCorrected) -> TableState:
    bets = round_of(state).bets
    if event.bet is not None and all(bet.number != event.number for bet in bets):
        return replace(in_round(state, bets=(*bets, event.bet)), entries=max(state.entries, event.number))
    corrected = (event.bet if bet.number == event.number else bet for bet in bets)
    return in_round(state, bets=tuple(bet for bet in corrected if bet is not None))


def _insurance_corrected(state: TableState, event: mending_events.InsuranceCorrected) -> TableState:
    round_ = round_of(state)
    before = next((bet for bet in round_.insurance if bet.number == event.number), None)
    answered = round_.answered
    if before is not None:
        answered -= {(before.who, before.stage, before.side)}
    if event.bet is None:
        insurance = tuple(bet for bet in round_.insurance if bet is not before)
        return in_round(state, insurance=insurance, answered=answered)
    answered |= {(event.bet.who, event.bet.stage, event.bet.side)}
    if before is None:
        state = replace(state, entries=max(state.entries, event.number))
        return in_round(state, insurance=(*round_.insurance, event.bet), answered=answered)
    insurance = tuple(event.bet if bet is before else bet for bet in round_.insurance)
    return in_round(state, insurance=insurance, answered=answered)


def _returned(state: TableState, event: events.BetsReturned) -> TableState:
    round_ = round_of(state)
    never = round_.never_placed | event.numbers if event.never_placed else round_.never_placed
    return in_round(state, returned=round_.returned | event.numbers, never_placed=never)


CORRECTED: Mapping[type, Callable[[TableState, Any], TableState]] = {
    events.BetsReturned: _returned,
    mending_events.BetCorrected: _bet_corrected,
    mending_events.InsuranceCorrected: _insurance_corrected,
}
