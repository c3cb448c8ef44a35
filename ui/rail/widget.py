"""The rail: the guide's words, the work below them, and at fixed places the next step, the track and the tools."""

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Entry, Keys
from dealer_app.showing.lines import EMPTY
from dealer_app.showing.screen import Rail
from ui.blocks.block import BlockWidget
from ui.blocks.control import ControlButton
from ui.blocks.plan import Draft, Place, Plan
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.guarding import guarded
from ui.rail.plan import LEANER, LEANEST, plan_guide, plan_told, plan_told_instead, plan_track


class RailWidget(Surface):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rail: Rail | None = None
        self._names: tuple[str, ...] = ()
        self._guide = BlockWidget(self, self)
        self._work = Scroller(self, self)
        self._told = BlockWidget(self, self)
        """Why the last touch was refused, where it must not push away the keys that are typed on."""
        self._foot = BlockWidget(self, self)

    def show_rail(self, rail: Rail) -> None:
        before, self._rail = self._rail, rail
        self.arrange()
        self._tell(rail)
        if QAccessible.isActive() and rail.refusal and (before is None or before.refusal != rail.refusal):
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _tell(self, rail: Rail) -> None:
        """What to do, what to say and why, for who hears the screen: Qt tells a screen reader when it changes."""
        said = EMPTY if rail.say is None else rail.say.text
        about = " ".join(text.first for text in (rail.refusal, said, rail.why) if text)
        if rail.instruction.first != self.accessibleName():
            self.setAccessibleName(rail.instruction.first)
        if about != self.accessibleDescription():
            self.setAccessibleDescription(about)

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
        steady = bool(rail.refusal) and _typed_on(rail)
        head = replace(rail, refusal=EMPTY) if steady else rail
        guide = self._plan_guide(head, width, room - space, work)
        high = guide.height
        below = room - high - space - work - px(8, 5)
        told = plan_told(rail, width, below, self.dress) if steady else None
        if steady and told is None:
            # There is no room below: it stands where the reason was, or else nothing can stay as it is.
            instead = plan_told_instead(rail, width, guide.height, self.dress)
            guide = self._plan_guide(rail, width, room - space, work) if instead is None else instead
            high = high if instead is not None else guide.height
        self._guide.show_plan(guide)
        self._guide.setGeometry(padding, top, width, round(high))
        work_top = top + round(high) + space
        self._work.setGeometry(padding, work_top, width, max(0, foot_top - px(12, 6) - work_top))
        self._work.spread()
        self._told.setVisible(told is not None)
        if told is None:
            self._told.forget()
        else:
            self._told.show_plan(told)
            self._told.setGeometry(padding, top + room - round(told.height), width, round(told.height))
            self._told.raise_()
        self._renew_chain()

    def _plan_guide(self, rail: Rail, width: int, room: float, work: float) -> Plan:
        """As much of the guide's words as the work leaves room for, if need be once that is folded."""
        plans = [plan_guide(rail, width, lean, self.dress) for lean in LEANER]
        if plans[-1].height > room - work:
            work = self._work.least(rail.work, width, int(room - plans[-1].height))
        leanest = plan_guide(rail, width, LEANEST, self.dress)
        return next((plan for plan in plans if plan.height <= room - work), leanest)

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


def _typed_on(rail: Rail) -> bool:
    """Whether there are keys on which somebody types: they stay under the finger, whatever is told."""
    entries = any(isinstance(block, Entry) and block.writing for block in rail.work)
    return entries or any(
        isinstance(block, Keys) and any(key.name.startswith("pad:") for key in block.controls) for block in rail.work
    )
