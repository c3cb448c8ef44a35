"""A panel over the dimmed station: shows at its left, is keyed in at its right, keeps the focus while it is open."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NO_TEXT, Block, Control, KeysBlock, Weight
from dealer_app.screens.screen import Overlay
from ui.blocks.block import BlockWidget
from ui.blocks.control import ControlButton
from ui.blocks.control_plan import ControlLook, control_height, least_width, natural_width
from ui.blocks.entry import plan_keys
from ui.blocks.painting import paint_frame, paint_plan
from ui.blocks.plan import BlockPlan, ControlPlace, Frame, PlanDraft
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.blocks.text_blocks import plan_band
from ui.stop_screen import safe_paint


class OverlayWidget(Surface):
    """A panel over the whole window. Every touch that is not for one of its controls ends here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._overlay: Overlay | None = None
        self._came_from: QWidget | None = None
        self._band = BlockPlan(width=0.0, height=0.0)
        self._left = Scroller(self, self)
        self._right = Scroller(self, self)
        self._left_foot = BlockWidget(self, self)
        self._right_foot = BlockWidget(self, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Nothing closes it, and gives the focus back to whatever had it."""
        before, self._overlay = self._overlay, overlay
        if overlay is None:
            if before is not None:
                self._close()
            return
        if before is None:
            self._came_from = self.window().focusWidget()
        self.setAccessibleName(overlay.title.first)
        self.setAccessibleDescription(overlay.sub.first)
        self.arrange()
        self.show()
        self.raise_()
        self.chain_focus()
        if before is None or before.name != overlay.name or not self._has_focus():
            self.setFocus(Qt.FocusReason.PopupFocusReason)

    def _close(self) -> None:
        came_from, self._came_from = self._came_from, None
        self.hide()
        # What can be pressed in a panel may hold the PIN that was keyed there.
        for part in (self._left, self._right, self._left_foot, self._right_foot):
            part.forget()
        if came_from is not None:
            came_from.setFocus(Qt.FocusReason.PopupFocusReason)

    def _has_focus(self) -> bool:
        focused: QWidget | None = self.window().focusWidget()
        return focused is self or (focused is not None and self.isAncestorOf(focused))

    @property
    def primary(self) -> ControlButton | None:
        wanted = None if self._overlay is None else self._overlay.primary
        return None if wanted is None else self.control(wanted.name)

    # Where everything is

    def _panel(self) -> QRect:
        px = self.dress.measures.px
        wide, high = min(px(1420, 1334), self.width() - px(32)), min(px(952, 744), self.height() - px(32, 24))
        return QRect((self.width() - wide) // 2, (self.height() - high) // 2, wide, high)

    def _band_height(self) -> int:
        return self.dress.measures.px(104, 72)

    def arrange(self) -> None:
        overlay = self._overlay
        if overlay is None or self.width() <= 0:
            return
        px, panel = self.dress.measures.px, self._panel()
        size = panel.width(), self._band_height()
        self._band = plan_band(overlay.title, overlay.sub, overlay.right, overlay.icon, size, self.dress)
        padding = px(30, 16)
        two = bool(overlay.left_column) and bool(overlay.right_column or overlay.primary)
        right_wide = px(468, 480) if two else panel.width() - 2 * padding
        left_wide = panel.width() - right_wide - 4 * padding if two else right_wide
        top = panel.top() + self._band_height() + px(12, 8)
        bottom = panel.bottom() - px(20, 12)
        left_x = panel.left() + padding
        right_x = panel.right() - padding - right_wide
        left_foot = self._plan_left_foot(overlay, left_wide, two=two)
        room = bottom - top
        right_foot = self._plan_right_foot(overlay, right_wide, two=two)
        if two and self._is_too_long(overlay.right_column, right_wide, room - right_foot.height):
            right_foot = self._plan_only_foot(replace(overlay, grave=None, reasons=()), right_wide)
        if two:
            self._place_scroller(
                self._left, overlay.left_column, QRect(left_x, top, left_wide, bottom - top), left_foot.height
            )
            self._place_scroller(
                self._right, overlay.right_column, QRect(right_x, top, right_wide, bottom - top), right_foot.height
            )
            self._set_foot(self._left_foot, left_foot, left_x, bottom)
            self._set_foot(self._right_foot, right_foot, right_x, bottom)
        else:
            blocks = overlay.left_column or overlay.right_column
            self._place_scroller(self._left, blocks, QRect(left_x, top, right_wide, bottom - top), right_foot.height)
            self._place_scroller(self._right, (), QRect(left_x, top, 0, 0), 0)
            self._set_foot(self._left_foot, BlockPlan(width=0, height=0), left_x, bottom)
            self._set_foot(self._right_foot, right_foot, left_x, bottom)
        self.follow_focus()
        self.update()

    def _is_too_long(self, blocks: tuple[Block, ...], width: int, room: float) -> bool:
        """Whether a column has to give something up to be seen at one glance."""
        return self._right.show_blocks(blocks, width) > room - self._foot_margin

    @property
    def _foot_margin(self) -> int:
        return self.dress.measures.px(16, 10)

    def _place_scroller(self, scroller: Scroller, blocks: tuple[Block, ...], place: QRect, foot: float) -> None:
        scroller.show_blocks(blocks, place.width())
        scroller.setGeometry(place.adjusted(0, 0, 0, -round(foot) - (self._foot_margin if foot else 0)))
        scroller.arrange()

    def _set_foot(self, foot: BlockWidget, plan: BlockPlan, x: int, bottom: int) -> None:
        foot.show_plan(plan)
        foot.setGeometry(x, bottom - round(plan.height), round(plan.width), round(plan.height))

    def _plan_left_foot(self, overlay: Overlay, width: int, *, two: bool) -> BlockPlan:
        """What is grave at the far left, 40 px of nothing beside it, then the reasons for it."""
        draft, px = PlanDraft(self.dress), self.dress.measures.px
        if not two or (overlay.grave is None and not overlay.reasons):
            return draft.plan(width, 0.0)
        high, x = 0.0, 0.0
        if overlay.grave is not None:
            high = float(control_height(overlay.grave, self.dress))
            wide = self._grave_width(overlay.grave)
            draft.places.append(ControlPlace(control=overlay.grave, rect=QRectF(0, 0, wide, high)))
            x = wide + px(40)
        reasons = self._plan_reasons(overlay, width - x)
        foot = max(high, reasons.height)
        draft.add_plan(reasons, x, (foot - reasons.height) / 2)
        return draft.plan(width, foot)

    def _plan_reasons(self, overlay: Overlay, width: float) -> BlockPlan:
        title = overlay.reasons_title if overlay.reasons else NO_TEXT
        keys = KeysBlock(controls=overlay.reasons, columns=max(1, len(overlay.reasons)), title=title)
        return plan_keys(keys, width, self.dress)

    def _grave_width(self, grave: Control) -> int:
        """The same whatever it says, for it says more once it can be pressed: nothing beside it moves by that."""
        px = self.dress.measures.px
        return max(px(200, 164), least_width(ControlLook.from_control(grave), self.dress))

    def _plan_right_foot(self, overlay: Overlay, width: int, *, two: bool) -> BlockPlan:
        """The next step at the lower right; below it what closes the panel and decides nothing."""
        draft, px = PlanDraft(self.dress), self.dress.measures.px
        if not two:
            return self._plan_only_foot(overlay, width)
        y = 0.0
        for control in (overlay.primary, overlay.close):
            if control is not None:
                high = control_height(control, self.dress)
                y += px(24, 10) if y else 0
                draft.places.append(ControlPlace(control=control, rect=QRectF(0, y, width, high)))
                y += high
        return draft.plan(width, y)

    def _plan_only_foot(self, overlay: Overlay, width: int) -> BlockPlan:
        """Of a panel of one column: grave at the far left, the next step at the lower right, closing between them."""
        draft, px = PlanDraft(self.dress), self.dress.measures.px
        controls = [control for control in (overlay.grave, overlay.close, overlay.primary) if control is not None]
        high = max((control_height(control, self.dress) for control in controls), default=0)
        right = float(width)
        for control in (overlay.primary, overlay.close):
            if control is not None:
                wide = (
                    min(px(468, 412), width - px(16) - self._close_key_width(overlay, px(120)))
                    if control.weight is Weight.NEXT
                    else self._close_key_width(overlay, px(240) if width > px(600) else px(120))
                )
                each = control_height(control, self.dress)
                draft.places.append(ControlPlace(control=control, rect=QRectF(right - wide, high - each, wide, each)))
                right -= wide + px(16)
        left = 0.0
        if overlay.grave is not None:
            wide = self._grave_width(overlay.grave)
            each = control_height(overlay.grave, self.dress)
            draft.places.append(ControlPlace(control=overlay.grave, rect=QRectF(0, high - each, wide, each)))
            left = wide + px(40)
        reasons = self._plan_reasons(overlay, right - left)
        foot = max(high, reasons.height)
        draft.add_plan(reasons, left, foot - reasons.height)
        return draft.plan(width, foot)

    def _close_key_width(self, overlay: Overlay, wished: int) -> int:
        return (
            0
            if overlay.close is None
            else max(wished, natural_width(ControlLook.from_control(overlay.close), self.dress))
        )

    def section_number(self, button: ControlButton) -> int:
        """What is grave comes last."""
        sections = (self._left, self._right, self._right_foot, self._left_foot)
        return next((place for place, section in enumerate(sections) if section.isAncestorOf(button)), 0)

    def reveal(self, button: ControlButton) -> None:
        self._left.reveal(button)
        self._right.reveal(button)

    # The focus stays here

    def focusNextPrevChild(self, following: bool) -> bool:
        buttons = self.controls()
        if not buttons:
            return True
        focused = self.window().focusWidget()
        at = next((place for place, button in enumerate(buttons) if button is focused), -1 if following else 0)
        reason = Qt.FocusReason.TabFocusReason if following else Qt.FocusReason.BacktabFocusReason
        buttons[(at + (1 if following else -1)) % len(buttons)].setFocus(reason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._overlay is not None:
            if self._overlay.close is not None:
                self.press(self._overlay.close.name)
            event.accept()
            return
        event.ignore()

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._overlay is None:
            return
        theme, panel = self.dress.theme, self._panel()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.shade)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = Frame(rect=QRectF(panel), radius=self.dress.measures.px(20), fill=theme.s1, border=theme.edge)
            paint_frame(painter, frame)
            painter.translate(panel.topLeft())
            paint_plan(painter, self._band, theme)
            painter.fillRect(QRectF(1, self._band_height(), panel.width() - 2, 1), theme.line)
            if self._right.width():
                x = self._right.x() - panel.left() - self.dress.measures.px(30, 16)
                painter.fillRect(
                    QRectF(x, self._band_height(), 1, panel.height() - self._band_height() - 1), theme.line
                )
