"""From a drawing to its shapes in a rectangle of pixels, as it is drawn or turned by half a circle."""

from functools import lru_cache
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from dealer_app.layouts import ArcDrawing, Drawing, GridDrawing, LongDrawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from ui.table.geometry.arc import Arc
from ui.table.geometry.boxes import Badge, Lettered, Shapes
from ui.table.geometry.grid import Grid
from ui.table.geometry.long import Long

_NARROW_TURN = 68.0
_COMPACT_BELOW = 0.95
"""The scale of a scene under which the letters no longer fit as drawn: a window smaller than 1920 x 1080."""


@lru_cache(maxsize=16)
def shapes_of(
    drawing: Drawing, seats: tuple[int, ...], size: tuple[int, int], *, turned: bool = False, half: int = 0
) -> Shapes:
    """The shapes of this drawing for these seats, as large as they fit. A grid is never turned: its dice lie flat."""
    width, height = size
    scale = min(width / SCENE_WIDTH, height / drawing.kind.height)
    compact = scale < _COMPACT_BELOW
    made = _made(drawing, seats, half, compact=compact)
    turned = turned and not isinstance(made, Grid)
    left, top = (width - SCENE_WIDTH * scale) / 2, (height - drawing.kind.height * scale) / 2
    transform = QTransform.fromTranslate(left, top).scale(scale, scale)
    if turned:
        transform = transform.translate(SCENE_WIDTH, drawing.kind.height).rotate(180)
    return Shapes(
        size=QRectF(0, 0, width, height),
        scale=scale,
        felt=transform.map(made.felt()),
        boxes=tuple(box.moved(transform, scale, turned=turned) for box in made.boxes()),
        badges=tuple(_badge(badge, transform, scale, compact=compact) for badge in made.badges()),
        letters=tuple(_letters(each, transform) for each in made.letters()),
        turn=_turn(
            made, QRectF(left, top, SCENE_WIDTH * scale, drawing.kind.height * scale), turned=turned, compact=compact
        ),
        compact=compact,
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


def _badge(badge: Badge, transform: QTransform, scale: float, *, compact: bool) -> Badge:
    return Badge(badge.seat, transform.map(badge.middle), 16.0 if compact else badge.radius * scale)


def _letters(letters: Lettered, transform: QTransform) -> Lettered:
    return Lettered(
        place=transform.mapRect(letters.place),
        angle=letters.angle,
        note=letters.note,
        prizes_of=letters.prizes_of,
        text=letters.text,
        glyph=letters.glyph,
    )


def _turn(made: Arc | Long | Grid, scene: QRectF, *, turned: bool, compact: bool) -> QRectF:
    """The key that turns the table: in the corner that is free of the felt, never smaller than a finger."""
    drawn = made.turn()
    if drawn.isEmpty():
        return drawn
    scale = max(1.0, scene.width() / SCENE_WIDTH)
    corner = scene.topRight() if turned else scene.bottomRight()
    high = drawn.height() * scale
    place = QRectF(QPointF(0, 0), QPointF(_NARROW_TURN if compact else drawn.width() * scale, high))
    place.moveTopRight(QPointF(corner.x() - 4, corner.y() + 4 if turned else corner.y() - high - 4))
    return place
