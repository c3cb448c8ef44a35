"""What can be touched on a table, by name, and how the focus moves between these targets.

Targets are areas, seats, the key that turns the table and the tabs. Their texts for a screen reader are
here too.
"""

from collections.abc import Iterator
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from dealer_app.layouts import box_legend
from dealer_app.screens.actions import Action
from dealer_app.screens.screen import AreaState
from dealer_app.texts.texts import amount_text
from ui.table import symbols
from ui.table.geometry import Badge, Box
from ui.table.lettering import BOLD, REGULAR, SMALLEST, label_width
from ui.table.picture import TablePicture
from ui.theme.fonts import font
from ui.theme.sizes import RADIUS_BUTTON
from ui.theme.theme import ColourTheme

_FINGER = 32.0
RING_WIDTH = 3.0


class SpecialTarget(Enum):
    """What can be touched beside areas and seats."""

    TURN = "turn"


Target = Box | Badge | SpecialTarget | int
"""A number is the tab of that half of a grid."""


def target_name(target: Target) -> str:
    match target:
        case Box():
            return target.name
        case Badge():
            return f"seat-{target.seat}"
        case SpecialTarget():
            return target.value
        case int():
            return f"half-{target}"


def find_target(picture: TablePicture, point: QPointF) -> Target | None:
    """A finger is broader than a badge: that of the nearest seat is meant."""
    shapes = picture.shapes
    if picture.shown.turn is not None and shapes.turn.contains(point):
        return SpecialTarget.TURN
    for number, tab in enumerate(shapes.tabs):
        if tab.contains(point):
            return number
    return shapes.find_box(point) or shapes.find_badge(point, _FINGER * max(1.0, shapes.scale))


def target_act(picture: TablePicture, target: Box | Badge | SpecialTarget) -> Action | None:
    match target:
        case Box():
            return picture.box_area(target).act
        case Badge():
            return next((seat.act for seat in picture.shown.seats if seat.number == target.seat), None)
        case SpecialTarget.TURN:
            turn = picture.shown.turn
            return None if turn is None else turn.act


def focus_targets(picture: TablePicture) -> dict[str, tuple[QRectF, Target]]:
    """All places that the focus can have, by name: areas and seats that do something, the turn, the tabs."""
    found: dict[str, tuple[QRectF, Target]] = {}
    for place, target in _target_places(picture):
        found.setdefault(target_name(target), (place, target))
    return found


def _target_places(picture: TablePicture) -> Iterator[tuple[QRectF, Target]]:
    shapes = picture.shapes
    yield from ((box.bounds, box) for box in shapes.boxes if target_act(picture, box) is not None)
    yield from ((badge.bounds, badge) for badge in shapes.badges if target_act(picture, badge) is not None)
    if picture.shown.turn is not None and not shapes.turn.isEmpty():
        yield shapes.turn, SpecialTarget.TURN
    for number, tab in enumerate(shapes.tabs):
        yield tab, number


def focus_ring(target: Target, picture: TablePicture) -> QPainterPath:
    """Outside of a disc or a key, on the border of a box."""
    path = QPainterPath()
    match target:
        case Box():
            return target.path
        case Badge():
            radius = target.radius + RING_WIDTH
            path.addEllipse(target.middle, radius, radius)
        case SpecialTarget():
            radius = RADIUS_BUTTON * max(1.0, picture.shapes.scale)
            path.addRoundedRect(picture.shapes.turn.adjusted(1, 1, -1, -1), radius, radius)
        case int():
            path.addRoundedRect(picture.shapes.tabs[target].adjusted(1, 1, -1, -1), 8, 8)
    return path


ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_ASIDE_FACTOR = 2.5
_WIDEST_KEY = 2.0
_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def nearest_target(places: dict[str, QRectF], focus: str, way: QPointF) -> str:
    """The next in this direction: places straight ahead before places aside. Where there is none it stays."""
    if focus not in places:
        return next(iter(places), "")
    here = places[focus].center()
    best, least = focus, (True, float("inf"))
    for name, place in places.items():
        ahead = QPointF.dotProduct(place.center() - here, way)
        aside = (
            _stretch_distance(here.y(), place.top(), place.bottom())
            if way.x()
            else _stretch_distance(here.x(), place.left(), place.right())
        )
        if name == focus or ahead < 1 or aside > ahead * _WIDEST_KEY:
            continue
        far = aside > 0, ahead + _ASIDE_FACTOR * aside
        if far < least:
            best, least = name, far
    return best


