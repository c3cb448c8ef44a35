"""Paints a layout: the felt with what is printed on it, and each box in the state in which it is shown.

A state is a shape and a word as much as a colour: a tick, a cross, an arrow back, an octagon; dashes around what is
selected; what cannot be bet on has a thinner border.
"""

from functools import cache

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from dealer_app.layouts.printed import Belongs, printed
from dealer_app.showing.screen import AreaShown, AreaState
from ui.table import dice, marks
from ui.table.filling import Filled, along, mark_place, mark_radius
from ui.table.geometry import Badge, Box, Rank, Shapes
from ui.table.letters import Placed
from ui.table.stakes import paint_pile
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_QUIET = 0.4
"""How much less a winning area without a bet glows."""
_CROSS = 0.75


class Colours(Struct, frozen=True, kw_only=True):
    """A box in its state: its ground, its border and its two kinds of letters."""

    ground: QColor
    border: QColor
    name: QColor
    foot: QColor
    stroke: float
    style: Qt.PenStyle = Qt.PenStyle.SolidLine


def colours_of(box: Box, shown: AreaShown, theme: Theme) -> Colours:
    """The colours of a box in its state."""
    ground, border = _own(box, printed(box.area).belongs, theme)
    name = theme.feltt if box.rank is not Rank.MAIN else theme.t1
    foot = theme.feltt2 if box.rank is not Rank.MAIN else theme.t2
    match shown.state:
        case AreaState.OPEN:
            return Colours(ground=ground, border=border, name=name, foot=foot, stroke=2.0)
        case AreaState.CLOSED:
            return Colours(ground=ground, border=border, name=name, foot=foot, stroke=1.2)
        case AreaState.SELECTED:
            return Colours(ground=ground, border=theme.go, name=name, foot=foot, stroke=3.0, style=Qt.PenStyle.DashLine)
        case AreaState.LIT:
            bet = bool(shown.stakes)
            under = theme.off if ground is theme.felt2 else ground
            lighter = blend(under, theme.glow, theme.glow.alphaF() * (1 if bet else _QUIET))
            return Colours(ground=lighter, border=theme.lit, name=theme.lit, foot=theme.lit, stroke=4.0 if bet else 2.0)
        case AreaState.DIMMED | AreaState.NOT_OFFERED:
            return Colours(ground=theme.off, border=theme.offline, name=theme.offtext, foot=theme.offtext, stroke=1.2)
        case AreaState.RETURNED:
            return Colours(
                ground=theme.off, border=theme.t2, name=name, foot=theme.t1, stroke=2.0, style=Qt.PenStyle.DotLine
            )
        case AreaState.VOID:
            return Colours(ground=theme.off, border=theme.stop, name=theme.offtext, foot=theme.stop, stroke=2.0)


def _own(box: Box, belongs: Belongs, theme: Theme) -> tuple[QColor, QColor]:
    """Ground and border of a box that has nothing about it: only the main boxes have the full colour of their side."""
    if belongs is Belongs.NEITHER:
        return theme.felt2, theme.feltline
    sides = {
        Belongs.PLAYER: (theme.player_tint, theme.player_mark),
        Belongs.BANKER: (theme.banker_tint, theme.banker_mark),
        Belongs.TIE: (theme.tie_tint, theme.tie_mark),
    }
    tint, mark = sides[belongs]
    whole = box.rank is Rank.MAIN or belongs is Belongs.TIE
    return tint if whole else blend(theme.felt, tint, 0.5), mark


def blend(under: QColor, over: QColor, share: float) -> QColor:
    return _blend(under.rgb(), over.rgb(), share)


@cache
def _blend(under: int, over: int, share: float) -> QColor:
    below, above = QColor(under), QColor(over)
    parts = ((below.red(), above.red()), (below.green(), above.green()), (below.blue(), above.blue()))
    return QColor(*(round(low + (high - low) * share) for low, high in parts))


def paint_felt(painter: QPainter, shapes: Shapes, theme: Theme) -> None:
    painter.setPen(QPen(theme.feltline, 1.6))
    painter.setBrush(theme.felt)
    painter.drawPath(shapes.felt)


def paint_badge(painter: QPainter, badge: Badge, theme: Theme, *, text: str, selected: bool) -> None:
    """A seat's disc with what stands on it; the selected one is ivory."""
    painter.setPen(QPen(theme.go if selected else theme.t1, 2))
    painter.setBrush(theme.go if selected else theme.bg)
    painter.drawEllipse(badge.middle, badge.radius - 1, badge.radius - 1)
    painter.setPen(theme.goink if selected else theme.t1)
    painter.setFont(font(max(16, round(badge.radius)), 700))
    square = QRectF(
        badge.middle.x() - badge.radius, badge.middle.y() - badge.radius, 2 * badge.radius, 2 * badge.radius
    )
    painter.drawText(square, _TEXT, text)


def paint_box(painter: QPainter, each: Filled, theme: Theme, scale: float) -> None:
    """The box whole: its ground, border, letters, stakes and the mark of its state."""
    box, colours = each.box, colours_of(each.box, each.shown, theme)
    pen = QPen(colours.border, colours.stroke * max(1.0, scale), colours.style)
    if each.shown.state is AreaState.SELECTED:
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.setBrush(colours.ground)
    painter.drawPath(box.path)
    for line in letters_of(each, colours):
        line.paint(painter)
    _paint_dice(painter, each, colours, theme)
    if each.lying.rows:
        paint_pile(painter, each.lying, each.pile_middle, theme)
    _paint_mark(painter, each, theme, scale)


def letters_of(each: Filled, colours: Colours) -> tuple[Placed, ...]:
    """The lines of a box at their places."""
    return tuple(
        Placed(
            text=line.text,
            px=line.px,
            weight=line.weight,
            middle=along(each.box, line.across, line.down),
            angle=each.box.angle,
            colour=colours.name if line.name else colours.foot,
        )
        for line in each.letters.lines
    )


def _paint_dice(painter: QPainter, each: Filled, colours: Colours, theme: Theme) -> None:
    lit = each.shown.state is AreaState.LIT
    dimmed = each.shown.state in (AreaState.DIMMED, AreaState.NOT_OFFERED)
    ground = theme.card if lit or not dimmed else blend(colours.ground, theme.card, 0.4)
    for face, place in each.dice:
        dice.paint(painter, face, place, (ground, theme.ink))


def _paint_mark(painter: QPainter, each: Filled, theme: Theme, scale: float) -> None:
    """The shape of the state, in a corner that is free of letters and stakes."""
    radius = mark_radius(each) * max(1.0, scale)
    if not radius:
        return
    place = mark_place(each, radius)
    match each.shown.state:
        case AreaState.LIT:
            marks.tick(painter, place, radius, theme)
        case AreaState.DIMMED:
            marks.cross(painter, place, radius * _CROSS, theme)
        case AreaState.RETURNED:
            marks.back(painter, place, radius, theme)
        case AreaState.VOID:
            marks.octagon(painter, place, radius, theme)
        case _:
            pass


def outline(path: QPainterPath, painter: QPainter, colour: QColor, stroke: float) -> None:
    """A visible ring of the focus, a little outside of what has it."""
    painter.setPen(QPen(colour, stroke))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
