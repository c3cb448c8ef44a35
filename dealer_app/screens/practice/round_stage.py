"""The stage of a practised round: hands or dice and the layout as a live table shows them, and the steps so far.

There is no second table: the stage is that of `screens.round`. While the guide is silent it loses what would say the
next step: what the third places expect, which bets the open cards have decided, and which hand can be insured.
"""

from dealer_app.clock import Timestamp
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.people.positions import load_positions
from dealer_app.screens.blocks import NO_TEXT, CardShown, Face, Tone
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.round.felt import INSURANCE_AREAS
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.screen import (
    AreaShown,
    AreaState,
    DiceShown,
    HandShown,
    HandsShown,
    StepsShown,
    TableShown,
    TableStage,
)
from dealer_app.station.state import StationState
from dealer_app.texts import LanguagePair

_NO_MOMENT = Timestamp(utc=0, offset=0, counter=0)
_HINTS = (AreaState.LIT, AreaState.DIMMED, AreaState.RETURNED)


def round_context(rules: Rules, state: TableState, words: LanguagePair, looks: Looks) -> ScreenContext:
    """The table of practice as the screens of a live one see it: nobody is signed in, and nothing can be touched."""
    return ScreenContext(
        state=StationState(table=state),
        rules=rules,
        guide=None,
        approval_request=None,
        words=words,
        positions=load_positions(),
        moment=_NO_MOMENT,
        terminal="",
        looks=looks,
    )


def round_stage(context: ScreenContext, past: StepsShown | None, *, is_silent: bool) -> TableStage:
    """The table as it lies; `is_silent` where the trainee is to say what comes next."""
    shown = build_stage(context)
    result, table = shown.result, _without_touches(shown.table)
    if is_silent:
        result = result if isinstance(result, DiceShown) else _without_notes(result)
        table = _without_hints(table, context.state.table)
    return TableStage(result=result, table=table, past=past)


def _without_touches(table: TableShown) -> TableShown:
    """Nothing of it is keyed here: the answer is keyed at the rail."""
    return replace(
        table,
        areas=tuple(replace(area, act=None) for area in table.areas),
        seats=tuple(replace(seat, act=None) for seat in table.seats),
        turn=None,
    )


def _without_notes(hands: HandsShown) -> HandsShown:
    return replace(hands, player=_silent_hand(hands.player), banker=_silent_hand(hands.banker))


def _silent_hand(hand: HandShown) -> HandShown:
    return replace(hand, note=NO_TEXT, cards=tuple(_silent_card(card) for card in hand.cards))


def _silent_card(card: CardShown) -> CardShown:
    if card.face is not Face.PLACE:
        return replace(card, act=None)
    return replace(card, word=NO_TEXT, note=NO_TEXT, tone=Tone.OFF)


def _without_hints(table: TableShown, state: TableState) -> TableShown:
    """Before the result is announced no area says what the cards have decided, and none that it could be insured.

    No odds are printed: what an area pays may be asked.
    """
    if state.round is None or state.round.phase is not Phase.CLOSED:
        return replace(table, with_odds=False)
    return replace(table, with_odds=False, areas=tuple(_silent_area(area) for area in table.areas))


def _silent_area(area: AreaShown) -> AreaShown:
    if area.area in INSURANCE_AREAS:
        return replace(area, state=AreaState.CLOSED, word="", state_alt_text="", odds="", act=None)
    if area.state in _HINTS:
        stakes = tuple(replace(stake, struck=False, back=False, wins="") for stake in area.stakes)
        return replace(area, state=AreaState.CLOSED, word="", state_alt_text="", stakes=stakes)
    return area
