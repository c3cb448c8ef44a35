"""The frame of a control by its weight, around the words that `control_plan` has placed.

What is picked has an outline and a tick, never another fill that could be taken for the next step's.
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from dealer_app.showing.blocks import Weight
from ui.blocks.control_plan import plan_control
from ui.blocks.control_words import Look
from ui.blocks.painting import paint_frame, paint_plan
from ui.blocks.plan import Dress, Frame, Kind
from ui.painting.marks import draw_tick

_BADGE = 20
_PRESSED = 34
"""Of 255: how much of the text's colour lies over a control that is down."""


def paint_control(painter: QPainter, look: Look, rect: QRectF, dress: Dress, *, down: bool, bare: Kind) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = frame_of(look, rect, dress)
    if bare is Kind.PAINTED:
        paint_frame(painter, frame)
        paint_plan(painter, plan_control(look, rect.width(), rect.height(), dress), dress.theme)
        if look.picked:
            _badge(painter, rect, dress)
    if down:
        veil = QColor(dress.theme.bg if look.weight is Weight.NEXT and look.possible else dress.theme.t1)
        veil.setAlpha(_PRESSED)
        paint_frame(painter, Frame(rect=rect, radius=frame.radius, fill=veil))


def frame_of(look: Look, rect: QRectF, dress: Dress) -> Frame:
    theme, px = dress.theme, dress.measures.px
    radius = {Weight.NEXT: px(16, 14), Weight.CLAUSE: px(6), Weight.GRAVE: px(14)}.get(look.weight, px(10))
    if look.picked and not look.possible:
        return Frame(rect=rect, radius=radius, fill=theme.pick, border=theme.go, stroke=3.0)
    if not look.possible:
        stroke = 2.0 if look.weight in {Weight.NEXT, Weight.GRAVE} else 1.4
        fill = theme.s2 if look.weight is Weight.NEXT else None
        return Frame(rect=rect, radius=radius, fill=fill, border=theme.edge, stroke=stroke, dashed=True)
    if look.picked:
        return Frame(rect=rect, radius=radius, fill=theme.pick, border=theme.go, stroke=3.0)
    match look.weight:
        case Weight.NEXT:
            return Frame(rect=rect, radius=radius, fill=theme.go)
        case Weight.USUAL:
            return Frame(rect=rect, radius=radius, fill=theme.s3, border=theme.edge, stroke=1.4)
        case Weight.QUIET:
            return Frame(rect=rect, radius=radius, fill=theme.s1, border=theme.edge, stroke=1.2)
        case Weight.GRAVE:
            fill = theme.stopf if look.armed else theme.s2
            return Frame(rect=rect, radius=radius, fill=fill, border=theme.stop, stroke=4.0 if look.armed else 2.0)
        case Weight.CLAUSE:
            return Frame(rect=rect, radius=radius, border=theme.edge, stroke=1.2)


def _badge(painter: QPainter, rect: QRectF, dress: Dress) -> None:
    size = dress.measures.px(_BADGE)
    disc = QRectF(rect.right() - size, rect.top(), size, size)
    paint_frame(painter, Frame(rect=disc, radius=size / 2, fill=dress.theme.go))
    draw_tick(painter, disc, dress.theme.goink, width=size * 0.12)
