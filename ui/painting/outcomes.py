"""What a Tai Sai sum is, by the glyph that is printed on the felt, each in a frame of its own form."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.painting.marks import draw_ring, draw_shape
from ui.painting.shapes import Shape
from ui.painting.texts import MIDDLE, draw_text
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_FRAMES = {
    "小": Shape.DISC,
    "單": Shape.DIAMOND,
    "单": Shape.DIAMOND,
    "雙": Shape.SQUARE,
    "双": Shape.SQUARE,
    "圍": Shape.TRIANGLE,
    "围": Shape.TRIANGLE,
}
_FILLED = "大"
_ROOM_IN = {Shape.DIAMOND: 0.42, Shape.TRIANGLE: 0.40}
_USUAL_ROOM = 0.58
_LEAST_TRIANGLE, _READABLE = 28, 16
"""In a smaller triangle nothing could be read: there the character stands alone, in its colour."""


def draw_outcome(painter: QPainter, glyph: str, rect: QRectF, theme: Theme) -> None:
    """大 is a filled square, 小 a ring, 單 a diamond, 雙 a square, 圍 a triangle; any other glyph has no frame.

    全圍 is printed for any triple: of a glyph of several characters the last one is drawn.
    """
    if glyph == _FILLED:
        draw_shape(painter, Shape.SQUARE, rect, theme.t1)
        draw_text(painter, rect, glyph, font(round(rect.width() * 0.66), 700), theme.bg, MIDDLE)
        return
    frame = _FRAMES.get(glyph[-1:])
    glyph = glyph if frame is None else glyph[-1]
    if frame is Shape.TRIANGLE and rect.width() < _LEAST_TRIANGLE:
        draw_text(painter, rect, glyph, font(max(_READABLE, round(rect.width() * 0.8)), 700), theme.warn, MIDDLE)
        return
    inside = rect
    if frame is not None:
        colour = theme.warn if frame is Shape.TRIANGLE else theme.t1
        draw_ring(painter, frame, rect, colour, max(1.5, rect.width() * 0.06))
        if frame is Shape.TRIANGLE:
            inside = rect.translated(0, rect.height() * 0.14)
    size = round(rect.width() * (_USUAL_ROOM if frame is None else _ROOM_IN.get(frame, _USUAL_ROOM)))
    draw_text(painter, inside, glyph, font(max(9, size), 700), theme.t1, MIDDLE)
