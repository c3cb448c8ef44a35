"""The ribbon of a practice or a demonstration: a violet hatch that cannot be closed, and what moves the devices."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Control
from dealer_app.showing.screen import Ribbon
from ui.blocks.kept import Kept
from ui.guarding import guarded
from ui.painting.icons import draw_icon
from ui.painting.texts import LEFT, MIDDLE, chosen, draw_text, width_of
from ui.theme.fonts import font
from ui.theme.measures import RADIUS_AREA, TARGET, Measures
from ui.theme.tokens import DARK, Theme
from ui.touch import Touch, Touchable, Touches

_STRIPE = 26


class RibbonWidget(Touchable, QWidget):
    """Buttons stand at the right, as high as the ribbon; the text takes what they leave."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.of(1920, 1080)
        self._ribbon: Ribbon | None = None
        self._buttons: list[tuple[Control, QRectF]] = []
        self._touches = Touches(self)
        self._kept = Kept()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("ribbon")

    def near(self, point: QPoint) -> Touch | None:
        """What of it is meant by a touch beside it."""
        return self._touches.near(point, self._measures.target)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._arrange()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._arrange()

    def show_ribbon(self, ribbon: Ribbon | None) -> None:
        if ribbon == self._ribbon:
            return
        self._ribbon = ribbon
        self.setAccessibleName("" if ribbon is None else ribbon.text.first)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """From the right edge; labels are short before the text has to give up half of the ribbon."""
        px = self._measures.px
        controls = () if self._ribbon is None else self._ribbon.controls
        widths = [self._width(control, short=False) for control in controls]
        if sum(widths) > self.width() * 0.6:
            widths = [self._width(control, short=True) for control in controls]
        room = self.width() - px(300, 200)
        if sum(widths) > room > 0:
            widths = [max(float(TARGET), wide * room / sum(widths)) for wide in widths]
        x = self.width() - px(12, 8) - sum(widths)
        self._buttons = []
        touched: list[tuple[Act, str, str, QRect]] = []
        for control, wide in zip(controls, widths, strict=True):
            rect = QRectF(x, 0, wide, self.height())
            self._buttons.append((control, rect))
            if control.act is not None:
                touched.append((control.act, control.name, control.label.first, rect.toAlignedRect()))
            x += wide
        self._touches.lay(touched, self._theme)
        self.update()

    def _width(self, control: Control, *, short: bool) -> float:
        label = control.label.short if short and control.label.short else control.label.first
        icon = self._measures.px(28, 24) if control.icon else 0
        room = width_of(label, font(self._measures.text(18, 16), 600)) + icon + self._measures.px(36, 24)
        return max(float(TARGET), room)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        self._kept.paint(self, (self._ribbon, self._theme, self._measures), self._paint)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._theme.pract)
        if self._ribbon is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._hatch(painter)
        left = self._buttons[0][1].x() if self._buttons else float(self.width())
        self._text(painter, self._ribbon, left)
        for control, rect in self._buttons:
            self._button(painter, control, rect)

    def _hatch(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.hatch)
        high, step = self.height(), self._measures.px(_STRIPE)
        for x in range(-high, self.width() + high, 2 * step):
            corners = (x + high, 0), (x + high + step, 0), (x + step, high), (x, high)
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        painter.fillRect(QRectF(0, high - 2, self.width(), 2), self._theme.prac)

    def _text(self, painter: QPainter, ribbon: Ribbon, until: float) -> None:
        px = self._measures.px
        side = px(24, 20)
        icon = QRectF(px(24, 14), (self.height() - side) / 2, side, side)
        draw_icon(painter, "play", icon, self._theme.prac)
        letters = font(self._measures.text(20, 17), 700)
        room = QRectF(icon.right() + px(14, 10), 0, until - icon.right() - px(28, 20), self.height())
        draw_text(painter, room, chosen(ribbon.text, letters, room.width(), both=True), letters, self._theme.t1, LEFT)

    def _button(self, painter: QPainter, control: Control, rect: QRectF) -> None:
        """One that cannot be pressed now is dashed, as everywhere."""
        theme, px = self._theme, self._measures.px
        pen = QPen(theme.go if control.picked else theme.prac, 3 if control.picked else 1.6)
        if control.act is None:
            pen = QPen(theme.t3, 1.6)
            pen.setDashPattern([3.0, 2.4])
        painter.setPen(pen)
        painter.setBrush(theme.pract if control.act is None else theme.s2)
        painter.drawRoundedRect(rect.adjusted(4, 4, -4, -6), RADIUS_AREA, RADIUS_AREA)
        colour = theme.t2 if control.act is None else theme.t1
        letters = font(self._measures.text(18, 16), 600)
        inner = rect.adjusted(px(14, 10), 0, -px(14, 10), -2)
        if control.icon:
            side = px(20, 18)
            draw_icon(painter, control.icon, QRectF(inner.x(), inner.center().y() - side / 2, side, side), colour)
            inner.setLeft(inner.left() + side + px(8, 6))
        draw_text(painter, inner, chosen(control.label, letters, inner.width()), letters, colour, MIDDLE)
