"""Paints a layout: the felt with what is printed on it, and each box in the state in which it is shown.

A state is a shape and a word as much as a colour: a tick, a cross, an arrow back, an octagon; dashes around what is
selected; what cannot be bet on has a thinner border.
"""

from dataclasses import dataclass, replace
from functools import cache
from math import hypot, inf, radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from dealer_app.layouts.printed import Belongs, printed
from dealer_app.showing.screen import AreaShown, AreaState, Stake
from ui.table import dice, marks
from ui.table.geometry import Badge, Box, Rank, Shapes
from ui.table.lettering import SMALLEST, Lettering, Line, lettering, one_line, wide
from ui.table.letters import Placed
from ui.table.stakes import Pile, paint_pile, pile, pile_bounds, pile_rows
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_QUIET = 0.4
"""How much less a winning area without a bet glows."""
_CROSS = 0.75
_INWARD = 0.8
_AT_BORDER = 0.6
"""Where the middle of a mark is, in its radius from the border: in a cell it reaches over the border."""
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
    """What fits into this box: chips give up their discs before a name or a die is lost to them."""
    said = shown.word if shown.word and shown.state in _WORDED else ""
    foot = said or (" · ".join(filter(None, (shown.odds, shown.limits))) if odds and not box.noted else "")
    made = _filled(box, shown, pile(box, lying, scale), foot, scale)
    if lying and (made.lying.height > box.height or not (made.dice or any(line.name for line in made.letters.lines))):
        made = _filled(box, shown, pile(box, lying, scale, discs=False), foot, scale)
    return replace(made, stakes=lying)


def _filled(box: Box, shown: AreaShown, lying: Pile, foot: str, scale: float) -> Filled:
    if box.dice:
        return _diced(box, shown, lying, foot, scale)
    # A chip stands upright over a name that is turned: its corners need room.
    leaning = abs(sin(radians(box.angle))) * min(lying.width, box.width) * 0.3
    taken = lying.height + 2 + leaning if lying.rows else 0.0
    letters = lettering(box, printed(box.area), foot, taken=taken, scale=scale)
    return Filled(box=box, shown=shown, lying=lying, letters=letters)


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


def mark_radius(each: Filled) -> float:
    """How large the mark of the state is at 1920 x 1080; nothing where a state has none."""
    cell = each.box.rank is Rank.CELL
    match each.shown.state:
        case AreaState.LIT if not each.shown.stakes:
            return 7.0 if cell else 9.0
        case AreaState.DIMMED if each.shown.stakes:
            return 7.0 if cell else 8.0
        case AreaState.RETURNED:
            return 7.0
        case AreaState.VOID:
            return 9.0
        case _:
            return 0.0


def mark_place(each: Filled, radius: float) -> QPointF:
    """In the corner of the box that is free: of a cell the upper one first, of any other the lower one."""
    box = each.box
    across, down = box.width / 2 - radius * _INWARD, box.height / 2 - radius * _INWARD
    if box.rank is Rank.CELL:
        across, down = box.bounds.width() / 2 - radius * _AT_BORDER, box.bounds.height() / 2 - radius * _AT_BORDER
    ways = ((1, -1), (-1, -1), (1, 1), (-1, 1)) if box.rank is Rank.CELL else ((1, 1), (1, -1), (-1, 1), (-1, -1))
    best, most = box.middle, -inf
    for right, below in ways:
        place = along(box, across * right, down * below)
        clear = _clear_of(each, place) - radius
        if clear >= 0:
            return place
        if clear > most:
            best, most = place, clear
    return best


def _clear_of(each: Filled, point: QPointF) -> float:
    """How far a point is from the nearest letters, dice or stakes."""
    found = [_far(row, point) for row in (pile_rows(each.lying, each.pile_middle) if each.lying.rows else ())]
    found += [_far(place, point) for _, place in each.dice]
    own = marks.turned(-each.box.angle, point - each.box.middle)
    for line in each.letters.lines:
        half, high = wide(line.text, line.px, line.weight) / 2, line.px * 0.4
        found.append(_far(QRectF(-half, line.down - high, 2 * half, 2 * high), own))
    return min(found, default=inf)


def _far(place: QRectF, point: QPointF) -> float:
    across = max(place.left() - point.x(), 0.0, point.x() - place.right())
    down = max(place.top() - point.y(), 0.0, point.y() - place.bottom())
    return hypot(across, down)


def outline(path: QPainterPath, painter: QPainter, colour: QColor, stroke: float) -> None:
    """A visible ring of the focus, a little outside of what has it."""
    painter.setPen(QPen(colour, stroke))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
