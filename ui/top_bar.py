"""The top bar with its cells, and the ribbon of a practice or a demonstration.

Limits and lamps are shown whole, everything else gives way before them. The ribbon is a violet hatch that
cannot be closed, with the buttons that move simulated devices.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import Control, Tone
from dealer_app.screens.screen import Ribbon, TopBar, TopBarCell
from ui.blocks.painting import PictureCache
from ui.painting.marks import draw_icon, draw_mark, mark_colour
from ui.painting.shapes import LEFT, MIDDLE, choose_text, draw_text, fit_text, text_width
from ui.stop_screen import safe_paint
from ui.theme.fonts import font
from ui.theme.sizes import RADIUS_AREA, TARGET, Measures
from ui.theme.theme import DARK, ColourTheme
from ui.touch import Touchable, TouchButton, TouchButtons

_STRIPE = 26


class RibbonWidget(Touchable, QWidget):
    """Buttons are at the right, as high as the ribbon; the text takes what they leave."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.from_size(1920, 1080)
        self._ribbon: Ribbon | None = None
        self._buttons: list[tuple[Control, QRectF]] = []
        self._touches = TouchButtons(self)
        self._kept = PictureCache()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("ribbon")

    def nearest_button(self, point: QPoint) -> TouchButton | None:
        """What of it is meant by a touch beside it."""
        return self._touches.nearest_button(point, self._measures.target)

    def set_theme(self, theme: ColourTheme) -> None:
        self._theme = theme
        self._arrange()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._arrange()

    def show_ribbon(self, ribbon: Ribbon | None) -> None:
        if ribbon == self._ribbon:
            return
        self._ribbon = ribbon
        self.setAccessibleName("" if ribbon is None else ribbon.text.first)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """From the right edge; labels are short where the text would be cut otherwise, as far as it is short itself."""
        px = self._measures.px
        controls = () if self._ribbon is None else self._ribbon.controls
        room = self.width() - self._least_text() - px(12, 8)
        widths = [self._width(control, short=False) for control in controls]
        if sum(widths) > room:
            widths = [self._width(control, short=True) for control in controls]
        if sum(widths) > room > 0:
            widths = [max(float(TARGET), wide * room / sum(widths)) for wide in widths]
        x = self.width() - px(12, 8) - sum(widths)
        self._buttons = []
        touched: list[tuple[Action, str, str, QRect]] = []
        for control, wide in zip(controls, widths, strict=True):
            rect = QRectF(x, 0, wide, self.height())
            self._buttons.append((control, rect))
            if control.act is not None:
                touched.append((control.act, control.name, control.label.first, rect.toAlignedRect()))
            x += wide
        self._touches.place_buttons(touched, self._theme)
        self.update()

    def _least_text(self) -> float:
        """What its text needs in its short form, with the sign before it."""
        if self._ribbon is None:
            return 0.0
        text, px = self._ribbon.text, self._measures.px
        icon = px(24, 14) + px(24, 20)
        return icon + px(28, 20) + text_width(text.short or text.first, font(self._measures.text(20, 17), 700)) + 2

    def _width(self, control: Control, *, short: bool) -> float:
        label = control.label.short if short and control.label.short else control.label.first
        icon = self._measures.px(28, 24) if control.icon else 0
        room = text_width(label, font(self._measures.text(18, 16), 600)) + icon + self._measures.px(36, 24)
        return max(float(TARGET), room)

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        self._kept.paint(self, (self._ribbon, self._theme, self._measures), self._paint)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._theme.pract)
        if self._ribbon is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._hatch(painter)
        left = self._buttons[0][1].x() if self._buttons else float(self.width())
        self._text(painter, self._ribbon, left)
        for control, rect in self._buttons:
            self._button(painter, control, rect)

    def _hatch(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.hatch)
        high, step = self.height(), self._measures.px(_STRIPE)
        for x in range(-high, self.width() + high, 2 * step):
            corners = (x + high, 0), (x + high + step, 0), (x + step, high), (x, high)
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        painter.fillRect(QRectF(0, high - 2, self.width(), 2), self._theme.prac)

    def _text(self, painter: QPainter, ribbon: Ribbon, until: float) -> None:
        px = self._measures.px
        side = px(24, 20)
        icon = QRectF(px(24, 14), (self.height() - side) / 2, side, side)
        draw_icon(painter, "play", icon, self._theme.prac)
        letters = font(self._measures.text(20, 17), 700)
        room = QRectF(icon.right() + px(14, 10), 0, until - icon.right() - px(28, 20), self.height())
        draw_text(
            painter, room, choose_text(ribbon.text, letters, room.width(), both=True), letters, self._theme.t1, LEFT
        )

    def _button(self, painter: QPainter, control: Control, rect: QRectF) -> None:
        """One that cannot be pressed now is dashed, as everywhere."""
        theme, px = self._theme, self._measures.px
        pen = QPen(theme.go if control.picked else theme.prac, 3 if control.picked else 1.6)
        if control.act is None:
            pen = QPen(theme.t3, 1.6)
            pen.setDashPattern([3.0, 2.4])
        painter.setPen(pen)
        painter.setBrush(theme.pract if control.act is None else theme.s2)
        painter.drawRoundedRect(rect.adjusted(4, 4, -4, -6), RADIUS_AREA, RADIUS_AREA)
        colour = theme.t2 if control.act is None else theme.t1
        letters = font(self._measures.text(18, 16), 600)
        inner = rect.adjusted(px(14, 10), 0, -px(14, 10), -2)
        if control.icon:
            side = px(20, 18)
            draw_icon(painter, control.icon, QRectF(inner.x(), inner.center().y() - side / 2, side, side), colour)
            inner.setLeft(inner.left() + side + px(8, 6))
        draw_text(painter, inner, choose_text(control.label, letters, inner.width()), letters, colour, MIDDLE)


