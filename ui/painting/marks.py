"""Marks, icons and Tai Sai outcomes: signs that say by shape what they say by colour.

An icon is drawn as strokes on a square of 24. A stroke is a line through its points; one that ends in `z`
is closed. `c` begins a curve (a point, then three for each bend), `o` a circle (middle, radius), `r` a
rectangle (two corners, radius).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from dealer_app.screens.blocks import Tone
from ui.painting.shapes import MIDDLE, MarkShape, draw_text, fit_path, shape_outline
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

GAME_SHAPES = {Tone.PLAYER: MarkShape.DISC, Tone.BANKER: MarkShape.SQUARE, Tone.TIE: MarkShape.DIAMOND}


def mark_colour(tone: Tone, theme: ColourTheme) -> QColor:
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


def tint_colour(tone: Tone, theme: ColourTheme) -> QColor:
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


def fill_colour(tone: Tone, theme: ColourTheme) -> QColor:
    """The full ground of a banner or a bead, on which text is `onfill`."""
    colours = {
        Tone.PLAYER: theme.player,
        Tone.BANKER: theme.banker,
        Tone.TIE: theme.tie,
        Tone.STOP: theme.stopf,
    }
    return colours.get(tone, theme.s3)


def draw_shape(painter: QPainter, shape: MarkShape, rect: QRectF, colour: QColor) -> None:
    painter.fillPath(fit_path(shape_outline(shape), rect), colour)


def draw_ring(painter: QPainter, shape: MarkShape, rect: QRectF, colour: QColor, width: float) -> None:
    """The same shape as an empty outline, which stays inside the rectangle."""
    inset = width / 2
    path = fit_path(shape_outline(shape), rect.adjusted(inset, inset, -inset, -inset))
    painter.strokePath(
        path, QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )


def draw_mark(painter: QPainter, tone: Tone, rect: QRectF, theme: ColourTheme) -> None:
    """The mark of a side of the game, or the lamp of a state; a plain tone has none."""
    colour = mark_colour(tone, theme)
    match tone:
        case Tone.PLAYER | Tone.BANKER | Tone.TIE:
            draw_shape(painter, GAME_SHAPES[tone], rect, colour)
        case Tone.GOOD | Tone.WINNER:
            draw_shape(painter, MarkShape.DISC, rect, colour)
            draw_tick(painter, rect, theme.litink if tone is Tone.WINNER else theme.okink)
        case Tone.ATTENTION:
            draw_shape(painter, MarkShape.TRIANGLE, rect, colour)
            _draw_bang(painter, rect, theme.okink, middle=0.62)
        case Tone.STOP:
            draw_shape(painter, MarkShape.OCTAGON, rect, colour)
            _draw_bang(painter, rect, theme.okink, middle=0.52)
        case Tone.OFF:
            _draw_dashed_ring(painter, rect, colour)
        case Tone.SIMULATED:
            _draw_playing(painter, rect, colour)
        case Tone.PLAIN | Tone.QUIET:
            pass


def draw_grade(painter: QPainter, grade: int, rect: QRectF, theme: ColourTheme) -> None:
    """5 and 4 are full discs, 3 a ring, 2 a triangle, 1 an octagon, what was not seen a dashed ring; the figure is
    inside: shape and figure say it without the colour.
    """
    letters = font(max(_LEAST_GRADE, round(rect.height() * 0.54)), 700)
    inside = rect
    match grade:
        case 5 | 4:
            draw_shape(painter, MarkShape.DISC, rect, theme.ok)
            ink = theme.okink
        case 3:
            draw_shape(painter, MarkShape.DISC, rect, theme.okt)
            draw_ring(painter, MarkShape.DISC, rect, theme.ok, max(2.0, rect.width() * 0.09))
            ink = theme.t1
        case 2:
            draw_shape(painter, MarkShape.TRIANGLE, rect, theme.warn)
            inside, ink = rect.translated(0, rect.height() * 0.13), theme.okink
        case 1:
            draw_shape(painter, MarkShape.OCTAGON, rect, theme.stopf)
            draw_ring(painter, MarkShape.OCTAGON, rect, theme.stop, max(1.5, rect.width() * 0.06))
            ink = theme.onfill
        case _:
            width = max(1.4, rect.width() * 0.06)
            painter.setPen(QPen(theme.t3, width, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(rect.adjusted(width, width, -width, -width))
            return
    draw_text(painter, inside, str(grade), letters, ink, MIDDLE)


_LEAST_GRADE = 16


def draw_tick(painter: QPainter, rect: QRectF, colour: QColor, *, width: float | None = None) -> None:
    side = rect.width()
    pen = QPen(colour, width or max(1.6, side * 0.12))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(
        [_point_within(rect, 0.28, 0.53), _point_within(rect, 0.44, 0.68), _point_within(rect, 0.73, 0.35)]
    )


def _point_within(rect: QRectF, x: float, y: float) -> QPointF:
    return QPointF(rect.x() + rect.width() * x, rect.y() + rect.height() * y)


def _draw_bang(painter: QPainter, rect: QRectF, colour: QColor, *, middle: float) -> None:
    pen = QPen(colour, max(1.6, rect.width() * 0.11))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(_point_within(rect, 0.5, middle - 0.24), _point_within(rect, 0.5, middle + 0.02))
    painter.drawPoint(_point_within(rect, 0.5, middle + 0.21))


def _draw_dashed_ring(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    width = max(1.4, rect.width() * 0.08)
    pen = QPen(colour, width)
    pen.setDashPattern([2.4, 2.0])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(rect.adjusted(width, width, -width, -width))
    painter.setPen(QPen(colour, width * 1.2))
    painter.drawLine(_point_within(rect, 0.34, 0.5), _point_within(rect, 0.66, 0.5))


def _draw_playing(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    draw_ring(painter, MarkShape.SQUARE, rect, colour, max(1.5, rect.width() * 0.1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(
        [_point_within(rect, 0.38, 0.29), _point_within(rect, 0.72, 0.5), _point_within(rect, 0.38, 0.71)]
    )


_ICON_SQUARE = 24.0
_ICON_STROKE = 2.0


CHIP_COLOURS = {
    "red": QColor("#C8372D"),
    "yellow": QColor("#E3B72B"),
    "green": QColor("#2F8F5B"),
    "blue": QColor("#2F6FD0"),
    "violet": QColor("#8A57CF"),
    "brown": QColor("#7A5233"),
}
"""Of the chips of bettors who have no seat, and a colour of their own."""
_CHIP_ICON = "colour-"
_CHIP_ICONS = frozenset(_CHIP_ICON + colour for colour in CHIP_COLOURS)


def draw_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Nothing for a name that has no picture: its control has words."""
    if name in _CHIP_ICONS:
        _draw_chip_icon(painter, CHIP_COLOURS[name.removeprefix(_CHIP_ICON)], rect, colour)
        return
    if name not in _icon_strokes():
        return
    side = min(rect.width(), rect.height())
    scale = side / _ICON_SQUARE
    corner = rect.center() - QPointF(side / 2, side / 2)
    pen = QPen(colour, _ICON_STROKE * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(QTransform().translate(corner.x(), corner.y()).scale(scale, scale).map(_icon_path(name)), pen)


def icon_names() -> tuple[str, ...]:
    return (*_icon_strokes(), *_CHIP_ICONS)


def _draw_chip_icon(painter: QPainter, fill: QColor, rect: QRectF, edge: QColor) -> None:
    """A disc in the colour of a bettor's chips, with an edge that is seen on any ground."""
    side = min(rect.width(), rect.height()) - 2
    painter.setPen(QPen(edge, 1.5))
    painter.setBrush(fill)
    painter.drawEllipse(rect.center(), side / 2, side / 2)


@cache
def _icon_strokes() -> Mapping[str, Sequence[str]]:
    read: Mapping[str, Sequence[str]] = json.loads(
        (resources.files("resources") / "icons" / "strokes.json").read_bytes()
    )
    return read


@cache
def _icon_path(name: str) -> QPainterPath:
    path = QPainterPath()
    for stroke in _icon_strokes()[name]:
        match stroke.split():
            case ["o", middle, radius]:
                path.addEllipse(_parse_point(middle), float(radius), float(radius))
            case ["r", first, second, radius]:
                path.addRoundedRect(QRectF(_parse_point(first), _parse_point(second)), float(radius), float(radius))
            case ["c", first, *bends]:
                path.moveTo(_parse_point(first))
                points = [_parse_point(each) for each in bends]
                for index in range(0, len(points), 3):
                    path.cubicTo(*points[index : index + 3])
            case [first, *others]:
                path.moveTo(_parse_point(first))
                for each in others:
                    path.closeSubpath() if each == "z" else path.lineTo(_parse_point(each))
            case _:
                raise AssertionError("an icon has an empty stroke")
    return path


def _parse_point(word: str) -> QPointF:
    x, y = word.split(",")
    return QPointF(float(x), float(y))


_FRAMES = {
    "小": MarkShape.DISC,
    "單": MarkShape.DIAMOND,
    "单": MarkShape.DIAMOND,
    "雙": MarkShape.SQUARE,
    "双": MarkShape.SQUARE,
    "圍": MarkShape.TRIANGLE,
    "围": MarkShape.TRIANGLE,
}
_FILLED = "大"
_ROOM_IN = {MarkShape.DIAMOND: 0.42, MarkShape.TRIANGLE: 0.40}
_USUAL_ROOM = 0.58
_LEAST_TRIANGLE, _READABLE = 28, 16
"""In a smaller triangle nothing could be read: there the character is drawn alone, in its colour."""


def draw_outcome(painter: QPainter, glyph: str, rect: QRectF, theme: ColourTheme) -> None:
    """大 is a filled square, 小 a ring, 單 a diamond, 雙 a square, 圍 a triangle; any other glyph has no frame.

    全圍 is printed for any triple: of a glyph of several characters the last one is drawn.
    """
    if glyph == _FILLED:
        draw_shape(painter, MarkShape.SQUARE, rect, theme.t1)
        draw_text(painter, rect, glyph, font(round(rect.width() * 0.66), 700), theme.bg, MIDDLE)
        return
    frame = _FRAMES.get(glyph[-1:])
    glyph = glyph if frame is None else glyph[-1]
    if frame is MarkShape.TRIANGLE and rect.width() < _LEAST_TRIANGLE:
        draw_text(painter, rect, glyph, font(max(_READABLE, round(rect.width() * 0.8)), 700), theme.warn, MIDDLE)
        return
    inside = rect
    if frame is not None:
        colour = theme.warn if frame is MarkShape.TRIANGLE else theme.t1
        draw_ring(painter, frame, rect, colour, max(1.5, rect.width() * 0.06))
        if frame is MarkShape.TRIANGLE:
            inside = rect.translated(0, rect.height() * 0.14)
    size = round(rect.width() * (_USUAL_ROOM if frame is None else _ROOM_IN.get(frame, _USUAL_ROOM)))
    draw_text(painter, inside, glyph, font(max(9, size), 700), theme.t1, MIDDLE)
