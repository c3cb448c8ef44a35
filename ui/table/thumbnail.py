"""A layout in the size of a stamp, to choose by: its boxes in the colour of the side they belong to, and no letters."""

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from dealer_app.layouts import drawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.layouts.printed import Belongs, printed
from ui.table.as_printed import as_printed
from ui.table.geometry import shapes_of
from ui.theme.tokens import Theme

_TWICE = 2
"""Painted so much larger than it is shown, so that it is sharp on any screen."""


def paint_thumbnail(painter: QPainter, room: QRectF, game: str, letter: str, theme: Theme) -> None:
    picture = _picture(game, letter, round(room.width()), round(room.height()), theme)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(room, picture, QRectF(picture.rect()))


@lru_cache(maxsize=128)
def _picture(game: str, letter: str, width: int, height: int, theme: Theme) -> QPixmap:
    drawn = drawing(game, letter)
    seats = tuple(seat.number for seat in as_printed(game, letter).seats)
    shapes = shapes_of(drawn, seats, (SCENE_WIDTH, drawn.kind.height))
    scale = min(width / SCENE_WIDTH, height / drawn.kind.height) * _TWICE
    made = QPixmap(width * _TWICE, height * _TWICE)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((width * _TWICE - SCENE_WIDTH * scale) / 2, (height * _TWICE - drawn.kind.height * scale) / 2)
        painter.scale(scale, scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.felt)
        painter.drawPath(shapes.felt)
        for box in shapes.boxes:
            painter.setBrush(_colour(printed(box.area).belongs, theme))
            painter.drawPath(box.path)
    return made


def _colour(belongs: Belongs, theme: Theme) -> QColor:
    sides = {Belongs.PLAYER: theme.player, Belongs.BANKER: theme.banker, Belongs.TIE: theme.tie}
    return sides.get(belongs, theme.feltline)
