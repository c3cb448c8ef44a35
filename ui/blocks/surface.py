"""A part of the window that has controls: gives on what is pressed, shows where the focus is, moves it by arrow keys.

A control that is smaller than a finger is pressed by a touch beside it too, on 64 pixels each way around its middle;
where something else is on one side of it, it reaches further on the other.
"""

import itertools
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent, QTouchEvent
from PySide6.QtWidgets import QWidget

from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import Control
from ui.blocks.control import ControlButton
from ui.blocks.painting import PaintLayout
from ui.blocks.plan import Dress
from ui.keys import FocusRing, Way, next_focus
from ui.theme.sizes import DRAWN_HEIGHT, DRAWN_WIDTH, Measures
from ui.theme.theme import DARK, ColourTheme
from ui.touch import nearest_item, touch_area

OnAct = Callable[[Action, str], None]
OnWaits = Callable[[Control], None]


def _reject_act(act: Action, name: str) -> None:
    raise AssertionError(f"{name} was pressed where nobody does {act}")


def _ignore_wait(_control: Control) -> None:
    """Does nothing: what the control waits for is written on it already."""


class Surface(QWidget):
    """`on_act` is given what was pressed, and the name of the control; `on_waits` a control that cannot be pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dress = Dress(DARK, Measures.from_size(DRAWN_WIDTH, DRAWN_HEIGHT))
        self.on_act: OnAct = _reject_act
        self.on_waits: OnWaits = _ignore_wait
        self.paint_layout: PaintLayout | None = None
        self.layouts = 0
        """How often small pictures of layouts came after they had been painted without."""
        self.moves = ("", "")
        """What moves a long column up and down, in words."""
        self.ring = FocusRing(self.dress.theme, self)
        self._beside: ControlButton | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    def set_theme(self, theme: ColourTheme) -> None:
        self.ring.set_theme(theme)
        self._set_dress(Dress(theme, self.dress.measures))

    def set_measures(self, measures: Measures) -> None:
        self._set_dress(Dress(self.dress.theme, measures))

    def _set_dress(self, dress: Dress) -> None:
        if dress != self.dress:
            self.dress = dress
            self.arrange()
            self.update()

    def refresh_layouts(self) -> None:
        self.layouts += 1
        self.update()

    def arrange(self) -> None:
        """Puts everything in its place for the size it has now."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def controls(self) -> list[ControlButton]:
        """All that can be touched now, in reading order."""
        shown = [each for each in self.findChildren(ControlButton) if each.isVisibleTo(self) and each.surface is self]
        return sorted(shown, key=self._reading_order)

    def _reading_order(self, button: ControlButton) -> tuple[int, int, int]:
        corner = button.mapTo(self, QPoint(0, 0))
        return self.section_number(button), corner.y(), corner.x()

    def section_number(self, _button: ControlButton) -> int:
        """Sections are read one after the other, each from its top."""
        return 0

    def control(self, name: str) -> ControlButton | None:
        return next((each for each in self.controls() if each.control.name == name), None)

    def press(self, name: str) -> bool:
        """Presses the control of this name as a finger would; false where it is not here."""
        button = self.control(name)
        if button is not None:
            button.press()
        return button is not None

    def handle_press(self, control: Control) -> None:
        if control.act is None:
            self.on_waits(control)
        else:
            self.on_act(control.act, control.name)

    def handle_focus(self, button: ControlButton | None) -> None:
        """The focus came by a key, or went; one that came with a touch needs no ring."""
        self.ring.surround(button)
        if button is not None:
            self.reveal(button)

    def reveal(self, button: ControlButton) -> None:
        """Brings it into sight where something of the surface is paged."""

    def follow_focus(self) -> None:
        self.ring.follow()

    def move_focus(self, button: ControlButton, way: Way) -> None:
        buttons = self.controls()
        rects = [self._rect(each) for each in buttons]
        found = next_focus(rects, buttons.index(button), way) if button in buttons else None
        if found is not None:
            buttons[found].setFocus(Qt.FocusReason.TabFocusReason)

    def chain_focus(self) -> None:
        """Tab goes the way one reads."""
        buttons = self.controls()
        for one, following in itertools.pairwise(buttons):
            QWidget.setTabOrder(one, following)

    def _rect(self, button: ControlButton) -> QRect:
        return QRect(button.mapTo(self, QPoint(0, 0)), button.size())

    def nearest_button(self, point: QPoint) -> ControlButton | None:
        """The small control that a finger means which touches beside it."""
        target = self.dress.measures.target
        there = [(each, self._rect(each)) for each in self.controls() if not each.visibleRegion().isEmpty()]
        rects = [rect for _, rect in there]
        return nearest_item(
            point,
            (
                (button, rect, touch_area(rect, target, rects, self.rect()))
                for button, rect in there
                if min(rect.width(), rect.height()) < target
            ),
        )

    # What no control took itself

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._begin_touch(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._end_touch(event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent) and event.points():
            match event.type():
                case QEvent.Type.TouchBegin:
                    self._begin_touch(event.points()[0].position())
                    return True
                case QEvent.Type.TouchEnd:
                    self._end_touch(event.points()[0].position())
                    return True
                case QEvent.Type.TouchUpdate:
                    return True
                case QEvent.Type.TouchCancel:
                    self._cancel_touch()
                    return True
                case _:
                    pass
        return super().event(event)

    def _begin_touch(self, point: QPointF) -> None:
        self._cancel_touch()
        self._beside = self.nearest_button(point.toPoint())
        if self._beside is not None:
            self._beside.begin_touch()

    def _end_touch(self, point: QPointF) -> None:
        button, self._beside = self._beside, None
        if button is not None:
            button.end_touch(inside=self.nearest_button(point.toPoint()) is button)

    def _cancel_touch(self) -> None:
        button, self._beside = self._beside, None
        if button is not None:
            button.end_touch(inside=False)
