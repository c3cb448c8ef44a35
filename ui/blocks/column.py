"""Blocks one under the other, kept in place while their kinds stay the same.

A gap takes what room is left. Where the blocks need more than there is, the column can be moved by large handles.
"""

from PySide6.QtWidgets import QWidget

from dealer_app.showing.blocks import Block, Gap, Heading, Rows
from ui.blocks.block import BlockWidget
from ui.blocks.surface import Surface


class Column(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self._surface = surface
        self._blocks: tuple[Block, ...] = ()
        self._widgets: list[BlockWidget] = []
        self._kinds: list[type[Block]] = []

    def show_blocks(self, blocks: tuple[Block, ...], width: int) -> int:
        """Gives back the height they need; `spread` then puts them into the height they get."""
        free: dict[type[Block], list[BlockWidget]] = {}
        for kind, widget in zip(self._kinds, self._widgets, strict=True):
            free.setdefault(kind, []).append(widget)
        self._blocks = blocks
        self._kinds = [type(block) for block in blocks]
        self._widgets = [self._widget(free.get(kind, [])) for kind in self._kinds]
        for widgets in free.values():
            for widget in widgets:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        self._heights = [widget.show_block(block, width) for widget, block in zip(self._widgets, blocks, strict=True)]
        self._width = width
        return self.needed()

    def _widget(self, free: list[BlockWidget]) -> BlockWidget:
        if free:
            return free.pop(0)
        widget = BlockWidget(self._surface, self)
        widget.show()
        return widget

    def needed(self) -> int:
        return sum(self._heights) + sum(self._spaces())

    def spread(self, height: int) -> None:
        """Puts them one under the other, what is left over into the gaps."""
        gaps = sum(isinstance(block, Gap) for block in self._blocks)
        left = max(0, height - self.needed())
        y = 0
        for block, widget, high, space in zip(self._blocks, self._widgets, self._heights, self._spaces(), strict=True):
            y += space
            share = left // gaps if isinstance(block, Gap) else 0
            if widget.geometry().getRect() != (0, y, self._width, high + share):
                widget.setGeometry(0, y, self._width, high + share)
            y += high + share

    def _spaces(self) -> list[int]:
        """Before each block: little below its heading, more before a heading."""
        px = self._surface.dress.measures.px
        spaces: list[int] = []
        before: Block | None = None
        for block in self._blocks:
            if before is None or isinstance(block, Gap):
                spaces.append(0)
            elif isinstance(before, Heading):
                spaces.append(px(5, 4))
            elif isinstance(block, Heading):
                spaces.append(px(14, 8))
            else:
                spaces.append(px(8 if isinstance(block, Rows) or isinstance(before, Rows) else 10, 6))
            before = block
        return spaces
