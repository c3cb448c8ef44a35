"""Paints the line of time of a round: its parts, a mark for each step, and a tall line where one is now."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.screen import TimeLine, TimeMark, TimeShape
from ui.blocks.plan import Dress
from ui.blocks.text_metrics import TextStyle, advance
from ui.painting.marks import draw_mark, mark_colour

_EDGE = 24


def paint_time_line(painter: QPainter, line: TimeLine, room: QRectF, dress: Dress) -> None:
    """Times of day above, the parts below them, and the steps under those."""
    px = dress.measures.px
    letters = TextStyle(dress.measures.text(17, 16), 600)
    edge = px(_EDGE, 14)
    left, right = room.left() + edge, room.right() - edge
    scale = (right - left) / line.length
    y = room.top() + letters.height + px(6, 4)
    high = px(30, 26)
    for part in line.parts:
        rect = QRectF(left + part.begin * scale, y, max(2.0, (part.end - part.begin) * scale - 3), high)
        _paint_part(painter, rect, _part_title(part.title, letters, rect.width() - 6), letters, dress)
    at = y + high + px(18, 15)
    for mark in line.marks:
        _paint_mark(painter, mark, QPointF(left + mark.at * scale, at), dress)
    _paint_times(painter, line, QRectF(left, room.top(), right - left, letters.height), letters, dress)
    now = next((mark for mark in line.marks if mark.now), None)
    if now is not None:
        x = left + now.at * scale
        painter.setPen(QPen(dress.theme.go, px(3)))
        painter.drawLine(QPointF(x, room.top() + letters.height), QPointF(x, at))


def _part_title(title: ScreenText, letters: TextStyle, room: float) -> str:
    """In as many words as have room; a part that is too short for any has none, and its steps say what it was."""
    forms = (f"{title.first} {title.second}".rstrip(), title.first, title.short)
    return next((form for form in forms if form and advance(form, letters) <= room), "")


def _paint_part(painter: QPainter, rect: QRectF, text: str, letters: TextStyle, dress: Dress) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(dress.theme.s3)
    painter.drawRoundedRect(rect, 4, 4)
    if text:
        painter.setFont(letters.font)
        painter.setPen(dress.theme.t1)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _paint_mark(painter: QPainter, mark: TimeMark, middle: QPointF, dress: Dress) -> None:
    """A card is an ivory tile, what is disputed an amber triangle, anything else a disc: by shape, not by colour."""
    theme, px = dress.theme, dress.measures.px
    size = px(18, 14) * (1.25 if mark.now else 1.0)
    rect = QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    match mark.shape:
        case TimeShape.DISPUTED:
            draw_mark(painter, Tone.ATTENTION, rect, theme)
        case TimeShape.CARD:
            painter.setBrush(theme.go)
            painter.drawRoundedRect(rect.adjusted(size * 0.22, 0, -size * 0.22, 0), 2, 2)
        case TimeShape.STEP:
            painter.setBrush(theme.go if mark.now else mark_colour(Tone.PLAIN, theme))
            painter.drawEllipse(rect.adjusted(2, 2, -2, -2))


def _paint_times(painter: QPainter, line: TimeLine, room: QRectF, letters: TextStyle, dress: Dress) -> None:
    """Of both ends, and of now where it is clear of them."""
    painter.setFont(letters.font)
    wide = advance(line.now, letters)
    now = next((mark.at for mark in line.marks if mark.now), 0)
    x = room.left() + now * room.width() / line.length
    x = min(max(room.left(), x - wide / 2), room.right() - wide)
    begin_end = room.left() + advance(line.begin, letters) + 12
    end_begin = room.right() - advance(line.end, letters) - 12
    painter.setPen(dress.theme.t2)
    if x >= begin_end:
        painter.drawText(letters.baseline(room), line.begin)
    if x + wide <= end_begin:
        shown = QRectF(end_begin + 12, room.top(), room.right() - end_begin, room.height())
        painter.drawText(letters.baseline(shown), line.end)
    painter.setPen(dress.theme.t1)
    painter.drawText(letters.baseline(QRectF(x, room.top(), wide, room.height())), line.now)
