"""The one widget of all blocks: has its plan made, paints it, and keeps a control for each place in it.

A control that is still there keeps its widget, and with it the focus; one that is new takes over a widget that is free.
"""

from typing import assert_never

from PySide6.QtCore import QRect
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.screens.blocks import (
    BarBlock,
    Block,
    CardRowBlock,
    CardRunBlock,
    CellsBlock,
    ChartsBlock,
    DeckBlock,
    EdgesBlock,
    EntryBlock,
    FiguresBlock,
    GalleryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    LanesBlock,
    NoteBlock,
    PageBlock,
    PanelsBlock,
    RowsBlock,
    TagsBlock,
    TilesBlock,
    TimeBlock,
)
from ui.blocks.cards import plan_bar, plan_card_row, plan_cells, plan_tiles
from ui.blocks.control import ControlButton
from ui.blocks.entry import plan_entry, plan_keys
from ui.blocks.folded_rows import plan_folded
from ui.blocks.gallery import plan_gallery, plan_page
from ui.blocks.painting import PictureCache, paint_plan
from ui.blocks.plan import BlockPlan, ControlPlace, Dress, Thumbnail
from ui.blocks.rows import plan_rows
from ui.blocks.surface import Surface
from ui.blocks.text_blocks import plan_heading, plan_note, plan_tags
from ui.practice.grid import plan_grid
from ui.practice.lanes import plan_lanes, plan_time
from ui.practice.panels import plan_charts, plan_panels
from ui.stop_screen import safe_paint
from ui.supervisor.card_runs import plan_card_run, plan_deck
from ui.supervisor.edges import plan_edges


def plan_block(block: Block, width: float, dress: Dress) -> BlockPlan:
    match block:
        case HeadingBlock():
            return plan_heading(block, width, dress)
        case NoteBlock():
            return plan_note(block, width, dress)
        case KeysBlock():
            return plan_keys(block, width, dress)
        case EntryBlock():
            return plan_entry(block, width, dress)
        case GalleryBlock():
            return plan_gallery(block, width, dress)
        case GapBlock():
            return BlockPlan(width=width, height=0.0)
        case TimeBlock():
            return plan_time(block, width, dress)
        case LanesBlock():
            return plan_lanes(block, width, dress)
        case FiguresBlock():
            return plan_grid(block, width, dress)
        case ChartsBlock():
            return plan_charts(block, width, dress)
        case PageBlock():
            return plan_page(block, width, dress)
        case PanelsBlock():
            return plan_panels(block, width, dress)
        case CardRunBlock() | DeckBlock() | EdgesBlock():
            return _plan_supervisor_block(block, width, dress)
        case RowsBlock() | TagsBlock() | CardRowBlock() | TilesBlock() | BarBlock() | CellsBlock():
            return _plan_table_block(block, width, dress)
        case _:
            assert_never(block)


def _plan_table_block(
    block: RowsBlock | TagsBlock | CardRowBlock | TilesBlock | BarBlock | CellsBlock, width: float, dress: Dress
) -> BlockPlan:
    """What only a table has to show: nobody waits for it before signing in."""
    match block:
        case RowsBlock():
            return plan_rows(block, width, dress) if dress.fold.columns == 1 else plan_folded(block, width, dress)
        case TagsBlock():
            return plan_tags(block, width, dress)
        case CardRowBlock():
            return plan_card_row(block, width, dress)
        case TilesBlock():
            return plan_tiles(block, width, dress)
        case BarBlock():
            return plan_bar(block, width, dress)
        case CellsBlock():
            return plan_cells(block, width, dress)
        case _:
            assert_never(block)


def _plan_supervisor_block(block: CardRunBlock | DeckBlock | EdgesBlock, width: float, dress: Dress) -> BlockPlan:
    """What only a supervisor's page has."""
    match block:
        case CardRunBlock():
            return plan_card_run(block, width, dress)
        case DeckBlock():
            return plan_deck(block, width, dress)
        case EdgesBlock():
            return plan_edges(block, width, dress)
        case _:
            assert_never(block)


class BlockWidget(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self._surface = surface
        self.plan = BlockPlan(width=0.0, height=0.0)
        self._buttons: list[ControlButton] = []
        self._kept = PictureCache()
        self._has_layouts = False

    def show_plan(self, plan: BlockPlan) -> None:
        """A plan that is there already changes nothing."""
        if plan is self.plan:
            return
        if plan.parts != self.plan.parts:
            self._has_layouts = any(isinstance(part, Thumbnail) for part in plan.parts)
            self.update()
        self.plan = plan
        self._show_controls(plan.places)

    def forget(self) -> None:
        """Nobody sees it any more: its controls lie ready for what is shown next, and do nothing until then."""
        self.plan = BlockPlan(width=0.0, height=0.0)
        for button in self._buttons:
            button.forget()

    @property
    def buttons(self) -> tuple[ControlButton, ...]:
        return tuple(self._buttons)

    def _show_controls(self, places: tuple[ControlPlace, ...]) -> None:
        free: dict[str, list[ControlButton]] = {}
        for button in self._buttons:
            free.setdefault(button.control.name, []).append(button)
        kept: list[ControlButton | None] = []
        for place in places:
            same = free.get(place.control.name)
            kept.append(same.pop(0) if same and same[0].kind is place.kind else None)
        spare = [button for buttons in free.values() for button in buttons]
        self._buttons = [
            self._place_control(place, button or self._reuse_button(spare, place))
            for place, button in zip(places, kept, strict=True)
        ]
        for button in spare:
            button.forget()
            button.hide()
            button.setParent(None)
            button.deleteLater()

    def _reuse_button(self, spare: list[ControlButton], place: ControlPlace) -> ControlButton | None:
        """A widget that nobody needs now. Not the one with the focus: it would come to mean another thing."""
        for number, button in enumerate(spare):
            if button.kind is place.kind and not button.hasFocus():
                return spare.pop(number)
        return None

    def _place_control(self, place: ControlPlace, button: ControlButton | None) -> ControlButton:
        if button is None:
            button = ControlButton(place.control, self._surface, self, place.kind)
            button.show()
        else:
            button.show_control(place.control)
        # Both edges are rounded, so that controls side by side keep their distance.
        left, top = round(place.rect.left()), round(place.rect.top())
        button.set_place(QRect(left, top, round(place.rect.right()) - left, round(place.rect.bottom()) - top))
        return button

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        surface, parts = self._surface, self.plan.parts
        self._kept.paint(
            self,
            (parts, surface.dress, surface.layouts if self._has_layouts else 0),
            lambda painter: paint_plan(painter, self.plan, surface.dress.theme, surface.paint_layout),
        )
