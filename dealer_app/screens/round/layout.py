"""The painted layout: every area with its state, its chips and what a touch on it means."""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.domain.round.visible import open_offers
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Result
from dealer_app.layouts.drawing import odds_text, win_odds_text
from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import OPTION_ON
from dealer_app.screens.input_state import Panel
from dealer_app.screens.labels import area_name, seat_text
from dealer_app.screens.round.betting_keys import ChipsByArea, SeatCodes, find_kind_area, layout_stakes, touch_action
from dealer_app.screens.round.felt import (
    INSURANCE_AREAS,
    FeltArea,
    area_verdicts,
    early_results,
    insurance_area,
    layout_felt,
    visible_round,
)
from dealer_app.screens.round.insurance import frame_seat_action
from dealer_app.screens.round.settlement import next_area
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.totals import bets_count_text
from dealer_app.screens.screen import AreaShown, AreaState, SeatShown, Stake, TableShown

_RESULT_STATES = {
    Result.WIN: AreaState.LIT,
    Result.LOSE: AreaState.DIMMED,
    Result.PUSH: AreaState.RETURNED,
    Result.OPEN: AreaState.CLOSED,
}
_RETURN_STATES = (AreaState.RETURNED, AreaState.VOID)
"""The area says of all its chips what else each says of itself."""


class _LayoutState(Struct, frozen=True):
    """What the areas of this moment have in common."""

    usual: AreaState
    results: Mapping[Area, Result]
    won: Mapping[Area, Odds]
    """At which odds each winning area is paid."""
    offers: Mapping[Area, InsuranceOffer]
    chips: ChipsByArea


def layout_shown(at: TableContext) -> TableShown:
    """The table as it is now, with all its areas."""
    printed_felt = layout_felt(at.rules.book, at.rules.layout)
    round_ = visible_round(at.state)
    now = _layout_state(at, round_, printed_felt.boxes)
    areas: list[AreaShown] = []
    for printed in printed_felt.areas:
        seats = at.seats if printed.boxes else (None,)
        areas += [_area_shown(at, printed, seat, now) for seat in seats]
    codes = SeatCodes(at.seats) if at.seats else None
    return TableShown(
        game=at.rules.book.game,
        letter=at.rules.layout.letter,
        seats=tuple(
            SeatShown(
                number=seat,
                keyed=codes.badge_code(seat) if at.has_keyed_bets and codes is not None else "",
                alt_text=seat_text(at.context.words, seat),
                selected=seat == at.input_state.seat,
                act=_seat_action(at, seat),
            )
            for seat in at.seats
        ),
        areas=tuple(areas),
        turned=at.context.looks.turned,
        turn=turn_control(at) if at.seats else None,
        alt_text=at.text("layout-told").first,
        tab_texts=() if at.seats else tuple(at.text("page", page=page, pages="2").first for page in "12"),
        current_area=None if at.seats else _current_area(at),
    )


def _current_area(at: TableContext) -> Area | None:
    """The area that is keyed, or the first of the kind of bets; in a settlement the one that is to be settled next."""
    if at.state.round is None or not at.has_keyed_bets:
        return None
    if at.guide.step is Step.SETTLE:
        return next_area(at)
    return at.input_state.area or find_kind_area(at) if at.state.round.phase is Phase.BETTING else None


def turn_control(at: TableContext) -> Control:
    turned = at.context.looks.turned
    input_state = at.input_state.with_pick("looks", f"turned={'off' if turned else OPTION_ON}")
    return Control(
        name="turn",
        label=at.text("turned" if turned else "as-drawn"),
        sub=at.text("turn"),
        act=SetInput(input_state),
        icon="refresh",
    )


def _layout_state(at: TableContext, round_: Round | None, own: frozenset[Area]) -> _LayoutState:
    chips: ChipsByArea = {}
    results: Mapping[Area, Result] = {}
    won: Mapping[Area, Odds] = {}
    usual = AreaState.CLOSED
    if round_ is not None:
        on = round_ is at.state.round
        if on:
            chips = layout_stakes(round_, own, at.context.words.first.decimals)
        if round_.phase is Phase.BETTING:
            usual = AreaState.OPEN
        elif round_.phase is Phase.VOID:
            usual = AreaState.VOID
        else:
            came = area_verdicts(at.rules, round_)
            results = early_results(at.rules, round_) or {area: verdict.result for area, verdict in came.items()}
            won = {area: verdict.odds for area, verdict in came.items() if verdict.odds is not None}
    return _LayoutState(usual, results, won, _offers_by_area(at), chips)


def _offers_by_area(at: TableContext) -> Mapping[Area, InsuranceOffer]:
    round_ = at.state.round
    if at.rules.book.insurance is None or round_ is None or round_.phase is not Phase.CLOSED:
        return {}
    return {insurance_area(offer.side): offer for offer in open_offers(at.rules, at.state, round_)}


def _area_shown(at: TableContext, printed: FeltArea, seat: int | None, now: _LayoutState) -> AreaShown:
    area, lying = printed.area, now.chips.get((printed.area, seat), ())
    state = _area_state(at, printed, seat, now)
    return AreaShown(
        area=area,
        seat=seat,
        label=printed.label,
        glyph=printed.glyph,
        short=printed.short,
        odds=_area_odds(at, printed, now),
        state=state,
        word=_state_word(at, state),
        alt_text=_area_alt_text(at, area, seat),
        state_alt_text=at.text(f"area-{state.value}").first if state in _PLAIN_STATES else "",
        limits=_limits_text(at, area),
        legend=printed.legend,
        chinese=printed.chinese,
        stakes=_area_stakes(at, lying, state),
        act=_area_action(at, printed, seat),
    )