_IN_THE_MENU = frozenset({"day"})
"""What a compact window does not show here: the menu of the table has it."""
_WHOLE = frozenset({"clock", "table", "progress"})
_STAYS = "lamp:pit"
"""The lamp that is never left out, if only its shape has room: whether the pit learns of this table."""
_NARROWEST = 60


class BarFonts(Struct, frozen=True, kw_only=True):
    caption: QFont
    value: QFont
    note: QFont
    padding: int
    lamp: int

    @classmethod
    def from_measures(cls, measures: Measures, padding: int) -> "BarFonts":
        return cls(
            caption=font(measures.caption, 500),
            value=font(measures.text(21, 17), 600),
            note=font(measures.text(18, 16), 500),
            padding=padding,
            lamp=measures.px(21, 18),
        )


class PlacedCell(Struct, frozen=True, kw_only=True):
    cell: TopBarCell
    rect: QRectF
    bare: bool = False
    """A lamp of what is not used here, without its word: its shape says it."""
    short: bool = False
    """Its note is said in short, as that of every other cell."""


class BarPlaces(Struct, frozen=True, kw_only=True):
    cells: tuple[PlacedCell, ...]
    letters: BarFonts


class _Short(Enum):
    """What of the bar is in its short form."""

    NOTHING = "nothing"
    CAPTIONS = "captions"
    NOTES = "captions and notes"


class _CellChoice(Struct, frozen=True, kw_only=True):
    """What of the bar is there, and the names of the lamps that have lost their word."""

    cells: tuple[TopBarCell, ...]
    bare: frozenset[str] = frozenset()

    def widths(self, letters: BarFonts, measures: Measures, *, short: _Short) -> list[float]:
        return [_cell_width(cell, letters, measures, short=short, bare=cell.name in self.bare) for cell in self.cells]


def bar_places(bar: TopBar, width: int, measures: Measures) -> BarPlaces:
    """Left the table, after it the lamps, and at the right edge who and when."""
    at_right = {cell.name for cell in bar.right if cell.lamp is None}
    choices = tuple(_cell_choices((*bar.left, *bar.right), compact=measures.compact))
    for shown, short in _possible_bars(choices):
        for padding in _paddings(shown, measures):
            letters = BarFonts.from_measures(measures, padding)
            widths = shown.widths(letters, measures, short=short)
            if sum(widths) <= width:
                cells = _place_cells(shown, widths, at_right, width, measures)
                return BarPlaces(cells=_shorten(cells, short), letters=letters)
    shown = choices[-1]
    letters = BarFonts.from_measures(measures, measures.px(9, 6))
    widths = shown.widths(letters, measures, short=_Short.NOTES)
    widths = _cut_widths(shown.cells, widths, sum(widths) - width)
    cells = _place_cells(shown, widths, at_right, width, measures)
    return BarPlaces(cells=_shorten(cells, _Short.NOTES), letters=letters)


