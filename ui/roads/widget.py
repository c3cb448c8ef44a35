"""The roads, or the trail of a Tai Sai table: one picture, painted when a round is added and copied otherwise."""

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.screen import RoadsShown, TrailShown
from ui.guarding import guarded
from ui.roads.roads import paint_roads
from ui.roads.trail import paint_trail
from ui.theme.measures import Measures
from ui.theme.tokens import DARK, Theme
from ui.touch import OnAct, nothing_listens
from ui.turns import Pieces, Turns


class RoadsWidget(QWidget):
    """Nothing of it can be touched."""

    def __init__(self, parent: QWidget | None = None, *, turns: Turns | None = None) -> None:
        """Without turns, as for one picture, it is painted at once."""
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.of(1920, 1080)
        self._shown: RoadsShown | TrailShown | None = None
        self._picture: QImage | None = None
        self._whole = False
        """Whether the picture is of what is shown."""
        self._turns = Turns(self) if turns is None else turns
        self.on_act: OnAct = nothing_listens
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("roads")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._anew()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._anew()

    def show_past(self, shown: RoadsShown | TrailShown | None) -> None:
        if shown is self._shown or shown == self._shown:
            return
        self._shown = shown
        self.setAccessibleName(_words(shown))
        self._anew()

    def _anew(self) -> None:
        self._whole = False
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._anew()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        ratio, picture = self.devicePixelRatioF(), self._picture
        fits = picture is not None and picture.size() == self.size() * ratio and picture.devicePixelRatio() == ratio
        if not (self._whole and fits):
            self._turns.want(self, self._pieces())
        with QPainter(self) as painter:
            if self._picture is None or self._picture.size() != self.size() * ratio:
                painter.fillRect(event.rect(), self._theme.s1)
                return
            rect = QRectF(event.rect())
            painter.drawImage(rect, self._picture, QRectF(rect.topLeft() * ratio, rect.size() * ratio))

    def _pieces(self) -> Pieces:
        """The rounds of before are in no hurry: what was there is seen until the next turn of the loop."""
        self._paint_anew()
        if self._turns.running:
            self.update()
        yield

    def _paint_anew(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = QImage(self.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.s1)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(0, 0, self.width(), 1, self._theme.line)
            if isinstance(self._shown, RoadsShown):
                paint_roads(painter, self._shown, QSizeF(self.size()), self._theme, self._measures)
            elif self._shown is not None:
                paint_trail(painter, self._shown, QRectF(self.rect()), self._theme, self._measures)
        self._picture, self._whole = picture, True


def _words(shown: RoadsShown | TrailShown | None) -> str:
    if shown is None:
        return ""
    if isinstance(shown, RoadsShown):
        return " · ".join((shown.rounds.first, *(f"{glyph} {count}" for _, glyph, count in shown.counts), shown.pairs))
    return " · ".join((shown.counted.first, *(f"{glyph} {count}" for glyph, count in shown.counts)))
