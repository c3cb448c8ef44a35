"""The painted layout: every area with its state, its chips and what a touch on it means."""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.round import commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.seen import open_offers
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.round.table import InsuranceShown
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Result
from dealer_app.layouts.printed import won_odds
from dealer_app.showing.acts import Act, Change
from dealer_app.showing.blocks import Control
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import INSURANCE_AREAS, FeltArea, felt, insurance_area, plain_odds
from dealer_app.showing.play.insuring import seat_asked
from dealer_app.showing.play.labels import area_line, seat_told
from dealer_app.showing.play.picking import touched
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.play.shown_round import decided_already, shown_round, verdicts
from dealer_app.showing.play.stakes import Chips, stakes
from dealer_app.showing.screen import AreaShown, AreaState, SeatShown, TableShown
from dealer_app.showing.seeing import ON

_STATES = {
    Result.WIN: AreaState.LIT,
    Result.LOSE: AreaState.DIMMED,
    Result.PUSH: AreaState.RETURNED,
    Result.OPEN: AreaState.CLOSED,
}
_GOES_BACK = (AreaState.RETURNED, AreaState.VOID)
"""The area says of all its chips what else each says of itself."""


class _Now(Struct, frozen=True):
    """What the areas of this moment have in common."""

    usual: AreaState
    results: Mapping[Area, Result]
    won: Mapping[Area, Odds]
    """At which odds each winning area is paid."""
    offers: Mapping[Area, InsuranceOffer]
    chips: Chips


def layout(at: AtTable) -> TableShown:
    """The table as it lies, with all its areas."""
    printed_felt = felt(at.rules.book, at.rules.layout)
    round_ = shown_round(at.state)
    now = _now(at, round_, printed_felt.boxes)
    areas: list[AreaShown] = []
    for printed in printed_felt.areas:
        seats = at.seats if printed.boxes else (None,)
        areas += [_shown(at, printed, seat, now) for seat in seats]
    codes = SeatCodes(at.seats) if at.seats else None
    return TableShown(
        game=at.rules.book.game,
        letter=at.rules.layout.letter,
        seats=tuple(
            SeatShown(
                number=seat,
                keyed=codes.on_badge(seat) if at.keyed and codes is not None else "",
                told=seat_told(at.seeing.words, seat),
                selected=seat == at.fingers.seat,
                act=_seat_act(at, seat),
            )
            for seat in at.seats
        ),
        areas=tuple(areas),
        turned=at.seeing.looks.turned,
        turn=turn_control(at) if at.seats else None,
        told=at.label("layout-told").first,
        halves_told=() if at.seats else tuple(at.label("page", page=page, pages="2").first for page in "12"),
    )


def turn_control(at: AtTable) -> Control:
    turned = at.seeing.looks.turned
    fingers = at.fingers.picked("looks", f"turned={'off' if turned else ON}")
    return Control(
        name="turn",
        label=at.label("turned" if turned else "as-drawn"),
        sub=at.label("turn"),
        act=Change(fingers),
        icon="refresh",
    )


def _now(at: AtTable, round_: Round | None, own: frozenset[Area]) -> _Now:
    chips: Chips = {}
    results: Mapping[Area, Result] = {}
    won: Mapping[Area, Odds] = {}
    usual = AreaState.CLOSED
    if round_ is not None:
        on = round_ is at.state.round
        if on:
            chips = stakes(round_, own, at.seeing.words.first.decimals)
        if round_.phase is Phase.BETTING:
            usual = AreaState.OPEN
        elif round_.phase is Phase.VOID:
            usual = AreaState.VOID
        else:
            came = verdicts(at.rules, round_)
            results = decided_already(at.rules, round_) or {area: verdict.result for area, verdict in came.items()}
            won = {area: verdict.odds for area, verdict in came.items() if verdict.odds is not None}
    return _Now(usual, results, won, _offers(at), chips)


def _offers(at: AtTable) -> Mapping[Area, InsuranceOffer]:
    round_ = at.state.round
    if at.rules.book.insurance is None or round_ is None or round_.phase is not Phase.CLOSED:
        return {}
    return {insurance_area(offer.side): offer for offer in open_offers(at.rules, at.state, round_)}


