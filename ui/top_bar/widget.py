"""The top bar: a caption over each value, limits on raised ground, lamps by shape, colour and word."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import Cell, TopBar
from ui.guarding import guarded
from ui.painting.marks import draw_mark, mark_colour
from ui.painting.texts import LEFT, chosen, draw_text, fitting, width_of
from ui.theme.measures import RADIUS_AREA, Measures
from ui.theme.tokens import DARK, Theme
from ui.top_bar.cells import BarPlaces, Letters, Placed, bar_places
from ui.touch import Touch, Touchable, Touches

_EMPTY = TopBar(left=(), right=())


class TopBarWidget(Touchable, QWidget):
    """A cell that has changed is painted alone: the clock does not paint the bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.of(1920, 1080)
        self._bar = _EMPTY
        self._places: BarPlaces | None = None
        self._touches = Touches(self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("top-bar")

    def near(self, point: QPoint) -> Touch | None:
        """What of it is meant by a touch beside it."""
        return self._touches.near(point, self._measures.target)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._arrange(self._bar)

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._arrange(self._bar)

    def show_bar(self, bar: TopBar) -> None:
        if bar == self._bar:
            return
        before = self._places
        self._bar = bar
        after = self._places = bar_places(bar, self.width(), self._measures)
        if before is None or [placed.rect for placed in before.cells] != [placed.rect for placed in after.cells]:
            self._arrange(bar)
            return
        for old, new in zip(before.cells, after.cells, strict=True):
            if old.cell != new.cell:
                self.update(new.rect.toAlignedRect())
        self._lay_touches(after)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(self._bar)

    def _arrange(self, bar: TopBar) -> None:
        self._places = bar_places(bar, self.width(), self._measures)
        self._lay_touches(self._places)
        self.update()

    def _lay_touches(self, places: BarPlaces) -> None:
        touched = [
            (cell.act, cell.name, _words(cell), placed.rect.toAlignedRect())
            for placed in places.cells
            if (cell := placed.cell).act is not None
        ]
        self._touches.lay(touched, self._theme)
        self.setAccessibleName(". ".join(_words(placed.cell) for placed in places.cells))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.s1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._places is not None:
                for placed in self._places.cells:
                    if event.region().intersects(placed.rect.toAlignedRect()):
                        self._paint_cell(painter, placed, self._places.letters)
            painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.line)

    def _paint_cell(self, painter: QPainter, placed: Placed, letters: Letters) -> None:
        cell, rect, theme = placed.cell, placed.rect, self._theme
        if cell.act is not None:
            painter.setPen(QPen(theme.edge, 1.5))
            painter.setBrush(theme.s3)
            painter.drawRoundedRect(rect.adjusted(3, 4, -3, -5), RADIUS_AREA, RADIUS_AREA)
        elif cell.raised:
            painter.fillRect(rect, theme.s2)
        painter.fillRect(QRectF(rect.right() - 1, 0, 1, rect.height()), theme.line)
        inner = rect.adjusted(letters.padding, 0, -letters.padding, 0)
        high = letters.caption.pixelSize() * 1.3
        gap = letters.value.pixelSize() * 1.3
        top = (rect.height() - high - gap) / 2
        caption = chosen(cell.caption, letters.caption, inner.width() + 1)
        colour = theme.t2 if cell.raised or cell.act is not None else theme.t3
        draw_text(painter, QRectF(inner.x(), top, inner.width() + 1, high), caption, letters.caption, colour)
        self._paint_value(painter, placed, QRectF(inner.x(), top + high, inner.width() + 1, gap), letters)

    def _paint_value(self, painter: QPainter, placed: Placed, room: QRectF, letters: Letters) -> None:
        cell, theme, colour = placed.cell, self._theme, self._theme.t1
        if cell.lamp is not None:
            lamp = QRectF(room.x(), room.center().y() - letters.lamp / 2, letters.lamp, letters.lamp)
            draw_mark(painter, cell.lamp, lamp, theme)
            if placed.bare:
                return
            room = QRectF(QPointF(lamp.right() + 8, room.y()), room.bottomRight())
            colour = theme.t1 if cell.lamp is Tone.GOOD else mark_colour(cell.lamp, theme)
        value = fitting([cell.value], letters.value, room.width())
        draw_text(painter, room, value, letters.value, colour, LEFT)
        after = QRectF(QPointF(room.x() + width_of(value, letters.value) + 7, room.y()), room.bottomRight())
        if cell.note and after.width() > 0:
            draw_text(painter, after, cell.note, letters.note, theme.t1 if cell.raised else theme.t2, LEFT)


def _words(cell: Cell) -> str:
    return " ".join(word for word in (cell.caption.first, cell.value, cell.note) if word)
