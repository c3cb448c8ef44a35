"""Folds events into the state of a table. Nothing is judged: an event has happened.

Here are the events of a round, of the table and its shoe, and of rounds dealt during an outage. Corrections
are in `fold_corrections`, bettors in `fold_bettors`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.correction_commands import CardRound, OutageRound
from dealer_app.domain.round.fold_corrections import (
    BET_FOLDS,
    CORRECTION_FOLDS,
    MOST_PAST_ROUNDS,
    change_round,
    drop_carried_cards,
    end_round,
    open_prefix,
    places_by_order,
    round_in_state,
)
from dealer_app.domain.round.state import (
    UPHELD_DECISIONS,
    Claim,
    DrawnCard,
    KeyedEntry,
    PastRound,
    Phase,
    PlacedBet,
    Round,
    Shoe,
    ShoeStep,
    TableState,
    Who,
)
from dealer_app.domain.round.table_settings import CardDevice
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Result, Wager, bettor_box, box_stakes


def _fold_table_opened(state: TableState, event: events.TableOpened) -> TableState:
    return replace(state, table=event.table)


def _fold_table_closed(state: TableState, _event: events.TableClosed) -> TableState:
    nobody: frozenset[Who] = frozenset()
    bettors: Mapping[str, Any] = {
        "persons": (),
        "under_minimum_before": nobody,
        "under_minimum_last": nobody,
        "device_with": None,
        "away": nobody,
        "sittings": state.sittings + 1,
    }
    return replace(state, table=None, shoe=Shoe(number=state.shoe.number), last=None, dice_set="", **bettors)


def _fold_cards_brought(state: TableState, event: events.CardsBrought) -> TableState:
    shoe = Shoe(number=event.number, step=ShoeStep.CARDS_IN, decks=event.decks, set_name=event.set_name)
    return replace(state, shoe=shoe)


def _fold_shoe_step(state: TableState, event: events.ShoeStepDone) -> TableState:
    return replace(state, shoe=replace(state.shoe, step=event.step))


def _fold_cards_burned(state: TableState, event: events.CardsBurned) -> TableState:
    shoe = mark_seen(state.shoe, *event.cards)
    return replace(state, shoe=replace(shoe, used=shoe.used + len(event.cards) + event.unseen, step=ShoeStep.READY))


def mark_seen(shoe: Shoe, *cards: Card) -> Shoe:
    return replace(shoe, seen=add_card_counts(shoe.seen, *cards))


def add_card_counts(seen: Mapping[Card, int], *cards: Card) -> Mapping[Card, int]:
    """With these among the cards that have been seen of a shoe."""
    counts = dict(seen)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _fold_cutting_card(state: TableState, _event: events.CuttingCardCame) -> TableState:
    round_ = state.round
    first_in = round_.number if round_ is not None and not round_.cards else 0
    return replace(state, shoe=replace(state.shoe, cutting_card_out=True, cutting_card_first_in=first_in))


def _fold_shoe_ended(state: TableState, _event: events.ShoeEnded) -> TableState:
    return replace(drop_carried_cards(state), shoe=replace(state.shoe, step=ShoeStep.ENDED))


def _fold_shoe_closed(state: TableState, event: events.ShoeClosed) -> TableState:
    return replace(state, shoe=replace(state.shoe, closed_for=event.clause))


def _fold_method_chosen(state: TableState, event: events.MethodChosen) -> TableState:
    assert state.table is not None, "a method is chosen at an open table"
    return replace(state, table=replace(state.table, method=event.method))


def _fold_device_passed(state: TableState, event: events.DevicePassed) -> TableState:
    return replace(state, device_with=event.who)


def _fold_wagers_allowed(state: TableState, event: events.WagersAllowed) -> TableState:
    assert state.table is not None, "the Pit Manager speaks of an open table"
    return replace(state, table=replace(state.table, most_wagers=event.most))


def _fold_limits_changed(state: TableState, event: events.LimitsChanged) -> TableState:
    assert state.table is not None, "limits change at an open table"
    return replace(state, table=replace(state.table, limits=event.limits))


def _fold_insurance_offer(state: TableState, event: events.InsuranceOfferChanged) -> TableState:
    assert state.table is not None, "insurance is offered at an open table"
    return replace(state, table=replace(state.table, insurance=event.shown))


TABLE_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    events.TableOpened: _fold_table_opened,
    events.TableClosed: _fold_table_closed,
    events.CardsBrought: _fold_cards_brought,
    events.ShoeStepDone: _fold_shoe_step,
    events.CardsBurned: _fold_cards_burned,
    events.CuttingCardCame: _fold_cutting_card,
    events.ShoeEnded: _fold_shoe_ended,
    events.ShoeClosed: _fold_shoe_closed,
    events.MethodChosen: _fold_method_chosen,
    events.DevicePassed: _fold_device_passed,
    events.WagersAllowed: _fold_wagers_allowed,
    events.LimitsChanged: _fold_limits_changed,
    events.InsuranceOfferChanged: _fold_insurance_offer,
}


def next_round_cards(state: TableState, rounds: tuple[OutageRound, ...]) -> tuple[DrawnCard, ...]:
    """The cards that still open the next round after these by hand: those that lay there and that none of them took.

    Where nobody noted how many a round took, all that lay there are gone, but for what is in excess of a hand that was
    finished before the outage (ruling O6).
    """
    lay = (*(state.round.cards if state.round is not None else ()), *state.carried)
    used = 0
    for place, dealt in enumerate(rounds):
        taken = len(dealt.cards) if isinstance(dealt, CardRound) else 0
        taken = taken or (_count_hand_cards(state) if place == 0 else 0)
        if not taken:
            return ()
        used += taken
    return lay[used:]


def _count_hand_cards(state: TableState) -> int:
    """How many cards the hands of the interrupted round had, if they were finished."""
    known = open_prefix(state.round.cards) if state.round is not None else ()
    hands = make_coup(known)
    return len(known) - len(hands.carry) if hands.is_complete else 0


def _fold_outage_rounds(state: TableState, event: correction_events.OutageRoundsEntered) -> TableState:
    count = len(event.rounds)
    last = event.first + count - 1
    shoe = state.shoe
    if shoe.decks:
        more = count if shoe.cutting_card_out else 0
        shoe = replace(
            shoe,
            composition_known=False,
            used=shoe.used + event.cards,
            rounds_after_cutting_card=shoe.rounds_after_cutting_card + more,
        )
    dice, sitting = state.dice_set, state.sittings
    numbers = range(event.first, last + 1)
    past = tuple(PastRound(number=number, nets=(), dice_set=dice, sitting=sitting) for number in numbers)
    return replace(
        state,
        round=None,
        last=Round(number=last, phase=Phase.BY_HAND),
        rounds=last,
        carried=next_round_cards(state, event.rounds),
        carried_for="",
        cases=(),
        left=frozenset(),
        device_with=None,
        shoe=shoe,
        history=(*state.history, *past)[-MOST_PAST_ROUNDS:],
    )


OUTAGE_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    correction_events.OutageRoundsEntered: _fold_outage_rounds
}


def fold(state: TableState, happened: Iterable[events.Event]) -> TableState:
    """The state after these events, in their order."""
    return reduce(apply_event, happened, state)


def apply_event(state: TableState, event: events.Event) -> TableState:
    """The state after one event."""
    after = _EVENT_FOLDS[type(event)](state, event)
    if state.reports and type(event) not in _KEEP_REPORTS and state.reports[-1].case <= state.entries:
        after = replace(after, reports=())
    if type(event) in _KEYED_EVENTS:
        return replace(after, entered=_next_entries(state, event))
    return replace(after, entered=()) if after.entered else after


_KEYED_EVENTS = frozenset(
    (
        events.BetPlaced,
        events.BetTakenBack,
        events.InsuranceTaken,
        events.InsuranceDeclined,
        events.BetTicked,
        events.CardsRefused,
        events.EntryUndone,
    )
)
"""What the dealer keys and can take back; whatever else happens ends that."""


_KEEP_REPORTS = frozenset(
    (events.CaseOpened, events.CardsReordered, correction_events.ReportMade, correction_events.ReportWithdrawn)
)
"""After these a report can still be taken back: another one lies over it, or goes. With all else play relies on it."""


def _next_entries(state: TableState, event: events.Event) -> tuple[KeyedEntry, ...]:
    match event:
        case events.BetPlaced(bet=bet) if bet.number <= state.entries:
            return state.entered[:-1]
        case events.BetPlaced(bet=bet):
            return (*state.entered, KeyedEntry("bet", bet.number))
        case events.BetTakenBack(number=number):
            taken = next((bet for bet in round_in_state(state).bets if bet.number == number), None)
            return (*state.entered, KeyedEntry("withdrawn", number, taken))
        case events.InsuranceTaken(bet=insured):
            return (*state.entered, KeyedEntry("insurance", insured.number))
        case events.InsuranceDeclined(who=who, stage=stage, side=side):
            return (*state.entered, KeyedEntry("declined", 0, answer=(who, stage, side)))
        case events.BetTicked(number=number):
            return (*state.entered, KeyedEntry("tick", number))
        case events.CardsRefused(side=side, who=who):
            held = round_in_state(state).holders.get(side) == who
            return (*state.entered, KeyedEntry("refused", 0, hand=(side, who), held=held))
        case events.EntryUndone():
            return state.entered[:-1]
        case _:
            return ()


_ROUND_DEFAULTS: Mapping[str, Any] = {
    "taken_along": (),
    "carried_in": 0,
    "waived_with": 0,
    "closed_by_card": 0,
    "upheld": None,
}


def _fold_round_began(state: TableState, event: events.RoundBegan) -> TableState:
    if state.table is not None and state.table.device is CardDevice.SHUFFLER:
        state = replace(state, shoe=_refill_shuffler(state.shoe, state.carried))
    return replace(
        state, round=replace(_BLANK_ROUND, number=event.number), rounds=event.number, last=None, **_ROUND_DEFAULTS
    )


_BLANK_ROUND = Round(number=0)
"""Copied for each new round, which is faster than making one."""


def _refill_shuffler(shoe: Shoe, carried: tuple[DrawnCard, ...]) -> Shoe:
    """A shuffler has all cards again but those that open the round: there is no composition over rounds."""
    known = (drawn.card for drawn in carried if drawn.seal is None and drawn.card is not None)
    return mark_seen(replace(shoe, seen={}, used=len(carried)), *known)


def _fold_bet_placed(state: TableState, event: events.BetPlaced) -> TableState:
    """A withdrawn bet that comes back takes its old place: bets are in the order of their numbers."""
    round_, bet = round_in_state(state), event.bet
    bets = (*round_.bets, bet)
    if round_.bets and round_.bets[-1].number > bet.number:
        bets = tuple(sorted(bets, key=lambda each: each.number))
    return replace(state, round=replace(round_, bets=bets), entries=max(state.entries, bet.number))


def _fold_bet_gone(state: TableState, event: events.BetTakenBack | events.BetNeverPlaced) -> TableState:
    return change_round(state, bets=tuple(bet for bet in round_in_state(state).bets if bet.number != event.number))


def _fold_bet_cut(state: TableState, event: events.BetCut) -> TableState:
    def accepted(bet: PlacedBet) -> PlacedBet:
        if bet.number != event.number:
            return bet
        old = bet.wager
        wager = Wager(area=old.area, stake=event.accepted, seat=old.seat, bettor=old.bettor)
        return PlacedBet(number=bet.number, wager=wager, on_behalf=bet.on_behalf)

    bets = (accepted(bet) for bet in round_in_state(state).bets)
    return change_round(state, bets=tuple(bet for bet in bets if bet.wager.stake))


def _fold_bets_closed(state: TableState, event: events.BetsClosed) -> TableState:
    return replace(change_round(state, phase=Phase.CLOSED, closed_late=event.late), carried=())


def _fold_card_drawn(state: TableState, event: events.CardDrawn) -> TableState:
    card = DrawnCard(event.card, event.put, event.turned, event.seal)
    round_, shoe = round_in_state(state), state.shoe
    now_seen = shoe.seen if event.card is None or event.seal is not None else add_card_counts(shoe.seen, event.card)
    return replace(
        state,
        round=replace(round_, cards=(*round_.cards, card)),
        shoe=replace(shoe, used=shoe.used + 1, seen=now_seen),
    )


def _fold_carried_card(state: TableState, event: events.CardCarriedIn) -> TableState:
    cards = (*round_in_state(state).cards, DrawnCard(event.card, event.put, event.turned, event.seal))
    return replace(change_round(state, cards=cards), carried_in=len(cards))


def _fold_card_unsealed(state: TableState, event: events.CardUnsealed) -> TableState:
    """From here on the card counts as seen; it was counted as used when it was drawn."""
    return replace(state, shoe=mark_seen(state.shoe, event.card))


def _fold_cards_turned(state: TableState, event: events.CardsTurned) -> TableState:
    values = iter(event.cards)
    cards = list(round_in_state(state).cards)
    shoe = state.shoe
    for place in event.places:
        card = cards[place].card
        if card is None:
            card = next(values)
            shoe = mark_seen(shoe, card)
        cards[place] = DrawnCard(card, cards[place].put, turned=True)
    # What lay as a card in excess and is turned belongs to a hand after all.
    belong = zip(cards, places_by_order(tuple(cards)), strict=True)
    placed = tuple(replace(card, put=right) if card.put is Place.NEITHER else card for card, right in belong)
    return replace(change_round(state, cards=placed), shoe=shoe)


def _fold_cards_given(state: TableState, event: events.CardsGiven) -> TableState:
    holders = dict(round_in_state(state).holders)
    holders.pop(event.side, None)
    if event.who is not None:
        holders[event.side] = event.who
    return change_round(state, holders=holders)


def _take_refusal_back(state: TableState, entry: KeyedEntry) -> TableState:
    """They have the cards again that they held, and their place in the order."""
    round_ = round_in_state(state)
    assert entry.hand is not None, "a refusal names the hand"
    holders = {**round_.holders, entry.hand[0]: entry.hand[1]} if entry.held else round_.holders
    return change_round(state, holders=holders, refused_cards=round_.refused_cards - {entry.hand})


def _fold_cards_refused(state: TableState, event: events.CardsRefused) -> TableState:
    """Who refuses them has them no longer: they are passed on, or the dealer turns them (MBS 3.10.3, 5.10)."""
    round_ = round_in_state(state)
    holders = {side: who for side, who in round_.holders.items() if (side, who) != (event.side, event.who)}
    return change_round(state, holders=holders, refused_cards=round_.refused_cards | {(event.side, event.who)})


def _fold_insurance_taken(state: TableState, event: events.InsuranceTaken) -> TableState:
    round_, bet = round_in_state(state), event.bet
    answered = round_.answered | {(bet.who, bet.stage, bet.side)}
    after = replace(round_, insurance=(*round_.insurance, bet), answered=answered)
    return replace(state, round=after, entries=max(state.entries, bet.number))


def _fold_insurance_declined(state: TableState, event: events.InsuranceDeclined) -> TableState:
    return change_round(state, answered=round_in_state(state).answered | {(event.who, event.stage, event.side)})


def _fold_offer_closed(state: TableState, event: events.OfferClosed) -> TableState:
    closed_by_card = len(round_in_state(state).cards) if event.late else state.closed_by_card
    state = replace(state, closed_by_card=closed_by_card)
    return change_round(state, offers_closed=round_in_state(state).offers_closed | {event.stage})


def _fold_insurance_waived(state: TableState, _event: events.InsuranceWaived) -> TableState:
    return replace(change_round(state, insurance_waived=True), waived_with=len(round_in_state(state).cards))


def _fold_tumbles(state: TableState, event: events.TumblesCounted) -> TableState:
    return change_round(state, tumbles=event.tumbles)


def _fold_dice_read(state: TableState, event: events.DiceRead) -> TableState:
    return change_round(state, dice=event.dice)


def _fold_result_announced(state: TableState, event: events.ResultAnnounced) -> TableState:
    announced = change_round(state, phase=Phase.ANNOUNCED, settled=event.settled)
    return replace(announced, undone=()) if state.undone else announced


def _fold_bet_ticked(state: TableState, event: events.BetTicked) -> TableState:
    return change_round(state, ticked=round_in_state(state).ticked | {event.number})


def _fold_round_concluded(state: TableState, _event: events.RoundConcluded) -> TableState:
    assert state.table is not None, "a round ends at an open table"
    round_ = round_in_state(state)
    limits = state.table.limits
    # What is not low by itself is not with more beside it: most rounds have nothing to add up.
    low = any(bet.wager.stake < (limits.minimum(bet.wager.area) or 0) for bet in round_.bets)
    under = _bettors_under_minimum(round_, limits) if low else frozenset()
    ended = replace(round_, phase=Phase.CONCLUDED, ticked=frozenset(line.number for line in round_.settled))
    before = state.under_minimum_before
    return end_round(replace(state, under_minimum_before=before | under, under_minimum_last=before), ended)


def _bettors_under_minimum(round_: Round, limits: TableLimits) -> frozenset[Who]:
    """Whose wager was paid or collected under the minimum; one that tied was neither (MBS 5.14, ruling O19)."""
    moved = {line.number for line in round_.settled if line.counts and line.result != Result.PUSH.value}
    lay = [bet for bet in round_.bets if bet.number in moved]
    whole = box_stakes(bet.wager for bet in lay)
    return frozenset(bet.who for bet in lay if whole[bettor_box(bet.wager)] < (limits.minimum(bet.wager.area) or 0))


def _fold_entry_undone(state: TableState, event: events.EntryUndone) -> TableState:
    round_ = round_in_state(state)
    match event.entry:
        case "bet":
            return change_round(state, bets=tuple(bet for bet in round_.bets if bet.number != event.number))
        case "insurance":
            gone = next(bet for bet in round_.insurance if bet.number == event.number)
            return change_round(
                state,
                insurance=tuple(bet for bet in round_.insurance if bet is not gone),
                answered=round_.answered - {(gone.who, gone.stage, gone.side)},
            )
        case "refused":
            return _take_refusal_back(state, state.entered[-1])
        case "declined":
            answer = state.entered[-1].answer
            return change_round(state, answered=round_.answered - {answer} if answer else round_.answered)
        case _:
            return change_round(state, ticked=round_.ticked - {event.number})


def _fold_claim_raised(state: TableState, event: events.ClaimRaised) -> TableState:
    claim = Claim(number=event.number, by=event.by.name, text=event.text, who=event.who)
    return replace(state, claim=claim, entries=max(state.entries, event.number))


def _fold_claim_closed(state: TableState, event: events.ClaimClosed) -> TableState:
    return replace(state, claim=None, upheld=state.claim if event.decision in UPHELD_DECISIONS else None)


_EVENT_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    events.RoundBegan: _fold_round_began,
    events.BetPlaced: _fold_bet_placed,
    events.BetTakenBack: _fold_bet_gone,
    events.BetNeverPlaced: _fold_bet_gone,
    events.BetCut: _fold_bet_cut,
    events.BetsClosed: _fold_bets_closed,
    events.CardDrawn: _fold_card_drawn,
    events.CardUnsealed: _fold_card_unsealed,
    events.CardCarriedIn: _fold_carried_card,
    events.CardsTurned: _fold_cards_turned,
    events.CardsGiven: _fold_cards_given,
    events.CardsRefused: _fold_cards_refused,
    events.InsuranceTaken: _fold_insurance_taken,
    events.InsuranceDeclined: _fold_insurance_declined,
    events.OfferClosed: _fold_offer_closed,
    events.InsuranceWaived: _fold_insurance_waived,
    events.TumblesCounted: _fold_tumbles,
    events.DiceRead: _fold_dice_read,
    events.ResultAnnounced: _fold_result_announced,
    events.BetTicked: _fold_bet_ticked,
    events.RoundConcluded: _fold_round_concluded,
    events.EntryUndone: _fold_entry_undone,
    events.ClaimRaised: _fold_claim_raised,
    events.ClaimClosed: _fold_claim_closed,
    **TABLE_FOLDS,
    **CORRECTION_FOLDS,
    **BET_FOLDS,
    **OUTAGE_FOLDS,
}
