"""Folds events about irregularities: cases, corrections, void rounds and missed insurance.

Nothing is judged. Of insurance that was not offered (Insurance Plus 5.13) the state remembers which offers
they were, and whether the bettors who meant to take them are still to be named.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place, certain_places
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.fold_bettors import BETTOR_FOLDS, all_bet_numbers, bettors_away, last_round_absentees
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import LateOfferNeeded
from dealer_app.domain.round.state import (
    Case,
    DrawnCard,
    PastRound,
    Phase,
    ReportMemory,
    Round,
    Shoe,
    TableState,
    Who,
    last_report,
    merge_persons,
    record_table,
    restore_table,
)
from dealer_app.domain.round.state import forget_bettors as gone
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace


def case_stage(case: Case) -> InsuranceStage:
    """Which offer a case of missed insurance is about."""
    return InsuranceStage(case.facts["stage"])


def note_missed_offer(state: TableState, case: Case) -> TableState:
    """An offer was not made. A case that needs nothing yet comes back at the result (5.13.2, ruling E5)."""
    ended = state.round or state.last
    if case.trouble != IrregularityKind.MISSED_INSURANCE.value or ended is None:
        return state
    stage = case_stage(case)
    asked = {one: by for one, by in ended.to_be_named.items() if one is not stage}
    if not case.needs:
        asked[stage] = case.reported_by
    return _store_round(state, replace(ended, neglected=ended.neglected | {stage}, to_be_named=asked))


def note_late_offer(state: TableState, case: Case) -> TableState:
    """Once offered late, the offer was made: who passes it has forgone it like any other."""
    ended = state.round or state.last
    if ended is None or not isinstance(case.needs[0], LateOfferNeeded):
        return state
    stage = case_stage(case)
    made = replace(ended, neglected=ended.neglected - {stage}, offered_late=ended.offered_late | {stage})
    return _store_round(state, made)


def _store_round(state: TableState, ended: Round) -> TableState:
    return replace(state, last=ended) if state.round is None else replace(state, round=ended)


MOST_PAST_ROUNDS = 5_000
"""How many rounds back damaged dice can be settled by the station, days of play; beyond, the shift manager rules."""


def round_in_state(state: TableState) -> Round:
    assert state.round is not None, "this event happens only in a round"
    return state.round


def change_round(state: TableState, **changes: Any) -> TableState:
    return replace(state, round=replace(round_in_state(state), **changes))


def open_prefix(cards: tuple[DrawnCard, ...]) -> tuple[Card, ...]:
    """The values in drawn order, up to the first card that is face down."""
    return tuple(drawn.card for drawn in takewhile(lambda drawn: drawn.turned, cards) if drawn.card is not None)


def end_round(state: TableState, ended: Round) -> TableState:
    """What is left on the table: the round as it ended, and the cards it did not use, for the next one."""
    known = open_prefix(ended.cards)
    finished = make_coup(known)
    used = len(known) - len(finished.carry) if finished.is_complete else _count_reached(state, ended)
    shoe = state.shoe
    if shoe.cutting_card_out:
        shoe = replace(shoe, rounds_after_cutting_card=shoe.rounds_after_cutting_card + 1)
    past = PastRound(
        number=ended.number,
        nets=_chip_nets(ended),
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
        away=bettors_away(state, ended),
        not_recovered=(),
        shoe=shoe,
        history=(*state.history[1 - MOST_PAST_ROUNDS :], past),
    )


def _count_reached(state: TableState, ended: Round) -> int:
    """How far a round that was not finished came: carried cards that still lie as they came in wait for the next."""
    # One that has been seen before its turn came waits as well.
    waiting = range(max(INITIAL_CARDS, len(open_prefix(ended.cards))), state.carried_in)
    return next(iter(waiting), len(ended.cards))


def drop_carried_cards(state: TableState) -> TableState:
    """The cards carried over are gone from the table: the last round does not bring them back if it is corrected."""
    last = state.last
    if last is not None:
        last = replace(last, cards=tuple(card for card in last.cards if card not in state.carried))
    return replace(state, carried=(), last=last)


def _chip_nets(ended: Round) -> tuple[tuple[Who, Fraction], ...]:
    """What chips have paid each bettor, or taken: the most that can be asked back of a round (Tai Sai 5.6)."""
    if ended.phase is Phase.VOID:
        return ()
    of = {bet.number: bet.who for bet in ended.bets} | {bet.number: bet.who for bet in ended.insurance}
    nets: dict[Who, Fraction] = {}
    for line in ended.settled:
        who = of[line.number]
        nets[who] = nets[who] + line.chip_amount if who in nets else line.chip_amount
    return tuple(nets.items())


# Cases


_PUTTING_RIGHT = frozenset(
    kind.value
    for kind in (
        IrregularityKind.BET_CORRECTED,
        IrregularityKind.CARD_CORRECTED,
        IrregularityKind.DICE_CORRECTED,
        IrregularityKind.LATE_BET,
        IrregularityKind.STAKE_WITHOUT_VALUE,
        IrregularityKind.WRONG_TAKE_OR_PAY,
        IrregularityKind.MISSED_INSURANCE,
    )
)
"""What may follow from a dispute that was upheld."""


def _fold_case_opened(state: TableState, event: events.CaseOpened) -> TableState:
    state = replace(state, cases=(*state.cases, event.case), entries=max(state.entries, event.case.number))
    if state.upheld is not None and event.case.trouble in _PUTTING_RIGHT:
        state = replace(state, upheld=None)
    if event.case.trouble == IrregularityKind.MISSED_INSURANCE.value:
        # No lammer was out.
        state = replace(state, closed_by_card=0)
    return note_missed_offer(_count_together(state, event.case, 1), event.case)


def _count_together(state: TableState, case: Case, more: int) -> TableState:
    """How often a dealer drew cards together in a known order (ruling O3)."""
    if case.trouble != IrregularityKind.TOGETHER_ORDER_KNOWN.value:
        return state
    times = state.drawn_together.get(case.reported_by, 0) + more
    others = {dealer: often for dealer, often in state.drawn_together.items() if dealer != case.reported_by}
    return replace(state, drawn_together={**others, case.reported_by: times} if times else others)


def _change_case(state: TableState, number: int, **changes: Any) -> TableState:
    return replace(
        state, cases=tuple(replace(case, **changes) if case.number == number else case for case in state.cases)
    )


def _find_case(state: TableState, number: int) -> Case:
    return next(case for case in state.cases if case.number == number)


def _fold_report_made(state: TableState, event: correction_events.ReportMade) -> TableState:
    before = None if event.turned else record_table(state)
    return replace(state, reports=(*state.reports, ReportMemory(case=event.case, before=before)))


def _fold_report_withdrawn(state: TableState, event: correction_events.ReportWithdrawn) -> TableState:
    """Nothing of it counts: neither the offer as missed nor the cards as drawn together."""
    memory = last_report(state)
    if memory is not None and memory.case == event.case and memory.before is not None:
        return restore_table(state, memory.before)
    case, ended = _find_case(state, event.case), state.round or state.last
    if case.trouble == IrregularityKind.MISSED_INSURANCE.value and ended is not None:
        state = _store_round(state, replace(ended, neglected=ended.neglected - {case_stage(case)}))
    return _fold_case_closed(state, events.CaseClosed(case=event.case))


def _fold_need_met(state: TableState, event: events.NeedMet) -> TableState:
    case = _find_case(state, event.case)
    return _change_case(note_late_offer(state, case), event.case, needs=case.needs[1:], begun=True)


def _fold_needs_changed(state: TableState, event: events.NeedsChanged) -> TableState:
    return _change_case(state, event.case, needs=event.needs, begun=True)


def _fold_option_chosen(state: TableState, event: events.OptionChosen) -> TableState:
    chosen = {**_find_case(state, event.case).chosen, event.who: event.option}
    return _change_case(state, event.case, chosen=chosen, begun=True)


def _fold_case_closed(state: TableState, event: events.CaseClosed) -> TableState:
    closed = _find_case(state, event.case)
    if closed.needs and not closed.begun:
        state = _count_together(state, closed, -1)  # The report of now replaces it.
    return replace(state, cases=tuple(case for case in state.cases if case.number != event.case))


# Cards


def _fold_cards_reordered(state: TableState, event: events.CardsReordered) -> TableState:
    cards = round_in_state(state).cards
    return change_round(state, cards=tuple(cards[place] for place in event.cards))


def _fold_cards_laid(state: TableState, event: correction_events.CardsLaid) -> TableState:
    cards = zip(round_in_state(state).cards, event.put, strict=True)
    return change_round(state, cards=tuple(replace(drawn, put=put) for drawn, put in cards))


def _fold_cards_as_they_lie(state: TableState, event: correction_events.CardsTakenAsTheyLie) -> TableState:
    cards = round_in_state(state).cards
    return change_round(state, cards=tuple(cards[place] for place in event.cards), as_they_lie=True)


def places_by_order(cards: tuple[DrawnCard, ...]) -> tuple[Place, ...]:
    """Where the drawn order puts each card, as far as the open cards show it; the others stay where they were put."""
    certain = certain_places(open_prefix(cards), len(cards))
    return tuple(drawn.put if place is None else place for drawn, place in zip(cards, certain, strict=True))


def _fold_reconstructed(state: TableState, _event: events.Reconstructed) -> TableState:
    cards = round_in_state(state).cards
    belong = zip(cards, places_by_order(cards), strict=True)
    placed = tuple(drawn if drawn.put is put else replace(drawn, put=put) for drawn, put in belong)
    return change_round(state, cards=placed, reconstructed=True)


def _fold_card_corrected(state: TableState, event: correction_events.CardCorrected) -> TableState:
    cards = list(round_in_state(state).cards)
    cards[event.place] = replace(cards[event.place], card=event.card)
    shoe = state.shoe
    if cards[event.place].seal is None:
        shoe = _recount_card(shoe, event.before, event.card)
    return replace(change_round(state, cards=tuple(cards)), shoe=shoe)


def _recount_card(shoe: Shoe, before: Card | None, after: Card) -> Shoe:
    counts = dict(shoe.seen)
    if before is not None:
        counts[before] = counts.get(before, 0) - 1
    counts[after] = counts.get(after, 0) + 1
    return replace(shoe, seen=counts)


def _fold_card_held(state: TableState, event: correction_events.CardHeldOver) -> TableState:
    held = DrawnCard(event.card, Place.NEITHER, event.turned, event.seal)
    shoe = replace(state.shoe, used=state.shoe.used + 1)
    if event.card is not None and event.seal is None:
        shoe = _recount_card(shoe, None, event.card)
    return replace(state, carried=(*state.carried, held), carried_for="", shoe=shoe)


def _fold_carried_turned(state: TableState, event: correction_events.CarriedCardsTurned) -> TableState:
    """Cards seen here are seen in the round that drew them as well, in case that is corrected."""
    if len(state.carried) != event.carried:
        return state  # A round that is looked back on is folded from its beginning: it knows no card of the one before.
    values = iter(event.cards)
    carried, last, shoe = list(state.carried), state.last, state.shoe
    for place in event.places:
        before = carried[place]
        card = before.card or next(values)
        if before.card is None:
            shoe = _recount_card(shoe, None, card)
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


def _fold_carried_decided(state: TableState, event: correction_events.CarriedCardsDecided) -> TableState:
    match event.use:
        case "burn":
            # The last round keeps it in its order, should a hand of it turn out to need that card.
            left = (card for place, card in enumerate(state.carried) if place not in event.burned)
            return replace(state, carried=tuple(left), carried_for="")
        case "return":
            shoe = replace(state.shoe, used=state.shoe.used - len(state.carried))
            return replace(drop_carried_cards(state), shoe=shoe)
        case _:
            return replace(state, carried_for=event.use)


# Dice, bets, rounds


def _fold_dice_corrected(state: TableState, event: correction_events.DiceCorrected) -> TableState:
    return change_round(state, dice=event.dice)


def _fold_settlement_undone(state: TableState, _event: events.SettlementUndone) -> TableState:
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
            left=_last_round_leavers(state),
            kept=tuple(kept for kept in state.kept if kept.given_back or kept.round != ended.number),
            persons=_last_round_persons(state),
            not_recovered=state.history[-1].owing if state.history else (),
            history=state.history[:-1],
            under_minimum_before=state.under_minimum_last,
            shoe=replace(state.shoe, rounds_after_cutting_card=after_cut),
        )
    moved = tuple(line for line in ended.settled if line.number in ended.ticked)
    return replace(change_round(state, phase=Phase.CLOSED, settled=(), ticked=frozenset()), undone=moved)


def _last_round_persons(state: TableState) -> tuple[frozenset[Who], ...]:
    """Who left it is one person with their other places in it again; who came after them is not in it."""
    if not state.history:
        return state.persons
    past = state.history[-1]
    since = (person for person in state.persons if person.isdisjoint(past.former))
    return merge_persons((*past.persons, *since))


def _last_round_leavers(state: TableState) -> frozenset[Who]:
    """Who had left it, from all the places that were theirs."""
    left = last_round_absentees(state)
    own = (person & state.away for person in _last_round_persons(state) if not person.isdisjoint(left))
    return left.union(*own)


def _fold_round_voided(state: TableState, event: events.RoundVoided) -> TableState:
    round_ = round_in_state(state)
    ended = replace(round_, phase=Phase.VOID, void_clause=event.clause, returned=all_bet_numbers(round_))
    return replace(end_round(state, ended), cases=())


def _fold_bets_reopened(
    state: TableState, _event: correction_events.BetsReopened | correction_events.ClosingTakenBack
) -> TableState:
    return change_round(state, phase=Phase.BETTING, closed_late=False)


def _fold_dice_changed(state: TableState, event: correction_events.DiceChanged) -> TableState:
    return replace(state, dice_set=event.set_name, dice_damaged=False)


def _fold_nothing(
    state: TableState,
    _event: correction_events.IntentionsNamed
    | correction_events.InsuranceCounted
    | correction_events.SettlementRestored,
) -> TableState:
    """On record; what it leads to are events of their own, or follows from the bets that lie there."""
    return state


CORRECTION_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    **BETTOR_FOLDS,
    events.CaseOpened: _fold_case_opened,
    events.NeedMet: _fold_need_met,
    events.NeedsChanged: _fold_needs_changed,
    correction_events.ReportMade: _fold_report_made,
    correction_events.ReportWithdrawn: _fold_report_withdrawn,
    correction_events.SettlementRestored: _fold_nothing,
    events.OptionChosen: _fold_option_chosen,
    events.CaseClosed: _fold_case_closed,
    events.CardsReordered: _fold_cards_reordered,
    events.Reconstructed: _fold_reconstructed,
    events.SettlementUndone: _fold_settlement_undone,
    events.RoundVoided: _fold_round_voided,
    correction_events.CardsLaid: _fold_cards_laid,
    correction_events.CardsTakenAsTheyLie: _fold_cards_as_they_lie,
    correction_events.CardCorrected: _fold_card_corrected,
    correction_events.DiceCorrected: _fold_dice_corrected,
    correction_events.IntentionsNamed: _fold_nothing,
    correction_events.InsuranceCounted: _fold_nothing,
    correction_events.BetsReopened: _fold_bets_reopened,
    correction_events.ClosingTakenBack: _fold_bets_reopened,
    correction_events.CardHeldOver: _fold_card_held,
    correction_events.CarriedCardsTurned: _fold_carried_turned,
    correction_events.CarriedCardsDecided: _fold_carried_decided,
    correction_events.DiceChanged: _fold_dice_changed,
}


def _fold_bet_corrected(state: TableState, event: correction_events.BetCorrected) -> TableState:
    bets = round_in_state(state).bets
    if event.bet is not None and all(bet.number != event.number for bet in bets):
        return replace(change_round(state, bets=(*bets, event.bet)), entries=max(state.entries, event.number))
    corrected = (event.bet if bet.number == event.number else bet for bet in bets)
    return change_round(state, bets=tuple(bet for bet in corrected if bet is not None))


def _fold_insurance_corrected(state: TableState, event: correction_events.InsuranceCorrected) -> TableState:
    round_ = round_in_state(state)
    before = next((bet for bet in round_.insurance if bet.number == event.number), None)
    answered = round_.answered
    if before is not None:
        answered -= {(before.who, before.stage, before.side)}
    if event.bet is None:
        insurance = tuple(bet for bet in round_.insurance if bet is not before)
        return change_round(state, insurance=insurance, answered=answered)
    answered |= {(event.bet.who, event.bet.stage, event.bet.side)}
    if before is None:
        state = replace(state, entries=max(state.entries, event.number))
        return change_round(state, insurance=(*round_.insurance, event.bet), answered=answered)
    insurance = tuple(event.bet if bet is before else bet for bet in round_.insurance)
    return change_round(state, insurance=insurance, answered=answered)


def _fold_bets_returned(state: TableState, event: events.BetsReturned) -> TableState:
    round_ = round_in_state(state)
    never = round_.never_placed | event.numbers if event.never_placed else round_.never_placed
    return change_round(state, returned=round_.returned | event.numbers, never_placed=never)


BET_FOLDS: Mapping[type, Callable[[TableState, Any], TableState]] = {
    events.BetsReturned: _fold_bets_returned,
    correction_events.BetCorrected: _fold_bet_corrected,
    correction_events.InsuranceCorrected: _fold_insurance_corrected,
}
