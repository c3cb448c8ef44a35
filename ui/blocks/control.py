"""Everything that can be pressed, by mouse, by touch, by key and by a screen reader, with one and the same end.

What a control does is given on when it is released; if it has come to mean something else meanwhile, nothing is given
on, for nobody has pressed what stands there now.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.lines import Line
from ui.blocks.control_look import paint_control
from ui.blocks.control_words import Look
from ui.blocks.kept import Kept
from ui.blocks.plan import Kind
from ui.focus import WAYS
from ui.guarding import guarded

if TYPE_CHECKING:
    from ui.blocks.surface import Surface

_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
}


class ControlButton(QAbstractButton):
    """Shows a `Control`. Enter is not its key: that is the next step's, wherever the focus is."""

    def __init__(self, control: Control, surface: "Surface", parent: QWidget, kind: Kind = Kind.PAINTED) -> None:
        super().__init__(parent)
        self.surface = surface
        self.kind = kind
        self.control = control
        self._began: tuple[str, Line] | None = None
        self._look = Look.of(control)
        self._dress = surface.dress
        self._kept = Kept()
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.pressed.connect(self._begin)
        self.clicked.connect(self._end)
        self.toggled.connect(self._toggle)
        self._tell()

    @property
    def look(self) -> Look:
        return self._look

    def show_control(self, control: Control) -> None:
        """The same control as it is now, or another one in its place."""
        if control.name != self.control.name:
            self._began = None
        self.control = control
        look = Look.of(control)
        if look == self._look and self._dress is self.surface.dress:
            return
        self._look, self._dress = look, self.surface.dress
        self._tell()
        self.update()

    def forget(self) -> None:
        """Nobody is shown it any more: what it did may hold a PIN, and goes from what is kept to be used again."""
        self._began = None
        self.control = replace(self.control, act=None)

    def _tell(self) -> None:
        """To the tests by its name, and to a screen reader in words."""
        control = self.control
        self.setObjectName(control.name)
        self.setAccessibleName(control.label.first)
        about = [text.first for text in (control.sub, control.waits) if text] + [control.label.second, control.key]
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
        self._begin()
        self._end()

    def _begin(self) -> None:
        self._began = (self.control.name, self.control.label)

    def _end(self) -> None:
        began, self._began = self._began, None
        if began != (self.control.name, self.control.label):
            return
        self.surface.pressed(self.control)

    def finger_down(self) -> None:
        self._begin()
        self.setDown(True)

    def finger_up(self, *, inside: bool) -> None:
        self.setDown(False)
        if inside:
            self._end()
        self._began = None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            match event.type():
                case QEvent.Type.TouchBegin:
                    self.finger_down()
                    return True
                case QEvent.Type.TouchUpdate:
                    return True
                case QEvent.Type.TouchEnd:
                    points = event.points()
                    inside = bool(points) and QRectF(self.rect()).contains(points[0].position())
                    self.finger_up(inside=inside and self._began is not None)
                    return True
                case QEvent.Type.TouchCancel:
                    self.finger_up(inside=False)
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
            self.surface.focused(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.surface.focused(None)

    def leave(self, place: QRect) -> None:
        """Where it is from now on."""
        if place != self.geometry():
            self.setGeometry(place)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self.kind is Kind.BARE and not self.isDown():
            return
        look, dress, kind, down = self._look, self._dress, self.kind, self.isDown()
        self._kept.paint(
            self,
            (look, dress, kind, down),
            lambda painter: paint_control(painter, look, QRectF(self.rect()), dress, down=down, bare=kind),
        )