def _paddings(shown: _CellChoice, measures: Measures) -> tuple[int, ...]:
    """The least of them keeps whole what the limits have come to, and is not used where lamps are without words."""
    usual = measures.px(18, 11), measures.px(14, 8), measures.px(9, 6)
    return usual if _STAYS in shown.bare else (*usual, measures.px(8, 5))


def _shorten(cells: tuple[PlacedCell, ...], short: _Short) -> tuple[PlacedCell, ...]:
    if short is not _Short.NOTES:
        return cells
    return tuple(replace(placed, short=True) if placed.cell.short_note else placed for placed in cells)


def _possible_bars(choices: tuple[_CellChoice, ...]) -> Iterator[tuple[_CellChoice, "_Short"]]:
    """Which cells, and what of them is short: what a limit has come to is said in short before the pit's lamp loses
    its word, and not before a lamp of what is not used goes; the gaming day is left out only after that.
    """
    if any(cell.name in _IN_THE_MENU for cell in choices[0].cells):
        yield from ((choices[0], short) for short in _Short)
    for last in (False, True):
        these = [choice for choice in choices if (_STAYS in choice.bare) is last]
        yield from ((choice, short) for choice in these for short in (_Short.NOTHING, _Short.CAPTIONS))
        yield from ((choice, _Short.NOTES) for choice in these)


def _cell_choices(cells: tuple[TopBarCell, ...], *, compact: bool) -> Iterator[_CellChoice]:
    """All of them; then without what the menu has too; then lamps of what is not used go.

    The pit's stays, and loses its word last of all.
    """
    if not compact:
        yield _CellChoice(cells=cells)
    cells = tuple(cell for cell in cells if cell.name not in _IN_THE_MENU)
    yield _CellChoice(cells=cells)
    unused = [cell.name for cell in reversed(cells) if cell.lamp is Tone.OFF]
    for name in unused:
        if name != _STAYS:
            cells = tuple(cell for cell in cells if cell.name != name)
            yield _CellChoice(cells=cells)
    if _STAYS in unused:
        yield _CellChoice(cells=cells, bare=frozenset({_STAYS}))


def _cell_width(cell: TopBarCell, letters: BarFonts, measures: Measures, *, short: _Short, bare: bool) -> float:
    """With room for the widest figures that it may come to show; what is touched is as wide as a finger."""
    caption = cell.caption.short if short is not _Short.NOTHING and cell.caption.short else cell.caption.first
    value = 0.0 if bare else max(text_width(text, letters.value) for text in (cell.value, *cell.widest))
    if cell.lamp is not None:
        value += letters.lamp + (0 if bare else 8)
    notes = _possible_notes(cell, short=short is _Short.NOTES)
    if any(notes):
        value += max(text_width(note, letters.note) for note in notes) + 7
    least = measures.target if cell.act is not None else 0
    return max(text_width(caption, letters.caption) + 2 * letters.padding + 2, value + 2 * letters.padding + 2, least)


def _possible_notes(cell: TopBarCell, *, short: bool) -> tuple[str, ...]:
    return (cell.short_note, *cell.short_notes) if short and cell.short_note else (cell.note, *cell.notes)


def _cut_widths(cells: Sequence[TopBarCell], widths: Sequence[float], over: float) -> list[float]:
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


def _may_be_cut(cell: TopBarCell) -> bool:
    return not cell.raised and cell.lamp is None and cell.name not in _WHOLE


def _place_cells(
    shown: _CellChoice, widths: Sequence[float], at_right: set[str], width: int, measures: Measures
) -> tuple[PlacedCell, ...]:
    high = measures.top_bar_height
    placed, x, right = [], 0.0, float(width)
    for cell, wide in zip(shown.cells, widths, strict=True):
        if cell.name not in at_right:
            placed.append(PlacedCell(cell=cell, rect=QRectF(x, 0, wide, high), bare=cell.name in shown.bare))
            x += wide
    last = []
    for cell, wide in reversed(list(zip(shown.cells, widths, strict=True))):
        if cell.name in at_right:
            right -= wide
            last.append(PlacedCell(cell=cell, rect=QRectF(right, 0, wide, high)))
    return (*placed, *reversed(last))


_EMPTY = TopBar(left=(), right=())


