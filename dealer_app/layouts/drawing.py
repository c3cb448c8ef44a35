"""The drawing of a layout as values, and the legends that are printed in its boxes.

There are three kinds: an arc of seats, a long table, a grid of dice bets. Lengths are in a scene of 1336 units.
Legends are English and Chinese and are never translated.
"""

import tomllib
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize
from dealer_app.texts.texts import amount_text

SCENE_WIDTH = 1336


class SceneRect(Struct, frozen=True):
    """A rectangle of the scene."""

    x: float
    y: float
    width: float
    height: float


class BandBox(Struct, frozen=True):
    """A box of a band that all seats share, from one angle to another."""

    area: Area
    start: float
    end: float


class ArcShape(Struct, frozen=True, kw_only=True):
    """Where the rows and the bands of an arc lie: depths from its outer edge inwards."""

    height: float
    edge_radius: float
    edge_bottom: float
    seats_half_angle: float
    fewest_columns: int
    main_share: float
    badge: tuple[float, float]
    rows: tuple[tuple[float, float], ...]
    bands: tuple[tuple[float, float], ...]
    tables: tuple[SceneRect, ...]


class LongShape(Struct, frozen=True, kw_only=True):
    """A table with two round ends: the rings of the seats, and the block in the middle that all share."""

    height: float
    centres: tuple[tuple[float, float], tuple[float, float]]
    felt_radius: float
    badge_radius: float
    rows: tuple[tuple[float, float], ...]
    block: SceneRect


class ArcDrawing(Struct, frozen=True, kw_only=True):
    """`rows` are the seat's own boxes, from it outwards: the main one and, in most, one beside it.

    `tables` are bets whose prizes are printed above the bands; `cards` has the places of the cards there.
    """

    shape: ArcShape
    rows: tuple[tuple[Area, ...], ...]
    bands: tuple[tuple[BandBox, ...], ...]
    tables: tuple[Area, ...] = ()
    cards: bool = False

    @property
    def height(self) -> float:
        return self.shape.height

    @property
    def seat_areas(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.rows))

    @property
    def common_areas(self) -> frozenset[Area]:
        return frozenset(stretch.area for band in self.bands for stretch in band)


class LongDrawing(Struct, frozen=True, kw_only=True):
    shape: LongShape
    rows: tuple[tuple[Area, ...], ...]
    block: tuple[tuple[Area, ...], ...]

    @property
    def height(self) -> float:
        return self.shape.height

    @property
    def seat_areas(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.rows))

    @property
    def common_areas(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.block))


class GridBlock(Struct, frozen=True, kw_only=True):
    """A place that is cut evenly into cells; an empty one is nothing."""

    place: SceneRect
    cells: tuple[tuple[Area, ...], ...]
    dice: bool = False
    """The numbers are printed as faces of dice."""
    noted: bool = False
    """The odds are in a note, once for all cells."""


class LayoutNote(Struct, frozen=True, kw_only=True):
    """What is printed beside boxes: a text, and the odds of one of them."""

    place: SceneRect
    odds_of: Area
    text: str = ""
    prize: Prize | None = None
    sideways: bool = False


class GridPage(Struct, frozen=True):
    blocks: tuple[GridBlock, ...]
    notes: tuple[LayoutNote, ...]
    name: str = ""
    """What is printed on the tab of a half."""

    @property
    def areas(self) -> Iterator[Area]:
        return (area for block in self.blocks for row in block.cells for area in row if area)

    @property
    def dice_areas(self) -> frozenset[Area]:
        """The areas whose numbers are printed as dice."""
        return frozenset(area for block in self.blocks if block.dice for row in block.cells for area in row if area)


class GridDrawing(Struct, frozen=True, kw_only=True):
    """A whole page, and the same in halves for a small window."""

    height: float
    whole: GridPage
    halves: tuple[GridPage, ...]
    examples: tuple[tuple[Area, str], ...] = ()
    """Which bets the example of this layout marks, and what it calls them."""

    @property
    def seat_areas(self) -> frozenset[Area]:
        return frozenset()

    @property
    def common_areas(self) -> frozenset[Area]:
        return frozenset(self.whole.areas)


class Drawing(Struct, frozen=True, kw_only=True):
    """One approved layout, as it is drawn."""

    game: str
    letter: str
    kind: ArcDrawing | LongDrawing | GridDrawing

    @property
    def seat_areas(self) -> frozenset[Area]:
        """The areas of which every seat has its own box; all the others are shared."""
        return self.kind.seat_areas

    @property
    def areas(self) -> frozenset[Area]:
        return self.kind.seat_areas | self.kind.common_areas

    @property
    def dice_areas(self) -> frozenset[Area]:
        """The areas whose numbers are printed as dice."""
        return self.kind.whole.dice_areas if isinstance(self.kind, GridDrawing) else frozenset()


