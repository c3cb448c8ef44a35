"""Paints the last tumbles of a Tai Sai table, the present one framed, and how often each outcome came."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import PastTumble, TrailShown
from ui.painting.dice import draw_die
from ui.painting.marks import draw_mark
from ui.painting.outcomes import draw_outcome
from ui.painting.shapes import square_within
from ui.painting.texts import LEFT, MIDDLE, chosen, draw_text
from ui.theme.fonts import font
from ui.theme.measures import RADIUS_CHIP, Measures
from ui.theme.tokens import Theme

_COUNT_COLUMNS = 2


def paint_trail(painter: QPainter, shown: TrailShown, size: QRectF, theme: Theme, measures: Measures) -> None:
    px = measures.px
    edge, heading = px(16, 12), px(36, 26)
    letters = font(measures.caption, 500)
    counts = QRectF(size.right() - px(150, 116) - edge, heading, px(150, 116), size.height() - heading - px(8, 4))
    width, pitch = px(61, 50), px(66, 54)
    fitting = max(1, int((counts.x() - edge) / pitch))
    seen = shown.tumbles[-fitting:]
    says = shown.headings[min(len(seen), len(shown.headings) - 1)]
    head = QRectF(edge, 0, counts.x() - 2 * edge, heading)
    draw_text(painter, head, chosen(says, letters, head.width(), both=True, between=" · "), letters, theme.t2)
    of_all = QRectF(counts.x(), 0, counts.width(), heading)
    draw_text(painter, of_all, chosen(shown.counted, letters, of_all.width()), letters, theme.t2)
    for number, tumble in enumerate(seen):
        tile = QRectF(edge + number * pitch, heading, width, size.height() - heading - px(8, 6))
        _tile(painter, tile, tumble, theme, measures)
    _counts(painter, shown, counts, theme, measures)


def _tile(painter: QPainter, tile: QRectF, tumble: PastTumble, theme: Theme, measures: Measures) -> None:
    px = measures.px
    painter.setPen(QPen(theme.go, measures.stroke(2)) if tumble.now else Qt.PenStyle.NoPen)
    if not tumble.noted:
        painter.setPen(QPen(theme.go if tumble.now else theme.t3, measures.stroke(2), Qt.PenStyle.DashLine))
    painter.setBrush(theme.s2 if tumble.noted else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(tile.adjusted(1, 1, -1, -1), RADIUS_CHIP, RADIUS_CHIP)
    die = px(17, 14)
    top = tile.y() + px(8, 6)
    if tumble.dice is None and tumble.noted:
        draw_mark(painter, Tone.STOP, square_within(QRectF(tile.x(), top, tile.width(), die), die + 2), theme)
    elif tumble.dice is not None:
        left = tile.center().x() - (3 * die + 2) / 2
        for index, face in enumerate(tumble.dice):
            draw_die(painter, QRectF(round(left + index * (die + 1)), top, die, die), face, theme)
    total = QRectF(tile.x(), top + die + px(4, 1), tile.width(), px(28, 24))
    draw_text(painter, total, tumble.total, font(measures.text(22, 18), 700), theme.t1, MIDDLE)
    marks = tumble.marks[:2]
    side = px(27, 22) if len(marks) > 1 else px(36, 28)
    gap = px(2)
    left = tile.center().x() - (len(marks) * side + (len(marks) - 1) * gap) / 2
    below = total.bottom() + (tile.bottom() - total.bottom() - side) / 2
    for index, glyph in enumerate(marks):
        draw_outcome(painter, glyph, QRectF(left + index * (side + gap), below, side, side), theme)


def _counts(painter: QPainter, shown: TrailShown, rect: QRectF, theme: Theme, measures: Measures) -> None:
    px = measures.px
    high, wide = px(36, 30), rect.width() / _COUNT_COLUMNS
    side = px(24, 20)
    for index, (glyph, count) in enumerate(shown.counts):
        row, column = divmod(index, _COUNT_COLUMNS)
        cell = QRectF(rect.x() + column * wide, rect.y() + row * high, wide - px(10, 6), high)
        draw_outcome(painter, glyph, QRectF(cell.x(), cell.center().y() - side / 2, side, side), theme)
        number = cell.adjusted(side + px(10, 8), 0, 0, 0)
        draw_text(painter, number, str(count), font(measures.text(20, 17), 700), theme.t1, LEFT)
