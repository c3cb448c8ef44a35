"""Paints a layout: the felt with what is printed on it, and each box in the state in which it is shown.

A state is a shape and a word as much as a colour: a tick, a cross, an arrow back, an octagon; dashes around what is
selected; what cannot be bet on has a thinner border.
"""

from dataclasses import dataclass, replace
from functools import cache
from math import radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from dealer_app.layouts.printed import Belongs, printed
from dealer_app.showing.screen import AreaShown, AreaState, Stake
from ui.table import dice, marks
from ui.table.geometry import Badge, Box, Rank, Shapes
from ui.table.lettering import SMALLEST, Lettering, Line, lettering, one_line
from ui.table.letters import Placed
from ui.table.stakes import Pile, paint_pile, pile, pile_bounds
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_WORDED = (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """A box in its state: its ground, its border and its two kinds of letters."""

    ground: QColor
    border: QColor
    name: QColor
    foot: QColor
    stroke: float
    style: Qt.PenStyle = Qt.PenStyle.SolidLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A box as it is to be painted: what is printed in it and what lies on it."""

    box: Box
    shown: AreaShown
    lying: Pile
    letters: Lettering
    stakes: tuple[Stake, ...] = ()
    dice: tuple[tuple[int, QRectF], ...] = ()

    @property
    def pile_middle(self) -> QPointF:
        return along(self.box, self.letters.stakes_across, self.letters.stakes_down)

    @property
    def bounds(self) -> QRectF:
        """All that is painted of it: a pile may reach over the border of a narrow box."""
        around = self.box.bounds.adjusted(-8, -8, 8, 8)
        return around.united(pile_bounds(self.lying, self.pile_middle)) if self.lying.rows else around


def along(box: Box, across: float, down: float) -> QPointF:
    """A point of the box's own frame, in the picture."""
    return marks.turned(box.angle, QPointF(across, down)) + box.middle


def filled(box: Box, shown: AreaShown, lying: tuple[Stake, ...], *, scale: float, odds: bool) -> Filled:
    """What fits into this box."""
    piled = pile(box, lying, scale)
    said = shown.word if shown.word and shown.state in _WORDED else ""
    foot = said or (" · ".join(filter(None, (shown.odds, shown.limits))) if odds and not box.noted else "")
    # A chip stands upright over a name that is turned: its corners need room.
    leaning = abs(sin(radians(box.angle))) * min(piled.width, box.width) * 0.15
    taken = piled.height + 2 + leaning if piled.rows else 0.0
    if box.dice:
        return replace(_diced(box, shown, piled, foot, scale), stakes=lying)
    letters = lettering(box, printed(box.area), foot, taken=taken, scale=scale)
    return Filled(box=box, shown=shown, lying=piled, letters=letters, stakes=lying)


def _diced(box: Box, shown: AreaShown, lying: Pile, foot: str, scale: float) -> Filled:
    """Dice above, then stakes, the odds at the foot; dice and chips side by side where the box is wide."""
    px = round(SMALLEST * max(1.0, scale))
    line = px * 1.2
    text = one_line(printed(box.area), foot, px, box.width)
    fits = bool(text) and box.height - lying.height - line >= line
    high = box.height - lying.height - (line if fits else 0.0)
    beside = bool(lying.rows) and box.width > 2 * box.height
    if beside:
        high = box.height - (line if fits else 0.0)
    room = QRectF(box.middle.x() - box.width / 2, box.middle.y() - box.height / 2, box.width, high)
    if beside:
        room.setWidth(box.width - lying.width - 4)
    lines = (Line(text, px, box.height / 2 - line / 2, name=False),) if fits else ()
    down = 0.0 if beside else room.bottom() + lying.height / 2 - box.middle.y()
    return Filled(
        box=box,
        shown=shown,
        lying=lying,
        letters=Lettering(lines, down, box.width / 2 - lying.width / 2 if beside else 0.0),
        dice=dice.places(box.area, room, scale),
    )


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
            lighter = blend(under, theme.lit, 0.26 if bet else 0.1)
            return Colours(ground=lighter, border=theme.lit, name=theme.lit, foot=theme.lit, stroke=4.0 if bet else 2.0)
        case AreaState.DIMMED | AreaState.NOT_OFFERED:
            return Colours(ground=theme.off, border=theme.line, name=theme.offtext, foot=theme.offtext, stroke=1.2)
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


def paint_badge(painter: QPainter, badge: Badge, theme: Theme, *, selected: bool) -> None:
    """A seat's disc; the selected one is ivory."""
    painter.setPen(QPen(theme.go if selected else theme.t1, 2))
    painter.setBrush(theme.go if selected else theme.bg)
    painter.drawEllipse(badge.middle, badge.radius - 1, badge.radius - 1)
    painter.setPen(theme.goink if selected else theme.t1)
    painter.setFont(font(max(16, round(badge.radius)), 700))
    square = QRectF(
        badge.middle.x() - badge.radius, badge.middle.y() - badge.radius, 2 * badge.radius, 2 * badge.radius
    )
    painter.drawText(square, _TEXT, str(badge.seat))


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
            middle=along(each.box, 0, line.down),
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
    """The shape of the state, in the corner that is free of letters: of a cell the upper one."""
    large = max(1.0, scale)
    box = each.box
    cell = box.rank is Rank.CELL
    corner = along(box, box.width / 2 - 7 * large, box.height / 2 - 7 * large)
    if cell:
        corner = QPointF(box.bounds.right() - 4 * large, box.bounds.top() + 4 * large)
    match each.shown.state:
        case AreaState.LIT if not each.shown.stakes:
            marks.tick(painter, corner, (7 if cell else 9) * large, theme)
        case AreaState.DIMMED if each.shown.stakes:
            marks.cross(painter, corner, (5 if cell else 6) * large, theme)
        case AreaState.RETURNED:
            marks.back(painter, corner, 7 * large, theme)
        case AreaState.VOID:
            marks.octagon(painter, corner, 9 * large, theme)
        case _:
            pass


def outline(path: QPainterPath, painter: QPainter, colour: QColor, stroke: float) -> None:
    """A visible ring of the focus, a little outside of what has it."""
    painter.setPen(QPen(colour, stroke))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
