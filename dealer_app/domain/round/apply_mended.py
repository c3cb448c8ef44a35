"""The fold of irregularities: cases, reconstruction, corrections, voids and what they leave on the table.

As in apply nothing is judged here; an event that is there has happened.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import Any

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, coup
from dealer_app.domain.baccarat.reconstruction import Place, told_places
from dealer_app.domain.cards import Card
from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.apply_bettors import OF_BETTORS, away, every_bet, left_last
from dealer_app.domain.round.neglect import made_good, noted
from dealer_app.domain.round.persons import ended as gone
from dealer_app.domain.round.persons import merged
from dealer_app.domain.round.state import Case, DrawnCard, PastRound, Phase, Round, Shoe, TableState, Who
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace

ROUNDS_KEPT = 5_000
"""How many rounds back damaged dice can be settled by the station, days of play; beyond, the shift manager rules."""


def round_of(state: TableState) -> Round:
    assert state.round is not None, "this event happens only in a round"
    return state.round


def in_round(state: TableState, **changes: Any) -> TableState:
    return replace(state, round=replace(round_of(state), **changes))


def known_prefix(cards: tuple[DrawnCard, ...]) -> tuple[Card, ...]:
    """The values in drawn order, up to the first that does not lie open: what lies face down tells nothing."""
    return tuple(drawn.card for drawn in takewhile(lambda drawn: drawn.turned, cards) if drawn.card is not None)


def after_round(state: TableState, ended: Round) -> TableState:
    """What is left on the table: the round as it ended, and the cards it did not use, for the next one."""
    known = known_prefix(ended.cards)
    finished = coup(known)
    used = len(known) - len(finished.carry) if finished.complete else _reached(state, ended)
    shoe = state.shoe
    if shoe.cutting_card_out:
        shoe = replace(shoe, rounds_after_cutting_card=shoe.rounds_after_cutting_card + 1)
    past = PastRound(
        number=ended.number,
        nets=_moved(ended),
        dice_set=state.dice_set,
        sitting=state.sittings,
        persons=state.persons,
        owing=state.not_recovered,
    )
    return replace(
        gone(state, state.left),
        round=None,
        last=ended,
        # Before bets are closed, what was carried into the round or came too early still lies there.
        carried=(*ended.cards[used:], *state.carried),
        carried_for="",
        left=frozenset(),
        away=away(state, ended),
        not_recovered=(),
        shoe=shoe,
        history=(*state.history[1 - ROUNDS_KEPT :], past),
    )


def _reached(state: TableState, ended: Round) -> int:
    """How far a round that was not finished came: carried cards that still lie as they came in wait for the next."""
    # One that has been seen before its turn came waits as well.
    waiting = range(max(INITIAL_CARDS, len(known_prefix(ended.cards))), state.carried_in)
    return next(iter(waiting), len(ended.cards))


def without_carried(state: TableState) -> TableState:
    """The cards carried over are gone from the table: the last round does not bring them back if it is mended."""
    last = state.last
    if last is not None:
        last = replace(last, cards=tuple(card for card in last.cards if card not in state.carried))
    return replace(state, carried=(), last=last)


def _moved(ended: Round) -> tuple[tuple[Who, Fraction], ...]:
    """What chips have paid each bettor, or taken: the most that can be asked back of a round (Tai Sai 5.6)."""
    if ended.phase is Phase.VOID:
        return ()
    of = {bet.number: bet.who for bet in ended.bets} | {bet.number: bet.who for bet in ended.insurance}
    nets: dict[Who, Fraction] = {}
    for line in ended.settled:
        who = of[line.number]
        nets[who] = nets[who] + line.moves if who in nets else line.moves
    return tuple(nets.items())


# Cases


def _case_opened(state: TableState, event: events.CaseOpened) -> TableState:
    state = replace(state, cases=(*state.cases, event.case), entries=max(state.entries, event.case.number))
    if event.case.trouble == Trouble.MISSED_INSURANCE.value:
        # No lammer was out.
        state = replace(state, closed_by_card=0)
    return noted(_counted(state, event.case, 1), event.case)


def _counted(state: TableState, case: Case, more: int) -> TableState:
    """How often a dealer drew cards together in a known order (ruling O3)."""
    if case.trouble != Trouble.TOGETHER_ORDER_KNOWN.value:
        return state
    times = state.drawn_together.get(case.reported_by, 0) + more
    return replace(state, drawn_together={**state.drawn_together, case.reported_by: times})


def _in_case(state: TableState, number: int, **changes: Any) -> TableState:
    return replace(
        state, cases=tuple(replace(case, **changes) if case.number == number else case for case in state.cases)
    )


def _case(state: TableState, number: int) -> Case:
    return next(case for case in state.cases if case.number == number)


def _need_met(state: TableState, event: events.NeedMet) -> TableState:
    case = _case(state, event.case)
    return _in_case(made_good(state, case), event.case, needs=case.needs[1:], begun=True)


def _needs_changed(state: TableState, event: events.NeedsChanged) -> TableState:
    return _in_case(state, event.case, needs=event.needs, begun=True)


def _option_chosen(state: TableState, event: events.OptionChosen) -> TableState:
    chosen = {**_case(state, event.case).chosen, event.who: event.option}
    return _in_case(state, event.case, chosen=chosen, begun=True)


def _case_closed(state: TableState, event: events.CaseClosed) -> TableState:
    closed = _case(state, event.case)
    if closed.needs and not closed.begun:
        state = _counted(state, closed, -1)  # What is told now replaces it.
    return replace(state, cases=tuple(case for case in state.cases if case.number != event.case))


# Cards


def _reordered(state: TableState, event: events.CardsReordered) -> TableState:
    cards = round_of(state).cards
    return in_round(state, cards=tuple(cards[place] for place in event.cards))


def _laid(state: TableState, event: mending_events.CardsLaid) -> TableState:
    cards = zip(round_of(state).cards, event.put, strict=True)
    return in_round(state, cards=tuple(replace(drawn, put=put) for drawn, put in cards))


def _taken_as_they_lie(state: TableState, event: mending_events.CardsTakenAsTheyLie) -> TableState:
    cards = round_of(state).cards
    return in_round(state, cards=tuple(cards[place] for place in event.cards), as_they_lie=True)


def where_they_belong(cards: tuple[DrawnCard, ...]) -> tuple[Place, ...]:
    """Where the drawn order puts each card, as far as what lies open can tell; the others stay where they were put."""
    told = told_places(known_prefix(cards), len(cards))
    return tuple(drawn.put if place is None else place for drawn, place in zip(cards, told, strict=True))


def _reconstructed(state: TableState, event: events.Reconstructed) -> TableState:
    del event
    cards = round_of(state).cards
    belong = zip(cards, where_they_belong(cards), strict=True)
    placed = tuple(drawn if drawn.put is put else replace(drawn, put=put) for drawn, put in belong)
    return in_round(state, cards=placed, reconstructed=True)


def _card_corrected(state: TableState, event: mending_events.CardCorrected) -> TableState:
    cards = list(round_of(state).cards)
    cards[event.place] = replace(cards[event.place], card=event.card)
    shoe = state.shoe
    if cards[event.place].seal is None:
        shoe = _recounted(shoe, event.before, event.card)
    return replace(in_round(state, cards=tuple(cards)), shoe=shoe)


def _recounted(shoe: Shoe, before: Card | None, after: Card) -> Shoe:
    counts = dict(shoe.seen)
    if before is not None:
        counts[before] = counts.get(before, 0) - 1
    counts[after] = counts.get(after, 0) + 1
    return replace(shoe, seen=counts)


def _held_over(state: TableState, event: mending_events.CardHeldOver) -> TableState:
    held = DrawnCard(event.card, Place.NEITHER, event.turned, event.seal)
    shoe = replace(state.shoe, used=state.shoe.used + 1)
    if event.card is not None and event.seal is None:
        shoe = _recounted(shoe, None, event.card)
    return replace(state, carried=(*state.carried, held), carried_for="", shoe=shoe)


def _carried_turned(state: TableState, event: mending_events.CarriedCardsTurned) -> TableState:
    """Seen here, they are seen in the round that drew them as well, should that be mended."""
    if len(state.carried) != event.carried:
        return state  # A round that is looked back on is folded from its beginning: it knows no card of the one before.
    values = iter(event.cards)
    carried, last, shoe = list(state.carried), state.last, state.shoe
    for place in event.places:
        before = carried[place]
        card = before.card or next(values)
        if before.card is None:
            shoe = _recounted(shoe, None, card)
        carried[place] = DrawnCard(card, before.put, turned=True)
        if last is not None:
            of_last = [at for at, drawn in enumerate(last.cards) if drawn == before]
            # Of several that nobody knows it is the one of the same order.
            behind = state.carried[place:].count(before)
            if 0 < behind <= len(of_last):
                cards = list(last.cards)
                cards[of_last[-behind]] = carried[place]
                last = replace(last, cards=tuple(cards))
    return replace(state, carried=tuple(carried), carried_for="", last=last, shoe=shoe)


def _carried_decided(state: TableState, event: mending_events.CarriedCardsDecided) -> TableState:
    match event.use:
        case "burn":
            # The last round keeps it in its order, should a hand of it turn out to need that card.
            left = (card for place, card in enumerate(state.carried) if place not in event.burned)
            return replace(state, carried=tuple(left), carried_for="")
        case "return":
            shoe = replace(state.shoe, used=state.shoe.used - len(state.carried))
            return replace(without_carried(state), shoe=shoe)
        case _:
            return replace(state, carried_for=event.use)


# Dice, bets, rounds


def _dice_corrected(state: TableState, event: mending_events.DiceCorrected) -> TableState:
    return in_round(state, dice=event.dice)


def _settlement_undone(state: TableState, event: events.SettlementUndone) -> TableState:
    del event
    ended = state.round or state.last
    assert ended is not None, "a round that has ended is there until the next begins"
    if state.round is None:
        after_cut = state.shoe.rounds_after_cutting_card - state.shoe.cutting_card_out
        state = replace(
            state,
            round=ended,
            last=None,
            carried=(),
            carried_for="",
            # Winnings kept for who has left are not paid yet; who has fetched them is back at the table.
            left=_left_the_last(state),
            kept=tuple(kept for kept in state.kept if kept.given_back or kept.round != ended.number),
            persons=_persons_of_the_last(state),
            not_recovered=state.history[-1].owing if state.history else (),
            history=state.history[:-1],
            under_minimum_before=state.under_minimum_last,
            shoe=replace(state.shoe, rounds_after_cutting_card=after_cut),
        )
    moved = tuple(line for line in ended.settled if line.number in ended.ticked)
    return replace(in_round(state, phase=Phase.CLOSED, settled=(), ticked=frozenset()), undone=moved)


def _persons_of_the_last(state: TableState) -> tuple[frozenset[Who], ...]:
    """Who left it is one person with his other places in it again; who came after him is not in it."""
    if not state.history:
        return state.persons
    past = state.history[-1]
    since = (person for person in state.persons if person.isdisjoint(past.former))
    return merged((*past.persons, *since))


def _left_the_last(state: TableState) -> frozenset[Who]:
    """Who had left it, from all the places that were his."""
    left = left_last(state)
    his = (person & state.away for person in _persons_of_the_last(state) if not person.isdisjoint(left))
    return left.union(*his)


def _voided(state: TableState, event: events.RoundVoided) -> TableState:
    round_ = round_of(state)
    ended = replace(round_, phase=Phase.VOID, void_clause=event.clause, returned=every_bet(round_))
    return replace(after_round(state, ended), cases=())


def _reopened(state: TableState, event: mending_events.BetsReopened) -> TableState:
    del event
    return in_round(state, phase=Phase.BETTING, closed_late=False)


def _dice_changed(state: TableState, event: mending_events.DiceChanged) -> TableState:
    return replace(state, dice_set=event.set_name, dice_damaged=False)


def _unchanged(
    state: TableState, event: mending_events.IntentionsNamed | mending_events.InsuranceCounted
) -> TableState:
    """On record; what it leads to are events of their own, or follows from the bets that lie there."""
    del event
    return state


MENDED: Mapping[type, Callable[[TableState, Any], TableState]] = {
    **OF_BETTORS,
    events.CaseOpened: _case_opened,
    events.NeedMet: _need_met,
    events.NeedsChanged: _needs_changed,
    events.OptionChosen: _option_chosen,
    events.CaseClosed: _case_closed,
    events.CardsReordered: _reordered,
    events.Reconstructed: _reconstructed,
    events.SettlementUndone: _settlement_undone,
    events.RoundVoided: _voided,
    mending_events.CardsLaid: _laid,
    mending_events.CardsTakenAsTheyLie: _taken_as_they_lie,
    mending_events.CardCorrected: _card_corrected,
    mending_events.DiceCorrected: _dice_corrected,
    mending_events.IntentionsNamed: _unchanged,
    mending_events.InsuranceCounted: _unchanged,
    mending_events.BetsReopened: _reopened,
    mending_events.CardHeldOver: _held_over,
    mending_events.CarriedCardsTurned: _carried_turned,
    mending_events.CarriedCardsDecided: _carried_decided,
    mending_events.DiceChanged: _dice_changed,
}
