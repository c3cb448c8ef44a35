"""Every area of a layout with what is printed on it, and which areas lie before each seat; made once for each layout.

What is printed is never translated: 庄 stands on every table, 莊 in running text. Odds are those of the rulebook.
"""

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook, Side
from dealer_app.domain.wagers import Area
from dealer_app.layouts import drawing, printed
from dealer_app.layouts.printed import printed_odds
from dealer_app.wording import amount


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


class Felt(Struct, frozen=True):
    """All that is printed, in the order of the pay tables, insurance last; and of what every seat has its own."""

    areas: tuple[FeltArea, ...]
    boxes: frozenset[Area]


_known: dict[tuple[str, str, str], Felt] = {}


def felt(book: Rulebook, layout: Layout) -> Felt:
    key = book.game, book.fingerprint, layout.letter
    found = _known.get(key)
    if found is None:
        boxes = drawing(book.game, layout.letter).by_seat
        offered = layout.areas if book.insurance is None else (*layout.areas, *INSURANCE_AREAS)
        areas = tuple(_printed(layout, area, boxes=area in boxes) for area in offered)
        found = _known[key] = Felt(areas, boxes)
    return found


def _printed(layout: Layout, area: Area, *, boxes: bool) -> FeltArea:
    has = printed(area)
    odds = "" if area in INSURANCE_AREAS else printed_odds(layout, area)
    return FeltArea(area, has.label, has.glyph, has.short, odds, boxes)


def glyph(area: Area) -> str:
    return printed(area).glyph


def plain_odds(odds: Odds) -> str:
    """`8 to 1`, `1 to 2`; odds less a commission as a decimal, `0.95 to 1`."""
    return " to ".join(odds_told(odds))


def odds_told(odds: Odds) -> tuple[str, str]:
    """What is won, and for what stake."""
    hundredths, rest = divmod(odds.win * 100, odds.stake)
    if odds.stake > SMALL_STAKE and not rest:
        return amount(hundredths), "1"
    return str(odds.win), str(odds.stake)


SMALL_STAKE = 10
"""Odds to a greater stake come from a commission."""
