"""A line of letters at its place: what a painter draws and a file has as outlines."""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QTransform

from ui.theme.fonts import font

_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


class Placed(Struct, frozen=True, kw_only=True):
    """A text around its middle, turned around it."""

    text: str
    px: int
    weight: int
    middle: QPointF
    angle: float
    colour: QColor

    def paint(self, painter: QPainter) -> None:
        painter.save()
        painter.translate(self.middle)
        painter.rotate(self.angle)
        painter.setPen(self.colour)
        painter.setFont(font(self.px, self.weight))
        painter.drawText(QRectF(-1000, -self.px, 2000, 2 * self.px), _TEXT, self.text)
        painter.restore()

    @property
    def width(self) -> float:
        return QFontMetricsF(font(self.px, self.weight)).horizontalAdvance(self.text)

    @property
    def outline(self) -> QPainterPath:
        """The letters as shapes, for a file that is opened where the fonts are not."""
        letters = font(self.px, self.weight)
        sizes = QFontMetricsF(letters)
        path = QPainterPath()
        path.addText(-self.width / 2, (sizes.ascent() - sizes.descent()) / 2, letters, self.text)
        return QTransform().translate(self.middle.x(), self.middle.y()).rotate(self.angle).map(path)
