"""Outlines on a unit square, and text that always fits its room.

Suits and the marks of the game are among the outlines. Text is tried in the first language, in its short
form, and then with an ellipsis: nothing is ever clipped.
"""

import math
from collections.abc import Sequence
from enum import Enum
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QTransform

from dealer_app.domain.cards import Suit
from dealer_app.screens.blocks import ScreenText

UNIT = QRectF(0, 0, 1, 1)
_LARGE = 1000.0


class MarkShape(Enum):
    DISC = "disc"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    OCTAGON = "octagon"


def fit_path(path: QPainterPath, into: QRectF) -> QPainterPath:
    """An outline of the unit square, in a rectangle."""
    return QTransform().translate(into.x(), into.y()).scale(into.width(), into.height()).map(path)


def middle_square(rect: QRectF, side: float) -> QRectF:
    """A square of this side in the middle of a rectangle."""
    return QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)


@cache
def shape_outline(shape: MarkShape) -> QPainterPath:
    path = QPainterPath()
    match shape:
        case MarkShape.DISC:
            path.addEllipse(UNIT)
        case MarkShape.SQUARE:
            path.addRoundedRect(QRectF(0.03, 0.03, 0.94, 0.94), 0.16, 0.16)
        case MarkShape.DIAMOND:
            path = _polygon((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
        case MarkShape.TRIANGLE:
            path = _polygon((0.5, 0.04), (1, 0.94), (0, 0.94))
        case MarkShape.OCTAGON:
            path = _polygon(*(_circle_point(math.pi / 8 + side * math.pi / 4) for side in range(8)))
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


def _circle_point(angle: float) -> tuple[float, float]:
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
    return _unite(leaf, _stem())


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
        path = _unite(path, leaf)
    middle = QPainterPath()
    middle.addRect(QRectF(0.38, 0.38, 0.24, 0.26))
    return _unite(path, middle)


def _unite(one: QPainterPath, other: QPainterPath) -> QPainterPath:
    """Both as one outline. Qt makes curves of such an outline straight, by its size: so it is made large."""
    large = QTransform.fromScale(_LARGE, _LARGE)
    return QTransform.fromScale(1 / _LARGE, 1 / _LARGE).map(large.map(one).united(large.map(other)))


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter


_MOST_WIDTHS = 8192
_widths: dict[tuple[str, str], float] = {}


def text_width(text: str, font: QFont) -> float:
    """How wide a text is: measured once, the same few hundred texts are on the screen all day."""
    key = font.key(), text
    known = _widths.get(key)
    if known is None:
        if len(_widths) >= _MOST_WIDTHS:
            _widths.clear()
        known = _widths[key] = QFontMetricsF(font).horizontalAdvance(text)
    return known


def choose_text(line: ScreenText, font: QFont, room: float, *, both: bool = False, between: str = " ") -> str:
    """The longest form of a text that fits: both languages if asked, the first, the short one, and then with `…`."""
    forms = [line.first, *([line.short] if line.short else [])]
    if both and line.second and line.second != line.first:
        forms.insert(0, f"{line.first}{between}{line.second}")
    return fit_text(forms, font, room)


def fit_text(forms: Sequence[str], font: QFont, room: float) -> str:
    for form in forms:
        if text_width(form, font) <= room:
            return form
    return QFontMetricsF(font).elidedText(forms[-1], Qt.TextElideMode.ElideRight, room)


def draw_text(
    painter: QPainter, rect: QRectF, text: str, font: QFont, colour: QColor, align: Qt.AlignmentFlag = LEFT
) -> None:
    """One line in a rectangle, with an ellipsis where it is longer."""
    painter.setFont(font)
    painter.setPen(colour)
    # A hair of room: a text of exactly the measured width would lose its last letter to rounding.
    shown = text if text_width(text, font) <= rect.width() + 0.5 else fit_text([text], font, rect.width())
    painter.drawText(rect, align | Qt.TextFlag.TextDontClip, shown)


def fit_font(text: str, room: float, sizes: Sequence[QFont]) -> QFont:
    """The first of these fonts, the largest before, in which the text fits; the last one if none does."""
    return next((font for font in sizes if text_width(text, font) <= room), sizes[-1])
