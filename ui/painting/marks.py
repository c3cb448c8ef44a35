"""Marks that say by their shape what they say by their colour: the sides of the game, and how something stands."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_app.showing.lines import Tone
from ui.painting.shapes import Shape, laid, outline
from ui.theme.tokens import Theme

GAME = {Tone.PLAYER: Shape.DISC, Tone.BANKER: Shape.SQUARE, Tone.TIE: Shape.DIAMOND}


def mark_colour(tone: Tone, theme: Theme) -> QColor:
    """What a mark, or a text, of this tone is drawn with on a panel."""
    colours = {
        Tone.PLAIN: theme.t1,
        Tone.QUIET: theme.t3,
        Tone.GOOD: theme.ok,
        Tone.ATTENTION: theme.warn,
        Tone.STOP: theme.stop,
        Tone.WINNER: theme.lit,
        Tone.PLAYER: theme.player_mark,
        Tone.BANKER: theme.banker_mark,
        Tone.TIE: theme.tie_mark,
        Tone.SIMULATED: theme.prac,
        Tone.OFF: theme.t3,
    }
    return colours[tone]


def tint_colour(tone: Tone, theme: Theme) -> QColor:
    """The ground of a panel or a note of this tone."""
    colours = {
        Tone.GOOD: theme.okt,
        Tone.ATTENTION: theme.warnt,
        Tone.STOP: theme.s2,
        Tone.PLAYER: theme.player_tint,
        Tone.BANKER: theme.banker_tint,
        Tone.TIE: theme.tie_tint,
        Tone.SIMULATED: theme.pract,
        Tone.OFF: theme.off,
    }
    return colours.get(tone, theme.s2)


def fill_colour(tone: Tone, theme: Theme) -> QColor:
    """The full ground of a banner or a bead, on which text is `onfill`."""
    colours = {
        Tone.PLAYER: theme.player,
        Tone.BANKER: theme.banker,
        Tone.TIE: theme.tie,
        Tone.STOP: theme.stopf,
    }
    return colours.get(tone, theme.s3)


def draw_shape(painter: QPainter, shape: Shape, rect: QRectF, colour: QColor) -> None:
    painter.fillPath(laid(outline(shape), rect), colour)


def draw_ring(painter: QPainter, shape: Shape, rect: QRectF, colour: QColor, width: float) -> None:
    """The same shape as an empty outline, which stays inside the rectangle."""
    inset = width / 2
    path = laid(outline(shape), rect.adjusted(inset, inset, -inset, -inset))
    painter.strokePath(
        path, QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )


def draw_mark(painter: QPainter, tone: Tone, rect: QRectF, theme: Theme) -> None:
    """The mark of a side of the game, or the lamp of how something stands; a plain tone has none."""
    colour = mark_colour(tone, theme)
    match tone:
        case Tone.PLAYER | Tone.BANKER | Tone.TIE:
            draw_shape(painter, GAME[tone], rect, colour)
        case Tone.GOOD | Tone.WINNER:
            draw_shape(painter, Shape.DISC, rect, colour)
            draw_tick(painter, rect, theme.litink if tone is Tone.WINNER else theme.okink)
        case Tone.ATTENTION:
            draw_shape(painter, Shape.TRIANGLE, rect, colour)
            _bang(painter, rect, theme.okink, middle=0.62)
        case Tone.STOP:
            draw_shape(painter, Shape.OCTAGON, rect, colour)
            _bang(painter, rect, theme.okink, middle=0.52)
        case Tone.OFF:
            _dashed_ring(painter, rect, colour)
        case Tone.SIMULATED:
            _playing(painter, rect, colour)
        case Tone.PLAIN | Tone.QUIET:
            pass


def draw_tick(painter: QPainter, rect: QRectF, colour: QColor, *, width: float | None = None) -> None:
    side = rect.width()
    pen = QPen(colour, width or max(1.6, side * 0.12))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline([_at(rect, 0.28, 0.53), _at(rect, 0.44, 0.68), _at(rect, 0.73, 0.35)])


def _at(rect: QRectF, x: float, y: float) -> QPointF:
    return QPointF(rect.x() + rect.width() * x, rect.y() + rect.height() * y)


def _bang(painter: QPainter, rect: QRectF, colour: QColor, *, middle: float) -> None:
    pen = QPen(colour, max(1.6, rect.width() * 0.11))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(_at(rect, 0.5, middle - 0.24), _at(rect, 0.5, middle + 0.02))
    painter.drawPoint(_at(rect, 0.5, middle + 0.21))


def _dashed_ring(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    width = max(1.4, rect.width() * 0.08)
    pen = QPen(colour, width)
    pen.setDashPattern([2.4, 2.0])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(rect.adjusted(width, width, -width, -width))
    painter.setPen(QPen(colour, width * 1.2))
    painter.drawLine(_at(rect, 0.34, 0.5), _at(rect, 0.66, 0.5))


def _playing(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    draw_ring(painter, Shape.SQUARE, rect, colour, max(1.5, rect.width() * 0.1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([_at(rect, 0.38, 0.29), _at(rect, 0.72, 0.5), _at(rect, 0.38, 0.71)])
