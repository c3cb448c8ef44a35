"""The bets whose odds are asked for: those of one layout, or of all layouts of a game, each price once."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize


class OfferedBet(Struct, frozen=True, kw_only=True):
    """An area at one price, with the layouts that pay it so and the clauses that say it.

    `label` is the area's code; where layouts differ in what they pay, their letters stand behind it.
    """

    area: Area
    label: str
    prizes: Mapping[Prize, Odds]
    layouts: tuple[str, ...]
    clauses: tuple[str, ...]


def offered_bets(book: Rulebook, layout: Layout | None) -> tuple[OfferedBet, ...]:
    """In the order of the pay tables; without a layout those of all layouts."""
    layouts = book.layouts if layout is None else (layout,)
    areas = dict.fromkeys(area for each in layouts for area in each.areas)
    return tuple(bet for area in areas for bet in _prices(area, layouts))


def _prices(area: Area, layouts: tuple[Layout, ...]) -> Iterator[OfferedBet]:
    by_price: dict[frozenset[tuple[Prize, Odds]], list[Layout]] = {}
    for layout in layouts:
        if area in layout.areas:
            by_price.setdefault(frozenset(layout.prizes(area).items()), []).append(layout)
    for paying in by_price.values():
        letters = tuple(layout.letter for layout in paying)
        clauses = dict.fromkeys(pay.clause for layout in paying for pay in layout.pays if pay.area == area)
        yield OfferedBet(
            area=area,
            label=str(area) if len(by_price) == 1 else f"{area} ({' '.join(letters)})",
            prizes=paying[0].prizes(area),
            layouts=letters,
            clauses=tuple(clauses),
        )
