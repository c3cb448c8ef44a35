"""A page in the place of hands, layout and roads: a band with its title in its tone, and columns of blocks below.

Its head and its foot go across all columns and are never moved with them.
"""

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.screens.blocks import Block, Tone
from dealer_app.screens.screen import PageStage
from ui.blocks.control import ControlButton
from ui.blocks.painting import paint_plan
from ui.blocks.plan import BlockPlan, Dress
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.blocks.text_blocks import plan_band
from ui.painting.marks import mark_colour, tint_colour
from ui.stop_screen import safe_paint

PageColumn = tuple[Block, ...]


class PageWidget(Surface):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page: PageStage | None = None
        self._band = BlockPlan(width=0.0, height=0.0)
        self._columns: list[Scroller] = []
        self._head, self._foot = Scroller(self, self), Scroller(self, self)
        self._names: tuple[str, ...] = ()
        self._shared: tuple[tuple[tuple[PageColumn, ...], int, int, Dress], tuple[PageColumn, ...]] | None = None

    def show_page(self, page: PageStage | None) -> None:
        """Shows a page, or none while a table is shown in its place: then nothing is kept of the page before."""
        before, self._page = self._page, page
        if page is not None:
            self.arrange()
        elif before is not None:
            self._shared = None
            for part in (self._head, *self._columns, self._foot):
                part.forget()

    def arrange(self) -> None:
        if self._page is None or self.width() <= 0:
            return
        page, px = self._page, self.dress.measures.px
        band = plan_band(page.title, page.sub, page.right, page.tone, (self.width(), self._band_height()), self.dress)
        if band.parts != self._band.parts:
            self._band = band
            self.update(0, 0, self.width(), self._band_height())
        self._number_columns(len(page.columns))
        padding, gap = px(24, 12), px(36, 16)
        top = self._place_head(page, padding, self._band_height() + px(14, 8))
        bottom = self._place_foot(page, padding)
        widths = self._column_widths(page, self.width() - 2 * padding - gap * (len(page.columns) - 1))
        high = bottom - top - px(12, 8)
        columns = page.columns if page.shares else self._column_share(page.columns, min(widths, default=0), high)
        x = padding
        for blocks, column, wide in zip(columns, self._columns, widths, strict=True):
            column.setGeometry(x, top, wide, high)
            column.show_blocks(blocks, wide)
            column.arrange()
            x += wide + gap
        names = tuple(button.control.name for button in self.controls())
        if names != self._names:
            self._names = names
            self.chain_focus()
        self.follow_focus()

    @staticmethod
    def _column_widths(page: PageStage, room: int) -> tuple[int, ...]:
        """All alike, or as the page says."""
        shares = page.shares or (1,) * len(page.columns)
        return tuple(room * share // sum(shares) for share in shares)

    def _column_share(self, columns: tuple[PageColumn, ...], wide: int, high: int) -> tuple[PageColumn, ...]:
        """As they are made; where one of two would have to be moved and the other has room, some go over to it."""
        asked = columns, wide, high, self.dress
        if self._shared is None or self._shared[0] != asked:
            self._shared = asked, self._share(columns, wide, high)
        return self._shared[1]

    def _share(self, columns: tuple[PageColumn, ...], wide: int, high: int) -> tuple[PageColumn, ...]:
        if len(columns) != 2:
            return columns
        needed = [
            column.least_height(blocks, wide, high) for column, blocks in zip(self._columns, columns, strict=True)
        ]
        if max(needed) <= high:
            return columns
        return self._columns[0].split_columns((*columns[0], *columns[1]), wide, high) or columns

    def _place_head(self, page: PageStage, padding: int, top: int) -> int:
        """Across the whole page, below its title; gives back where the columns begin."""
        wide = self.width() - 2 * padding
        high = self._head.show_blocks(page.head, wide)
        self._head.setGeometry(padding, top, wide, high)
        self._head.setVisible(bool(page.head))
        self._head.arrange()
        return top + (high + self.dress.measures.px(14, 4) if page.head else 0)

    def _place_foot(self, page: PageStage, padding: int) -> int:
        """Across the whole page, at its foot; gives back where it begins."""
        wide = self.width() - 2 * padding
        high = self._foot.show_blocks(page.foot, wide)
        begins = self.height() - (high + self.dress.measures.px(16, 10) if page.foot else 0)
        self._foot.setGeometry(padding, begins, wide, high)
        self._foot.setVisible(bool(page.foot))
        self._foot.arrange()
        return begins

    def _band_height(self) -> int:
        return self.dress.measures.page_band_height

    def _number_columns(self, count: int) -> None:
        while len(self._columns) < count:
            column = Scroller(self, self)
            column.show()
            self._columns.append(column)
        while len(self._columns) > count:
            column = self._columns.pop()
            column.forget()
            column.hide()
            column.setParent(None)
            column.deleteLater()

    def section_number(self, button: ControlButton) -> int:
        sections = (self._head, *self._columns, self._foot)
        return next((place for place, column in enumerate(sections) if column.isAncestorOf(button)), 0)

    def reveal(self, button: ControlButton) -> None:
        for column in self._columns:
            column.reveal(button)

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.dress.theme
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.bg)
            if self._page is None:
                return
            tone = self._page.tone
            band = QRect(0, 0, self.width(), self._band_height())
            plain = tone in {Tone.PLAIN, Tone.QUIET}
            painter.fillRect(band, theme.s1 if plain else tint_colour(tone, theme))
            foot = 1 if plain else 2
            edge = QRectF(0, band.height() - foot, self.width(), foot)
            painter.fillRect(edge, theme.line if plain else mark_colour(tone, theme))
            paint_plan(painter, self._band, theme)