class TopBarWidget(Touchable, QWidget):
    """A cell that has changed is painted alone: the clock does not paint the bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.from_size(1920, 1080)
        self._bar = _EMPTY
        self._places: BarPlaces | None = None
        self._touches = TouchButtons(self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("top-bar")

    def nearest_button(self, point: QPoint) -> TouchButton | None:
        """What of it is meant by a touch beside it."""
        return self._touches.nearest_button(point, self._measures.target)

    def set_theme(self, theme: ColourTheme) -> None:
        self._theme = theme
        self._arrange(self._bar)

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._arrange(self._bar)

    def show_bar(self, bar: TopBar) -> None:
        if bar == self._bar:
            return
        before = self._places
        self._bar = bar
        after = self._places = bar_places(bar, self.width(), self._measures)
        if before is None or [placed.rect for placed in before.cells] != [placed.rect for placed in after.cells]:
            self._arrange(bar)
            return
        for old, new in zip(before.cells, after.cells, strict=True):
            if old.cell != new.cell:
                self.update(new.rect.toAlignedRect())
        self._place_touches(after)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(self._bar)

    def _arrange(self, bar: TopBar) -> None:
        self._places = bar_places(bar, self.width(), self._measures)
        self._place_touches(self._places)
        self.update()

    def _place_touches(self, places: BarPlaces) -> None:
        touched = [
            (cell.act, cell.name, _cell_text(cell), placed.rect.toAlignedRect())
            for placed in places.cells
            if (cell := placed.cell).act is not None
        ]
        self._touches.place_buttons(touched, self._theme)
        self.setAccessibleName(". ".join(_cell_text(placed.cell) for placed in places.cells))

    @safe_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.s1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._places is not None:
                for placed in self._places.cells:
                    if event.region().intersects(placed.rect.toAlignedRect()):
                        self._paint_cell(painter, placed, self._places.letters)
            painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.line)

    def _paint_cell(self, painter: QPainter, placed: PlacedCell, letters: BarFonts) -> None:
        cell, rect, theme = placed.cell, placed.rect, self._theme
        if cell.act is not None:
            painter.setPen(QPen(theme.edge, 1.5))
            painter.setBrush(theme.s3)
            painter.drawRoundedRect(rect.adjusted(3, 4, -3, -5), RADIUS_AREA, RADIUS_AREA)
        elif cell.raised:
            painter.fillRect(rect, theme.s2)
        painter.fillRect(QRectF(rect.right() - 1, 0, 1, rect.height()), theme.line)
        inner = rect.adjusted(letters.padding, 0, -letters.padding, 0)
        high = letters.caption.pixelSize() * 1.3
        gap = letters.value.pixelSize() * 1.3
        top = (rect.height() - high - gap) / 2
        caption = choose_text(cell.caption, letters.caption, inner.width() + 1)
        colour = theme.t2 if cell.raised or cell.act is not None else theme.t3
        draw_text(painter, QRectF(inner.x(), top, inner.width() + 1, high), caption, letters.caption, colour)
        self._paint_value(painter, placed, QRectF(inner.x(), top + high, inner.width() + 1, gap), letters)

    def _paint_value(self, painter: QPainter, placed: PlacedCell, room: QRectF, letters: BarFonts) -> None:
        cell, theme, colour = placed.cell, self._theme, self._theme.t1
        if cell.lamp is not None:
            lamp = QRectF(room.x(), room.center().y() - letters.lamp / 2, letters.lamp, letters.lamp)
            draw_mark(painter, cell.lamp, lamp, theme)
            if placed.bare:
                return
            room = QRectF(QPointF(lamp.right() + 8, room.y()), room.bottomRight())
            colour = theme.t1 if cell.lamp is Tone.GOOD else mark_colour(cell.lamp, theme)
        value = fit_text([cell.value], letters.value, room.width())
        draw_text(painter, room, value, letters.value, colour, LEFT)
        after = QRectF(QPointF(room.x() + text_width(value, letters.value) + 7, room.y()), room.bottomRight())
        if cell.note and after.width() > 0:
            note = cell.short_note if placed.short else cell.note
            draw_text(painter, after, note, letters.note, theme.t1 if cell.raised else theme.t2, LEFT)


def _cell_text(cell: TopBarCell) -> str:
    return " ".join(word for word in (cell.caption.first, cell.value, cell.note) if word)
