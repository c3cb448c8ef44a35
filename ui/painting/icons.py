"""Icons as strokes on a square of 24, by the names that controls carry.

A stroke is a line through its points; one that ends in `z` is closed. `c` begins a curve (a point, then three for each
bend), `o` a circle (middle, radius), `r` a rectangle (two corners, radius).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

_SQUARE = 24.0
_STROKE = 2.0


def draw_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Nothing for a name that has no picture: its control has words."""
    if name not in _strokes():
        return
    side = min(rect.width(), rect.height())
    scale = side / _SQUARE
    corner = rect.center() - QPointF(side / 2, side / 2)
    pen = QPen(colour, _STROKE * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(QTransform().translate(corner.x(), corner.y()).scale(scale, scale).map(_path(name)), pen)


def names() -> tuple[str, ...]:
    return tuple(_strokes())


@cache
def _strokes() -> Mapping[str, Sequence[str]]:
    read: Mapping[str, Sequence[str]] = json.loads(
        (resources.files("resources") / "icons" / "strokes.json").read_bytes()
    )
    return read


@cache
def _path(name: str) -> QPainterPath:
    path = QPainterPath()
    for stroke in _strokes()[name]:
        match stroke.split():
            case ["o", middle, radius]:
                path.addEllipse(_point(middle), float(radius), float(radius))
            case ["r", first, second, radius]:
                path.addRoundedRect(QRectF(_point(first), _point(second)), float(radius), float(radius))
            case ["c", first, *bends]:
                path.moveTo(_point(first))
                points = [_point(each) for each in bends]
                for index in range(0, len(points), 3):
                    path.cubicTo(*points[index : index + 3])
            case [first, *others]:
                path.moveTo(_point(first))
                for each in others:
                    path.closeSubpath() if each == "z" else path.lineTo(_point(each))
            case _:
                raise AssertionError("an icon has an empty stroke")
    return path


def _point(word: str) -> QPointF:
    x, y = word.split(",")
    return QPointF(float(x), float(y))
