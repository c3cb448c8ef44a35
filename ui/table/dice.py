"""Faces of dice, as they are printed in the cells of a Tai Sai layout."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from dealer_app.domain.wagers import Area

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_GAP = 3.0
_LARGEST = 34.0
_SMALLEST = 14.0


def faces(area: Area) -> tuple[int, ...]:
    return tuple(int(digit) for digit in area.partition(":")[2])


def places(area: Area, room: QRectF, scale: float) -> tuple[tuple[int, QRectF], ...]:
    """The dice of this bet in a row, or one over the other where it is narrow; nothing where they do not fit."""
    shown = faces(area)
    count = len(shown)
    room = room.adjusted(_GAP, 0, -_GAP, 0)
    gap, largest = _GAP * scale, _LARGEST * max(1.0, scale)
    beside = min((room.width() - gap * (count - 1)) / count, room.height(), largest)
    above = min((room.height() - gap * (count - 1)) / count, room.width(), largest)
    side, upright = (above, True) if above > beside * 1.3 else (beside, False)
    if side < _SMALLEST * max(1.0, scale):
        return ()
    step = side + gap
    first = room.center() - QPointF(side / 2, side / 2)
    start = -step * (count - 1) / 2
    along = [start + number * step for number in range(count)]
    tops = [first + (QPointF(0, way) if upright else QPointF(way, 0)) for way in along]
    return tuple((face, QRectF(top.x(), top.y(), side, side)) for face, top in zip(shown, tops, strict=True))


def paint(painter: QPainter, face: int, place: QRectF, colours: tuple[QColor, QColor]) -> None:
    """A face with its ground and its pips; made once for each size and colour."""
    ratio = painter.device().devicePixelRatio()
    picture = _picture(face, round(place.width() * ratio), ratio, colours[0].rgba(), colours[1].rgba())
    painter.drawPixmap(place.topLeft(), picture)


@cache
def _picture(face: int, size: int, ratio: float, ground: int, pip: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromRgba(ground))
        painter.drawRoundedRect(QRectF(0, 0, size, size), size * 0.17, size * 0.17)
        painter.setBrush(QColor.fromRgba(pip))
        for across, down in PIPS[face]:
            painter.drawEllipse(
                QPointF(size / 2 + across * size * 0.27, size / 2 + down * size * 0.27), size * 0.1, size * 0.1
            )
    picture.setDevicePixelRatio(ratio)
    return picture
