"""Blocks one under the other, kept in place while their kinds stay the same; what is left over goes into the gaps.

In a wide column short forms are side by side: entries, and keys under a caption, as many as there is room for.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import (
    Block,
    CardRowBlock,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    RowsBlock,
    TagsBlock,
)
from ui.blocks.block import BlockWidget, plan_block
from ui.blocks.entry import GRAVE_MARGIN, GRAVE_MARGIN_COMPACT, has_grave_key, keys_width
from ui.blocks.plan import WHOLE, BlockPlan, ColumnFold, Dress
from ui.blocks.surface import Surface
from ui.blocks.text_metrics import TextStyle, advance

_BETWEEN = 24


def block_lines(blocks: tuple[Block, ...], width: int, dress: Dress) -> tuple[tuple[float, ...], ...]:
    """The blocks by lines, each with the width it gets."""
    between = dress.measures.px(_BETWEEN, 16)
    lines: list[list[float]] = []
    sharing = False
    for block in blocks:
        wish = _side_width(block, dress) if width >= dress.measures.px(500, 400) else None
        last = lines[-1] if lines else []
        if wish is not None and sharing and sum(last) + between * len(last) + wish <= width:
            last.append(wish)
        else:
            lines.append([float(width) if wish is None else min(wish, float(width))])
        sharing = wish is not None
    return tuple(_widen_line(line, width, between) for line in lines)


def _side_width(block: Block, dress: Dress) -> float | None:
    """The width of a block that may be beside another; None for one that takes the whole line."""
    match block:
        case EntryBlock():
            return max(
                float(dress.measures.px(240, 190)), advance(block.label.first, TextStyle(dress.measures.text(16)))
            )
        case KeysBlock(title=title) if title and not has_grave_key(block):
            return keys_width(block, dress)
        case _:
            return None


def _widen_line(line: list[float], width: int, between: int) -> tuple[float, ...]:
    """A line is filled where that makes nothing in it more than half as wide again."""
    full = (width - between * (len(line) - 1)) / sum(line)
    return tuple(wide * min(full, 1.5) for wide in line) if len(line) > 1 else (float(width),)


def _is_left_out(block: Block, fold: ColumnFold) -> bool:
    """What is left out before anything has to be moved."""
    match block:
        case NoteBlock(spare=spare, yielding=yielding):
            return (spare and not fold.spare) or (yielding and not fold.yielding)
        case TagsBlock(spare=spare) | CardRowBlock(spare=spare):
            return spare and not fold.spare
        case KeysBlock(controls=controls, spare=spare):
            waits = all(control.act is None and not control.picked for control in controls) and bool(controls)
            return (waits or spare) and not fold.spare
        case RowsBlock(rows=rows):
            return not rows and bool(block.spare)
        case _:
            return False


def _shorten(block: Block, rows: int) -> Block:
    """A list without its last rows, of which only so many go as can be spared."""
    if not isinstance(block, RowsBlock) or not block.spare or (block.together and rows < block.spare):
        return block
    return replace(block, rows=block.rows[: len(block.rows) - min(rows, block.spare)])


class Arrangement(Struct, frozen=True, kw_only=True):
    """Blocks with the plan of each, by lines; `tight` ones are closer together, where that spares moving them."""

    blocks: tuple[Block, ...]
    numbers: tuple[int, ...]
    """Which of the given blocks they are: some may have been left out."""
    lines: tuple[tuple[float, ...], ...]
    plans: tuple[BlockPlan, ...]
    dress: Dress
    tight: bool = False

    @property
    def height(self) -> int:
        return self.places(0)[1]

    @property
    def gaps(self) -> int:
        return sum(isinstance(block, GapBlock) for block in self.blocks)

    def places(self, share: int) -> tuple[list[QRect], int]:
        """The place of each block if a gap takes so much, and the foot of the last."""
        places: list[QRect] = []
        between = self.dress.measures.px(_BETWEEN, 16)
        y, before = 0, None
        for line in self.lines:
            first = len(places)
            block = self.blocks[first]
            y += self._space(before, block)
            highest = max(round(plan.height) for plan in self.plans[first : first + len(line)])
            high = share if isinstance(block, GapBlock) else highest
            x = 0.0
            for wide in line:
                places.append(QRect(round(x), y, int(wide), high))
                x += wide + between
            y += high
            before = block
        return places, y

    def _space(self, before: Block | None, block: Block) -> int:
        """Before a block: little below its heading, more before a heading, nothing near what is grave."""
        px = self.dress.measures.px
        if before is None or isinstance(block, GapBlock):
            return 0
        if isinstance(block, KeysBlock) and has_grave_key(block):
            # However little room there is: a finger that turns a page never ends on what is grave.
            return px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT)
        if self.tight:
            return px(6 if isinstance(block, HeadingBlock) else 4)
        if isinstance(before, HeadingBlock):
            return px(5, 4)
        if isinstance(block, HeadingBlock):
            return px(14, 8)
        return px(8 if isinstance(block, RowsBlock) or isinstance(before, RowsBlock) else 10, 6)

    def cuts(self) -> Iterator[tuple[int, int, int]]:
        """Where it may be cut in two: before which of the given blocks, and how high both parts are.

        A heading stays with its own.
        """
        places, height = self.places(0)
        at = 0
        for line, following in pairwise(self.lines):
            at += len(line)
            if following and not isinstance(self.blocks[at - 1], HeadingBlock):
                yield self.numbers[at], places[at - 1].bottom() + 1, height - places[at].top()

    @property
    def frame_rect(self) -> QRect | None:
        """Where the row is that is framed."""
        for plan, place in zip(self.plans, self.places(0)[0], strict=True):
            if plan.framed is not None:
                return plan.framed.toRect().translated(0, place.y())
        return None


class Column(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self.surface = surface
        self._widgets: list[BlockWidget] = []
        self._kinds: list[type[Block]] = []
        self._planned: dict[tuple[ColumnFold, int], tuple[Block, float, Dress, BlockPlan]] = {}
        self._asked: set[tuple[ColumnFold, int]] = set()
        """Of which plans somebody wanted to know since the last were forgotten."""

    def arrange_blocks(
        self, blocks: tuple[Block, ...], width: int, fold: ColumnFold = WHOLE, *, tight: bool = False
    ) -> Arrangement:
        """Plans the blocks; nothing is shown yet."""
        dress = self.surface.dress._replace(fold=fold)
        blocks = tuple(_shorten(block, fold.shorter) for block in blocks) if fold.shorter else blocks
        numbers = tuple(number for number, block in enumerate(blocks) if not _is_left_out(block, fold))
        blocks = tuple(blocks[number] for number in numbers)
        lines = block_lines(blocks, width, dress)
        widths = [wide for line in lines for wide in line]
        plans = tuple(
            self._plan(place, block, wide, dress)
            for place, (block, wide) in enumerate(zip(blocks, widths, strict=True))
        )
        return Arrangement(blocks=blocks, numbers=numbers, lines=lines, plans=plans, dress=dress, tight=tight)

    def _plan(self, place: int, block: Block, wide: float, dress: Dress) -> BlockPlan:
        """Of a block that is as it was, in as much room, the plan is what it was."""
        self._asked.add((dress.fold, place))
        known = self._planned.get((dress.fold, place))
        same = known is not None and known[:3] == (block, wide, dress)
        plan = known[3] if known is not None and same else plan_block(block, int(wide), dress)
        self._planned[dress.fold, place] = block, wide, dress, plan
        return plan

    def drop_stale_plans(self) -> None:
        """Forgets the plans of what was shown before: controls are in them, and a PIN can be in what these do."""
        self._planned = {which: planned for which, planned in self._planned.items() if which in self._asked}
        self._asked.clear()

    def forget(self) -> None:
        """Nobody sees it any more."""
        self._planned.clear()
        self._asked.clear()
        for widget in self._widgets:
            widget.forget()

    def show_arrangement(self, arranged: Arrangement, height: int) -> None:
        """Puts them one under the other, what is left over of the height into the gaps."""
        free: dict[type[Block], list[BlockWidget]] = {}
        for kind, widget in zip(self._kinds, self._widgets, strict=True):
            free.setdefault(kind, []).append(widget)
        self._kinds = [type(block) for block in arranged.blocks]
        self._widgets = [self._widget(free.get(kind, [])) for kind in self._kinds]
        for widgets in free.values():
            for widget in widgets:
                widget.forget()
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        share = max(0, height - arranged.height) // arranged.gaps if arranged.gaps else 0
        for widget, plan, place in zip(self._widgets, arranged.plans, arranged.places(share)[0], strict=True):
            widget.show_plan(plan)
            if widget.geometry() != place:
                widget.setGeometry(place)

    def _widget(self, free: list[BlockWidget]) -> BlockWidget:
        if free:
            return free.pop(0)
        widget = BlockWidget(self.surface, self)
        widget.show()
        return widget
