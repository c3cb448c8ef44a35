"""Reads the drawings and lays them beside the rulebook: exactly its bets have boxes, none is missing or too many."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from dealer_app import rulebooks
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts.drawing import (
    ArcDrawing,
    ArcShape,
    Block,
    Drawing,
    GridDrawing,
    LongDrawing,
    LongShape,
    Note,
    Page,
    Place,
    Stretch,
)
from dealer_app.layouts.printed import kinds
from dealer_app.rulebooks.finding import layout_of

_FOLDER = files("resources") / "layouts"
INSURANCE = (Area("player_insurance"), Area("banker_insurance"))


class DrawingFaultsError(Exception):
    """A drawing that does not show the bets of its layout, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@cache
def drawing(game: str, letter: str) -> Drawing:
    """The drawing of a layout. An Appendix that shows an example of another has the drawing of that one."""
    book = rulebooks.approved(game)
    shown = next((each.letter for each in book.layouts if letter in each.pictured_in), letter)
    return drawn(book, shown, _file(game))


def drawn(book: Rulebook, letter: str, tables: Mapping[str, Any]) -> Drawing:
    """The drawing of this letter in the tables of a file, or DrawingFaultsError."""
    made = Drawing(game=book.game, letter=letter, kind=_kind(tables, tables["layouts"][letter]))
    wrong = tuple(f"{book.game} {letter}: {fault}" for fault in faults_in(book, letter, made.areas))
    if wrong:
        raise DrawingFaultsError(wrong)
    return made


def needed(book: Rulebook, letter: str) -> tuple[Area, ...]:
    """The areas that a drawing of this layout has to show: its bets, and insurance where the book has it."""
    bets = layout_of(book, letter).areas
    return bets if book.insurance is None else (*bets, *INSURANCE)


def faults_in(book: Rulebook, letter: str, shown: frozenset[Area]) -> list[str]:
    """What a drawing with these boxes has wrong."""
    bets = needed(book, letter)
    faults = [f"{area} has no box" for area in bets if area not in shown]
    faults += [f"{area} is no bet of this layout" for area in sorted(shown - set(bets))]
    faults += [f"{area} has no label" for area in sorted(shown) if area.partition(":")[0] not in kinds()]
    return faults


@cache
def _file(name: str) -> Mapping[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _kind(tables: Mapping[str, Any], entry: Mapping[str, Any]) -> ArcDrawing | LongDrawing | GridDrawing:
    if "arc" in entry:
        return ArcDrawing(
            shape=_arc_shape(entry["arc"]),
            rows=_areas(tables["rows"][entry["rows"]]),
            bands=tuple(_band(tables["bands"][name]) for name in entry["bands"]),
            tables=tuple(map(Area, entry.get("tables", ()))),
            cards=entry.get("cards", False),
        )
    if "block" in entry:
        return LongDrawing(
            shape=_long_shape(),
            rows=_areas(tables["rows"][entry["rows"]]),
            block=_areas(tables["blocks"][entry["block"]]),
        )
    return GridDrawing(
        height=_file("templates")["grid"]["height"],
        whole=_page(entry),
        halves=tuple(map(_page, entry["half"])),
        examples=tuple((Area(area), name) for area, name in entry.get("examples", ())),
    )


def _areas(rows: list[list[str]]) -> tuple[tuple[Area, ...], ...]:
    return tuple(tuple(map(Area, row)) for row in rows)


def _band(cells: list[tuple[str, float, float]]) -> tuple[Stretch, ...]:
    return tuple(Stretch(Area(area), start, end) for area, start, end in cells)


def _page(entry: Mapping[str, Any]) -> Page:
    blocks = tuple(
        Block(
            place=Place(*block["place"]),
            cells=_areas(block["cells"]),
            dice=block.get("dice", False),
            noted=block.get("noted", False),
        )
        for block in entry["blocks"]
    )
    return Page(blocks, tuple(map(_note, entry["notes"])), entry.get("name", ""))


def _note(entry: Mapping[str, Any]) -> Note:
    return Note(
        place=Place(*entry["place"]),
        odds_of=Area(entry["odds_of"]),
        text=entry.get("text", ""),
        prize=Prize(entry["prize"]) if "prize" in entry else None,
        sideways=entry.get("sideways", False),
    )


def _arc_shape(profile: str) -> ArcShape:
    arc = dict(_file("templates")["arc"])
    depths = arc.pop("profiles")[profile]
    arc["badge"] = tuple(arc["badge"])
    return ArcShape(**arc, rows=_pairs(depths["rows"]), bands=_pairs(depths["bands"]), tables=_places(depths["tables"]))


def _long_shape() -> LongShape:
    table = dict(_file("templates")["long"])
    left, right = _pairs(table.pop("centres"))
    rows, block = _pairs(table.pop("rows")), Place(*table.pop("block"))
    return LongShape(**table, centres=(left, right), rows=rows, block=block)


def _places(lists: list[list[float]]) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in lists)


def _pairs(lists: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((first, second) for first, second in lists)