def _shown(at: AtTable, printed: FeltArea, seat: int | None, now: _Now) -> AreaShown:
    area, lying = printed.area, now.chips.get((printed.area, seat), ())
    state = _state(at, printed, seat, now)
    return AreaShown(
        area=area,
        seat=seat,
        label=printed.label,
        glyph=printed.glyph,
        short=printed.short,
        odds=_odds(at, printed, now),
        state=state,
        word=_word(at, state),
        told=_told(at, area, seat),
        state_told=at.label(f"area-{state.value}").first if state in _PLAIN else "",
        limits=_limits(at, area),
        stakes=tuple(replace(stake, back=False) for stake in lying) if state in _GOES_BACK else lying,
        act=_area_act(at, printed, seat),
    )


def _odds(at: AtTable, printed: FeltArea, now: _Now) -> str:
    """What is offered for insurance, what a winning area pays, or what is printed."""
    if printed.area in now.offers:
        return plain_odds(now.offers[printed.area].odds)
    won = now.won.get(printed.area)
    return printed.odds if won is None else won_odds(at.rules.layout, printed.area, won)


def _state(at: AtTable, printed: FeltArea, seat: int | None, now: _Now) -> AreaState:
    area = printed.area
    if area in INSURANCE_AREAS:
        if area in now.offers:
            return AreaState.SELECTED
        return now.usual if (area, None) in now.chips else AreaState.NOT_OFFERED
    if now.usual is AreaState.OPEN:
        chosen = at.fingers.area == area and (seat is None or seat == at.fingers.seat)
        return AreaState.SELECTED if chosen else AreaState.OPEN
    lying = now.chips.get((area, seat), ())
    if lying and now.usual is AreaState.CLOSED and all(stake.back for stake in lying):
        return AreaState.RETURNED
    result = now.results.get(area)
    return now.usual if result is None else _STATES[result]


def _word(at: AtTable, state: AreaState) -> str:
    if state is AreaState.NOT_OFFERED and at.table.insurance is not InsuranceShown.NOT_OFFERED:
        # The totals may still ask for it: that it is never offered here is what the notice of 4.2.2 says.
        return at.label("offered-not-now").first
    if state in (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID):
        return at.label(state.value).first
    return ""


_PLAIN = (AreaState.OPEN, AreaState.CLOSED, AreaState.SELECTED, AreaState.LIT, AreaState.DIMMED)
"""What is only seen by its border and its light."""


def _told(at: AtTable, area: Area, seat: int | None) -> str:
    name = area_line(at.seeing.words, area).first
    return name if seat is None else f"{seat_told(at.seeing.words, seat)} {name}"


def _limits(at: AtTable, area: Area) -> str:
    """Insurance has none of its own: what may be staked there follows from the hand (Insurance 3.12.2)."""
    if area in INSURANCE_AREAS or not at.seeing.looks.limits_on_layout:
        return ""
    limits = at.table.limits
    least, most = limits.minimum(area), limits.maximum(area)
    shown = ("" if one is None else at.money(one) for one in (least, most))
    return " – ".join(text for text in shown if text)


def _seat_act(at: AtTable, seat: int) -> Act | None:
    """While bets are open the seat is chosen; while insurance is offered its row is framed."""
    if at.seeing.guide is None:
        return None
    if at.guide.step is Step.OFFER_INSURANCE:
        return seat_asked(at, seat)
    if not at.may(commands.PlaceBet):
        return None
    return touched(at, seat=seat, area=None if seat != at.fingers.seat else at.fingers.area)


def _area_act(at: AtTable, printed: FeltArea, seat: int | None) -> Act | None:
    """While bets are open an area is chosen for the seat; an insurance area frames the hand that is insured."""
    area = printed.area
    if area in INSURANCE_AREAS:
        return None
    if not at.may(commands.PlaceBet):
        return None
    return touched(at, seat=at.fingers.seat if seat is None else seat, area=area)
