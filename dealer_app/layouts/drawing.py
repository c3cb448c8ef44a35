"""The three kinds of drawings as values: an arc of seats, a long table, a grid of dice bets.

All lengths are in a scene of 1336 units of width, all angles in degrees to the right of the middle.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from dealer_app.domain.wagers import Area, Prize

SCENE_WIDTH = 1336


class Place(Struct, frozen=True):
    """A rectangle of the scene."""

    x: float
    y: float
    width: float
    height: float


class Stretch(Struct, frozen=True):
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
    tables: tuple[Place, ...]


class LongShape(Struct, frozen=True, kw_only=True):
    """A table with two round ends: the rings of the seats, and the block in the middle that all share."""

    height: float
    centres: tuple[tuple[float, float], tuple[float, float]]
    felt_radius: float
    badge_radius: float
    rows: tuple[tuple[float, float], ...]
    block: Place


class ArcDrawing(Struct, frozen=True, kw_only=True):
    """`rows` are the seat's own boxes, from it outwards: the main one and, in most, one beside it.

    `tables` are bets whose prizes stand printed above the bands; `cards` has the places of the cards there.
    """

    shape: ArcShape
    rows: tuple[tuple[Area, ...], ...]
    bands: tuple[tuple[Stretch, ...], ...]
    tables: tuple[Area, ...] = ()
    cards: bool = False

    @property
    def height(self) -> float:
        return self.shape.height

    @property
    def by_seat(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.rows))

    @property
    def shared(self) -> frozenset[Area]:
        return frozenset(stretch.area for band in self.bands for stretch in band)


class LongDrawing(Struct, frozen=True, kw_only=True):
    shape: LongShape
    rows: tuple[tuple[Area, ...], ...]
    block: tuple[tuple[Area, ...], ...]

    @property
    def height(self) -> float:
        return self.shape.height

    @property
    def by_seat(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.rows))

    @property
    def shared(self) -> frozenset[Area]:
        return frozenset(chain.from_iterable(self.block))


class Block(Struct, frozen=True, kw_only=True):
    """A place that is cut evenly into cells; an empty one is nothing."""

    place: Place
    cells: tuple[tuple[Area, ...], ...]
    dice: bool = False
    """The numbers are printed as faces of dice."""
    noted: bool = False
    """The odds stand in a note, once for all cells."""


class Note(Struct, frozen=True, kw_only=True):
    """What is printed beside boxes: a text, and the odds of one of them."""

    place: Place
    odds_of: Area
    text: str = ""
    prize: Prize | None = None
    sideways: bool = False


class Page(Struct, frozen=True):
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]
    name: str = ""
    """What is printed on the tab of a half."""

    @property
    def areas(self) -> Iterator[Area]:
        return (area for block in self.blocks for row in block.cells for area in row if area)

    @property
    def diced(self) -> frozenset[Area]:
        """The areas whose numbers are printed as dice."""
        return frozenset(area for block in self.blocks if block.dice for row in block.cells for area in row if area)


class GridDrawing(Struct, frozen=True, kw_only=True):
    """A whole page, and the same in halves for a small window."""

    height: float
    whole: Page
    halves: tuple[Page, ...]
    examples: tuple[tuple[Area, str], ...] = ()
    """Which bets the example of this layout marks, and what it calls them."""

    @property
    def by_seat(self) -> frozenset[Area]:
        return frozenset()

    @property
    def shared(self) -> frozenset[Area]:
        return frozenset(self.whole.areas)


class Drawing(Struct, frozen=True, kw_only=True):
    """One approved layout, as it is drawn."""

    game: str
    letter: str
    kind: ArcDrawing | LongDrawing | GridDrawing

    @property
    def by_seat(self) -> frozenset[Area]:
        """The areas of which every seat has its own box; all the others are shared."""
        return self.kind.by_seat

    @property
    def areas(self) -> frozenset[Area]:
        return self.kind.by_seat | self.kind.shared

    @property
    def diced(self) -> frozenset[Area]:
        """The areas whose numbers are printed as dice."""
        return self.kind.whole.diced if isinstance(self.kind, GridDrawing) else frozenset()
