"""Paints a plan, and keeps the last picture of a widget so that painting it again is a copy.

Cards, icons and marks are drawn by `ui.painting`. Words take a hundred times as long as the copy, and most
of what is painted again has only been uncovered.
"""

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from ui.blocks.plan import (
    BlockPlan,
    CardPicture,
    ChartPicture,
    Frame,
    GradeMark,
    Icon,
    PagePicture,
    Pip,
    TextPart,
    Thumbnail,
    ToneMark,
)
from ui.painting.cards import draw_card
from ui.painting.marks import draw_grade, draw_icon, draw_mark
from ui.painting.shapes import fit_path, suit_outline
from ui.theme import fonts
from ui.theme.theme import ColourTheme

PaintLayout = Callable[[QPainter, QRectF, str, str], None]
"""Paints the small picture of a game's layout, by the letter of its Appendix, into a rectangle."""


def paint_plan(painter: QPainter, plan: BlockPlan, theme: ColourTheme, paint_layout: PaintLayout | None = None) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for part in plan.parts:
        match part:
            case TextPart():
                _write(painter, part)
            case Frame():
                paint_frame(painter, part)
            case Icon():
                draw_icon(painter, part.name, part.rect, part.ink)
            case ToneMark():
                draw_mark(painter, part.tone, part.rect, theme)
            case Pip():
                painter.fillPath(fit_path(suit_outline(part.suit), part.rect), part.ink)
            case CardPicture():
                _draw_card(painter, part, theme)
            case Thumbnail():
                if paint_layout is not None:
                    paint_layout(painter, part.rect, part.game, part.letter)
            case GradeMark():
                draw_grade(painter, part.grade, part.rect, theme)
            case ChartPicture():
                # What a drawing does not say of its letters it takes from those that were written before it.
                painter.setFont(QFont())
                QSvgRenderer(QByteArray(part.svg.encode())).render(painter, part.rect)
            case PagePicture():
                _draw_page(painter, part)


def _draw_card(painter: QPainter, part: CardPicture, theme: ColourTheme) -> None:
    draw_card(painter, part.rect, part.card, theme)


def _write(painter: QPainter, part: TextPart) -> None:
    painter.setFont(part.letters.font)
    painter.setPen(part.ink)
    painter.drawText(part.letters.baseline(part.rect), part.text)
    if part.struck:
        middle = part.rect.center().y() + 1
        painter.drawLine(int(part.rect.left()), int(middle), int(part.rect.right()), int(middle))


def paint_frame(painter: QPainter, part: Frame) -> None:
    """The border is within the rectangle, so that nothing of it is cut off at the edge of a widget."""
    painter.setBrush(Qt.BrushStyle.NoBrush if part.fill is None else part.fill)
    rect = part.rect
    if part.border is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(part.border, part.stroke)
        if part.dashed:
            pen.setDashPattern([4.0 * 1.5 / part.stroke, 3.0 * 1.5 / part.stroke])
        painter.setPen(pen)
        half = part.stroke / 2
        rect = rect.adjusted(half, half, -half, -half)
    if part.radius:
        radius = min(part.radius, rect.height() / 2)
        painter.drawRoundedRect(rect, radius, radius)
    else:
        painter.drawRect(rect)


class PictureCache:
    def __init__(self) -> None:
        self._of: object = None
        self._picture = QImage()

    def paint(self, widget: QWidget, shown: object, paint: Callable[[QPainter], None]) -> None:
        """`shown` is all on which the picture depends, but for its size and the form of the Chinese letters."""
        ratio = widget.devicePixelRatioF()
        size = widget.size() * ratio
        of = shown, fonts.current_han(), ratio
        if self._picture.size() != size or self._of != of:
            made = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            with QPainter(made) as painter:
                paint(painter)
            self._picture, self._of = made, of
        with QPainter(widget) as painter:
            painter.drawImage(0, 0, self._picture)


_MOST_PAGES = 4
_pages: dict[str, QImage] = {}
"""The pages of paper that were read last, by their files."""


def is_page_read(file: str) -> bool:
    """Whether it can be painted without its file."""
    return file in _pages


def read_page(file: str) -> QImage:
    """The page, read from its file once; an empty picture where the file is gone, as after its panel was closed."""
    if file not in _pages:
        while len(_pages) >= _MOST_PAGES:
            del _pages[next(iter(_pages))]
        _pages[file] = QImage(file)
    return _pages[file]


def _draw_page(painter: QPainter, part: PagePicture) -> None:
    image = read_page(part.file)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(part.rect, image, QRectF(part.cut, 0.0, image.width() - 2 * part.cut, image.height()))
