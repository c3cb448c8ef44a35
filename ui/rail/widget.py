"""The rail: the guide's words, the work below them, and at fixed places the next step, the track and the tools."""

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.screen import Rail
from ui.blocks.block import BlockWidget
from ui.blocks.control import ControlButton
from ui.blocks.plan import Draft, Place, Plan
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.guarding import guarded
from ui.rail.plan import LEANER, plan_guide, plan_track


class RailWidget(Surface):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rail: Rail | None = None
        self._names: tuple[str, ...] = ()
        self._guide = BlockWidget(self, self)
        self._work = Scroller(self, self)
        self._foot = BlockWidget(self, self)

    def show_rail(self, rail: Rail) -> None:
        self._rail = rail
        self.arrange()

    @property
    def primary(self) -> ControlButton | None:
        return None if self._rail is None else self.control(self._rail.primary.name)

    @property
    def overflows(self) -> bool:
        """Whether the work has to be moved to be seen."""
        return self._work.overflows

    def arrange(self) -> None:
        if self._rail is None or self.width() <= 0:
            return
        rail, measures = self._rail, self.dress.measures
        px, padding = measures.px, measures.rail_padding
        width = self.width() - 2 * padding
        foot = self._plan_foot(rail, width)
        foot_top = self.height() - px(12, 6) - round(foot.height)
        self._foot.show_plan(foot)
        self._foot.setGeometry(padding, foot_top, width, round(foot.height))
        top = px(10, 4)
        room = foot_top - px(12, 6) - top
        work = self._work.show_blocks(rail.work, width)
        space = px(14, 5) if rail.work else 0
        guide = plan_guide(rail, width, LEANER[0], self.dress)
        for lean in LEANER[1:]:
            if guide.height + space + work <= room:
                break
            guide = plan_guide(rail, width, lean, self.dress)
        self._guide.show_plan(guide)
        self._guide.setGeometry(padding, top, width, round(guide.height))
        work_top = top + round(guide.height) + space
        self._work.setGeometry(padding, work_top, width, max(0, foot_top - px(12, 6) - work_top))
        self._work.spread()
        self._renew_chain()

    def _plan_foot(self, rail: Rail, width: int) -> Plan:
        """The next step is always at the same place, whether there is a track or not."""
        draft, measures = Draft(self.dress), self.dress.measures
        px = measures.px
        high = measures.primary_height
        draft.places.append(Place(control=rail.primary, rect=QRectF(0, 0, width, high)))
        y = high + px(8, 6)
        if not measures.compact:
            track = px(74)
            draft.take(plan_track(rail.track, width, track, self.dress), 0, y)
            y += track + px(10)
        gap = px(8, 6)
        tools = rail.tools
        if tools:
            wide = (width - gap * (len(tools) - 1)) / len(tools)
            for place, tool in enumerate(tools):
                rect = QRectF(place * (wide + gap), y, wide, measures.tool_height)
                draft.places.append(Place(control=tool, rect=rect))
        return draft.plan(width, y + measures.tool_height)

    def _renew_chain(self) -> None:
        names = tuple(button.control.name for button in self.controls())
        if names != self._names:
            self._names = names
            self.chain_focus()
        self.follow_focus()

    def section_of(self, button: ControlButton) -> int:
        sections = (self._guide, self._work, self._foot)
        return next((place for place, section in enumerate(sections) if section.isAncestorOf(button)), 0)

    def reveal(self, button: ControlButton) -> None:
        self._work.reveal(button)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.dress.theme.s1)
            painter.fillRect(QRect(0, 0, 1, self.height()), QColor(self.dress.theme.line))
