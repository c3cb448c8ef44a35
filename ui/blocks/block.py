"""The one widget of all blocks: has its plan made, paints it, and keeps a control for each place in it.

A control that is still there keeps its widget, and with it the focus; one that is new takes over a widget that is free.
"""

from typing import assert_never

from PySide6.QtCore import QRect
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.blocks import (
    Bar,
    Block,
    CardRow,
    Entry,
    Gallery,
    Gap,
    Heading,
    Keys,
    Note,
    Rows,
    Tags,
    Tiles,
)
from ui.blocks.bar import plan_bar
from ui.blocks.cards import plan_card_row, plan_tiles
from ui.blocks.control import ControlButton
from ui.blocks.entry import plan_entry
from ui.blocks.folded_rows import plan_folded
from ui.blocks.gallery import plan_gallery
from ui.blocks.heading import plan_heading
from ui.blocks.kept import Kept
from ui.blocks.keys import plan_keys
from ui.blocks.note import plan_note
from ui.blocks.painting import paint_plan
from ui.blocks.plan import Dress, Place, Plan, Thumbnail
from ui.blocks.rows import plan_rows
from ui.blocks.surface import Surface
from ui.blocks.tags import plan_tags
from ui.guarding import guarded


def plan_block(block: Block, width: float, dress: Dress) -> Plan:
    match block:
        case Heading():
            return plan_heading(block, width, dress)
        case Note():
            return plan_note(block, width, dress)
        case Keys():
            return plan_keys(block, width, dress)
        case Entry():
            return plan_entry(block, width, dress)
        case Gallery():
            return plan_gallery(block, width, dress)
        case Gap():
            return Plan(width=width, height=0.0)
        case Rows() | Tags() | CardRow() | Tiles() | Bar():
            return _plan_of_a_table(block, width, dress)
        case _:
            assert_never(block)


def _plan_of_a_table(block: Rows | Tags | CardRow | Tiles | Bar, width: float, dress: Dress) -> Plan:
    """What only a table has to show: nobody waits for it before he has signed in."""
    match block:
        case Rows():
            return plan_rows(block, width, dress) if dress.fold.columns == 1 else plan_folded(block, width, dress)
        case Tags():
            return plan_tags(block, width, dress)
        case CardRow():
            return plan_card_row(block, width, dress)
        case Tiles():
            return plan_tiles(block, width, dress)
        case Bar():
            return plan_bar(block, width, dress)
        case _:
            assert_never(block)


class BlockWidget(QWidget):
    def __init__(self, surface: Surface, parent: QWidget) -> None:
        super().__init__(parent)
        self._surface = surface
        self.plan = Plan(width=0.0, height=0.0)
        self._buttons: list[ControlButton] = []
        self._kept = Kept()
        self._has_layouts = False

    def show_plan(self, plan: Plan) -> None:
        """A plan that is there already changes nothing."""
        if plan is self.plan:
            return
        if plan.parts != self.plan.parts:
            self._has_layouts = any(isinstance(part, Thumbnail) for part in plan.parts)
            self.update()
        self.plan = plan
        self._keep(plan.places)

    def forget(self) -> None:
        """Nobody sees it any more: its controls lie ready for what is shown next, and do nothing until then."""
        self.plan = Plan(width=0.0, height=0.0)
        for button in self._buttons:
            button.forget()

    @property
    def buttons(self) -> tuple[ControlButton, ...]:
        return tuple(self._buttons)

    def _keep(self, places: tuple[Place, ...]) -> None:
        free: dict[str, list[ControlButton]] = {}
        for button in self._buttons:
            free.setdefault(button.control.name, []).append(button)
        kept: list[ControlButton | None] = []
        for place in places:
            same = free.get(place.control.name)
            kept.append(same.pop(0) if same and same[0].kind is place.kind else None)
        spare = [button for buttons in free.values() for button in buttons]
        self._buttons = [
            self._put(place, button or self._taken_over(spare, place))
            for place, button in zip(places, kept, strict=True)
        ]
        for button in spare:
            button.forget()
            button.hide()
            button.setParent(None)
            button.deleteLater()

    def _taken_over(self, spare: list[ControlButton], place: Place) -> ControlButton | None:
        """A widget that nobody needs now. Not the one with the focus: it would come to mean another thing."""
        for number, button in enumerate(spare):
            if button.kind is place.kind and not button.hasFocus():
                return spare.pop(number)
        return None

    def _put(self, place: Place, button: ControlButton | None) -> ControlButton:
        if button is None:
            button = ControlButton(place.control, self._surface, self, place.kind)
            button.show()
        else:
            button.show_control(place.control)
        # Both edges are rounded, so that controls side by side keep their distance.
        left, top = round(place.rect.left()), round(place.rect.top())
        button.leave(QRect(left, top, round(place.rect.right()) - left, round(place.rect.bottom()) - top))
        return button

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        surface, parts = self._surface, self.plan.parts
        self._kept.paint(
            self,
            (parts, surface.dress, surface.layouts if self._has_layouts else 0),
            lambda painter: paint_plan(painter, self.plan, surface.dress.theme, surface.paint_layout),
        )
