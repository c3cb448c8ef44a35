"""What else there is on the table: the key that turns it, how the focus moves, and what a screen reader tells of it."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.layouts import printed
from dealer_app.showing.screen import AreaState
from dealer_app.wording.amounts import amount
from ui.table import marks
from ui.table.geometry import Badge, Box
from ui.table.lettering import BOLD, REGULAR, SMALLEST, wide
from ui.table.picture import Picture
from ui.theme.fonts import font
from ui.theme.measures import RADIUS_BUTTON
from ui.theme.tokens import Theme

ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_ASIDE = 2.5
_WIDEST = 2.0
_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def nearest(places: dict[str, QRectF], focus: str, way: QPointF) -> str:
    """The next in this direction: what lies straight ahead before what lies aside. Where there is none it stays."""
    if focus not in places:
        return next(iter(places), "")
    here = places[focus].center()
    best, least = focus, (True, float("inf"))
    for name, place in places.items():
        ahead = QPointF.dotProduct(place.center() - here, way)
        aside = (
            _beside(here.y(), place.top(), place.bottom())
            if way.x()
            else _beside(here.x(), place.left(), place.right())
        )
        if name == focus or ahead < 1 or aside > ahead * _WIDEST:
            continue
        far = aside > 0, ahead + _ASIDE * aside
        if far < least:
            best, least = name, far
    return best


def _beside(point: float, start: float, end: float) -> float:
    """How far a point is from a stretch."""
    return max(0.0, start - point, point - end)


def told(picture: Picture, target: Box | Badge | int | None) -> tuple[str, str]:
    """Name and description of what has the focus, for a screen reader."""
    match target:
        case Box():
            shown = picture.area_of(target)
            name = shown.label or printed(target.area).whole
            stakes = (f"{stake.standing or stake.seat or ''} {stake.amount}".strip() for stake in shown.stakes)
            parts = (shown.word or shown.state_told, shown.odds, shown.limits, *stakes)
            return shown.told or name, ", ".join(part for part in parts if part)
        case Badge():
            seat = next((seat for seat in picture.shown.seats if seat.number == target.seat), None)
            if seat is None:
                return str(target.seat), ""
            return seat.told or str(target.seat), seat.keyed
        case int():
            half, names = picture.halves[target], picture.shown.halves_told
            lit = next((area.state_told for area in picture.shown.areas if area.state is AreaState.LIT), "")
            there = (half.name, lit if half.lit else "", amount(half.staked) if half.staked else "")
            title = names[target] if target < len(names) else str(target + 1)
            return title, ", ".join(part for part in there if part)
        case None:
            turn = picture.shown.turn
            return ("", "") if turn is None else (turn.label.first, turn.sub.first)


def paint_turn(painter: QPainter, picture: Picture, theme: Theme, *, pressed: bool) -> None:
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
    if lines and max(wide(line, px, BOLD) for line in lines) <= room:
        marks.turning(painter, QPointF(place.left() + 1.3 * px, place.center().y()), px * 0.55, theme)
        _lines(painter, lines, QRectF(place.left() + 2.4 * px, place.top(), room, place.height()), px, theme)
        return
    short = turn.label.short or turn.label.first
    if wide(short, px, BOLD) > place.width() - 6:
        marks.turning(painter, place.center(), px * 0.8, theme)
        return
    marks.turning(painter, place.center() - QPointF(0, px * 0.8), px * 0.55, theme)
    _lines(painter, [short], place.adjusted(0, place.height() * 0.45, 0, 0), px, theme)


def _lines(painter: QPainter, lines: list[str], room: QRectF, px: int, theme: Theme) -> None:
    for number, line in enumerate(lines):
        painter.setPen(theme.t1 if number == 0 else theme.t2)
        painter.setFont(font(px, BOLD if number == 0 else REGULAR))
        middle = room.center().y() + (number - (len(lines) - 1) / 2) * px * 1.3
        painter.drawText(QRectF(room.left(), middle - px, room.width(), 2 * px), _TEXT, line)
