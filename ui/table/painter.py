"""Paints a layout: the felt with what is printed on it, and each box in the state in which it is shown.

A state is a shape and a word as much as a colour: a tick, a cross, an arrow back, an octagon; dashes around what is
selected; what cannot be bet on has a thinner border.
"""

from functools import cache

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from dealer_app.layouts.drawing import BoxSide, box_legend
from dealer_app.screens.screen import AreaShown, AreaState
from ui.table import symbols
from ui.table.box_contents import BoxContents, box_point, mark_place, mark_radius
from ui.table.geometry import Badge, Box, BoxRank, Shapes
from ui.table.lettering import PlacedText
from ui.table.stakes import paint_pile
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_QUIET = 0.4
"""How much less a winning area without a bet glows."""
_CROSS = 0.75


class BoxColours(Struct, frozen=True, kw_only=True):
    """A box in its state: its ground, its border and its two kinds of letters."""

    ground: QColor
    border: QColor
    name: QColor
    foot: QColor
    stroke: float
    style: Qt.PenStyle = Qt.PenStyle.SolidLine


def box_colours(box: Box, shown: AreaShown, theme: ColourTheme) -> BoxColours:
    """The colours of a box in its state."""
    ground, border = _own_colours(box, box_legend(box.area).belongs, theme)
    name = theme.feltt if box.rank is not BoxRank.MAIN else theme.t1
    foot = theme.feltt2 if box.rank is not BoxRank.MAIN else theme.t2
    match shown.state:
        case AreaState.OPEN:
            return BoxColours(ground=ground, border=border, name=name, foot=foot, stroke=2.0)
        case AreaState.CLOSED:
            return BoxColours(ground=ground, border=border, name=name, foot=foot, stroke=1.2)
        case AreaState.SELECTED:
            return BoxColours(
                ground=ground, border=theme.go, name=name, foot=foot, stroke=3.0, style=Qt.PenStyle.DashLine
            )
        case AreaState.LIT:
            bet = bool(shown.stakes)
            under = theme.off if ground is theme.felt2 else ground
            lighter = blend_colours(under, theme.glow, theme.glow.alphaF() * (1 if bet else _QUIET))
            return BoxColours(
                ground=lighter, border=theme.lit, name=theme.lit, foot=theme.lit, stroke=4.0 if bet else 2.0
            )
        case AreaState.DIMMED | AreaState.NOT_OFFERED:
            return BoxColours(
                ground=theme.off, border=theme.offline, name=theme.offtext, foot=theme.offtext, stroke=1.2
            )
        case AreaState.RETURNED:
            return BoxColours(
                ground=theme.off, border=theme.t2, name=name, foot=theme.t1, stroke=2.0, style=Qt.PenStyle.DotLine
            )
        case AreaState.VOID:
            return BoxColours(ground=theme.off, border=theme.stop, name=theme.offtext, foot=theme.stop, stroke=2.0)


def _own_colours(box: Box, belongs: BoxSide, theme: ColourTheme) -> tuple[QColor, QColor]:
    """Ground and border of a box that has nothing about it: only the main boxes have the full colour of their side."""
    if belongs is BoxSide.NEITHER:
        return theme.felt2, theme.feltline
    sides = {
        BoxSide.PLAYER: (theme.player_tint, theme.player_mark),
        BoxSide.BANKER: (theme.banker_tint, theme.banker_mark),
        BoxSide.TIE: (theme.tie_tint, theme.tie_mark),
    }
    tint, mark = sides[belongs]
    whole = box.rank is BoxRank.MAIN or belongs is BoxSide.TIE
    return tint if whole else blend_colours(theme.felt, tint, 0.5), mark


def blend_colours(under: QColor, over: QColor, share: float) -> QColor:
    return _blend_rgb(under.rgb(), over.rgb(), share)


@cache
def _blend_rgb(under: int, over: int, share: float) -> QColor:
    below, above = QColor(under), QColor(over)
    parts = ((below.red(), above.red()), (below.green(), above.green()), (below.blue(), above.blue()))
    return QColor(*(round(low + (high - low) * share) for low, high in parts))


