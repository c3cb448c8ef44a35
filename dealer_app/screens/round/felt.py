"""The printed layout of a table, and the results of its areas in a round.

Printed glyphs are never translated. Results appear only once they are announced, except those that the open
cards have decided.
"""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.state import Phase, Round, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import open_cards, open_coup, visible_decisions
from dealer_app.domain.rulebook import Layout, Rulebook, Side
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import Area, Result, Verdict
from dealer_app.layouts import box_legend, layout_drawing
from dealer_app.layouts.drawing import chinese_legend_lines, legend_lines, odds_legend


def insurance_area(side: Side) -> Area:
    return Area(f"{side.value}_insurance")


INSURANCE_AREAS = tuple(insurance_area(side) for side in Side)


class FeltArea(Struct, frozen=True):
    """One area as it is printed; `boxes` says that every seat has one of its own."""

    area: Area
    label: str
    glyph: str
    short: str
    odds: str
    boxes: bool
    legend: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()


class Felt(Struct, frozen=True):
    """All that is printed, in the order of the pay tables, insurance last; and of what every seat has its own."""

    areas: tuple[FeltArea, ...]
    boxes: frozenset[Area]


_felt_cache: dict[tuple[str, str, str], Felt] = {}


def layout_felt(book: Rulebook, layout: Layout) -> Felt:
    key = book.game, book.fingerprint, layout.letter
    found = _felt_cache.get(key)
    if found is None:
        boxes = layout_drawing(book.game, layout.letter).seat_areas
        offered = layout.areas if book.insurance is None else (*layout.areas, *INSURANCE_AREAS)
        areas = tuple(_felt_area(book, layout, area, boxes=area in boxes) for area in offered)
        found = _felt_cache[key] = Felt(areas, boxes)
    return found


def _felt_area(book: Rulebook, layout: Layout, area: Area, *, boxes: bool) -> FeltArea:
    has = box_legend(area)
    odds = "" if area in INSURANCE_AREAS else odds_legend(layout, area)
    drawn = book.game, layout.letter, area
    legend, chinese = legend_lines(*drawn), chinese_legend_lines(*drawn)
    return FeltArea(area, has.label, has.glyph, has.short, odds, boxes, legend, chinese)


def area_glyph(area: Area) -> str:
    return box_legend(area).glyph


ENDED_PHASES = frozenset({Phase.ANNOUNCED, Phase.CONCLUDED})


def visible_round(state: TableState) -> Round | None:
    """Nothing of a round that was dealt by hand: the station has not seen it."""
    found = state.round or state.last
    return None if found is None or found.phase is Phase.BY_HAND else found


@cache_last
def area_verdicts(rules: Rules, round_: Round) -> Mapping[Area, Verdict]:
    """What every area of the layout came to; nothing before the result has been announced."""
    if round_.phase not in ENDED_PHASES:
        return {}
    if rules.tai_sai is not None:
        row = () if round_.dice is None else rules.tai_sai.verdict_row(Tumble(round_.dice))
    else:
        assert rules.baccarat is not None, "a game without dice has cards"
        if open_coup(round_).winner is None:
            return {}
        row = rules.baccarat.judge.coup_row(open_cards(round_))
    return dict(zip(rules.layout.areas, row, strict=True)) if row else {}


_NO_RESULTS: Mapping[Area, Result] = {}


@cache_last
def early_results(rules: Rules, round_: Round) -> Mapping[Area, Result]:
    """What the open cards have decided before the result: a bet that has won or lost whatever comes."""
    if rules.baccarat is None or round_.phase is not Phase.CLOSED:
        return _NO_RESULTS
    certain = visible_decisions(rules, round_)
    return {**dict.fromkeys(certain.won, Result.WIN), **dict.fromkeys(certain.lost, Result.LOSE)}
