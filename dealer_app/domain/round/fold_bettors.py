"""The fold of who bets, leaves and comes back, and of rounds that are void with their dice: whose what is.

As in apply nothing is judged here; an event that is there has happened.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dealer_app.domain.round import correction_events
from dealer_app.domain.round.state import (
    KeptWinnings,
    PastRound,
    Phase,
    Round,
    TableState,
    Who,
    find_person,
    split_person,
    unite_persons,
)
from dealer_app.domain.round.state import forget_bettors as gone
from dealer_app.domain.values import replace


def bettors_away(state: TableState, ended: Round) -> frozenset[Who]:
    """Who has left and not come back: a bet that lay there until the round ended belongs to who is there."""
    if not state.away and not state.left:
        return state.away
    return (state.away - {bet.who for bet in ended.bets}) | state.left


def last_round_absentees(state: TableState) -> frozenset[Who]:
    """Who of the last round left before it ended and has not come back: no chip of a bet not ticked reached them."""
    assert state.last is not None, "asked only while the last round can still be corrected"
    return state.away & {bet.who for bet in state.last.bets}


def all_bet_numbers(round_: Round) -> frozenset[int]:
    return frozenset([bet.number for bet in round_.bets] + [bet.number for bet in round_.insurance])


def _fold_rounds_voided(state: TableState, event: correction_events.RoundsVoided) -> TableState:
    void = frozenset(event.numbers)
    owing = _debts_by_round(event)
    history = tuple(_reverse_round(past, owing) if past.number in void else past for past in state.history)
    kept = _keep_void_stakes(state, event) if event.kept is None else _replace_kept(state, event, event.kept)
    dice = {past.dice_set for past in state.history if past.number in void}
    damaged = state.dice_damaged or not dice or state.dice_set in dice  # Others may be in the tumbler since.
    voided = replace(state, history=history, kept=kept, dice_damaged=damaged)
    if state.last is None or state.last.number not in void:
        return voided
    # Its bets have gone back: there is nothing left in it to correct.
    last = replace(state.last, phase=Phase.VOID, void_clause=event.clause, returned=all_bet_numbers(state.last))
    return replace(voided, last=last)


_Owing = Mapping[int, tuple[tuple[Who, Fraction], ...]]


def _debts_by_round(event: correction_events.RoundsVoided) -> _Owing:
    """What could not be recovered of each round; nobody was reckoned with before it was said what is kept."""
    owing: dict[int, tuple[tuple[Who, Fraction], ...]] = {}
    for number, who, amount in event.not_recovered if event.kept is not None else ():
        owing[number] = (*owing.get(number, ()), (who, amount))
    return owing


def _reverse_round(past: PastRound, owing: _Owing) -> PastRound:
    """Nothing is left of what it came to but what could not be recovered."""
    left = owing.get(past.number, ())
    return replace(past, nets=(), owing=left) if past.nets or past.owing or left else past


def _replace_kept(
    state: TableState, event: correction_events.RoundsVoided, kept: tuple[tuple[int, Who, Fraction], ...]
) -> tuple[KeptWinnings, ...]:
    """In place of all that was kept of these rounds."""
    others = tuple(one for one in state.kept if one.round not in event.numbers)
    return (
        *others,
        *(KeptWinnings(round=number, who=who, amount=amount, given_back=True) for number, who, amount in kept),
    )


def _keep_void_stakes(state: TableState, event: correction_events.RoundsVoided) -> tuple[KeptWinnings, ...]:
    """As it was before bettors were reckoned with: of winnings kept of the last round the stake was left."""
    if state.last is None or state.last.number not in event.numbers:
        return state.kept
    nets = {who: net for number, who, net in event.nets if number == state.last.number}
    return tuple(
        replace(one, amount=one.amount - nets.get(one.who, 0), given_back=True)
        if one.round == state.last.number and not one.given_back
        else one
        for one in state.kept
    )


def _fold_bettor_left(state: TableState, event: correction_events.BettorLeft) -> TableState:
    taken = ((event.who, event.took),) if event.took is not None else ()
    return replace(state, left=state.left | {event.who}, taken_along=(*state.taken_along, *taken))


def _fold_not_recovered(state: TableState, event: correction_events.ChipsNotRecovered) -> TableState:
    """On record with the round; nobody is asked for it any more."""
    lost = (event.who, event.amount)
    if state.round is not None:
        taken = tuple(taken for taken in state.taken_along if taken[0] != event.who)
        return replace(state, taken_along=taken, not_recovered=(*state.not_recovered, lost))
    history = state.history
    if history:
        history = (*history[:-1], replace(history[-1], owing=(*history[-1].owing, lost)))
    return replace(state, history=history, away=state.away | find_person(state, event.who))


def _fold_new_player(state: TableState, event: correction_events.NewPlayerMarked) -> TableState:
    who = event.who
    if any(who in person for person in state.persons):
        # Only there is it asked who had bet here in rounds that have ended (Tai Sai 5.6).
        state = replace(state, history=tuple(replace(past, former=(*past.former, who)) for past in state.history))
    state = gone(state, {who})
    return replace(state, under_minimum_before=state.under_minimum_before - {who}, away=state.away - {who})


def _fold_one_person(state: TableState, event: correction_events.BettorsAreOne) -> TableState:
    said = unite_persons(state, event.one, event.other)
    return _add_to_last_round(said, find_person(said, event.one))


def _add_to_last_round(state: TableState, person: frozenset[Who]) -> TableState:
    """They were one person in the last round already, if the same people bet there: no other may come (Tai Sai 5.6)."""
    if not state.history:
        return state
    past = state.history[-1]
    if past.sitting != state.sittings or not person.isdisjoint(past.former):
        return state
    return replace(state, history=(*state.history[:-1], replace(past, persons=(*past.persons, person))))


def _fold_two_persons(state: TableState, event: correction_events.BettorsAreTwo) -> TableState:
    """The two never were one person: neither in the rounds before."""
    other = event.other
    history = tuple(
        replace(past, persons=tuple(person - {other} for person in past.persons))
        if past.sitting == state.sittings and any(other in person for person in past.persons)
        else past
        for past in state.history
    )
    return split_person(replace(state, history=history), other)


def _fold_winnings_kept(state: TableState, event: correction_events.WinningsKept) -> TableState:
    kept = KeptWinnings(round=state.rounds, who=event.who, amount=event.amount, given_back=event.given_back)
    away = state.away if state.round is not None else state.away | find_person(state, event.who)
    return replace(state, kept=(*state.kept, kept), away=away)


def _fold_winnings_handed(state: TableState, event: correction_events.WinningsHandedOver) -> TableState:
    """Who has fetched what is kept for them is back at the table."""
    kept = tuple(one for one in state.kept if one.who != event.who)
    return replace(state, kept=kept, away=state.away - {event.who})


BETTOR_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    correction_events.RoundsVoided: _fold_rounds_voided,
    correction_events.BettorLeft: _fold_bettor_left,
    correction_events.ChipsNotRecovered: _fold_not_recovered,
    correction_events.NewPlayerMarked: _fold_new_player,
    correction_events.BettorsAreOne: _fold_one_person,
    correction_events.BettorsAreTwo: _fold_two_persons,
    correction_events.WinningsKept: _fold_winnings_kept,
    correction_events.WinningsHandedOver: _fold_winnings_handed,
}