_NUMBER_WORDS = ("", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")


class BoxSide(Enum):
    """The side whose colour a box has."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    NEITHER = "neither"


class BoxLegend(Struct, frozen=True, kw_only=True):
    label: str
    glyph: str
    short: str
    belongs: BoxSide
    legend: tuple[str, ...] = ()
    """When it wins, where the felt says so."""
    chinese: tuple[str, ...] = ()
    """The same in Chinese, on the felts that have it."""
    alone: str = ""
    """The glyph where nothing else says on which side it is."""
    drawn: tuple[str, ...] = ()
    """The drawings that show the glyph, as `tiger-buffalo-v4 A`; of any other it is the station's own choice."""

    def is_glyph_drawn(self, game: str) -> bool:
        """Whether a drawing of this document shows the glyph."""
        return any(drawing.partition(" ")[0] == game for drawing in self.drawn)

    @property
    def full_label(self) -> str:
        return f"{self.label} {self.glyph}".strip()


@cache
def box_legend(area: Area) -> BoxLegend:
    """What is printed in the box of this area. Of dice bets the kind says it, with the numbers put in."""
    kind, _, numbers = area.partition(":")
    entry = _legend_entries()[kind]
    label = str(entry["label"])
    if numbers:
        word = _NUMBER_WORDS[int(numbers[0])] if numbers[0] in "123456" else ""
        label = label.format(numbers=numbers, word=word, spaced=" ".join(numbers), between=" AND ".join(numbers))
    return BoxLegend(
        label=label,
        glyph=entry.get("glyph", ""),
        short=entry.get("short", label),
        belongs=BoxSide(entry.get("side", "neither")),
        legend=tuple(entry.get("legend", ())),
        alone=entry.get("alone", entry.get("glyph", "")),
        drawn=tuple(entry.get("drawn", ())),
    )


def legend_lines(game: str, letter: str, area: Area) -> tuple[str, ...]:
    """When a bet wins, as the drawing of this Appendix prints it below the name."""
    entry = _legend_entries()[area.partition(":")[0]]
    found = entry.get("legend_on", {}).get(f"{game} {letter}", entry.get("legend", ()))
    return tuple(found)


def chinese_legend_lines(game: str, letter: str, area: Area) -> tuple[str, ...]:
    """What the drawing of this Appendix prints of it in Chinese, as far as it could be read."""
    entry = _legend_entries()[area.partition(":")[0]]
    return tuple(entry.get("chinese_on", {}).get(f"{game} {letter}", ()))


def has_unread_line(game: str, letter: str, area: Area) -> bool:
    """Whether the drawing shows a line more that could not be read."""
    return f"{game} {letter}" in _legend_entries()[area.partition(":")[0]].get("unread_on", ())


def legend_kinds() -> frozenset[str]:
    """Every kind of area that has something to print."""
    return frozenset(_legend_entries())


@cache
def _legend_entries() -> dict[str, Any]:
    return tomllib.loads((files("resources") / "layouts" / "printed.toml").read_text(encoding="utf-8"))


def odds_legend(layout: Layout, area: Area) -> str:
    """The odds of a bet as they are printed in its box: `8 to 1`, `10·15·50 to 1`, `1 to 1 · 6 pays 1 to 2`.

    Dice bets are printed as `1 WINS 8`, but for those of which each die that shows the number pays more.
    """
    prizes = dict(layout.prizes(area))
    if _is_dice_bet(layout, area):
        return dice_odds_text(next(iter(prizes.values())))
    six = prizes.pop(Prize.ON_SIX, None)
    stakes = {odds.stake for odds in prizes.values()}
    if len(prizes) > 1 and len(stakes) == 1:
        usual = "·".join(str(odds.win) for odds in prizes.values()) + f" to {stakes.pop()}"
    else:
        usual = " · ".join(odds_text(odds) for odds in prizes.values())
    return usual if six is None else f"{usual} · 6 pays {odds_text(six)}"


def win_odds_text(layout: Layout, area: Area, odds: Odds) -> str:
    """At what a bet is paid that has won, as its box prints odds: one of `10·15·50 to 1`."""
    return dice_odds_text(odds) if _is_dice_bet(layout, area) else odds_text(odds)


def _is_dice_bet(layout: Layout, area: Area) -> bool:
    return "side" not in _legend_entries()[area.partition(":")[0]] and len(layout.prizes(area)) == 1


def dice_odds_text(odds: Odds) -> str:
    """As a Tai Sai table prints them: `1 WINS 8`."""
    return f"{odds.stake} WINS {odds.win}"


def prize_odds_lines(layout: Layout, area: Area) -> tuple[str, ...]:
    """The prizes of a bet a line each, as in the tables that some layouts have above the bands."""
    return tuple(f"{prize.value} {odds_text(odds)}" for prize, odds in layout.prizes(area).items())


def odds_text(odds: Odds) -> str:
    """`8 to 1`, `1 to 2`; odds less a commission as a decimal, `0.95 to 1`."""
    return " to ".join(odds_parts(odds))


def odds_parts(odds: Odds) -> tuple[str, str]:
    """What is won, and for what stake: for who says it in another language than the felt is printed in."""
    hundredths, rest = divmod(odds.win * 100, odds.stake)
    if odds.stake > _SMALL_STAKE and not rest:
        return amount_text(hundredths), "1"
    return str(odds.win), str(odds.stake)


_SMALL_STAKE = 10
"""Odds to a greater stake come from a commission."""