def _stretch_distance(point: float, start: float, end: float) -> float:
    """How far a point is from a stretch."""
    return max(0.0, start - point, point - end)


def accessible_texts(picture: TablePicture, target: Box | Badge | int | None) -> tuple[str, str]:
    """Name and description of what has the focus, for a screen reader."""
    match target:
        case Box():
            shown = picture.box_area(target)
            name = shown.label or box_legend(target.area).full_label
            stakes = (f"{stake.standing or stake.seat or ''} {stake.amount}".strip() for stake in shown.stakes)
            parts = (shown.word or shown.state_alt_text, shown.odds, shown.limits, *stakes)
            return shown.alt_text or name, ", ".join(part for part in parts if part)
        case Badge():
            seat = next((seat for seat in picture.shown.seats if seat.number == target.seat), None)
            if seat is None:
                return str(target.seat), ""
            return seat.alt_text or str(target.seat), seat.keyed
        case int():
            half, names = picture.halves[target], picture.shown.tab_texts
            lit = next((area.state_alt_text for area in picture.shown.areas if area.state is AreaState.LIT), "")
            there = (half.name, lit if half.lit else "", amount_text(half.staked) if half.staked else "")
            title = names[target] if target < len(names) else str(target + 1)
            return title, ", ".join(part for part in there if part)
        case None:
            turn = picture.shown.turn
            return ("", "") if turn is None else (turn.label.first, turn.sub.first)


def paint_turn_key(painter: QPainter, picture: TablePicture, theme: ColourTheme, *, pressed: bool) -> None:
    """The key that turns the table, with its words where they fit."""
    turn, place = picture.shown.turn, picture.shapes.turn
    if turn is None or place.isEmpty():
        return
    large = max(1.0, picture.shapes.scale)
    painter.setPen(QPen(theme.edge, 1.2 * large))
    painter.setBrush(theme.pick if pressed else theme.s3)
    painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), RADIUS_BUTTON * large, RADIUS_BUTTON * large)
    px = round(SMALLEST * large)
    room = place.width() - 3.2 * px
    lines = [line for line in (turn.label.first, turn.sub.first) if line]
    if lines and max(label_width(line, px, BOLD) for line in lines) <= room:
        symbols.paint_turn_arrows(painter, QPointF(place.left() + 1.3 * px, place.center().y()), px * 0.55, theme)
        _draw_lines(painter, lines, QRectF(place.left() + 2.4 * px, place.top(), room, place.height()), px, theme)
        return
    short = turn.label.short or turn.label.first
    if label_width(short, px, BOLD) > place.width() - 6:
        symbols.paint_turn_arrows(painter, place.center(), px * 0.8, theme)
        return
    symbols.paint_turn_arrows(painter, place.center() - QPointF(0, px * 0.8), px * 0.55, theme)
    _draw_lines(painter, [short], place.adjusted(0, place.height() * 0.45, 0, 0), px, theme)


def _draw_lines(painter: QPainter, lines: list[str], room: QRectF, px: int, theme: ColourTheme) -> None:
    for number, line in enumerate(lines):
        painter.setPen(theme.t1 if number == 0 else theme.t2)
        painter.setFont(font(px, BOLD if number == 0 else REGULAR))
        middle = room.center().y() + (number - (len(lines) - 1) / 2) * px * 1.3
        painter.drawText(QRectF(room.left(), middle - px, room.width(), 2 * px), _TEXT, line)
