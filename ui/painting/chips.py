"""A chip from above: a disc with six marks at its edge, in the colour of the highest denomination of its stack."""

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from dealer_app.domain.values import dataclass
from ui.painting.texts import MIDDLE, draw_text
from ui.theme.fonts import font

_MARKS = 6
_MARK_DEGREES = 26


@dataclass(frozen=True, slots=True)
class ChipColour:
    """In the minor units of the table's money: from this value on."""

    at_least: int
    body: str
    edge: str


HOUSE_PALETTE = (
    ChipColour(100_000_00, "#8A1C2B", "#F4EBD8"),
    ChipColour(10_000_00, "#1E1E24", "#F0C75E"),
    ChipColour(1_000_00, "#D9962E", "#FFF4DA"),
    ChipColour(500_00, "#7A4FC0", "#F1E9FF"),
    ChipColour(100_00, "#23292F", "#F3F6F8"),
    ChipColour(50_00, "#2F8F5B", "#E4F7EC"),
    ChipColour(5_00, "#A8493B", "#FBE6E0"),
    ChipColour(0, "#5F6D7A", "#F3F6F8"),
)
"""From the highest down."""


def chip_colour(minor: int, palette: tuple[ChipColour, ...] = HOUSE_PALETTE) -> ChipColour:
    """Of a stake of so many minor units."""
    return next(colour for colour in palette if minor >= colour.at_least)


def draw_chip(painter: QPainter, rect: QRectF, minor: int, *, text: str = "") -> None:
    """`text` is the seat on a shared area, or the S of a standing bettor."""
    colour = chip_colour(minor)
    ratio = painter.device().devicePixelRatioF()
    image = chip_image(colour, round(rect.width()), ratio, bool(text))
    painter.drawImage(rect.topLeft(), image)
    if text:
        size = max(11, round(rect.width() * (0.46 if len(text) == 1 else 0.36)))
        draw_text(painter, rect, text, font(size, 800), QColor("#15181B"), MIDDLE)


@lru_cache(maxsize=128)
def chip_image(colour: ChipColour, side: int, ratio: float, written: bool) -> QImage:
    image = QImage(round(side * ratio), round(side * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    middle, radius = QPointF(side / 2, side / 2), side / 2
    body, edge = QColor(colour.body), QColor(colour.edge)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(edge)
        painter.drawEllipse(middle, radius, radius)
        painter.setBrush(body)
        painter.drawEllipse(middle, radius - side * 0.04, radius - side * 0.04)
        _edge_marks(painter, middle, radius - side * 0.1, QPen(edge, side * 0.13))
        painter.setPen(QPen(edge, max(1.0, side * 0.045)))
        painter.setBrush(QColor("#F7F3EA") if written else body)
        painter.drawEllipse(middle, radius * 0.58, radius * 0.58)
    return image


def _edge_marks(painter: QPainter, middle: QPointF, radius: float, pen: QPen) -> None:
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    circle = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    for mark in range(_MARKS):
        start = math.degrees(mark * math.tau / _MARKS) - _MARK_DEGREES / 2
        painter.drawArc(circle, round(start * 16), _MARK_DEGREES * 16)
