"""Blocks one under the other, kept in place while their kinds stay the same; what is left over goes into the gaps.

In a wide column short forms stand side by side: entries, and keys under a caption, as many as there is room for.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Block, Entry, Gap, Heading, Keys, Note, Rows
from ui.blocks.block import BlockWidget, plan_block
from ui.blocks.keys import GRAVE_MARGIN, GRAVE_MARGIN_COMPACT, keys_width, lonely
from ui.blocks.plan import WHOLE, Dress, Fold, Plan
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


def _left_out(block: Block, fold: Fold) -> bool:
    """What is left out before anything has to be moved."""
    match block:
        case Note(spare=spare):
            return spare and not fold.spare
        case Keys(controls=controls, spare=spare):
            waits = all(control.act is None and not control.picked for control in controls) and bool(controls)
            return (waits or spare) and not fold.spare
        case Rows(rows=rows):
            return not rows and bool(block.spare)
        case _:
            return False


def _shorter(block: Block, rows: int) -> Block:
    """A list without its last rows, of which only so many go as can be spared."""
    if not isinstance(block, Rows) or not block.spare:
        return block
    return replace(block, rows=block.rows[: len(block.rows) - min(rows, block.spare)])


class Arranged(Struct, frozen=True, kw_only=True):
    """Blocks with the plan of each, by lines; `tight` stand closer together, where that spares moving them."""

    blocks: tuple[Block, ...]
    numbers: tuple[int, ...]
    """Which of the given blocks they are: some may have been left out."""
    lines: tuple[tuple[float, ...], ...]
    plans: tuple[Plan, ...]
    dress: Dress
    tight: bool = False

    @property
    def height(self) -> int:
        return self.places(0)[1]

    @property
    def gaps(self) -> int:
        return sum(isinstance(block, Gap) for block in self.blocks)

    def places(self, share: int) -> tuple[list[QRect], int]:
        """Where each stands if a gap takes so much, and the foot of the last."""
        places: list[QRect] = []
        between = self.dress.measures.px(_BETWEEN, 16)
        y, before = 0, None
        for line in self.lines:
            first = len(places)
            block = self.blocks[first]
            y += self._space(before, block)
            highest = max(round(plan.height) for plan in self.plans[first : first + len(line)])
            high = share if isinstance(block, Gap) else highest
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
        if before is None or isinstance(block, Gap):
            return 0
        if isinstance(block, Keys) and lonely(block):
            # However little room there is: a finger that turns a page never ends on what is grave.
            return px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT)
        if self.tight:
            return px(6 if isinstance(block, Heading) else 4)
        if isinstance(before, Heading):
            return px(5, 4)
        if isinstance(block, Heading):
            return px(14, 8)
        return px(8 if isinstance(block, Rows) or isinstance(before, Rows) else 10, 6)

    def cuts(self) -> Iterator[tuple[int, int, int]]:
        """Where it may be cut in two: before which of the given blocks, and how high both parts are.

        A heading stays with its own.
        """
        places, height = self.places(0)
        at = 0
        for line, following in pairwise(self.lines):
            at += len(line)
            if following and not isinstance(self.blocks[at - 1], Heading):
                yield self.numbers[at], places[at - 1].bottom() + 1, height - places[at].top()

    @property
    def framed(self) -> QRect | None:
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
        self._planned: dict[tuple[Fold, int], tuple[Block, float, Dress, Plan]] = {}
        self._asked: set[tuple[Fold, int]] = set()
        """Of which plans somebody wanted to know since the last were forgotten."""

    def arranged(self, blocks: tuple[Block, ...], width: int, fold: Fold = WHOLE, *, tight: bool = False) -> Arranged:
        """How they would stand; nothing is shown yet."""
        dress = self.surface.dress._replace(fold=fold)
        blocks = tuple(_shorter(block, fold.shorter) for block in blocks) if fold.shorter else blocks
        numbers = tuple(number for number, block in enumerate(blocks) if not _left_out(block, fold))
        blocks = tuple(blocks[number] for number in numbers)
        lines = lines_of(blocks, width, dress)
        widths = [wide for line in lines for wide in line]
        plans = tuple(
            self._plan(place, block, wide, dress)
            for place, (block, wide) in enumerate(zip(blocks, widths, strict=True))
        )
        return Arranged(blocks=blocks, numbers=numbers, lines=lines, plans=plans, dress=dress, tight=tight)

    def _plan(self, place: int, block: Block, wide: float, dress: Dress) -> Plan:
        """Of a block that is as it was, in as much room, the plan is what it was."""
        self._asked.add((dress.fold, place))
        known = self._planned.get((dress.fold, place))
        same = known is not None and known[:3] == (block, wide, dress)
        plan = known[3] if known is not None and same else plan_block(block, int(wide), dress)
        self._planned[dress.fold, place] = block, wide, dress, plan
        return plan

    def keep_asked(self) -> None:
        """Forgets the plans of what was shown before: controls stand in them, and a PIN can be in what these do."""
        self._planned = {which: planned for which, planned in self._planned.items() if which in self._asked}
        self._asked.clear()

    def forget(self) -> None:
        """Nobody sees it any more."""
        self._planned.clear()
        self._asked.clear()
        for widget in self._widgets:
            widget.forget()

    def show_arranged(self, arranged: Arranged, height: int) -> None:
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
