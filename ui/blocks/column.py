"""Blocks one under the other, kept in place while their kinds stay the same; what is left over goes into the gaps.

In a wide column short forms stand side by side: entries, and keys under a caption, as many as there is room for.
"""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from dealer_app.showing.blocks import Block, Entry, Gap, Heading, Keys, Rows
from ui.blocks.block import BlockWidget
from ui.blocks.keys import keys_width, lonely
from ui.blocks.plan import Dress
from ui.blocks.surface import Surface
from ui.blocks.writing import Letters, advance

_BETWEEN = 24


def lines_of(blocks: tuple[Block, ...], width: int, dress: Dress) -> tuple[tuple[float, ...], ...]:
    """The blocks by lines, each with the width it gets."""
    between = dress.measures.px(_BETWEEN, 16)
    lines: list[list[float]] = []
    sharing = False
    for block in blocks:
        wish = _wish(block, dress) if width >= dress.measures.px(500, 400) else None
        last = lines[-1] if lines else []
        if wish is not None and sharing and sum(last) + between * len(last) + wish <= width:
            last.append(wish)
        else:
            lines.append([float(width) if wish is None else min(wish, float(width))])
        sharing = wish is not None
    return tuple(_widened(line, width, between) for line in lines)


def _wish(block: Block, dress: Dress) -> float | None:
    """The width of what may stand beside another; nothing for what wants the whole line."""
    match block:
        case Entry():
            return max(float(dress.measures.px(240, 190)), advance(block.label.first, Letters(dress.measures.text(16))))
        case Keys(title=title) if title and not lonely(block):
            return keys_width(block, dress)
        case _:
            return None


def _widened(line: list[float], width: int, between: int) -> tuple[float, ...]:
    """A line is filled where that makes nothing in it more than half as wide again."""
    full = (width - between * (len(line) - 1)) / sum(line)
    return tuple(wide * min(full, 1.5) for wide in line) if len(line) > 1 else (float(width),)


class Column(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self.surface = surface
        self._blocks: tuple[Block, ...] = ()
        self._widgets: list[BlockWidget] = []
        self._kinds: list[type[Block]] = []
        self._heights: list[int] = []
        self._lines: tuple[tuple[float, ...], ...] = ()
        self.tight = False
        """Stands closer together, where that spares moving it."""

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
        self._lines = lines_of(blocks, width, self.surface.dress)
        widths = [int(wide) for line in self._lines for wide in line]
        together = zip(self._widgets, blocks, widths, strict=True)
        self._heights = [widget.show_block(block, wide) for widget, block, wide in together]
        return self.needed()

    def _widget(self, free: list[BlockWidget]) -> BlockWidget:
        if free:
            return free.pop(0)
        widget = BlockWidget(self.surface, self)
        widget.show()
        return widget

    @property
    def framed(self) -> QRect | None:
        """Where the row is that is framed."""
        for widget in self._widgets:
            if widget.plan.framed is not None:
                return widget.plan.framed.toRect().translated(0, widget.y())
        return None

    def needed(self) -> int:
        return self._place(0)[1]

    def spread(self, height: int) -> None:
        """Puts them one under the other, what is left over into the gaps."""
        gaps = sum(isinstance(block, Gap) for block in self._blocks)
        share = max(0, height - self.needed()) // gaps if gaps else 0
        for widget, place in zip(self._widgets, self._place(share)[0], strict=True):
            if widget.geometry() != place:
                widget.setGeometry(place)

    def _place(self, share: int) -> tuple[list[QRect], int]:
        """Where each stands if a gap takes so much, and the foot of the last."""
        places: list[QRect] = []
        between = self.surface.dress.measures.px(_BETWEEN, 16)
        y, before = 0, None
        for line in self._lines:
            first = len(places)
            block = self._blocks[first]
            y += self._space(before, block)
            high = share if isinstance(block, Gap) else max(self._heights[first : first + len(line)])
            x = 0.0
            for wide in line:
                places.append(QRect(round(x), y, int(wide), high))
                x += wide + between
            y += high
            before = block
        return places, y

    def _space(self, before: Block | None, block: Block) -> int:
        """Before a block: little below its heading, more before a heading."""
        px = self.surface.dress.measures.px
        if before is None or isinstance(block, Gap):
            return 0
        if self.tight:
            return px(6 if isinstance(block, Heading) else 4)
        if isinstance(before, Heading):
            return px(5, 4)
        if isinstance(block, Heading):
            return px(14, 8)
        return px(8 if isinstance(block, Rows) or isinstance(before, Rows) else 10, 6)