def _area_stakes(at: TableContext, lying: tuple[Stake, ...], state: AreaState) -> tuple[Stake, ...]:
    if len(lying) > 1:
        together = bets_count_text(at, len(lying)).first
        lying = tuple(replace(stake, together=together) for stake in lying)
    return tuple(replace(stake, back=False) for stake in lying) if state in _RETURN_STATES else lying


def _area_odds(at: TableContext, printed: FeltArea, now: _LayoutState) -> str:
    """What is offered for insurance, what a winning area pays, or what is printed."""
    if printed.area in now.offers:
        return odds_text(now.offers[printed.area].odds)
    won = now.won.get(printed.area)
    return printed.odds if won is None else win_odds_text(at.rules.layout, printed.area, won)


def _area_state(at: TableContext, printed: FeltArea, seat: int | None, now: _LayoutState) -> AreaState:
    area = printed.area
    if area in INSURANCE_AREAS:
        if area in now.offers:
            return AreaState.SELECTED
        return _insurance_state(now.chips.get((area, None), ()), now.usual)
    if now.usual is AreaState.OPEN:
        chosen = at.input_state.area == area and (seat is None or seat == at.input_state.seat)
        return AreaState.SELECTED if chosen else AreaState.OPEN
    lying = now.chips.get((area, seat), ())
    if lying and now.usual is AreaState.CLOSED and all(stake.back for stake in lying):
        return AreaState.RETURNED
    result = now.results.get(area)
    return now.usual if result is None else _RESULT_STATES[result]


def _insurance_state(lying: tuple[Stake, ...], usual: AreaState) -> AreaState:
    """By what its stakes came to, for no bet of the layout decides it: of several, one that wins lights it."""
    if not lying:
        return AreaState.NOT_OFFERED
    if usual is not AreaState.CLOSED:
        return usual
    if all(stake.back for stake in lying):
        return AreaState.RETURNED
    if any(stake.wins for stake in lying):
        return AreaState.LIT
    return AreaState.DIMMED if any(stake.struck for stake in lying) else usual


def _state_word(at: TableContext, state: AreaState) -> str:
    if state is AreaState.NOT_OFFERED and at.table.insurance is not InsuranceShown.NOT_OFFERED:
        # The totals may still ask for it: that it is never offered here is what the notice of 4.2.2 says.
        return at.text("offered-not-now").first
    if state in (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID):
        return at.text(state.value).first
    return ""


_PLAIN_STATES = (AreaState.OPEN, AreaState.CLOSED, AreaState.SELECTED, AreaState.LIT, AreaState.DIMMED)
"""What is only seen by its border and its light."""


def _area_alt_text(at: TableContext, area: Area, seat: int | None) -> str:
    name = area_name(at.context.words, area).first
    return name if seat is None else f"{seat_text(at.context.words, seat)} {name}"


def _limits_text(at: TableContext, area: Area) -> str:
    """Insurance has none of its own: what may be staked there follows from the hand (Insurance 3.12.2)."""
    if area in INSURANCE_AREAS or not at.context.looks.limits_on_layout:
        return ""
    limits = at.table.limits
    least, most = limits.minimum(area), limits.maximum(area)
    shown = ("" if one is None else at.money_text(one) for one in (least, most))
    return " – ".join(text for text in shown if text)


def _seat_action(at: TableContext, seat: int) -> Action | None:
    """While bets are open the seat is chosen; while insurance is offered its row is framed."""
    if at.context.guide is None:
        return None
    if at.guide.step is Step.OFFER_INSURANCE:
        return frame_seat_action(at, seat)
    if not at.is_allowed(commands.PlaceBet):
        return None
    chosen = at.input_state
    # An area that was touched first, or already has its amount, waits for whose bet it is.
    keeps = seat == chosen.seat or chosen.seat is None or bool(chosen.digits)
    return touch_action(at, seat=seat, area=chosen.area if keeps else None)


def _area_action(at: TableContext, printed: FeltArea, seat: int | None) -> Action | None:
    """While bets are open an area is chosen for the seat; an insurance area frames the hand that is insured."""
    area = printed.area
    if area in INSURANCE_AREAS:
        return None
    if not at.is_allowed(commands.PlaceBet):
        return _correct_action(at, area, seat)
    return touch_action(at, seat=at.input_state.seat if seat is None else seat, area=area, with_chip=True)


def _correct_action(at: TableContext, area: Area, seat: int | None) -> Action | None:
    """Once bets are closed a touch of chips opens their correction: of the only bet there, or the choice of it."""
    if not at.has_keyed_bets or at.state.round is None or not at.is_allowed(correction_commands.CorrectBet):
        return None
    there = [bet for bet in at.round.in_play if bet.wager.area == area and seat in (None, bet.wager.seat)]
    if not there:
        return None
    input_state = at.input_state.close_panel().replace(panel=Panel.CORRECT).with_pick("correct", "bet")
    return SetInput(input_state.with_pick("bet", str(there[0].number)) if len(there) == 1 else input_state)
