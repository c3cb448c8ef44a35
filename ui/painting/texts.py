"""Text that always fits: the first language, its short form where room is small, an ellipsis before any clipping."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from dealer_app.showing.lines import Line

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter


_MOST_WIDTHS = 8192
_widths: dict[tuple[str, str], float] = {}


def width_of(text: str, font: QFont) -> float:
    """How wide a text is: measured once, the same few hundred texts are on the screen all day."""
    key = font.key(), text
    known = _widths.get(key)
    if known is None:
        if len(_widths) >= _MOST_WIDTHS:
            _widths.clear()
        known = _widths[key] = QFontMetricsF(font).horizontalAdvance(text)
    return known


def chosen(line: Line, font: QFont, room: float, *, both: bool = False, between: str = " ") -> str:
    """The longest form of a text that fits: both languages if asked, the first, the short one, and then with `…`."""
    forms = [line.first, *([line.short] if line.short else [])]
    if both and line.second and line.second != line.first:
        forms.insert(0, f"{line.first}{between}{line.second}")
    return fitting(forms, font, room)


def fitting(forms: Sequence[str], font: QFont, room: float) -> str:
    for form in forms:
        if width_of(form, font) <= room:
            return form
    return QFontMetricsF(font).elidedText(forms[-1], Qt.TextElideMode.ElideRight, room)


def draw_text(
    painter: QPainter, rect: QRectF, text: str, font: QFont, colour: QColor, align: Qt.AlignmentFlag = LEFT
) -> None:
    """One line in a rectangle, with an ellipsis where it is longer."""
    painter.setFont(font)
    painter.setPen(colour)
    # A hair of room: a text of exactly the measured width would lose its last letter to rounding.
    shown = text if width_of(text, font) <= rect.width() + 0.5 else fitting([text], font, rect.width())
    painter.drawText(rect, align | Qt.TextFlag.TextDontClip, shown)


def smaller_until_it_fits(text: str, room: float, sizes: Sequence[QFont]) -> QFont:
    """The first of these fonts, the largest before, in which the text fits; the last one if none does."""
    return next((font for font in sizes if width_of(text, font) <= room), sizes[-1])
