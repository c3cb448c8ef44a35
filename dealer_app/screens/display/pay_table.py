"""The pay table of a layout as guests read it while nothing is dealt: bets, odds, and the chance to win if shown."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import BoxSide, box_legend, odds_legend
from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.display.customer_screen import PayGroup, PayRow
from dealer_app.screens.labels import area_name, bilingual_text, section_text
from dealer_app.screens.round.table_context import TableContext

MAIN_BETS = tuple(map(Area, ("banker", "player", "tie", "banker_pair", "player_pair")))
_SIDE_TONES = {
    BoxSide.PLAYER: Tone.PLAYER,
    BoxSide.BANKER: Tone.BANKER,
    BoxSide.TIE: Tone.TIE,
    BoxSide.NEITHER: Tone.PLAIN,
}
_SUM = "sum"

Chances = Mapping[Area, str]
"""The chance to win of each bet from a full shoe, as `45.9 %`; empty where the house does not show it."""


def area_tone(area: Area) -> Tone:
    """The side of the game to which a bet belongs."""
    return _SIDE_TONES[box_legend(area).belongs]


def pay_groups(at: TableContext, chances: Chances) -> tuple[PayGroup, ...]:
    """Main bets and pairs before the side bets; of dice a row for all bets of a kind that pay alike."""
    areas = at.rules.layout.areas
    if at.rules.book.house is RuleFamily.TAI_SAI:
        even = [area for area in areas if ":" not in area]
        numbered = [area for area in areas if ":" in area]
        return (
            PayGroup(_text(at, "dice-bets"), tuple(_bet_rows(at, even, chances))),
            PayGroup(_text(at, "on-numbers"), tuple(_number_rows(at, numbered))),
        )
    main = [area for area in MAIN_BETS if area in areas]
    side = [area for area in areas if area not in main]
    groups = (("main-bets", main), ("side-bets", side))
    return tuple(
        PayGroup(_text(at, title), tuple(_bet_rows(at, listed, chances))) for title, listed in groups if listed
    )


def _text(at: TableContext, code: str) -> ScreenText:
    return section_text(at.context.words, "display", code)


def _bet_rows(at: TableContext, areas: Iterable[Area], chances: Chances) -> Iterator[PayRow]:
    for area in areas:
        yield PayRow(
            name=area_name(at.context.words, area),
            odds=odds_legend(at.rules.layout, area),
            tone=area_tone(area),
            chance=chances.get(area, ""),
        )


def _number_rows(at: TableContext, areas: Iterable[Area]) -> Iterator[PayRow]:
    """Totals that pay alike are named together; of all other kinds the name is enough."""

    def same_row(area: Area) -> tuple[str, str]:
        return area.partition(":")[0], odds_legend(at.rules.layout, area)

    for (kind, odds), group in groupby(areas, key=same_row):
        numbers = " · ".join(area.partition(":")[2] for area in group) if kind == _SUM else ""
        yield PayRow(name=kind_name(at, kind, numbers), odds=odds)


def kind_name(at: TableContext, kind: str, numbers: str) -> ScreenText:
    """What a kind of bet on dice is called, with these numbers."""
    return bilingual_text(at.context.words, lambda words: words.text("area", kind, {"numbers": numbers}).strip())
