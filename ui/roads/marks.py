"""What stands in the cells of a road: ring = Player, rounded square = Banker, diamond = Tie, in every road the same."""

from collections.abc import Mapping
from typing import assert_never

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.roads import BigRoadEntry, DerivedMark, DerivedRoadKind, RoundMark
from dealer_app.showing.lines import Tone
from ui.painting.marks import GAME, draw_ring, draw_shape, fill_colour, mark_colour
from ui.painting.shapes import Shape
from ui.painting.texts import MIDDLE, draw_text
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_TONES = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}


def draw_bead(painter: QPainter, rect: QRectF, mark: RoundMark, glyphs: Mapping[Tone, str], theme: Theme) -> None:
    """The winner's mark with its glyph; a square dot above for a Banker Pair, a round one below for a Player Pair."""
    tone, cell = _TONES[mark.winner], rect.width()
    inset = cell * (0.03 if mark.winner is Winner.TIE else 0.07)
    draw_shape(painter, GAME[tone], rect.adjusted(inset, inset, -inset, -inset), fill_colour(tone, theme))
    size = round(cell * (0.48 if mark.winner is Winner.TIE else 0.56))
    draw_text(painter, rect, glyphs.get(tone, ""), font(size, 700), theme.onfill, MIDDLE)
    dot = cell * 0.26
    if mark.banker_pair:
        _dot(painter, Shape.SQUARE, QRectF(rect.x(), rect.y(), dot, dot), Tone.BANKER, theme)
    if mark.player_pair:
        _dot(painter, Shape.DISC, QRectF(rect.right() - dot, rect.bottom() - dot, dot, dot), Tone.PLAYER, theme)


def draw_big_road_entry(painter: QPainter, rect: QRectF, entry: BigRoadEntry, theme: Theme) -> None:
    tone, cell = _TONES[entry.mark.winner], rect.width()
    inset = cell * 0.12
    draw_ring(painter, GAME[tone], rect.adjusted(inset, inset, -inset, -inset), mark_colour(tone, theme), cell * 0.1)
    draw_ties(painter, rect, entry.ties, theme)


def draw_ties(painter: QPainter, rect: QRectF, ties: int, theme: Theme) -> None:
    """A slash, and how many where it is more than one."""
    if not ties:
        return
    colour, cell = mark_colour(Tone.TIE, theme), rect.width()
    _slash(painter, rect, colour, cell * 0.1, falling=False, inset=cell * 0.2)
    if ties > 1:
        size = round(cell * 0.5)
        corner = QRectF(rect.center().x(), rect.center().y(), cell / 2, cell / 2)
        painter.fillRect(corner.adjusted(1, 1, 0, 0), theme.s1)
        draw_text(painter, corner, str(ties), font(size, 800), colour, MIDDLE)


def draw_derived(painter: QPainter, rect: QRectF, kind: DerivedRoadKind, mark: DerivedMark, theme: Theme) -> None:
    """Regular is square and red, irregular round and blue; on the last road `/` and `\\`."""
    regular, cell = mark is DerivedMark.RED, rect.width()
    tone = Tone.BANKER if regular else Tone.PLAYER
    colour, inset = mark_colour(tone, theme), cell * 0.12
    inside = rect.adjusted(inset, inset, -inset, -inset)
    match kind:
        case DerivedRoadKind.BIG_EYE_BOY:
            draw_ring(painter, GAME[tone], inside, colour, max(1.4, cell * 0.14))
        case DerivedRoadKind.SMALL_ROAD:
            draw_shape(painter, GAME[tone], inside, colour)
        case DerivedRoadKind.COCKROACH_ROAD:
            _slash(painter, rect, colour, max(1.5, cell * 0.15), falling=not regular, inset=inset)
        case _:
            assert_never(kind)


def _dot(painter: QPainter, shape: Shape, rect: QRectF, tone: Tone, theme: Theme) -> None:
    draw_shape(painter, shape, rect.adjusted(-1, -1, 1, 1), theme.s1)
    draw_shape(painter, shape, rect, mark_colour(tone, theme))


def _slash(painter: QPainter, rect: QRectF, colour: QColor, width: float, *, falling: bool, inset: float) -> None:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    inside = rect.adjusted(inset, inset, -inset, -inset)
    if falling:
        painter.drawLine(QLineF(inside.topLeft(), inside.bottomRight()))
    else:
        painter.drawLine(QLineF(inside.bottomLeft(), inside.topRight()))
