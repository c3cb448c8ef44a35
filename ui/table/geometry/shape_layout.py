"""From a drawing to its shapes in a rectangle of pixels, as it is drawn or turned by half a circle.

The key that turns the table is put in a corner where no seat, no area and nothing printed is in its way.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from dealer_app.domain.values import replace
from dealer_app.layouts import ArcDrawing, Drawing, GridDrawing, LongDrawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from ui.table.geometry.boxes import Badge, Box, Shapes, SideNote, is_compact
from ui.table.geometry.drawings import ArcScene, GridScene, LongScene

FINGER = 64.0
_NARROW = 68.0
_INSETS = (4.0, 1.0)
_APART = 2.0
Corner = tuple[bool, bool]
"""Whether it is at the right, and whether it is at the bottom."""


def corner_choices(*, turned: bool) -> tuple[Corner, ...]:
    """The best comes first: at the right, on the side of the players."""
    return ((True, not turned), (False, not turned), (True, turned), (False, turned))


def turn_key_sizes(drawn: QSizeF, scale: float, *, compact: bool) -> tuple[QSizeF, ...]:
    """As drawn and then narrower, and never less than a finger needs."""
    large = max(1.0, scale)
    wide = QSizeF(drawn.width() * large, drawn.height() * large)
    narrow, least = QSizeF(_NARROW * large, FINGER * large), QSizeF(FINGER * large, FINGER * large)
    return (narrow, least) if compact else (wide, narrow, least)


def free_place(room: QRectF, corner: Corner, wanted: tuple[QSizeF, ...], taken: "CornerObstacles") -> QRectF | None:
    """The largest of these sizes that is free in this corner of the room."""
    return next((place for place in _corner_places(room, corner, wanted) if not taken.count_hidden(place)), None)


def least_bad_place(room: QRectF, wanted: tuple[QSizeF, ...], taken: "CornerObstacles", *, turned: bool) -> QRectF:
    """A free corner of an artwork that was drawn without one in mind, or else the one that hides the least of it."""
    choices = [place for corner in corner_choices(turned=turned) for place in _corner_places(room, corner, wanted)]
    return min(choices, key=taken.count_hidden)


def _corner_places(room: QRectF, corner: Corner, wanted: tuple[QSizeF, ...]) -> Iterator[QRectF]:
    right, bottom = corner
    for size in wanted:
        for inset in _INSETS:
            left = room.right() - inset - size.width() if right else room.left() + inset
            top = room.bottom() - inset - size.height() if bottom else room.top() + inset
            yield QRectF(QPointF(left, top), size)


class CornerObstacles:
    """What is already there."""

    def __init__(self, boxes: tuple[Box, ...], badges: tuple[Badge, ...], letters: tuple[SideNote, ...]) -> None:
        self._boxes, self._badges, self._letters = boxes, badges, letters

    def count_hidden(self, place: QRectF) -> int:
        """How many boxes, discs and printed tables a key at this place would cover or touch."""
        around = place.adjusted(-_APART, -_APART, _APART, _APART)
        boxes = sum(box.bounds.intersects(around) and box.path.intersects(around) for box in self._boxes)
        badges = sum(_is_badge_near(badge, around) for badge in self._badges)
        return boxes + badges + sum(letters.place.intersects(around) for letters in self._letters)


def _is_badge_near(badge: Badge, place: QRectF) -> bool:
    """Whether the disc and the ring of its focus come to this rectangle."""
    across = max(place.left() - badge.middle.x(), 0.0, badge.middle.x() - place.right())
    down = max(place.top() - badge.middle.y(), 0.0, badge.middle.y() - place.bottom())
    return across * across + down * down < badge.radius * badge.radius


_LESS = (1.0, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.93, 0.92)
"""A scene gives up so much of its size, if it must, for the key that turns it."""

_DISC, _LEAST_DISC, _EDGE = 16.0, 13.0, 1.0
"""The radius of a seat's disc in a small window, the least that its number has room in, and how far the edge is."""


@lru_cache(maxsize=16)
def layout_shapes(
    drawing: Drawing, seats: tuple[int, ...], size: tuple[int, int], *, turned: bool = False, half: int = 0
) -> Shapes:
    """The shapes of this drawing for these seats, as large as they fit. A grid is never turned: its dice lie flat."""
    scale = min(size[0] / SCENE_WIDTH, size[1] / drawing.kind.height)
    compact = is_compact(scale)
    made = _make_scene(drawing, seats, half, compact=compact)
    laid = _PlacedScene(
        made=made, size=size, scale=scale, turned=turned and not isinstance(made, GridScene), compact=compact
    )
    if made.turn_size().isEmpty():
        return laid.shapes(QRectF())
    return _shapes_with_turn(laid)


def _shapes_with_turn(laid: "_PlacedScene") -> Shapes:
    """With the key that turns the table: everything else gives up a little of its size if it must."""
    room = QRectF(0, 0, *laid.size)
    for corner in corner_choices(turned=laid.turned):
        for less in _LESS:
            shapes = laid.shrink(less, below=not corner[1]).shapes(QRectF())
            taken = CornerObstacles(shapes.boxes, shapes.badges, shapes.side_notes)
            wanted = turn_key_sizes(laid.made.turn_size(), shapes.scale, compact=shapes.compact)
            place = free_place(room, corner, wanted, taken)
            if place is not None:
                return replace(shapes, turn=place)
    # Only in a room that no window has: a widget has some size before it is laid out.
    shapes = laid.shapes(QRectF())
    taken = CornerObstacles(shapes.boxes, shapes.badges, shapes.side_notes)
    wanted = turn_key_sizes(laid.made.turn_size(), shapes.scale, compact=shapes.compact)
    return replace(shapes, turn=least_bad_place(room, wanted, taken, turned=laid.turned))


class _PlacedScene(Struct, frozen=True, kw_only=True):
    """A scene in a rectangle of pixels; what is left of the height is on both sides of it, or on one."""

    made: ArcScene | LongScene | GridScene
    size: tuple[int, int]
    scale: float
    turned: bool
    compact: bool
    down: float = 0.5

    def shrink(self, less: float, *, below: bool) -> "_PlacedScene":
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
            felt=transform.map(made.table_path()),
            boxes=tuple(box.with_transform(transform, scale, turned=turned) for box in made.boxes()),
            badges=tuple(_place_badge(badge, transform, self) for badge in made.badges()),
            side_notes=tuple(_place_side_note(each, transform) for each in made.side_notes()),
            turn=turn,
            compact=self.compact,
            tabs=tuple(transform.mapRect(tab) for tab in made.tabs()) if isinstance(made, GridScene) else (),
        )


def _make_scene(
    drawing: Drawing, seats: tuple[int, ...], half: int, *, compact: bool
) -> ArcScene | LongScene | GridScene:
    kind = drawing.kind
    match kind:
        case ArcDrawing():
            return ArcScene(kind, seats, halves=compact)
        case LongDrawing():
            return LongScene(kind, seats)
        case GridDrawing():
            return GridScene(kind, half if compact else None)
    assert_never(kind)


def _place_badge(badge: Badge, transform: QTransform, laid: _PlacedScene) -> Badge:
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


def _place_side_note(letters: SideNote, transform: QTransform) -> SideNote:
    return SideNote(
        place=transform.mapRect(letters.place),
        angle=letters.angle,
        note=letters.note,
        prizes_of=letters.prizes_of,
        text=letters.text,
        glyph=letters.glyph,
    )
