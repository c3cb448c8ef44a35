"""Dice: ivory faces with dark pips, or an empty one where none has been read; kept as images like the cards."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from ui.theme.tokens import Theme

RADIUS = 0.17
_LOW, _MIDDLE, _HIGH = 0.24, 0.5, 0.76
_PIP = 0.1
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MIDDLE, _MIDDLE), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MIDDLE), (_HIGH, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
}


def draw_die(painter: QPainter, rect: QRectF, face: int | None, theme: Theme, *, dim: bool = False) -> None:
    """`dim` is a die of an area that does not win."""
    ratio = painter.device().devicePixelRatioF()
    before = painter.opacity()
    painter.setOpacity(before * (0.5 if dim else 1.0))
    painter.drawImage(rect.topLeft(), die_image(face, round(rect.width()), ratio, theme))
    painter.setOpacity(before)


@lru_cache(maxsize=128)
def die_image(face: int | None, side: int, ratio: float, theme: Theme) -> QImage:
    image = QImage(round(side * ratio), round(side * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QPainterPath()
        if face is None:
            pen = QPen(theme.t3, 2)
            pen.setDashPattern([3.4, 2.6])
            body.addRoundedRect(QRectF(1, 1, side - 2, side - 2), side * RADIUS, side * RADIUS)
            painter.strokePath(body, pen)
            return image
        body.addRoundedRect(QRectF(0.3, 0.3, side - 0.6, side - 0.6), side * RADIUS, side * RADIUS)
        painter.fillPath(body, theme.card)
        painter.strokePath(body, QPen(theme.back, 0.6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.ink)
        for x, y in PIPS[face]:
            painter.drawEllipse(QPointF(x * side, y * side), _PIP * side, _PIP * side)
    return image
