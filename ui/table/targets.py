"""What can be touched of a picture: areas, seats, the key that turns it, the tabs of its halves; each by its name."""

from collections.abc import Iterator
from enum import Enum

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from dealer_app.showing.acts import Act
from ui.table.geometry import Badge, Box
from ui.table.picture import Picture
from ui.theme.measures import RADIUS_BUTTON

_FINGER = 32.0
RING = 3.0


class Special(Enum):
    """What can be touched beside areas and seats."""

    TURN = "turn"


Target = Box | Badge | Special | int
"""A number is the tab of that half of a grid."""


def name_of(target: Target) -> str:
    match target:
        case Box():
            return target.name
        case Badge():
            return f"seat-{target.seat}"
        case Special():
            return target.value
        case int():
            return f"half-{target}"


def target_at(picture: Picture, point: QPointF) -> Target | None:
    """A finger is broader than a badge: that of the nearest seat is meant."""
    shapes = picture.shapes
    if picture.shown.turn is not None and shapes.turn.contains(point):
        return Special.TURN
    for number, tab in enumerate(shapes.tabs):
        if tab.contains(point):
            return number
    return shapes.box_at(point) or shapes.badge_at(point, _FINGER * max(1.0, shapes.scale))


def act_of(picture: Picture, target: Box | Badge | Special) -> Act | None:
    match target:
        case Box():
            return picture.area_of(target).act
        case Badge():
            return next((seat.act for seat in picture.shown.seats if seat.number == target.seat), None)
        case Special.TURN:
            turn = picture.shown.turn
            return None if turn is None else turn.act


def targets(picture: Picture) -> dict[str, tuple[QRectF, Target]]:
    """All that the focus can stand on, by name: areas and seats that do something, the turn, the tabs."""
    found: dict[str, tuple[QRectF, Target]] = {}
    for place, target in _places(picture):
        found.setdefault(name_of(target), (place, target))
    return found


def _places(picture: Picture) -> Iterator[tuple[QRectF, Target]]:
    shapes = picture.shapes
    yield from ((box.bounds, box) for box in shapes.boxes if act_of(picture, box) is not None)
    yield from ((badge.bounds, badge) for badge in shapes.badges if act_of(picture, badge) is not None)
    if picture.shown.turn is not None and not shapes.turn.isEmpty():
        yield shapes.turn, Special.TURN
    for number, tab in enumerate(shapes.tabs):
        yield tab, number


def ring_around(target: Target, picture: Picture) -> QPainterPath:
    """Outside of a disc or a key, on the border of a box."""
    path = QPainterPath()
    match target:
        case Box():
            return target.path
        case Badge():
            radius = target.radius + RING
            path.addEllipse(target.middle, radius, radius)
        case Special():
            radius = RADIUS_BUTTON * max(1.0, picture.shapes.scale)
            path.addRoundedRect(picture.shapes.turn.adjusted(1, 1, -1, -1), radius, radius)
        case int():
            path.addRoundedRect(picture.shapes.tabs[target].adjusted(1, 1, -1, -1), 8, 8)
    return path
