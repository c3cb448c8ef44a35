"""Puts a plan on the screen. Cards, icons and marks are drawn where all of the window draws them."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.blocks.plan import Frame, Icon, Mark, Picture, Pip, Plan, Thumbnail, Written
from ui.painting.cards import draw_card
from ui.painting.icons import draw_icon
from ui.painting.marks import draw_mark
from ui.painting.shapes import laid, suit_outline
from ui.theme.tokens import Theme

PaintLayout = Callable[[QPainter, QRectF, str, str], None]
"""Paints the small picture of a game's layout, by the letter of its Appendix, into a rectangle."""


def paint_plan(painter: QPainter, plan: Plan, theme: Theme, paint_layout: PaintLayout | None = None) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for part in plan.parts:
        match part:
            case Written():
                _write(painter, part)
            case Frame():
                paint_frame(painter, part)
            case Icon():
                draw_icon(painter, part.name, part.rect, part.ink)
            case Mark():
                draw_mark(painter, part.tone, part.rect, theme)
            case Pip():
                painter.fillPath(laid(suit_outline(part.suit), part.rect), part.ink)
            case Picture():
                _draw_card(painter, part, theme)
            case Thumbnail():
                if paint_layout is not None:
                    paint_layout(painter, part.rect, part.game, part.letter)


def _draw_card(painter: QPainter, part: Picture, theme: Theme) -> None:
    draw_card(painter, part.rect, part.card, theme)


def _write(painter: QPainter, part: Written) -> None:
    painter.setFont(part.letters.font)
    painter.setPen(part.ink)
    painter.drawText(part.letters.baseline(part.rect), part.text)
    if part.struck:
        middle = part.rect.center().y() + 1
        painter.drawLine(int(part.rect.left()), int(middle), int(part.rect.right()), int(middle))


def paint_frame(painter: QPainter, part: Frame) -> None:
    """The border lies within the rectangle, so that nothing of it is cut off at the edge of a widget."""
    painter.setBrush(Qt.BrushStyle.NoBrush if part.fill is None else part.fill)
    rect = part.rect
    if part.border is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(part.border, part.stroke)
        if part.dashed:
            pen.setDashPattern([4.0 * 1.5 / part.stroke, 3.0 * 1.5 / part.stroke])
        painter.setPen(pen)
        half = part.stroke / 2
        rect = rect.adjusted(half, half, -half, -half)
    if part.radius:
        radius = min(part.radius, rect.height() / 2)
        painter.drawRoundedRect(rect, radius, radius)
    else:
        painter.drawRect(rect)
