"""The fold: what each event makes of the state. Nothing is judged here; an event that is there has happened."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import events
from dealer_app.domain.round.apply_corrected import CORRECTED
from dealer_app.domain.round.apply_mended import MENDED, after_round, in_round, round_of, where_they_belong
from dealer_app.domain.round.apply_outage import OF_OUTAGES
from dealer_app.domain.round.apply_table import OF_THE_TABLE, counted, seen
from dealer_app.domain.round.state import (
    Claim,
    DrawnCard,
    Entry,
    Phase,
    PlacedBet,
    Round,
    Shoe,
    TableState,
    Who,
)
from dealer_app.domain.round.table import CardDevice
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Result, Wager, own, wholes


def fold(state: TableState, happened: Iterable[events.Event]) -> TableState:
    """The state after these events, in their order."""
    return reduce(apply, happened, state)


def apply(state: TableState, event: events.Event) -> TableState:
    """The state after one event."""
    after = _APPLY[type(event)](state, event)
    if type(event) in _KEYED:
        return replace(after, entered=_entered(state, event))
    return replace(after, entered=()) if after.entered else after


_KEYED = frozenset(
    (
        events.BetPlaced,
        events.BetTakenBack,
        events.InsuranceTaken,
        events.InsuranceDeclined,
        events.BetTicked,
        events.EntryUndone,
    )
)
"""What the dealer keys and can take back; whatever else happens ends that."""


def _entered(state: TableState, event: events.Event) -> tuple[Entry, ...]:
    match event:
        case events.BetPlaced(bet=bet) if bet.number <= state.entries:
            return state.entered[:-1]
        case events.BetPlaced(bet=bet):
            return (*state.entered, Entry("bet", bet.number))
        case events.BetTakenBack(number=number):
            taken = next((bet for bet in round_of(state).bets if bet.number == number), None)
            return (*state.entered, Entry("withdrawn", number, taken))
        case events.InsuranceTaken(bet=insured):
            return (*state.entered, Entry("insurance", insured.number))
        case events.InsuranceDeclined(who=who, stage=stage, side=side):
            return (*state.entered, Entry("declined", 0, answer=(who, stage, side)))
        case events.BetTicked(number=number):
            return (*state.entered, Entry("tick", number))
        case events.EntryUndone():
            return state.entered[:-1]
        case _:
            return ()


_OF_A_ROUND: Mapping[str, Any] = {"taken_along": (), "carried_in": 0, "waived_with": 0, "closed_by_card": 0}


def _began(state: TableState, event: events.RoundBegan) -> TableState:
    if state.table is not None and state.table.device is CardDevice.SHUFFLER:
        state = replace(state, shoe=_given_back(state.shoe, state.carried))
    return replace(state, round=replace(_BLANK, number=event.number), rounds=event.number, last=None, **_OF_A_ROUND)


_BLANK = Round(number=0)
"""Copied for each new round, which is faster than making one."""


def _given_back(shoe: Shoe, carried: tuple[DrawnCard, ...]) -> Shoe:
    """A shuffler has all cards again but those that open the round: there is no composition over rounds."""
    known = (drawn.card for drawn in carried if drawn.seal is None and drawn.card is not None)
    return seen(replace(shoe, seen={}, used=len(carried)), *known)


def _placed(state: TableState, event: events.BetPlaced) -> TableState:
    """A withdrawn bet that comes back lies where it lay: bets are in the order of their numbers."""
    round_, bet = round_of(state), event.bet
    bets = (*round_.bets, bet)
    if round_.bets and round_.bets[-1].number > bet.number:
        bets = tuple(sorted(bets, key=lambda each: each.number))
    return replace(state, round=replace(round_, bets=bets), entries=max(state.entries, bet.number))


def _taken_back(state: TableState, event: events.BetTakenBack | events.BetNeverPlaced) -> TableState:
    return in_round(state, bets=tuple(bet for bet in round_of(state).bets if bet.number != event.number))


def _cut(state: TableState, event: events.BetCut) -> TableState:
    def accepted(bet: PlacedBet) -> PlacedBet:
        if bet.number != event.number:
            return bet
        old = bet.wager
        wager = Wager(area=old.area, stake=event.accepted, seat=old.seat, bettor=old.bettor)
        return PlacedBet(number=bet.number, wager=wager, on_behalf=bet.on_behalf)

    bets = (accepted(bet) for bet in round_of(state).bets)
    return in_round(state, bets=tuple(bet for bet in bets if bet.wager.stake))


def _bets_closed(state: TableState, event: events.BetsClosed) -> TableState:
    return replace(in_round(state, phase=Phase.CLOSED, closed_late=event.late), carried=())


def _drawn(state: TableState, event: events.CardDrawn) -> TableState:
    card = DrawnCard(event.card, event.put, event.turned, event.seal)
    round_, shoe = round_of(state), state.shoe
    now_seen = shoe.seen if event.card is None or event.seal is not None else counted(shoe.seen, event.card)
    return replace(
        state,
        round=replace(round_, cards=(*round_.cards, card)),
        shoe=replace(shoe, used=shoe.used + 1, seen=now_seen),
    )


def _carried_in(state: TableState, event: events.CardCarriedIn) -> TableState:
    cards = (*round_of(state).cards, DrawnCard(event.card, event.put, event.turned, event.seal))
    return replace(in_round(state, cards=cards), carried_in=len(cards))


def _unsealed(state: TableState, event: events.CardUnsealed) -> TableState:
    """From here on the card counts as seen; it was counted as used when it was drawn."""
    return replace(state, shoe=seen(state.shoe, event.card))


def _turned(state: TableState, event: events.CardsTurned) -> TableState:
    values = iter(event.cards)
    cards = list(round_of(state).cards)
    shoe = state.shoe
    for place in event.places:
        card = cards[place].card
        if card is None:
            card = next(values)
            shoe = seen(shoe, card)
        cards[place] = DrawnCard(card, cards[place].put, turned=True)
    # What lay as a card in excess and is turned belongs to a hand after all.
    belong = zip(cards, where_they_belong(tuple(cards)), strict=True)
    placed = tuple(replace(card, put=right) if card.put is Place.NEITHER else card for card, right in belong)
    return replace(in_round(state, cards=placed), shoe=shoe)


def _given(state: TableState, event: events.CardsGiven) -> TableState:
    holders = dict(round_of(state).holders)
    holders.pop(event.side, None)
    if event.who is not None:
        holders[event.side] = event.who
    return in_round(state, holders=holders)


def _cards_refused(state: TableState, event: events.CardsRefused) -> TableState:
    """Who refuses them has them no longer: they are passed on, or the dealer turns them (MBS 3.10.3, 5.10)."""
    round_ = round_of(state)
    holders = {side: who for side, who in round_.holders.items() if (side, who) != (event.side, event.who)}
    return in_round(state, holders=holders, refused_cards=round_.refused_cards | {(event.side, event.who)})


def _insured(state: TableState, event: events.InsuranceTaken) -> TableState:
    round_, bet = round_of(state), event.bet
    answered = round_.answered | {(bet.who, bet.stage, bet.side)}
    after = replace(round_, insurance=(*round_.insurance, bet), answered=answered)
    return replace(state, round=after, entries=max(state.entries, bet.number))


def _declined(state: TableState, event: events.InsuranceDeclined) -> TableState:
    return in_round(state, answered=round_of(state).answered | {(event.who, event.stage, event.side)})


def _offer_closed(state: TableState, event: events.OfferClosed) -> TableState:
    closed_by_card = len(round_of(state).cards) if event.late else state.closed_by_card
    state = replace(state, closed_by_card=closed_by_card)
    return in_round(state, offers_closed=round_of(state).offers_closed | {event.stage})


def _waived(state: TableState, event: events.InsuranceWaived) -> TableState:
    del event
    return replace(in_round(state, insurance_waived=True), waived_with=len(round_of(state).cards))


def _tumbles(state: TableState, event: events.TumblesCounted) -> TableState:
    return in_round(state, tumbles=event.tumbles)


def _dice(state: TableState, event: events.DiceRead) -> TableState:
    return in_round(state, dice=event.dice)


def _announced(state: TableState, event: events.ResultAnnounced) -> TableState:
    announced = in_round(state, phase=Phase.ANNOUNCED, settled=event.settled)
    return replace(announced, undone=()) if state.undone else announced


def _ticked(state: TableState, event: events.BetTicked) -> TableState:
    return in_round(state, ticked=round_of(state).ticked | {event.number})


def _concluded(state: TableState, event: events.RoundConcluded) -> TableState:
    del event
    assert state.table is not None, "a round ends at an open table"
    round_ = round_of(state)
    limits = state.table.limits
    # What is not low by itself is not with more beside it: most rounds have nothing to add up.
    low = any(bet.wager.stake < (limits.minimum(bet.wager.area) or 0) for bet in round_.bets)
    under = _under_the_minimum(round_, limits) if low else frozenset()
    ended = replace(round_, phase=Phase.CONCLUDED, ticked=frozenset(line.number for line in round_.settled))
    before = state.under_minimum_before
    return after_round(replace(state, under_minimum_before=before | under, under_minimum_last=before), ended)


def _under_the_minimum(round_: Round, limits: TableLimits) -> frozenset[Who]:
    """Whose wager was paid or collected under the minimum; one that tied was neither (MBS 5.14, ruling O19)."""
    moved = {line.number for line in round_.settled if line.counts and line.result != Result.PUSH.value}
    lay = [bet for bet in round_.bets if bet.number in moved]
    whole = wholes(bet.wager for bet in lay)
    return frozenset(bet.who for bet in lay if whole[own(bet.wager)] < (limits.minimum(bet.wager.area) or 0))


def _undone(state: TableState, event: events.EntryUndone) -> TableState:
    round_ = round_of(state)
    match event.entry:
        case "bet":
            return in_round(state, bets=tuple(bet for bet in round_.bets if bet.number != event.number))
        case "insurance":
            gone = next(bet for bet in round_.insurance if bet.number == event.number)
            return in_round(
                state,
                insurance=tuple(bet for bet in round_.insurance if bet is not gone),
                answered=round_.answered - {(gone.who, gone.stage, gone.side)},
            )
        case "declined":
            answer = state.entered[-1].answer
            return in_round(state, answered=round_.answered - {answer} if answer else round_.answered)
        case _:
            return in_round(state, ticked=round_.ticked - {event.number})


def _claimed(state: TableState, event: events.ClaimRaised) -> TableState:
    claim = Claim(number=event.number, by=event.by.name, text=event.text)
    return replace(state, claim=claim, entries=max(state.entries, event.number))


def _claim_closed(state: TableState, event: events.ClaimClosed) -> TableState:
    del event
    return replace(state, claim=None)


_APPLY: Mapping[type, Callable[[TableState, Any], TableState]] = {
    events.RoundBegan: _began,
    events.BetPlaced: _placed,
    events.BetTakenBack: _taken_back,
    events.BetNeverPlaced: _taken_back,
    events.BetCut: _cut,
    events.BetsClosed: _bets_closed,
    events.CardDrawn: _drawn,
    events.CardUnsealed: _unsealed,
    events.CardCarriedIn: _carried_in,
    events.CardsTurned: _turned,
    events.CardsGiven: _given,
    events.CardsRefused: _cards_refused,
    events.InsuranceTaken: _insured,
    events.InsuranceDeclined: _declined,
    events.OfferClosed: _offer_closed,
    events.InsuranceWaived: _waived,
    events.TumblesCounted: _tumbles,
    events.DiceRead: _dice,
    events.ResultAnnounced: _announced,
    events.BetTicked: _ticked,
    events.RoundConcluded: _concluded,
    events.EntryUndone: _undone,
    events.ClaimRaised: _claimed,
    events.ClaimClosed: _claim_closed,
    **OF_THE_TABLE,
    **MENDED,
    **CORRECTED,
    **OF_OUTAGES,
}
