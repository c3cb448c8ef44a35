"""Reads the drawings of the layouts and checks them against the rulebook.

A drawing has exactly one box for each bet of its layout. Here is also found what tells the layouts of a
document apart: the bets that not all of them have, and the layouts that play alike.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from dealer_app import rulebooks
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts.drawing import (
    ArcDrawing,
    ArcShape,
    BandBox,
    Drawing,
    GridBlock,
    GridDrawing,
    GridPage,
    LayoutNote,
    LongDrawing,
    LongShape,
    SceneRect,
    legend_kinds,
)
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout

_FOLDER = files("resources") / "layouts"
INSURANCE_AREAS = (Area("player_insurance"), Area("banker_insurance"))


class DrawingFaultsError(Exception):
    """A drawing that does not show the bets of its layout, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@cache
def layout_drawing(game: str, letter: str) -> Drawing:
    """The drawing of a layout. An Appendix that shows an example of another has the drawing of that one."""
    book = rulebooks.load_rulebook(game)
    shown = next((each.letter for each in book.layouts if letter in each.pictured_in), letter)
    return read_drawing(book, shown, _read_tables(game))


def read_drawing(book: Rulebook, letter: str, tables: Mapping[str, Any]) -> Drawing:
    """The drawing of this letter in the tables of a file, or DrawingFaultsError."""
    made = Drawing(game=book.game, letter=letter, kind=_read_kind(tables, tables["layouts"][letter]))
    wrong = tuple(f"{book.game} {letter}: {fault}" for fault in find_box_faults(book, letter, made.areas))
    if wrong:
        raise DrawingFaultsError(wrong)
    return made


def areas_to_draw(book: Rulebook, letter: str) -> tuple[Area, ...]:
    """The areas that a drawing of this layout has to show: its bets, and insurance where the book has it."""
    bets = require_layout(book, letter).areas
    return bets if book.insurance is None else (*bets, *INSURANCE_AREAS)


def find_box_faults(book: Rulebook, letter: str, shown: frozenset[Area]) -> list[str]:
    """What a drawing with these boxes has wrong."""
    bets = areas_to_draw(book, letter)
    faults = [f"{area} has no box" for area in bets if area not in shown]
    faults += [f"{area} is not a bet of this layout" for area in sorted(shown - set(bets))]
    faults += [f"{area} has no label" for area in sorted(shown) if area.partition(":")[0] not in legend_kinds()]
    return faults


@cache
def _read_tables(name: str) -> Mapping[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _read_kind(tables: Mapping[str, Any], entry: Mapping[str, Any]) -> ArcDrawing | LongDrawing | GridDrawing:
    if "arc" in entry:
        return ArcDrawing(
            shape=_read_arc_shape(entry["arc"]),
            rows=_read_rows(tables["rows"][entry["rows"]]),
            bands=tuple(_read_band(tables["bands"][name]) for name in entry["bands"]),
            tables=tuple(map(Area, entry.get("tables", ()))),
            cards=entry.get("cards", False),
        )
    if "block" in entry:
        return LongDrawing(
            shape=_read_long_shape(),
            rows=_read_rows(tables["rows"][entry["rows"]]),
            block=_read_rows(tables["blocks"][entry["block"]]),
        )
    return GridDrawing(
        height=_read_tables("templates")["grid"]["height"],
        whole=_read_page(entry),
        halves=tuple(map(_read_page, entry["half"])),
        examples=tuple((Area(area), name) for area, name in entry.get("examples", ())),
    )


def _read_rows(rows: list[list[str]]) -> tuple[tuple[Area, ...], ...]:
    return tuple(tuple(map(Area, row)) for row in rows)


def _read_band(cells: list[tuple[str, float, float]]) -> tuple[BandBox, ...]:
    return tuple(BandBox(Area(area), start, end) for area, start, end in cells)


def _read_page(entry: Mapping[str, Any]) -> GridPage:
    blocks = tuple(
        GridBlock(
            place=SceneRect(*block["place"]),
            cells=_read_rows(block["cells"]),
            dice=block.get("dice", False),
            noted=block.get("noted", False),
        )
        for block in entry["blocks"]
    )
    return GridPage(blocks, tuple(map(_read_note, entry["notes"])), entry.get("name", ""))


def _read_note(entry: Mapping[str, Any]) -> LayoutNote:
    return LayoutNote(
        place=SceneRect(*entry["place"]),
        odds_of=Area(entry["odds_of"]),
        text=entry.get("text", ""),
        prize=Prize(entry["prize"]) if "prize" in entry else None,
        sideways=entry.get("sideways", False),
    )


def _read_arc_shape(profile: str) -> ArcShape:
    arc = dict(_read_tables("templates")["arc"])
    depths = arc.pop("profiles")[profile]
    arc["badge"] = tuple(arc["badge"])
    return ArcShape(
        **arc,
        rows=_read_pairs(depths["rows"]),
        bands=_read_pairs(depths["bands"]),
        tables=_read_rects(depths["tables"]),
    )


def _read_long_shape() -> LongShape:
    table = dict(_read_tables("templates")["long"])
    left, right = _read_pairs(table.pop("centres"))
    rows, block = _read_pairs(table.pop("rows")), SceneRect(*table.pop("block"))
    return LongShape(**table, centres=(left, right), rows=rows, block=block)


def _read_rects(lists: list[list[float]]) -> tuple[SceneRect, ...]:
    return tuple(SceneRect(*place) for place in lists)


def _read_pairs(lists: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((first, second) for first, second in lists)


_USUAL_SHARE = Fraction(2, 3)
"""A bet that so many of the layouts have tells little of one of them."""


@cache
def bet_layout_counts(game: str) -> Counter[Area]:
    """On how many layouts each bet is."""
    return Counter(area for layout in load_rulebook(game).layouts for area in layout.areas)


def is_distinctive_bet(game: str, area: Area) -> bool:
    """Whether there is a layout without it."""
    return bet_layout_counts(game)[area] < len(load_rulebook(game).layouts)


def is_unusual_bet(game: str, area: Area) -> bool:
    return 0 < bet_layout_counts(game)[area] < _USUAL_SHARE * len(load_rulebook(game).layouts)


@cache
def equivalent_layouts(game: str, letter: str) -> tuple[str, ...]:
    """The other layouts on which a round is played and paid as on this one, wherever its boxes lie."""
    layouts = load_rulebook(game).layouts
    own = next(_play_signature(layout) for layout in layouts if layout.letter == letter)
    return tuple(each.letter for each in layouts if each.letter != letter and _play_signature(each) == own)


def _play_signature(layout: Layout) -> object:
    pays = frozenset((pay.area, pay.prize, pay.odds) for pay in layout.pays)
    return layout.fewest_positions, layout.most_positions, layout.seats, pays
