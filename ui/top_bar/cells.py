"""How the cells of the top bar share its width: limits and lamps whole, everything else gives way before them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import Cell, TopBar
from ui.painting.texts import width_of
from ui.theme.fonts import font
from ui.theme.measures import Measures

_IN_THE_MENU = frozenset({"day"})
"""What a compact window does not show here: the menu of the table has it."""
_WHOLE = frozenset({"clock", "table", "progress"})
_STAYS = "lamp:pit"
"""Whether the pit hears of this table is always to be seen, if only by the shape of its lamp."""
_NARROWEST = 60


class Letters(Struct, frozen=True, kw_only=True):
    caption: QFont
    value: QFont
    note: QFont
    padding: int
    lamp: int

    @classmethod
    def of(cls, measures: Measures, padding: int) -> "Letters":
        return cls(
            caption=font(measures.caption, 500),
            value=font(measures.text(21, 17), 600),
            note=font(measures.text(18, 16), 500),
            padding=padding,
            lamp=measures.px(21, 18),
        )


class Placed(Struct, frozen=True, kw_only=True):
    cell: Cell
    rect: QRectF
    bare: bool = False
    """A lamp of what is not used here, without its word: its shape says it."""


class BarPlaces(Struct, frozen=True, kw_only=True):
    cells: tuple[Placed, ...]
    letters: Letters


class _Shown(Struct, frozen=True, kw_only=True):
    """What of the bar is there, and the names of the lamps that have lost their word."""

    cells: tuple[Cell, ...]
    bare: frozenset[str] = frozenset()

    def widths(self, letters: Letters, measures: Measures, *, short: bool) -> list[float]:
        return [_wanted(cell, letters, measures, short=short, bare=cell.name in self.bare) for cell in self.cells]


def bar_places(bar: TopBar, width: int, measures: Measures) -> BarPlaces:
    """Left the table, after it the lamps, and at the right edge who and when."""
    at_right = {cell.name for cell in bar.right if cell.lamp is None}
    shown = _Shown(cells=())
    for shown in _fewer_and_fewer((*bar.left, *bar.right), compact=measures.compact):
        for padding in (measures.px(18, 11), measures.px(14, 8), measures.px(9, 6)):
            letters = Letters.of(measures, padding)
            for short in (False, True):
                widths = shown.widths(letters, measures, short=short)
                if sum(widths) <= width:
                    return BarPlaces(cells=_laid(shown, widths, at_right, width, measures), letters=letters)
    letters = Letters.of(measures, measures.px(9, 6))
    widths = shown.widths(letters, measures, short=True)
    widths = _given_way(shown.cells, widths, sum(widths) - width)
    return BarPlaces(cells=_laid(shown, widths, at_right, width, measures), letters=letters)


def _fewer_and_fewer(cells: tuple[Cell, ...], *, compact: bool) -> Iterator[_Shown]:
    """All of them; then without what the menu has too; then lamps of what is not used lose their word, then go.

    The pit's loses its word last of all, and never goes.
    """
    if not compact:
        yield _Shown(cells=cells)
    cells = tuple(cell for cell in cells if cell.name not in _IN_THE_MENU)
    yield _Shown(cells=cells)
    unused = [cell.name for cell in reversed(cells) if cell.lamp is Tone.OFF]
    bare: frozenset[str] = frozenset()
    for name in unused:
        if name != _STAYS:
            bare |= {name}
            yield _Shown(cells=cells, bare=bare)
    for name in unused:
        if name != _STAYS:
            cells = tuple(cell for cell in cells if cell.name != name)
            yield _Shown(cells=cells, bare=bare)
    if _STAYS in unused:
        yield _Shown(cells=cells, bare=bare | {_STAYS})


def _wanted(cell: Cell, letters: Letters, measures: Measures, *, short: bool, bare: bool) -> float:
    """What is touched is as wide as a finger."""
    caption = cell.caption.short if short and cell.caption.short else cell.caption.first
    value = 0.0 if bare else width_of(cell.value, letters.value)
    if cell.lamp is not None:
        value += letters.lamp + (0 if bare else 8)
    if cell.note:
        value += width_of(cell.note, letters.note) + 7
    least = measures.target if cell.act is not None else 0
    return max(width_of(caption, letters.caption) + 2 * letters.padding + 2, value + 2 * letters.padding + 2, least)


def _given_way(cells: Sequence[Cell], widths: Sequence[float], over: float) -> list[float]:
    """The widest of those that may be cut is cut first; a limit or a lamp never is."""
    given = list(widths)
    while over > 0:
        able = [index for index, cell in enumerate(cells) if _may_be_cut(cell) and given[index] > _NARROWEST]
        if not able:
            return given
        widest = max(able, key=lambda index: given[index])
        step = min(over, 8.0)
        given[widest] -= step
        over -= step
    return given


def _may_be_cut(cell: Cell) -> bool:
    return not cell.raised and cell.lamp is None and cell.name not in _WHOLE


def _laid(
    shown: _Shown, widths: Sequence[float], at_right: set[str], width: int, measures: Measures
) -> tuple[Placed, ...]:
    high = measures.top_bar_height
    placed, x, right = [], 0.0, float(width)
    for cell, wide in zip(shown.cells, widths, strict=True):
        if cell.name not in at_right:
            placed.append(Placed(cell=cell, rect=QRectF(x, 0, wide, high), bare=cell.name in shown.bare))
            x += wide
    last = []
    for cell, wide in reversed(list(zip(shown.cells, widths, strict=True))):
        if cell.name in at_right:
            right -= wide
            last.append(Placed(cell=cell, rect=QRectF(right, 0, wide, high)))
    return (*placed, *reversed(last))
