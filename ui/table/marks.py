"""The small shapes of states: a tick, a cross, an arrow back, an octagon, and the arrows of turning the table."""

from math import cos, pi, radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from ui.theme.tokens import Theme


def turned(angle: float, point: QPointF) -> QPointF:
    """A point turned around the origin by an angle, in degrees as Qt turns a painter."""
    across, down = cos(radians(angle)), sin(radians(angle))
    return QPointF(point.x() * across - point.y() * down, point.x() * down + point.y() * across)


def tick(painter: QPainter, middle: QPointF, radius: float, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.lit)
    painter.drawEllipse(middle, radius, radius)
    _line(painter, theme.litink, radius * 0.28)
    points = ((-0.45, 0.05), (-0.12, 0.38), (0.48, -0.32))
    painter.drawPolyline(QPolygonF([middle + QPointF(across, down) * radius for across, down in points]))


def cross(painter: QPainter, middle: QPointF, radius: float, theme: Theme) -> None:
    _line(painter, theme.t1, radius * 0.36)
    for way in (1, -1):
        along = QPointF(radius, radius * way)
        painter.drawLine(middle - along, middle + along)


def back(painter: QPainter, middle: QPointF, radius: float, theme: Theme) -> None:
    """An arrow that turns back: chips return."""
    _line(painter, theme.t1, radius * 0.3)
    path = QPainterPath(middle + QPointF(-radius * 0.2, -radius))
    path.lineTo(middle + QPointF(-radius, -radius * 0.3))
    path.lineTo(middle + QPointF(-radius * 0.2, radius * 0.4))
    path.moveTo(middle + QPointF(-radius, -radius * 0.3))
    path.lineTo(middle + QPointF(radius * 0.3, -radius * 0.3))
    path.arcTo(QRectF(middle.x() - radius * 0.4, middle.y() - radius * 0.3, radius * 1.4, radius * 1.2), 90, -180)
    painter.drawPath(path)


def octagon(painter: QPainter, middle: QPointF, radius: float, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.stopf)
    corners = [pi / 8 + number * pi / 4 for number in range(8)]
    painter.drawPolygon(QPolygonF([middle + QPointF(cos(at), sin(at)) * radius for at in corners]))
    _line(painter, theme.onfill, radius * 0.26)
    painter.drawLine(middle - QPointF(radius * 0.45, 0), middle + QPointF(radius * 0.45, 0))


def turning(painter: QPainter, middle: QPointF, radius: float, theme: Theme) -> None:
    """Two arrows around one another."""
    square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    head = max(4.0, radius * 0.5)
    for start in (25, 205):
        _line(painter, theme.t1, 2.0)
        painter.drawArc(square, start * 16, 120 * 16)
        at = radians(-start)
        tip = middle + QPointF(cos(at), sin(at)) * radius
        # At its end the arc runs down at the right, and up at the left.
        way = turned(-start, QPointF(0, 1)) * head
        aside = QPointF(way.y(), -way.x()) * 0.8
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.t1)
        painter.drawPolygon(QPolygonF([tip + way, tip + aside - way * 0.3, tip - aside - way * 0.3]))


def _line(painter: QPainter, colour: QColor, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
