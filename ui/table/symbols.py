"""The small signs painted on a layout: marks of states, the turn arrows, and printed faces of dice."""

from functools import cache
from math import cos, pi, radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from dealer_app.domain.wagers import Area
from ui.theme.theme import ColourTheme


def rotate_point(angle: float, point: QPointF) -> QPointF:
    """A point turned around the origin by an angle, in degrees as Qt turns a painter."""
    across, down = cos(radians(angle)), sin(radians(angle))
    return QPointF(point.x() * across - point.y() * down, point.x() * down + point.y() * across)


def paint_tick(painter: QPainter, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.lit)
    painter.drawEllipse(middle, radius, radius)
    _set_line(painter, theme.litink, radius * 0.28)
    points = ((-0.45, 0.05), (-0.12, 0.38), (0.48, -0.32))
    painter.drawPolyline(QPolygonF([middle + QPointF(across, down) * radius for across, down in points]))


def paint_cross(painter: QPainter, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    _set_line(painter, theme.t1, radius * 0.36)
    for way in (1, -1):
        along = QPointF(radius, radius * way)
        painter.drawLine(middle - along, middle + along)


def paint_back_arrow(painter: QPainter, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    """An arrow that turns back: chips return."""
    _set_line(painter, theme.t1, radius * 0.3)
    path = QPainterPath(middle + QPointF(-radius * 0.2, -radius))
    path.lineTo(middle + QPointF(-radius, -radius * 0.3))
    path.lineTo(middle + QPointF(-radius * 0.2, radius * 0.4))
    path.moveTo(middle + QPointF(-radius, -radius * 0.3))
    path.lineTo(middle + QPointF(radius * 0.3, -radius * 0.3))
    path.arcTo(QRectF(middle.x() - radius * 0.4, middle.y() - radius * 0.3, radius * 1.4, radius * 1.2), 90, -180)
    painter.drawPath(path)


def paint_octagon(painter: QPainter, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.stopf)
    corners = [pi / 8 + number * pi / 4 for number in range(8)]
    painter.drawPolygon(QPolygonF([middle + QPointF(cos(at), sin(at)) * radius for at in corners]))
    _set_line(painter, theme.onfill, radius * 0.26)
    painter.drawLine(middle - QPointF(radius * 0.45, 0), middle + QPointF(radius * 0.45, 0))


def paint_turn_arrows(painter: QPainter, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    """Two arrows around one another."""
    square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    head = max(4.0, radius * 0.5)
    for start in (25, 205):
        _set_line(painter, theme.t1, 2.0)
        painter.drawArc(square, start * 16, 120 * 16)
        at = radians(-start)
        tip = middle + QPointF(cos(at), sin(at)) * radius
        # At its end the arc runs down at the right, and up at the left.
        way = rotate_point(-start, QPointF(0, 1)) * head
        aside = QPointF(way.y(), -way.x()) * 0.8
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.t1)
        painter.drawPolygon(QPolygonF([tip + way, tip + aside - way * 0.3, tip - aside - way * 0.3]))


def _set_line(painter: QPainter, colour: QColor, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_DIE_GAP = 3.0
_LARGEST_DIE = 34.0
_SMALLEST_DIE = 14.0


def area_faces(area: Area) -> tuple[int, ...]:
    return tuple(int(digit) for digit in area.partition(":")[2])


def die_places(area: Area, room: QRectF, scale: float) -> tuple[tuple[int, QRectF], ...]:
    """The dice of this bet in a row, or one over the other where it is narrow; nothing where they do not fit."""
    shown = area_faces(area)
    count = len(shown)
    room = room.adjusted(_DIE_GAP, 0, -_DIE_GAP, 0)
    gap, largest = _DIE_GAP * scale, _LARGEST_DIE * max(1.0, scale)
    beside = min((room.width() - gap * (count - 1)) / count, room.height(), largest)
    above = min((room.height() - gap * (count - 1)) / count, room.width(), largest)
    side, upright = (above, True) if above > beside * 1.3 else (beside, False)
    if side < _SMALLEST_DIE * max(1.0, scale):
        return ()
    step = side + gap
    first = room.center() - QPointF(side / 2, side / 2)
    start = -step * (count - 1) / 2
    along = [start + number * step for number in range(count)]
    tops = [first + (QPointF(0, way) if upright else QPointF(way, 0)) for way in along]
    return tuple((face, QRectF(top.x(), top.y(), side, side)) for face, top in zip(shown, tops, strict=True))


def paint_die(painter: QPainter, face: int, place: QRectF, colours: tuple[QColor, QColor]) -> None:
    """A face with its ground and its pips; made once for each size and colour."""
    ratio = painter.device().devicePixelRatio()
    picture = _die_picture(face, round(place.width() * ratio), ratio, colours[0].rgba(), colours[1].rgba())
    painter.drawPixmap(place.topLeft(), picture)


@cache
def _die_picture(face: int, size: int, ratio: float, ground: int, pip: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromRgba(ground))
        painter.drawRoundedRect(QRectF(0, 0, size, size), size * 0.17, size * 0.17)
        painter.setBrush(QColor.fromRgba(pip))
        for across, down in PIPS[face]:
            painter.drawEllipse(
                QPointF(size / 2 + across * size * 0.27, size / 2 + down * size * 0.27), size * 0.1, size * 0.1
            )
    picture.setDevicePixelRatio(ratio)
    return picture
