"""The fold of what happens to a table and to its shoe: opened, dealt from, closed, and what it is told between rounds.

As in apply nothing is judged here; an event that is there has happened.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.cards import Card
from dealer_app.domain.round import table_events
from dealer_app.domain.round.apply_mended import without_carried
from dealer_app.domain.round.state import Shoe, ShoeStep, TableState, Who
from dealer_app.domain.values import replace


def _opened(state: TableState, event: table_events.TableOpened) -> TableState:
    return replace(state, table=event.table)


def _closed(state: TableState, event: table_events.TableClosed) -> TableState:
    del event
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


def _cards_brought(state: TableState, event: table_events.CardsBrought) -> TableState:
    shoe = Shoe(number=event.number, step=ShoeStep.CARDS_IN, decks=event.decks, set_name=event.set_name)
    return replace(state, shoe=shoe)


def _shoe_step(state: TableState, event: table_events.ShoeStepDone) -> TableState:
    return replace(state, shoe=replace(state.shoe, step=event.step))


def _burned(state: TableState, event: table_events.CardsBurned) -> TableState:
    shoe = seen(state.shoe, *event.cards)
    return replace(state, shoe=replace(shoe, used=shoe.used + len(event.cards) + event.unseen, step=ShoeStep.READY))


def seen(shoe: Shoe, *cards: Card) -> Shoe:
    return replace(shoe, seen=counted(shoe.seen, *cards))


def counted(seen: Mapping[Card, int], *cards: Card) -> Mapping[Card, int]:
    """With these among the cards that have been seen of a shoe."""
    counts = dict(seen)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _cutting_card(state: TableState, event: table_events.CuttingCardCame) -> TableState:
    del event
    round_ = state.round
    first_in = round_.number if round_ is not None and not round_.cards else 0
    return replace(state, shoe=replace(state.shoe, cutting_card_out=True, cutting_card_first_in=first_in))


def _shoe_ended(state: TableState, event: table_events.ShoeEnded) -> TableState:
    del event
    return replace(without_carried(state), shoe=replace(state.shoe, step=ShoeStep.ENDED))


def _shoe_closed(state: TableState, event: table_events.ShoeClosed) -> TableState:
    return replace(state, shoe=replace(state.shoe, closed_for=event.clause))


def _method_chosen(state: TableState, event: table_events.MethodChosen) -> TableState:
    assert state.table is not None, "a method is chosen at an open table"
    return replace(state, table=replace(state.table, method=event.method))


def _device_passed(state: TableState, event: table_events.DevicePassed) -> TableState:
    return replace(state, device_with=event.who)


def _wagers_allowed(state: TableState, event: table_events.WagersAllowed) -> TableState:
    assert state.table is not None, "the Pit Manager speaks of an open table"
    return replace(state, table=replace(state.table, most_wagers=event.most))


def _limits_changed(state: TableState, event: table_events.LimitsChanged) -> TableState:
    assert state.table is not None, "limits change at an open table"
    return replace(state, table=replace(state.table, limits=event.limits))


OF_THE_TABLE: Mapping[type, Callable[[TableState, Any], TableState]] = {
    table_events.TableOpened: _opened,
    table_events.TableClosed: _closed,
    table_events.CardsBrought: _cards_brought,
    table_events.ShoeStepDone: _shoe_step,
    table_events.CardsBurned: _burned,
    table_events.CuttingCardCame: _cutting_card,
    table_events.ShoeEnded: _shoe_ended,
    table_events.ShoeClosed: _shoe_closed,
    table_events.MethodChosen: _method_chosen,
    table_events.DevicePassed: _device_passed,
    table_events.WagersAllowed: _wagers_allowed,
    table_events.LimitsChanged: _limits_changed,
}
