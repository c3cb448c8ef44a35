"""A layout as shapes: boxes that are painted and hit by one and the same path, the discs of the seats, and the felt."""

from enum import Enum
from functools import cached_property

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import Note

COMPACT_BELOW = 0.95
"""The scale of a scene under which the letters no longer fit as drawn: a window smaller than 1920 x 1080."""


def is_compact(scale: float) -> bool:
    return scale < COMPACT_BELOW


class Rank(Enum):
    """How large the letters of a box are, and how strong its colour is."""

    MAIN = "main"
    SHARED = "shared"
    SIDE = "side"
    CELL = "cell"


class Box(Struct, frozen=True, kw_only=True, dict=True):
    """One drawing of a betting area. `middle`, `angle`, `width` and `height` are the room for its text.

    `bow` is the radius of the edges where they are round: a line of text that is wide loses room at its far side.
    """

    area: Area
    seat: int | None
    path: QPainterPath
    middle: QPointF
    angle: float
    width: float
    height: float
    rank: Rank
    bow: float = 0.0
    upright: bool = False
    """Only its glyph is printed, without turning: it stands at the round end of a long table."""
    dice: bool = False
    noted: bool = False
    """Its odds are printed beside it."""

    @cached_property
    def bounds(self) -> QRectF:
        return self.path.boundingRect()

    @property
    def name(self) -> str:
        return str(self.area) if self.seat is None else f"{self.area}.seat-{self.seat}"

    def moved(self, transform: QTransform, scale: float, *, turned: bool) -> "Box":
        return replace(
            self,
            path=transform.map(self.path),
            middle=transform.map(self.middle),
            width=self.width * scale,
            height=self.height * scale,
            bow=-self.bow * scale if turned else self.bow * scale,
        )


class Badge(Struct, frozen=True):
    """The disc with a seat's number."""

    seat: int
    middle: QPointF
    radius: float

    @property
    def bounds(self) -> QRectF:
        around = QPointF(self.radius, self.radius)
        return QRectF(self.middle - around, self.middle + around)


class Lettered(Struct, frozen=True, kw_only=True):
    """What is printed beside boxes: the note of a grid, a table of prizes, the place of the cards."""

    place: QRectF
    angle: float = 0.0
    note: Note | None = None
    prizes_of: Area | None = None
    text: str = ""
    glyph: str = ""


class Shapes(Struct, frozen=True, kw_only=True, eq=False):
    """All shapes of a layout in a rectangle of this size; `scale` is that of its scene.

    `turn` is where a corner is free for the key that turns the table; `tabs` are those of the halves of a grid.
    """

    size: QRectF
    scale: float
    felt: QPainterPath
    boxes: tuple[Box, ...]
    badges: tuple[Badge, ...]
    letters: tuple[Lettered, ...]
    turn: QRectF
    compact: bool
    tabs: tuple[QRectF, ...] = ()

    def box_at(self, point: QPointF) -> Box | None:
        """The box in whose path this point is."""
        for box in self.boxes:
            if box.bounds.contains(point) and box.path.contains(point):
                return box
        return None

    def badge_at(self, point: QPointF, reach: float) -> Badge | None:
        """The nearest disc of a seat within reach of a finger."""
        near = [(_apart(badge.middle, point), badge) for badge in self.badges]
        within = [(apart, number) for number, (apart, badge) in enumerate(near) if apart <= max(reach, badge.radius)]
        return near[min(within)[1]][1] if within else None

    def of(self, area: Area, seat: int | None) -> tuple[Box, ...]:
        """Every drawing of this area; the first one is the largest and carries the stakes."""
        return tuple(box for box in self.boxes if box.area == area and box.seat == seat)


def _apart(one: QPointF, other: QPointF) -> float:
    along = one - other
    return float((along.x() ** 2 + along.y() ** 2) ** 0.5)
