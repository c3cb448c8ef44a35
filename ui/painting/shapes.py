"""Outlines on a unit square, and laying such an outline into a rectangle. Suits and the game's marks are among them."""

import math
from enum import Enum
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from dealer_app.domain.cards import Suit

UNIT = QRectF(0, 0, 1, 1)
_LARGE = 1000.0


class Shape(Enum):
    DISC = "disc"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    OCTAGON = "octagon"


def laid(path: QPainterPath, into: QRectF) -> QPainterPath:
    """An outline of the unit square, in a rectangle."""
    return QTransform().translate(into.x(), into.y()).scale(into.width(), into.height()).map(path)


def square_within(rect: QRectF, side: float) -> QRectF:
    """A square of this side in the middle of a rectangle."""
    return QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)


@cache
def outline(shape: Shape) -> QPainterPath:
    path = QPainterPath()
    match shape:
        case Shape.DISC:
            path.addEllipse(UNIT)
        case Shape.SQUARE:
            path.addRoundedRect(QRectF(0.03, 0.03, 0.94, 0.94), 0.16, 0.16)
        case Shape.DIAMOND:
            path = _polygon((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
        case Shape.TRIANGLE:
            path = _polygon((0.5, 0.04), (1, 0.94), (0, 0.94))
        case Shape.OCTAGON:
            path = _polygon(*(_on_circle(math.pi / 8 + side * math.pi / 4) for side in range(8)))
    return path


@cache
def suit_outline(suit: Suit) -> QPainterPath:
    match suit:
        case Suit.HEARTS:
            return _heart()
        case Suit.SPADES:
            return _spade()
        case Suit.DIAMONDS:
            return _pip_diamond()
        case Suit.CLUBS:
            return _club()


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(*point)
    path.closeSubpath()
    return path


def _on_circle(angle: float) -> tuple[float, float]:
    return 0.5 + 0.52 * math.cos(angle), 0.5 + 0.52 * math.sin(angle)


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.97))
    path.cubicTo(0.2, 0.72, 0.03, 0.54, 0.03, 0.3)
    path.cubicTo(0.03, 0.12, 0.15, 0.04, 0.27, 0.04)
    path.cubicTo(0.38, 0.04, 0.46, 0.11, 0.5, 0.21)
    path.cubicTo(0.54, 0.11, 0.62, 0.04, 0.73, 0.04)
    path.cubicTo(0.85, 0.04, 0.97, 0.12, 0.97, 0.3)
    path.cubicTo(0.97, 0.54, 0.8, 0.72, 0.5, 0.97)
    path.closeSubpath()
    return path


def _stem() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.56))
    path.cubicTo(0.5, 0.8, 0.42, 0.92, 0.31, 0.98)
    path.lineTo(0.69, 0.98)
    path.cubicTo(0.58, 0.92, 0.5, 0.8, 0.5, 0.56)
    path.closeSubpath()
    return path


def _spade() -> QPainterPath:
    leaf = QPainterPath(QPointF(0.5, 0.02))
    leaf.cubicTo(0.78, 0.26, 0.97, 0.42, 0.97, 0.6)
    leaf.cubicTo(0.97, 0.74, 0.87, 0.82, 0.76, 0.82)
    leaf.cubicTo(0.66, 0.82, 0.56, 0.77, 0.5, 0.66)
    leaf.cubicTo(0.44, 0.77, 0.34, 0.82, 0.24, 0.82)
    leaf.cubicTo(0.13, 0.82, 0.03, 0.74, 0.03, 0.6)
    leaf.cubicTo(0.03, 0.42, 0.22, 0.26, 0.5, 0.02)
    leaf.closeSubpath()
    return _merged(leaf, _stem())


def _pip_diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.02))
    path.quadTo(0.66, 0.28, 0.86, 0.5)
    path.quadTo(0.66, 0.72, 0.5, 0.98)
    path.quadTo(0.34, 0.72, 0.14, 0.5)
    path.quadTo(0.34, 0.28, 0.5, 0.02)
    path.closeSubpath()
    return path


def _club() -> QPainterPath:
    path = _stem()
    for x, y in ((0.5, 0.25), (0.25, 0.6), (0.75, 0.6)):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, y), 0.22, 0.22)
        path = _merged(path, leaf)
    middle = QPainterPath()
    middle.addRect(QRectF(0.38, 0.38, 0.24, 0.26))
    return _merged(path, middle)


def _merged(one: QPainterPath, other: QPainterPath) -> QPainterPath:
    """Both as one outline. Qt makes curves of such an outline straight, by its size: so it is made large."""
    large = QTransform.fromScale(_LARGE, _LARGE)
    return QTransform.fromScale(1 / _LARGE, 1 / _LARGE).map(large.map(one).united(large.map(other)))
