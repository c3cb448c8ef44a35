"""A column in its place: folded as far as it must be to be seen at one glance, and movable where even that is too long.

Lists come in pages of their own. Two large handles that say how much is out of sight are the last resort, so that
nothing is ever out of reach; a wheel moves it too.
"""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Block, NoteBlock, RowsBlock, ScreenText
from ui.blocks.column import Arrangement, Column
from ui.blocks.control import ControlButton
from ui.blocks.painting import paint_frame
from ui.blocks.plan import FOLDS, Dress, Frame
from ui.blocks.surface import Surface
from ui.blocks.text_metrics import TextStyle, advance
from ui.keys import Way
from ui.painting.marks import draw_icon
from ui.stop_screen import safe_paint
from ui.touch import SpaceButton

_STEP = 0.6
"""Of the height in sight: what a handle moves."""
_TITLE = 600
"""Letters as heavy as this begin something."""
_BESIDE = 700
"""In less width than this the handles lie below: the rows of a narrow column need all of it."""


class Scroller(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self._surface = surface
        self._sight = QWidget(self)
        self._column = Column(surface, self._sight)
        self._handles = (_Handle(self, Way.UP), _Handle(self, Way.DOWN))
        self._blocks: tuple[Block, ...] = ()
        self._shown: Arrangement | None = None
        self._fitted: tuple[tuple[tuple[Block, ...], int, int, Dress], Arrangement] | None = None
        self._renewed = False
        """Whether other blocks were fitted since the last were spread."""
        self._framed: QRect | None = None
        self._width = self._needed = self._offset = self._seen = 0

    def show_blocks(self, blocks: tuple[Block, ...], width: int) -> int:
        """Gives back the height they would need; `spread` shows them. What is of another kind is seen from its top."""
        if [type(block) for block in blocks] != [type(block) for block in self._blocks]:
            self._offset = 0
        self._blocks, self._width = blocks, width
        self._needed = self._column.arrange_blocks(blocks, width).height
        return self._needed

    @property
    def has_overflow(self) -> bool:
        return self._needed > self.height()

    @property
    def surface(self) -> Surface:
        return self._surface

    def arrange(self) -> None:
        """After the place is known."""
        shown = self._fit_blocks(self._blocks, self._width, self.height())
        self._needed = shown.height
        handle, gap = self._surface.dress.measures.target, self._surface.dress.measures.px(8)
        beside = self.has_overflow and self._width >= _BESIDE
        below = self.has_overflow and not beside
        width = self._width - (handle + gap if beside else 0)
        self._seen = self.height() - (handle + gap if below else 0)
        if beside:
            shown = self._fit_blocks(self._blocks, width, self.height())
            self._needed = shown.height
        self._shown = shown
        self._sight.setGeometry(0, 0, width, self._seen)
        self._column.resize(width, max(self._seen, self._needed))
        self._column.show_arrangement(shown, self._seen)
        if self._renewed:
            self._renewed = False
            self._column.drop_stale_plans()
        for number, button in enumerate(self._handles):
            button.setVisible(self.has_overflow)
            if beside:
                half = (self.height() - gap) // 2
                button.setGeometry(width + gap, number * (half + gap), handle, half)
            else:
                half = (self._width - gap) // 2
                button.setGeometry(number * (half + gap), self._seen + gap, half, handle)
        self.set_offset(self._offset)
        self._follow_frame()

    def forget(self) -> None:
        """Forgets all that it has shown, once nobody sees it any more."""
        self._blocks, self._shown, self._fitted, self._framed = (), None, None, None
        self._column.forget()

    def least_height(self, blocks: tuple[Block, ...], width: int, room: int) -> int:
        """The height of the first way in which these would be in sight; else that of the lowest."""
        return self._fit_blocks(blocks, width, room).height

    def split_columns(self, blocks: tuple[Block, ...], width: int, room: int) -> tuple[tuple[Block, ...], ...] | None:
        """These in two columns that are both in sight, the later ones in the second; nothing where there is no way."""
        for arranged in self._arrangements(blocks, width):
            cuts = ((max(first, second), cut) for cut, first, second in arranged.cuts())
            worst, cut = min(cuts, default=(room + 1, 0))
            if worst <= room:
                return blocks[:cut], blocks[cut:]
        return None

    def _fit_blocks(self, blocks: tuple[Block, ...], width: int, room: int) -> Arrangement:
        """Keeps the arrangement if blocks and room are as before."""
        asked = blocks, width, room, self._surface.dress
        if self._fitted is None or self._fitted[0] != asked:
            self._fitted = asked, self._first_that_fits(blocks, width, room)
            self._renewed = True
        return self._fitted[1]

    def _first_that_fits(self, blocks: tuple[Block, ...], width: int, room: int) -> Arrangement:
        lowest: Arrangement | None = None
        for arranged in self._arrangements(blocks, width):
            if arranged.height <= room:
                return arranged
            if lowest is None or arranged.height < lowest.height:
                lowest = arranged
        assert lowest is not None, "there is always a way"
        return lowest

    def _arrangements(self, blocks: tuple[Block, ...], width: int) -> Iterator[Arrangement]:
        """As they are; closer together; without what can be spared; and folded further and further."""
        yield self._column.arrange_blocks(blocks, width)
        yield self._column.arrange_blocks(blocks, width, tight=True)
        lean = tuple(_without_second_language(block) for block in blocks)
        spare = max((block.spare for block in blocks if isinstance(block, RowsBlock)), default=0)
        ways = (fold._replace(shorter=min(fold.shorter, spare)) for fold in FOLDS)
        yield from (self._column.arrange_blocks(lean, width, fold, tight=True) for fold in dict.fromkeys(ways))

    def _follow_frame(self) -> None:
        """The row that is framed comes into sight, once: who then moves the column elsewhere is left there."""
        framed = None if self._shown is None else self._shown.frame_rect
        if framed == self._framed:
            return
        self._framed = framed
        if framed is not None and self.has_overflow:
            if framed.top() < self._offset:
                self.set_offset(framed.top())
            elif framed.bottom() > self._offset + self._seen:
                self.set_offset(framed.bottom() - self._seen + 1)

    def set_offset(self, offset: int) -> None:
        self._offset = max(0, min(offset, self._needed - self._seen))
        self._column.move(0, -self._offset)
        for button, hidden in zip(self._handles, self._out_of_sight(), strict=True):
            button.show_hidden(hidden)
        self._surface.follow_focus()

    def _out_of_sight(self) -> tuple[int, int]:
        """How much is above and how much below the visible part: controls, and the titles of blocks that have none."""
        if self._shown is None or not self.has_overflow:
            return 0, 0
        tops, feet = [], []
        for plan, place in zip(self._shown.plans, self._shown.places(0)[0], strict=True):
            titles = [text.rect for text in plan.texts if text.letters.weight >= _TITLE]
            rects = [rect.toRect().translated(0, place.y()) for rect in [each.rect for each in plan.places] or titles]
            rects = rects or [place]
            tops += [rect.top() for rect in rects]
            feet += [rect.bottom() for rect in rects]
        foot = self._offset + self._seen
        above, below = sum(top < self._offset for top in tops), sum(at > foot for at in feet)
        return max(above, int(self._offset > 0)), max(below, int(self._offset < self._needed - self._seen))

    def scroll_step(self, way: Way) -> None:
        step = round(self._seen * _STEP)
        self.set_offset(self._offset + (step if way is Way.DOWN else -step))

    def reveal(self, button: ControlButton) -> None:
        if not self._column.isAncestorOf(button):
            return
        top = button.mapTo(self._column, QPoint(0, 0)).y()
        if top < self._offset:
            self.set_offset(top - 8)
        elif top + button.height() > self._offset + self._seen:
            self.set_offset(top + button.height() - self._seen + 8)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.has_overflow:
            self.set_offset(self._offset - event.angleDelta().y() // 2)
        event.accept()


def _without_second_language(block: Block) -> Block:
    """Without the second language of a sentence, before a column has to be moved for it."""
    return (
        replace(block, text=ScreenText(block.text.first))
        if isinstance(block, NoteBlock) and block.text.second
        else block
    )


class _Handle(SpaceButton):
    def __init__(self, scroller: Scroller, way: Way) -> None:
        super().__init__(scroller)
        self._scroller, self._way = scroller, way
        self._hidden = 0
        self.setObjectName("handle")
        self.clicked.connect(self._move)
        self.hide()

    def show_hidden(self, hidden: int) -> None:
        """Shows how much is out of sight on this side."""
        self.setEnabled(hidden > 0)
        up, down = self._scroller.surface.moves
        self.setAccessibleName(down if self._way is Way.DOWN else up)
        self.setAccessibleDescription(str(hidden))
        if hidden != self._hidden:
            self._hidden = hidden
            self.update()

    def _move(self) -> None:
        self._scroller.scroll_step(self._way)

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._scroller.surface.dress.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect())
            possible = self.isEnabled()
            fill = theme.s3 if possible else None
            paint_frame(painter, Frame(rect=rect, radius=10, fill=fill, border=theme.edge, dashed=not possible))
            size, letters = 24.0, TextStyle(self._scroller.surface.dress.measures.text(20), 700)
            ink = theme.t1 if possible else theme.t3
            said = str(self._hidden) if possible else ""
            wide = size + (8 + advance(said, letters) if said else 0)
            x, y = rect.center().x() - wide / 2, rect.center().y()
            draw_icon(painter, self._way.value, QRectF(x, y - size / 2, size, size), ink)
            if said:
                painter.setFont(letters.font)
                painter.setPen(ink)
                line = QRectF(x + size + 8, y - letters.height / 2, advance(said, letters), letters.height)
                painter.drawText(letters.baseline(line), said)