def paint_felt(painter: QPainter, shapes: Shapes, theme: ColourTheme) -> None:
    painter.setPen(QPen(theme.feltline, 1.6))
    painter.setBrush(theme.felt)
    painter.drawPath(shapes.felt)


def paint_badge(painter: QPainter, badge: Badge, theme: ColourTheme, *, text: str, selected: bool) -> None:
    """A seat's disc with its text; the selected one is ivory."""
    painter.setPen(QPen(theme.go if selected else theme.t1, 2))
    painter.setBrush(theme.go if selected else theme.bg)
    painter.drawEllipse(badge.middle, badge.radius - 1, badge.radius - 1)
    painter.setPen(theme.goink if selected else theme.t1)
    painter.setFont(font(max(16, round(badge.radius)), 700))
    square = QRectF(
        badge.middle.x() - badge.radius, badge.middle.y() - badge.radius, 2 * badge.radius, 2 * badge.radius
    )
    painter.drawText(square, _TEXT, text)


def paint_box(painter: QPainter, each: BoxContents, theme: ColourTheme, scale: float) -> None:
    """The box whole: its ground, border, letters, stakes and the mark of its state."""
    paint_empty_box(painter, each, theme, scale)
    paint_lying(painter, each, theme, scale)


def paint_empty_box(painter: QPainter, each: BoxContents, theme: ColourTheme, scale: float) -> None:
    """Its ground, border, letters and dice."""
    box, colours = each.box, box_colours(each.box, each.shown, theme)
    pen = QPen(colours.border, colours.stroke * max(1.0, scale), colours.style)
    if each.shown.state is AreaState.SELECTED:
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.setBrush(colours.ground)
    painter.drawPath(box.path)
    for line in box_texts(each, colours):
        line.paint(painter)
    _paint_dice(painter, each, colours, theme)


def paint_lying(painter: QPainter, each: BoxContents, theme: ColourTheme, scale: float) -> None:
    """What lies on it, and the mark of its state."""
    if each.lying.rows:
        paint_pile(painter, each.lying, each.pile_middle, theme)
    _paint_mark(painter, each, theme, scale)


def box_texts(each: BoxContents, colours: BoxColours) -> tuple[PlacedText, ...]:
    """The lines of a box at their places."""
    return tuple(
        PlacedText(
            text=line.text,
            px=line.px,
            weight=line.weight,
            middle=box_point(each.box, line.across, line.down),
            angle=each.box.angle,
            colour=colours.name if line.name else colours.foot,
        )
        for line in each.letters.lines
    )


def _paint_dice(painter: QPainter, each: BoxContents, colours: BoxColours, theme: ColourTheme) -> None:
    lit = each.shown.state is AreaState.LIT
    dimmed = each.shown.state in (AreaState.DIMMED, AreaState.NOT_OFFERED)
    ground = theme.card if lit or not dimmed else blend_colours(colours.ground, theme.card, 0.4)
    for face, place in each.dice:
        symbols.paint_die(painter, face, place, (ground, theme.ink))


def _paint_mark(painter: QPainter, each: BoxContents, theme: ColourTheme, scale: float) -> None:
    """The shape of the state, in a corner that is free of letters and stakes."""
    radius = mark_radius(each) * max(1.0, scale)
    if not radius:
        return
    place = mark_place(each, radius)
    match each.shown.state:
        case AreaState.LIT:
            symbols.paint_tick(painter, place, radius, theme)
        case AreaState.DIMMED:
            symbols.paint_cross(painter, place, radius * _CROSS, theme)
        case AreaState.RETURNED:
            symbols.paint_back_arrow(painter, place, radius, theme)
        case AreaState.VOID:
            symbols.paint_octagon(painter, place, radius, theme)
        case _:
            pass


def paint_focus_outline(path: QPainterPath, painter: QPainter, colour: QColor, stroke: float) -> None:
    """A visible ring of the focus, a little outside of what has it."""
    painter.setPen(QPen(colour, stroke))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
