"""The tabs of a grid in a small window: what each of its halves has, and what on it is not to be overlooked."""

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.domain.wagers import Area
from dealer_app.layouts import Drawing, GridDrawing
from dealer_app.screens.screen import AreaShown, AreaState
from ui.table import symbols
from ui.table.lettering import BOLD, SMALLEST, label_width
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_PX = 20
_NUMBER = 34.0
_MARK = 9.0
_MARKS = 2 * (2 * _MARK + 6)
"""The height of the number above and of both marks below."""


class GridHalf(Struct, frozen=True, kw_only=True):
    """One half: its name as it is printed, whether something on it has won, and how much lies there."""

    name: str
    lit: bool
    staked: int


def grid_halves(drawn: Drawing, areas: Mapping[tuple[Area, int | None], AreaShown]) -> tuple[GridHalf, ...]:
    """None of a layout that is always seen whole."""
    if not isinstance(drawn.kind, GridDrawing):
        return ()
    found = []
    for page in drawn.kind.halves:
        there = [areas[area, None] for area in page.areas if (area, None) in areas]
        staked = sum(stake.minor for each in there for stake in each.stakes)
        found.append(GridHalf(name=page.name, lit=any(each.state is AreaState.LIT for each in there), staked=staked))
    return tuple(found)


def half_with_area(drawn: Drawing, area: Area) -> int | None:
    """Which half has it, counted from nought; nothing of a layout that is always seen whole."""
    if not isinstance(drawn.kind, GridDrawing):
        return None
    return next((place for place, page in enumerate(drawn.kind.halves) if area in page.areas), None)


def paint_tabs(
    painter: QPainter, tabs: tuple[QRectF, ...], halves: tuple[GridHalf, ...], now: int, theme: ColourTheme
) -> None:
    """The half that is shown has an ivory border; a tick says that there is a winner, a chip that there are bets."""
    for number, (tab, half) in enumerate(zip(tabs, halves, strict=False)):
        shown = number == now
        painter.setPen(QPen(theme.go if shown else theme.edge, 3 if shown else 1.2))
        painter.setBrush(theme.pick if shown else theme.s3)
        painter.drawRoundedRect(tab.adjusted(2, 2, -2, -2), 8, 8)
        painter.setPen(theme.go if shown else theme.t1)
        painter.setFont(font(_PX, BOLD))
        painter.drawText(QRectF(tab.left(), tab.top() + 4, tab.width(), _NUMBER), _TEXT, str(number + 1))
        if has_name_room(tab, half):
            _paint_name(painter, tab, half)
        foot = QPointF(tab.center().x(), tab.bottom() - 8 - _MARK)
        if half.staked:
            _paint_chip(painter, foot, theme)
        if half.lit:
            symbols.paint_tick(painter, foot - QPointF(0, _MARKS / 2 if half.staked else 0), _MARK, theme)


def has_name_room(tab: QRectF, half: GridHalf) -> bool:
    """Whether the name keeps clear of the number above it and the marks below it."""
    return label_width(half.name, SMALLEST, BOLD) <= tab.height() - _NUMBER - _MARKS - 16


def _paint_name(painter: QPainter, tab: QRectF, half: GridHalf) -> None:
    """Sideways, between the number and the marks."""
    room = tab.height() - _NUMBER - _MARKS - 16
    painter.save()
    painter.translate(tab.center().x(), tab.top() + _NUMBER + 4 + room / 2)
    painter.rotate(-90)
    painter.setFont(font(SMALLEST, BOLD))
    painter.drawText(QRectF(-room / 2, -_PX, room, 2 * _PX), _TEXT, half.name)
    painter.restore()


def _paint_chip(painter: QPainter, middle: QPointF, theme: ColourTheme) -> None:
    painter.setPen(QPen(theme.t1, 2, Qt.PenStyle.DashLine))
    painter.setBrush(theme.pill)
    painter.drawEllipse(middle, _MARK - 1, _MARK - 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.t1)
    painter.drawEllipse(middle, _MARK * 0.45, _MARK * 0.45)
