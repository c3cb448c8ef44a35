"""Card faces and what can stand in a card's place, 1 : 1.4; what does not change is painted once for each size.

A card is given as its text, `KH`, and only to who may see it. Pictures are kept as images, which outlive a window.
"""

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.lines import Line, Tone
from ui.painting.icons import draw_icon
from ui.painting.shapes import Shape, laid, outline, square_within, suit_outline
from ui.painting.texts import MIDDLE, draw_text, fitting, width_of
from ui.theme import fonts
from ui.theme.fonts import font
from ui.theme.tokens import Theme

TALL = 1.4
RADIUS = 0.085
_RANK = 0.60
_SUIT = 0.44
_SMALLEST = 16
_LINE = 1.25
_ROOM_FOR_A_NOTE = 58
_KEPT = 512
"""Two themes, a handful of sizes, 52 faces and the backs; the oldest goes first."""


def card_rect(x: float, y: float, width: float, *, sideways: bool = False) -> QRectF:
    """Where a card of this width lies; a sideways one is in the middle of the same height."""
    if not sideways:
        return QRectF(x, y, width, width * TALL)
    return QRectF(x, y + (width * TALL - width) / 2, width * TALL, width)


def draw_card(painter: QPainter, rect: QRectF, shown: CardShown, theme: Theme) -> None:
    """A card as it lies there, or its place, with the number of its turn where that is shown."""
    painter.drawImage(rect.topLeft(), picture_of(shown, rect, painter.device().devicePixelRatioF(), theme))
    if shown.number is not None:
        draw_number(painter, rect, shown.number, theme)


def picture_of(shown: CardShown, rect: QRectF, ratio: float, theme: Theme) -> QImage:
    """The card or its place as it is to be copied into this rectangle, without the number of its turn."""
    width, height = round(rect.width()), round(rect.height())
    if shown.face is Face.PLACE:
        return place_image(Place(shown.word, shown.note, shown.tone, fonts.preferred()), width, height, ratio, theme)
    return card_image(shown.face, shown.card if shown.face is Face.OPEN else "", width, height, ratio, theme)


@lru_cache(maxsize=_KEPT)
def card_image(face: Face, card: str, width: int, height: int, ratio: float, theme: Theme) -> QImage:
    """A sideways card is one that is wider than it is high."""
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    rect = QRectF(0, 0, width, height)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match face:
            case Face.OPEN:
                _face(painter, rect, CARDS[card], theme)
            case Face.BACK:
                _back(painter, rect, theme)
                draw_diamond(painter, rect, theme)
            case Face.SEALED:
                _back(painter, rect, theme)
                draw_icon(painter, "lock", square_within(rect, _short(rect) * 0.3), theme.onfill)
            case Face.HIDDEN:
                _back(painter, rect, theme)
                draw_icon(painter, "eye-off", square_within(rect, _short(rect) * 0.4), theme.onfill)
            case Face.PLACE:
                raise AssertionError("a place is painted with its word")
    return image


class Place(Struct, frozen=True):
    """What is seen where a card is still to come; the form of the Chinese letters is a part of it."""

    word: Line
    note: Line
    tone: Tone
    han: fonts.Han


@lru_cache(maxsize=_KEPT)
def place_image(look: Place, width: int, height: int, ratio: float, theme: Theme) -> QImage:
    """Words and dashes take longer than a card to paint, and a card is always painted beside some: so they are kept."""
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_place(painter, QRectF(0, 0, width, height), look, theme)
    return image


def suit_colour(suit: Suit, theme: Theme) -> QColor:
    return theme.red if suit in {Suit.HEARTS, Suit.DIAMONDS} else theme.ink


def rank_text(card: Card) -> str:
    return "10" if card.rank is Rank.TEN else card.rank.value


def draw_number(painter: QPainter, rect: QRectF, number: int, theme: Theme) -> None:
    """Its place in the drawn order, on a disc over the upper right corner."""
    side = max(26.0, _short(rect) * 0.36)
    disc = QRectF(rect.right() - side * 0.68, rect.top() - side * 0.32, side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.pill)
    painter.setPen(QPen(theme.pilltext, 2))
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
    draw_text(painter, disc, str(number), font(max(16, round(side * 0.5)), 700), theme.pilltext, MIDDLE)


