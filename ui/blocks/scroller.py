"""A column that may be longer than its place: then two large handles at its right move it, and so does a wheel.

Lists come in pages of their own; this is the last resort, so that nothing is ever out of reach.
"""

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app.showing.blocks import Block, Note
from dealer_app.showing.lines import Line
from ui.blocks.column import Column
from ui.blocks.control import ControlButton
from ui.blocks.painting import paint_frame
from ui.blocks.plan import Frame
from ui.blocks.surface import Surface
from ui.focus import Way
from ui.guarding import guarded
from ui.painting.icons import draw_icon

_STEP = 0.6
"""Of the height in sight: what a handle moves."""
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
        self._framed: QRect | None = None
        self._width = self._needed = self._offset = self._seen = 0

    def show_blocks(self, blocks: tuple[Block, ...], width: int) -> int:
        """Gives back the height they would need. What is of another kind is seen from its top."""
        if [type(block) for block in blocks] != [type(block) for block in self._blocks]:
            self._offset = 0
        self._blocks, self._width = blocks, width
        self._needed = self._column.show_blocks(blocks, width)
        return self._needed

    @property
    def overflows(self) -> bool:
        return self._needed > self.height()

    @property
    def surface(self) -> Surface:
        return self._surface

    def spread(self) -> None:
        """After the place is known."""
        self._column.tight = False
        self._needed = self._column.needed()
        if self.overflows:
            self._column.tight = True
            self._needed = self._column.needed()
        if self.overflows:
            self._needed = self._column.show_blocks(tuple(_leaner(block) for block in self._blocks), self._width)
        handle, gap = self._surface.dress.measures.target, self._surface.dress.measures.px(8)
        beside = self.overflows and self._width >= _BESIDE
        below = self.overflows and not beside
        width = self._width - (handle + gap if beside else 0)
        self._seen = self.height() - (handle + gap if below else 0)
        if beside:
            self._needed = self._column.show_blocks(tuple(_leaner(block) for block in self._blocks), width)
        self._sight.setGeometry(0, 0, width, self._seen)
        self._column.resize(width, max(self._seen, self._needed))
        self._column.spread(self._seen)
        for number, button in enumerate(self._handles):
            button.setVisible(self.overflows)
            if beside:
                half = (self.height() - gap) // 2
                button.setGeometry(width + gap, number * (half + gap), handle, half)
            else:
                half = (self._width - gap) // 2
                button.setGeometry(number * (half + gap), self._seen + gap, half, handle)
        self.move_to(self._offset)
        self._follow_frame()

    def _follow_frame(self) -> None:
        """The row that is framed comes into sight, once: who then moves the column elsewhere is left there."""
        framed = self._column.framed
        if framed == self._framed:
            return
        self._framed = framed
        if framed is not None and self.overflows:
            if framed.top() < self._offset:
                self.move_to(framed.top())
            elif framed.bottom() > self._offset + self._seen:
                self.move_to(framed.bottom() - self._seen + 1)

    def move_to(self, offset: int) -> None:
        self._offset = max(0, min(offset, self._needed - self._seen))
        self._column.move(0, -self._offset)
        self._handles[0].setEnabled(self._offset > 0)
        self._handles[1].setEnabled(self._offset < self._needed - self._seen)
        self._surface.follow_focus()

    def move_by(self, way: Way) -> None:
        step = round(self._seen * _STEP)
        self.move_to(self._offset + (step if way is Way.DOWN else -step))

    def reveal(self, button: ControlButton) -> None:
        if not self._column.isAncestorOf(button):
            return
        top = button.mapTo(self._column, QPoint(0, 0)).y()
        if top < self._offset:
            self.move_to(top - 8)
        elif top + button.height() > self._offset + self._seen:
            self.move_to(top + button.height() - self._seen + 8)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.overflows:
            self.move_to(self._offset - event.angleDelta().y() // 2)
        event.accept()


def _leaner(block: Block) -> Block:
    """Without the second language of a sentence, before a column has to be moved for it."""
    return replace(block, text=Line(block.text.first)) if isinstance(block, Note) and block.text.second else block


class _Handle(QAbstractButton):
    def __init__(self, scroller: Scroller, way: Way) -> None:
        super().__init__(scroller)
        self._scroller, self._way = scroller, way
        self.clicked.connect(self._move)
        self.hide()

    def _move(self) -> None:
        self._scroller.move_by(self._way)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._scroller.surface.dress.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect())
            possible = self.isEnabled()
            fill = theme.s3 if possible else None
            paint_frame(painter, Frame(rect=rect, radius=10, fill=fill, border=theme.edge, dashed=not possible))
            size = 24.0
            middle = QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size)
            draw_icon(painter, self._way.value, middle, theme.t1 if possible else theme.t3)
