"""Everything that can be pressed, by mouse, touch, key and screen reader, and its frame by weight.

An action is given on when the control is released; if the control has come to mean something else meanwhile, nothing is
given on. What is picked has an outline and a tick, never a fill that could be taken for the next step's.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, ScreenText, Weight
from ui.blocks.control_plan import ControlLook, plan_control
from ui.blocks.painting import PictureCache, paint_frame, paint_plan
from ui.blocks.plan import ControlPaint, Dress, Frame
from ui.keys import WAYS
from ui.painting.marks import draw_tick
from ui.stop_screen import safe_paint

if TYPE_CHECKING:
    from ui.blocks.surface import Surface


_BADGE = 20
_PRESSED = 34
"""Of 255: how much of the text's colour is laid over a control that is down."""


def paint_control(
    painter: QPainter, look: ControlLook, rect: QRectF, dress: Dress, *, down: bool, bare: ControlPaint
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = control_frame(look, rect, dress)
    if bare is ControlPaint.PAINTED:
        paint_frame(painter, frame)
        paint_plan(painter, plan_control(look, rect.width(), rect.height(), dress), dress.theme)
        if look.picked:
            _draw_badge(painter, rect, dress)
    if down:
        veil = QColor(dress.theme.bg if look.weight is Weight.NEXT and look.possible else dress.theme.t1)
        veil.setAlpha(_PRESSED)
        paint_frame(painter, Frame(rect=rect, radius=frame.radius, fill=veil))


def control_frame(look: ControlLook, rect: QRectF, dress: Dress) -> Frame:
    theme, px = dress.theme, dress.measures.px
    radius = {Weight.NEXT: px(16, 14), Weight.CLAUSE: px(6), Weight.GRAVE: px(14)}.get(look.weight, px(10))
    if look.weight is Weight.GRAVE and look.armed:
        return Frame(rect=rect, radius=radius, fill=theme.stopf, border=theme.stop, stroke=4.0)
    if look.picked and not look.possible:
        return Frame(rect=rect, radius=radius, fill=theme.pick, border=theme.go, stroke=3.0)
    if not look.possible:
        stroke = 2.0 if look.weight in {Weight.NEXT, Weight.GRAVE} else 1.4
        fill = theme.s2 if look.weight is Weight.NEXT else None
        return Frame(rect=rect, radius=radius, fill=fill, border=theme.edge, stroke=stroke, dashed=True)
    if look.picked:
        return Frame(rect=rect, radius=radius, fill=theme.pick, border=theme.go, stroke=3.0)
    match look.weight:
        case Weight.NEXT:
            return Frame(rect=rect, radius=radius, fill=theme.go)
        case Weight.USUAL:
            return Frame(rect=rect, radius=radius, fill=theme.s3, border=theme.edge, stroke=1.4)
        case Weight.QUIET:
            return Frame(rect=rect, radius=radius, fill=theme.s1, border=theme.edge, stroke=1.2)
        case Weight.GRAVE:
            return Frame(rect=rect, radius=radius, fill=theme.s2, border=theme.stop, stroke=2.0)
        case Weight.CLAUSE:
            return Frame(rect=rect, radius=radius, border=theme.edge, stroke=1.2)


def _draw_badge(painter: QPainter, rect: QRectF, dress: Dress) -> None:
    size = dress.measures.px(_BADGE)
    disc = QRectF(rect.right() - size, rect.top(), size, size)
    paint_frame(painter, Frame(rect=disc, radius=size / 2, fill=dress.theme.go))
    draw_tick(painter, disc, dress.theme.goink, width=size * 0.12)


_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
}


class ControlButton(QAbstractButton):
    """Shows a `Control`. Enter is not its key: that is the next step's, wherever the focus is."""

    def __init__(
        self, control: Control, surface: "Surface", parent: QWidget, kind: ControlPaint = ControlPaint.PAINTED
    ) -> None:
        super().__init__(parent)
        self.surface = surface
        self.kind = kind
        self.control = control
        self._began: tuple[str, ScreenText] | None = None
        self._look = ControlLook.from_control(control)
        self._dress = surface.dress
        self._kept = PictureCache()
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.pressed.connect(self._begin_press)
        self.clicked.connect(self._end_press)
        self.toggled.connect(self._toggle)
        self._update_accessibility()

    @property
    def look(self) -> ControlLook:
        return self._look

    def show_control(self, control: Control) -> None:
        """The same control as it is now, or another one in its place."""
        if control.name != self.control.name:
            self._began = None
        self.control = control
        look = ControlLook.from_control(control)
        if look == self._look and self._dress is self.surface.dress:
            return
        self._look, self._dress = look, self.surface.dress
        self._update_accessibility()
        self.update()

    def forget(self) -> None:
        """Nobody is shown it any more: what it did may hold a PIN, and goes from what is kept to be used again."""
        self._began = None
        self.control = replace(self.control, act=None)

    def _update_accessibility(self) -> None:
        """To the tests by its name, and to a screen reader in words."""
        control = self.control
        self.setObjectName(control.name)
        self.setAccessibleName(control.label.first)
        about = [text.first for text in (control.sub, control.waits) if text] + [
            control.label.second,
            control.key_words or control.key,
        ]
        self.setAccessibleDescription(" · ".join(text for text in about if text))
        self.setChecked(control.picked)

    def nextCheckState(self) -> None:
        """Whether it is picked is said by the screen that comes of it, not by the finger."""

    def _toggle(self, checked: bool) -> None:
        """A screen reader may toggle what is picked or not: that is a press like any other."""
        if checked is not self.control.picked:
            self.setChecked(self.control.picked)
            self.press()

    def press(self) -> None:
        """As a finger would, from a key that is bound to it."""
        self._begin_press()
        self._end_press()

    def _begin_press(self) -> None:
        self._began = (self.control.name, self.control.label)

    def _end_press(self) -> None:
        began, self._began = self._began, None
        if began != (self.control.name, self.control.label):
            return
        self.surface.handle_press(self.control)

    def begin_touch(self) -> None:
        self._begin_press()
        self.setDown(True)

    def end_touch(self, *, inside: bool) -> None:
        self.setDown(False)
        if inside:
            self._end_press()
        self._began = None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            match event.type():
                case QEvent.Type.TouchBegin:
                    self.begin_touch()
                    return True
                case QEvent.Type.TouchUpdate:
                    return True
                case QEvent.Type.TouchEnd:
                    points = event.points()
                    inside = bool(points) and QRectF(self.rect()).contains(points[0].position())
                    self.end_touch(inside=inside and self._began is not None)
                    return True
                case QEvent.Type.TouchCancel:
                    self.end_touch(inside=False)
                    return True
                case _:
                    pass
        return super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click is no confirmation of what is grave: its second knock comes too soon to be one."""
        if self.control.weight is Weight.GRAVE:
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = WAYS.get(Qt.Key(event.key()))
        if way is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.surface.move_focus(self, way)
            return
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            super().keyPressEvent(event)
            return
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            super().keyReleaseEvent(event)
            return
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _BY_KEY:
            self.surface.handle_focus(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.surface.handle_focus(None)

    def set_place(self, place: QRect) -> None:
        """Where it is from now on."""
        if place != self.geometry():
            self.setGeometry(place)

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.kind is ControlPaint.BARE and not self.isDown():
            return
        look, dress, kind, down = self._look, self._dress, self.kind, self.isDown()
        self._kept.paint(
            self,
            (look, dress, kind, down),
            lambda painter: paint_control(painter, look, QRectF(self.rect()), dress, down=down, bare=kind),
        )