def draw_diamond(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    mark = square_within(rect, _short(rect) * 0.3)
    painter.strokePath(laid(outline(Shape.DIAMOND), mark), QPen(theme.onfill, max(1.4, _short(rect) * 0.016)))


def _short(rect: QRectF) -> float:
    return min(rect.width(), rect.height())


def _body(rect: QRectF, inset: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    radius = max(0.0, _short(rect) * RADIUS - inset)
    path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    return path


def _face(painter: QPainter, rect: QRectF, card: Card, theme: Theme) -> None:
    painter.fillPath(_body(rect), theme.card)
    painter.strokePath(_body(rect, 0.5), QPen(theme.back, 0.6))
    width = _short(rect)
    colour = suit_colour(card.suit, theme)
    side = width * _SUIT
    if rect.width() > rect.height():
        rank_at = QRectF(rect.x() + rect.width() * 0.06, rect.y(), rect.width() * 0.52, rect.height())
        suit_at = QRectF(rect.x() + rect.width() * 0.6, rect.center().y() - side / 2, side, side)
    else:
        rank_at = QRectF(rect.x(), rect.y() + rect.height() * 0.06, rect.width(), rect.height() * 0.5)
        suit_at = QRectF(rect.center().x() - side / 2, rect.y() + rect.height() * 0.565, side, side)
    _rank(painter, rank_at, rank_text(card), round(width * _RANK), colour)
    painter.fillPath(laid(suit_outline(card.suit), suit_at), colour)


def _rank(painter: QPainter, rect: QRectF, rank: str, size: int, colour: QColor) -> None:
    """The whole of it, always: a ten that has no room is written smaller."""
    letters = font(size, 700, display=True)
    wide = width_of(rank, letters)
    if wide > rect.width():
        letters = font(int(size * rect.width() / wide), 700, display=True)
    painter.setFont(letters)
    painter.setPen(colour)
    painter.drawText(rect, MIDDLE | Qt.TextFlag.TextDontClip, rank)


def _back(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    width = _short(rect)
    painter.fillPath(_body(rect), theme.card)
    painter.fillPath(_body(rect, max(1.6, width * 0.022)), theme.back)
    pen = QPen(theme.onfill, max(1.0, width * 0.012))
    pen.setDashPattern([2.2, 2.6])
    painter.strokePath(_body(rect, width * 0.085), pen)


def _draw_place(painter: QPainter, rect: QRectF, shown: Place, theme: Theme) -> None:
    """The next card's place is bright, any other is quiet: a dashed frame with a word."""
    bright = shown.tone not in {Tone.QUIET, Tone.OFF}
    pen = QPen(theme.t1 if bright else theme.t3, 3 if bright and shown.word else 1.8)
    pen.setDashPattern([3.4, 2.6])
    painter.strokePath(_body(rect, pen.widthF() / 2), pen)
    if shown.word:
        _place_words(painter, rect.adjusted(3, 4, -3, -4), shown, theme.t1 if bright else theme.t2)


def _place_words(painter: QPainter, room: QRectF, shown: Place, colour: QColor) -> None:
    """The word and its note; where room is small the word alone, in several lines, lighter, or its short form."""
    lines = place_lines(shown.word, room.width(), room.height())
    letters = lines[0][1]
    if len(lines) == 1 and shown.note and room.height() >= _ROOM_FOR_A_NOTE:
        note_font = font(max(_SMALLEST, letters.pixelSize() - 2), 500)
        note = fitting([form for form in (shown.note.first, shown.note.short) if form], note_font, room.width())
        lines = (*lines, (note, note_font))
    high = letters.pixelSize() * _LINE
    top = room.center().y() - high * len(lines) / 2
    for number, (text, its_font) in enumerate(lines):
        draw_text(painter, QRectF(room.x(), top + number * high, room.width(), high), text, its_font, colour, MIDDLE)


def place_lines(word: Line, width: float, height: float) -> tuple[tuple[str, QFont], ...]:
    """The first way to write a word that has room: nothing is cut off as long as there is any."""
    sizes = [font(size, 700) for size in _place_sizes(min(width, height))]
    lighter = font(_SMALLEST, 500)
    ways: list[tuple[tuple[str, ...], QFont]] = [((word.first,), letters) for letters in sizes]
    ways += [(tuple(word.first.split()), letters) for letters in (sizes[-1], lighter)]
    ways += [((form,), letters) for form in (word.first, word.short) if form for letters in (sizes[-1], lighter)]
    for lines, letters in ways:
        high = len(lines) * letters.pixelSize() * _LINE
        if all(width_of(line, letters) <= width for line in lines) and (len(lines) == 1 or high <= height):
            return tuple((line, letters) for line in lines)
    return ((fitting([word.short or word.first], lighter, width), lighter),)


def _place_sizes(room: float) -> list[int]:
    return [*(size for part in (0.19, 0.17) if (size := round(room * part)) > _SMALLEST), _SMALLEST]
