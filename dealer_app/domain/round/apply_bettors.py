"""The fold of who bets, leaves and comes back, and of rounds that are void with their dice: whose what is.

As in apply nothing is judged here; an event that is there has happened.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dealer_app.domain.round import mending_events
from dealer_app.domain.round.persons import ended as gone
from dealer_app.domain.round.persons import one_person, person_of, two_persons
from dealer_app.domain.round.state import Kept, PastRound, Phase, Round, TableState, Who
from dealer_app.domain.values import replace


def away(state: TableState, ended: Round) -> frozenset[Who]:
    """Who has left and not come back: a bet that lay there until the round ended is his who is there."""
    if not state.away and not state.left:
        return state.away
    return (state.away - {bet.who for bet in ended.bets}) | state.left


def left_last(state: TableState) -> frozenset[Who]:
    """Who of the last round left before it ended and has not come back: no chip of a bet not ticked has reached him."""
    assert state.last is not None, "asked only while the last round can still be mended"
    return state.away & {bet.who for bet in state.last.bets}


def every_bet(round_: Round) -> frozenset[int]:
    return frozenset([bet.number for bet in round_.bets] + [bet.number for bet in round_.insurance])


def _rounds_voided(state: TableState, event: mending_events.RoundsVoided) -> TableState:
    void = frozenset(event.numbers)
    owing = _owing(event)
    history = tuple(_reversed(past, owing) if past.number in void else past for past in state.history)
    kept = _kept_of_void_rounds(state, event) if event.kept is None else _kept_after(state, event, event.kept)
    dice = {past.dice_set for past in state.history if past.number in void}
    damaged = state.dice_damaged or not dice or state.dice_set in dice  # Others may be in the tumbler since.
    voided = replace(state, history=history, kept=kept, dice_damaged=damaged)
    if state.last is None or state.last.number not in void:
        return voided
    # Its bets have gone back: there is nothing left in it to be mended.
    last = replace(state.last, phase=Phase.VOID, void_clause=event.clause, returned=every_bet(state.last))
    return replace(voided, last=last)


_Owing = Mapping[int, tuple[tuple[Who, Fraction], ...]]


def _owing(event: mending_events.RoundsVoided) -> _Owing:
    """What could not be recovered of each round; nobody was reckoned with before it was said what is kept."""
    owing: dict[int, tuple[tuple[Who, Fraction], ...]] = {}
    for number, who, amount in event.not_recovered if event.kept is not None else ():
        owing[number] = (*owing.get(number, ()), (who, amount))
    return owing


def _reversed(past: PastRound, owing: _Owing) -> PastRound:
    """Nothing is left of what it came to but what could not be recovered."""
    left = owing.get(past.number, ())
    return replace(past, nets=(), owing=left) if past.nets or past.owing or left else past


def _kept_after(
    state: TableState, event: mending_events.RoundsVoided, kept: tuple[tuple[int, Who, Fraction], ...]
) -> tuple[Kept, ...]:
    """In place of all that was kept of these rounds."""
    others = tuple(one for one in state.kept if one.round not in event.numbers)
    return (*others, *(Kept(round=number, who=who, amount=amount, given_back=True) for number, who, amount in kept))


def _kept_of_void_rounds(state: TableState, event: mending_events.RoundsVoided) -> tuple[Kept, ...]:
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


def _left(state: TableState, event: mending_events.BettorLeft) -> TableState:
    taken = ((event.who, event.took),) if event.took is not None else ()
    return replace(state, left=state.left | {event.who}, taken_along=(*state.taken_along, *taken))


def _not_recovered(state: TableState, event: mending_events.ChipsNotRecovered) -> TableState:
    """On record with the round; nobody is asked for it any more."""
    lost = (event.who, event.amount)
    if state.round is not None:
        taken = tuple(taken for taken in state.taken_along if taken[0] != event.who)
        return replace(state, taken_along=taken, not_recovered=(*state.not_recovered, lost))
    history = state.history
    if history:
        history = (*history[:-1], replace(history[-1], owing=(*history[-1].owing, lost)))
    return replace(state, history=history, away=state.away | person_of(state, event.who))


def _new_player(state: TableState, event: mending_events.NewPlayerMarked) -> TableState:
    who = event.who
    if any(who in person for person in state.persons):
        # Only there is it asked who had bet here in rounds that have ended (Tai Sai 5.6).
        state = replace(state, history=tuple(replace(past, former=(*past.former, who)) for past in state.history))
    state = gone(state, {who})
    return replace(state, under_minimum_before=state.under_minimum_before - {who}, away=state.away - {who})


def _one_person(state: TableState, event: mending_events.BettorsAreOne) -> TableState:
    said = one_person(state, event.one, event.other)
    return _known_of_the_last(said, person_of(said, event.one))


def _known_of_the_last(state: TableState, person: frozenset[Who]) -> TableState:
    """They were one person in the last round already, if the same people bet there: no other may come (Tai Sai 5.6)."""
    if not state.history:
        return state
    past = state.history[-1]
    if past.sitting != state.sittings or not person.isdisjoint(past.former):
        return state
    return replace(state, history=(*state.history[:-1], replace(past, persons=(*past.persons, person))))


def _two_persons(state: TableState, event: mending_events.BettorsAreTwo) -> TableState:
    """He never was the other: neither in the rounds before."""
    other = event.other
    history = tuple(
        replace(past, persons=tuple(person - {other} for person in past.persons))
        if past.sitting == state.sittings and any(other in person for person in past.persons)
        else past
        for past in state.history
    )
    return two_persons(replace(state, history=history), other)


def _kept(state: TableState, event: mending_events.WinningsKept) -> TableState:
    kept = Kept(round=state.rounds, who=event.who, amount=event.amount, given_back=event.given_back)
    away = state.away if state.round is not None else state.away | person_of(state, event.who)
    return replace(state, kept=(*state.kept, kept), away=away)


def _handed_over(state: TableState, event: mending_events.WinningsHandedOver) -> TableState:
    """Who has fetched what is his is back at the table."""
    kept = tuple(one for one in state.kept if one.who != event.who)
    return replace(state, kept=kept, away=state.away - {event.who})


OF_BETTORS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    mending_events.RoundsVoided: _rounds_voided,
    mending_events.BettorLeft: _left,
    mending_events.ChipsNotRecovered: _not_recovered,
    mending_events.NewPlayerMarked: _new_player,
    mending_events.BettorsAreOne: _one_person,
    mending_events.BettorsAreTwo: _two_persons,
    mending_events.WinningsKept: _kept,
    mending_events.WinningsHandedOver: _handed_over,
}
