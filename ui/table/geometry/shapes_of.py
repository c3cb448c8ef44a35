"""From a drawing to its shapes in a rectangle of pixels, as it is drawn or turned by half a circle."""

from functools import lru_cache
from typing import assert_never

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from dealer_app.domain.values import replace
from dealer_app.layouts import ArcDrawing, Drawing, GridDrawing, LongDrawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from ui.table.geometry.arc import Arc
from ui.table.geometry.boxes import Badge, Lettered, Shapes, is_compact
from ui.table.geometry.free_corner import Taken, corners, free_place, least_bad, sizes
from ui.table.geometry.grid import Grid
from ui.table.geometry.long import Long

_LESS = (1.0, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.93, 0.92)
"""A scene gives up so much of its size, if it must, for the key that turns it."""

_DISC, _LEAST_DISC, _EDGE = 16.0, 13.0, 1.0
"""The radius of a seat's disc in a small window, the least that its number has room in, and how far the edge is."""


@lru_cache(maxsize=16)
def shapes_of(
    drawing: Drawing, seats: tuple[int, ...], size: tuple[int, int], *, turned: bool = False, half: int = 0
) -> Shapes:
    """The shapes of this drawing for these seats, as large as they fit. A grid is never turned: its dice lie flat."""
    scale = min(size[0] / SCENE_WIDTH, size[1] / drawing.kind.height)
    compact = is_compact(scale)
    made = _made(drawing, seats, half, compact=compact)
    laid = _Laid(made=made, size=size, scale=scale, turned=turned and not isinstance(made, Grid), compact=compact)
    if made.turn().isEmpty():
        return laid.shapes(QRectF())
    return _with_turn(laid)


def _with_turn(laid: "_Laid") -> Shapes:
    """With the key that turns the table: everything else gives up a little of its size if it must."""
    room = QRectF(0, 0, *laid.size)
    for corner in corners(turned=laid.turned):
        for less in _LESS:
            shapes = laid.made_smaller(less, below=not corner[1]).shapes(QRectF())
            taken = Taken(shapes.boxes, shapes.badges, shapes.letters)
            wanted = sizes(laid.made.turn(), shapes.scale, compact=shapes.compact)
            place = free_place(room, corner, wanted, taken)
            if place is not None:
                return replace(shapes, turn=place)
    # Only in a room that no window has: a widget has some size before it is laid out.
    shapes = laid.shapes(QRectF())
    taken = Taken(shapes.boxes, shapes.badges, shapes.letters)
    wanted = sizes(laid.made.turn(), shapes.scale, compact=shapes.compact)
    return replace(shapes, turn=least_bad(room, wanted, taken, turned=laid.turned))


class _Laid(Struct, frozen=True, kw_only=True):
    """A scene in a rectangle of pixels; what is left of the height lies on both sides of it, or on one."""

    made: Arc | Long | Grid
    size: tuple[int, int]
    scale: float
    turned: bool
    compact: bool
    down: float = 0.5

    def made_smaller(self, less: float, *, below: bool) -> "_Laid":
        return self if less == 1 else replace(self, scale=self.scale * less, down=1.0 if below else 0.0)

    def shapes(self, turn: QRectF) -> Shapes:
        made, scale, turned = self.made, self.scale, self.turned
        width, height = self.size
        left, top = (width - SCENE_WIDTH * scale) / 2, (height - made.height * scale) * self.down
        transform = QTransform.fromTranslate(left, top).scale(scale, scale)
        if turned:
            transform = transform.translate(SCENE_WIDTH, made.height).rotate(180)
        return Shapes(
            size=QRectF(0, 0, width, height),
            scale=scale,
            felt=transform.map(made.felt()),
            boxes=tuple(box.moved(transform, scale, turned=turned) for box in made.boxes()),
            badges=tuple(_badge(badge, transform, self) for badge in made.badges()),
            letters=tuple(_letters(each, transform) for each in made.letters()),
            turn=turn,
            compact=self.compact,
            tabs=tuple(transform.mapRect(tab) for tab in made.tabs()) if isinstance(made, Grid) else (),
        )


def _made(drawing: Drawing, seats: tuple[int, ...], half: int, *, compact: bool) -> Arc | Long | Grid:
    kind = drawing.kind
    match kind:
        case ArcDrawing():
            return Arc(kind, seats, halves=compact)
        case LongDrawing():
            return Long(kind, seats)
        case GridDrawing():
            return Grid(kind, half if compact else None)
    assert_never(kind)


def _badge(badge: Badge, transform: QTransform, laid: _Laid) -> Badge:
    """In a small window a disc keeps the size of its number; near the edge it gives up a little of it."""
    middle = transform.map(badge.middle)
    wide, high = laid.size
    room = min(middle.x(), wide - middle.x(), middle.y(), high - middle.y()) - _EDGE
    radius = max(_LEAST_DISC, min(_DISC, room)) if laid.compact else badge.radius * laid.scale
    inside = QRectF(0, 0, wide, high).adjusted(radius + _EDGE, radius + _EDGE, -radius - _EDGE, -radius - _EDGE)
    if not inside.isValid():
        return Badge(badge.seat, middle, radius)
    across = min(max(middle.x(), inside.left()), inside.right())
    down = min(max(middle.y(), inside.top()), inside.bottom())
    return Badge(badge.seat, QPointF(across, down), radius)


def _letters(letters: Lettered, transform: QTransform) -> Lettered:
    return Lettered(
        place=transform.mapRect(letters.place),
        angle=letters.angle,
        note=letters.note,
        prizes_of=letters.prizes_of,
        text=letters.text,
        glyph=letters.glyph,
    )
