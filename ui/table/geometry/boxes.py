"""The values of a layout's geometry: boxes, seat badges, side notes, and the outlines of tables.

A box is painted and hit by one and the same path.
"""

from enum import Enum
from functools import cached_property
from math import asin, cos, degrees, radians, sin

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import LayoutNote

COMPACT_BELOW = 0.95
"""The scale of a scene under which the letters no longer fit as drawn: a window smaller than 1920 x 1080."""


def is_compact(scale: float) -> bool:
    return scale < COMPACT_BELOW


class BoxRank(Enum):
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
    rank: BoxRank
    bow: float = 0.0
    upright: bool = False
    """Only its glyph is printed, without turning: it is at the round end of a long table."""
    inward: float = 0.0
    """At such an end how much of the way to the middle of the table is to the right; negative to the left."""
    dice: bool = False
    noted: bool = False
    """Its odds are printed beside it."""

    @cached_property
    def bounds(self) -> QRectF:
        return self.path.boundingRect()

    @property
    def name(self) -> str:
        return str(self.area) if self.seat is None else f"{self.area}.seat-{self.seat}"

    def with_transform(self, transform: QTransform, scale: float, *, turned: bool) -> "Box":
        return replace(
            self,
            path=transform.map(self.path),
            middle=transform.map(self.middle),
            width=self.width * scale,
            height=self.height * scale,
            bow=-self.bow * scale if turned else self.bow * scale,
            inward=-self.inward if turned else self.inward,
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


class SideNote(Struct, frozen=True, kw_only=True):
    """What is printed beside boxes: the note of a grid, a table of prizes, the place of the cards."""

    place: QRectF
    angle: float = 0.0
    note: LayoutNote | None = None
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
    side_notes: tuple[SideNote, ...]
    turn: QRectF
    compact: bool
    tabs: tuple[QRectF, ...] = ()

    def find_box(self, point: QPointF) -> Box | None:
        """The box in whose path this point is."""
        for box in self.boxes:
            if box.bounds.contains(point) and box.path.contains(point):
                return box
        return None

    def find_badge(self, point: QPointF, reach: float) -> Badge | None:
        """The nearest disc of a seat within reach of a finger."""
        near = [(_point_distance(badge.middle, point), badge) for badge in self.badges]
        within = [(apart, number) for number, (apart, badge) in enumerate(near) if apart <= max(reach, badge.radius)]
        return near[min(within)[1]][1] if within else None

    def area_boxes(self, area: Area, seat: int | None) -> tuple[Box, ...]:
        """Every drawing of this area; the first one is the largest and carries the stakes."""
        return tuple(box for box in self.boxes if box.area == area and box.seat == seat)


def _point_distance(one: QPointF, other: QPointF) -> float:
    along = one - other
    return float((along.x() ** 2 + along.y() ** 2) ** 0.5)


INSET = 2.0
CORNER = 10.0


class Sector(Struct, frozen=True, kw_only=True):
    """Part of a ring. Angles are degrees from straight down, to the right positive."""

    centre: QPointF
    inner: float
    outer: float
    start: float
    end: float

    def point(self, radius: float, angle: float) -> QPointF:
        turned = radians(angle)
        return QPointF(self.centre.x() + radius * sin(turned), self.centre.y() + radius * cos(turned))

    @property
    def middle(self) -> QPointF:
        return self.point((self.inner + self.outer) / 2, self.angle)

    @property
    def angle(self) -> float:
        return (self.start + self.end) / 2

    @property
    def width(self) -> float:
        """Across, at its narrower end."""
        return 2 * self.inner * sin(radians(min(self.end - self.start, 180) / 2))


def sector_path(sector: Sector, inset: float = INSET, corner: float = CORNER) -> QPainterPath:
    """The sector a little within its borders, so that neighbours never touch."""
    inner, outer = sector.inner + inset, sector.outer - inset

    def start(radius: float, along: float = 0.0) -> float:
        return sector.start + degrees(asin((inset + along) / radius))

    def end(radius: float, along: float = 0.0) -> float:
        return sector.end - degrees(asin((inset + along) / radius))

    at = sector.point
    path = QPainterPath(at(outer, start(outer, corner)))
    _arc(path, sector.centre, outer, start(outer, corner), end(outer, corner))
    path.quadTo(at(outer, end(outer)), at(outer - corner, end(outer - corner)))
    path.lineTo(at(inner + corner, end(inner + corner)))
    path.quadTo(at(inner, end(inner)), at(inner, end(inner, corner)))
    _arc(path, sector.centre, inner, end(inner, corner), start(inner, corner))
    path.quadTo(at(inner, start(inner)), at(inner + corner, start(inner + corner)))
    path.lineTo(at(outer - corner, start(outer - corner)))
    path.quadTo(at(outer, start(outer)), at(outer, start(outer, corner)))
    path.closeSubpath()
    return path


def _arc(path: QPainterPath, centre: QPointF, radius: float, start: float, end: float) -> None:
    """Qt counts from the right and upwards; straight down is its -90."""
    square = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    path.arcTo(square, start - 90, end - start)


def rectangle_path(place: QRectF, inset: float = INSET, corner: float = CORNER) -> QPainterPath:
    path = QPainterPath()
    within = place.adjusted(inset, inset, -inset, -inset)
    path.addRoundedRect(within, corner, corner)
    return path


def stadium_path(left: QPointF, right: QPointF, radius: float) -> QPainterPath:
    """Two half discs and what is between them."""
    path = QPainterPath()
    path.addRoundedRect(
        QRectF(left.x() - radius, left.y() - radius, right.x() - left.x() + 2 * radius, 2 * radius), radius, radius
    )
    return path
