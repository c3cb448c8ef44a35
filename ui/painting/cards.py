"""Pictures of cards, of the places where cards go, and of dice, painted once for each size.

A card is 1 : 1.4, given as its text, `KH`, and only to a caller who may see it. Pictures are images, which
outlive a window.
"""

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.screens.blocks import CardShown, Face, ScreenText, Tone
from ui.painting.marks import draw_icon
from ui.painting.shapes import (
    MIDDLE,
    MarkShape,
    draw_text,
    fit_path,
    fit_text,
    middle_square,
    shape_outline,
    suit_outline,
    text_width,
)
from ui.theme import fonts
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

CARD_HEIGHT = 1.4
CARD_RADIUS = 0.085
_RANK = 0.60
_SUIT = 0.44
_SMALLEST = 16
_LINE = 1.25
_ROOM_FOR_A_NOTE = 58
_MOST_IMAGES = 512
"""Two themes, a handful of sizes, 52 faces and the backs; the oldest goes first."""


def card_rect(x: float, y: float, width: float, *, sideways: bool = False) -> QRectF:
    """The rectangle of a card of this width; a sideways one is in the middle of the same height."""
    if not sideways:
        return QRectF(x, y, width, width * CARD_HEIGHT)
    return QRectF(x, y + (width * CARD_HEIGHT - width) / 2, width * CARD_HEIGHT, width)


def draw_card(painter: QPainter, rect: QRectF, shown: CardShown, theme: ColourTheme) -> None:
    """A card as it lies there, or its place, with the number of its turn where that is shown."""
    painter.drawImage(rect.topLeft(), card_picture(shown, rect, painter.device().devicePixelRatioF(), theme))
    if shown.number is not None:
        draw_number(painter, rect, shown.number, theme)


def card_picture(shown: CardShown, rect: QRectF, ratio: float, theme: ColourTheme) -> QImage:
    """The card or its place as it is to be copied into this rectangle, without the number of its turn."""
    width, height = round(rect.width()), round(rect.height())
    if shown.face is Face.PLACE:
        return place_image(
            CardPlace(shown.word, shown.note, shown.tone, fonts.current_han()), width, height, ratio, theme
        )
    return card_image(shown.face, shown.card if shown.face is Face.OPEN else "", width, height, ratio, theme)


@lru_cache(maxsize=_MOST_IMAGES)
def card_image(face: Face, card: str, width: int, height: int, ratio: float, theme: ColourTheme) -> QImage:
    """A sideways card is one that is wider than it is high."""
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    rect = QRectF(0, 0, width, height)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match face:
            case Face.OPEN:
                _draw_face(painter, rect, CARDS[card], theme)
            case Face.BACK:
                _draw_back(painter, rect, theme)
                draw_diamond(painter, rect, theme)
            case Face.SEALED:
                _draw_back(painter, rect, theme)
                draw_icon(painter, "lock", middle_square(rect, _short_side(rect) * 0.3), theme.onfill)
            case Face.HIDDEN:
                _draw_back(painter, rect, theme)
                draw_icon(painter, "eye-off", middle_square(rect, _short_side(rect) * 0.4), theme.onfill)
            case Face.PLACE:
                raise AssertionError("a place is painted with its word")
    return image


class CardPlace(Struct, frozen=True):
    """What is seen where a card is still to come; the form of the Chinese letters is a part of it."""

    word: ScreenText
    note: ScreenText
    tone: Tone
    han: fonts.Han


@lru_cache(maxsize=_MOST_IMAGES)
def place_image(look: CardPlace, width: int, height: int, ratio: float, theme: ColourTheme) -> QImage:
    """Words and dashes take longer than a card to paint, and a card is always painted beside some: so they are kept."""
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_place(painter, QRectF(0, 0, width, height), look, theme)
    return image


def suit_colour(suit: Suit, theme: ColourTheme) -> QColor:
    return theme.red if suit in {Suit.HEARTS, Suit.DIAMONDS} else theme.ink


def rank_text(card: Card) -> str:
    return "10" if card.rank is Rank.TEN else card.rank.value


def draw_number(painter: QPainter, rect: QRectF, number: int, theme: ColourTheme) -> None:
    """Its place in the drawn order, on a disc over the upper right corner."""
    side = max(26.0, _short_side(rect) * 0.36)
    disc = QRectF(rect.right() - side * 0.68, rect.top() - side * 0.32, side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.pill)
    painter.setPen(QPen(theme.pilltext, 2))
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
    draw_text(painter, disc, str(number), font(max(16, round(side * 0.5)), 700), theme.pilltext, MIDDLE)


def draw_diamond(painter: QPainter, rect: QRectF, theme: ColourTheme) -> None:
    mark = middle_square(rect, _short_side(rect) * 0.3)
    painter.strokePath(
        fit_path(shape_outline(MarkShape.DIAMOND), mark), QPen(theme.onfill, max(1.4, _short_side(rect) * 0.016))
    )


def _short_side(rect: QRectF) -> float:
    return min(rect.width(), rect.height())


def _card_body(rect: QRectF, inset: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    radius = max(0.0, _short_side(rect) * CARD_RADIUS - inset)
    path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    return path


def _draw_face(painter: QPainter, rect: QRectF, card: Card, theme: ColourTheme) -> None:
    painter.fillPath(_card_body(rect), theme.card)
    painter.strokePath(_card_body(rect, 0.5), QPen(theme.back, 0.6))
    width = _short_side(rect)
    colour = suit_colour(card.suit, theme)
    side = width * _SUIT
    if rect.width() > rect.height():
        rank_at = QRectF(rect.x() + rect.width() * 0.06, rect.y(), rect.width() * 0.52, rect.height())
        suit_at = QRectF(rect.x() + rect.width() * 0.6, rect.center().y() - side / 2, side, side)
    else:
        rank_at = QRectF(rect.x(), rect.y() + rect.height() * 0.06, rect.width(), rect.height() * 0.5)
        suit_at = QRectF(rect.center().x() - side / 2, rect.y() + rect.height() * 0.565, side, side)
    _draw_rank(painter, rank_at, rank_text(card), round(width * _RANK), colour)
    painter.fillPath(fit_path(suit_outline(card.suit), suit_at), colour)


def _draw_rank(painter: QPainter, rect: QRectF, rank: str, size: int, colour: QColor) -> None:
    """The whole of it, always: a ten that has no room is written smaller."""
    letters = font(size, 700, display=True)
    wide = text_width(rank, letters)
    if wide > rect.width():
        letters = font(int(size * rect.width() / wide), 700, display=True)
    painter.setFont(letters)
    painter.setPen(colour)
    painter.drawText(rect, MIDDLE | Qt.TextFlag.TextDontClip, rank)


def _draw_back(painter: QPainter, rect: QRectF, theme: ColourTheme) -> None:
    width = _short_side(rect)
    painter.fillPath(_card_body(rect), theme.card)
    painter.fillPath(_card_body(rect, max(1.6, width * 0.022)), theme.back)
    pen = QPen(theme.onfill, max(1.0, width * 0.012))
    pen.setDashPattern([2.2, 2.6])
    painter.strokePath(_card_body(rect, width * 0.085), pen)


def _draw_place(painter: QPainter, rect: QRectF, shown: CardPlace, theme: ColourTheme) -> None:
    """The next card's place is bright, any other is quiet: a dashed frame with a word."""
    bright = shown.tone not in {Tone.QUIET, Tone.OFF}
    pen = QPen(theme.t1 if bright else theme.t3, 3 if bright and shown.word else 1.8)
    pen.setDashPattern([3.4, 2.6])
    painter.strokePath(_card_body(rect, pen.widthF() / 2), pen)
    if shown.word:
        _draw_place_words(painter, rect.adjusted(3, 4, -3, -4), shown, theme.t1 if bright else theme.t2)


def _draw_place_words(painter: QPainter, room: QRectF, shown: CardPlace, colour: QColor) -> None:
    """The word and its note; where room is small the word alone, in several lines, lighter, or its short form."""
    lines = place_lines(shown.word, room.width(), room.height())
    letters = lines[0][1]
    if len(lines) == 1 and shown.note and room.height() >= _ROOM_FOR_A_NOTE:
        note_font = font(max(_SMALLEST, letters.pixelSize() - 2), 500)
        forms = [form for form in (shown.note.first, shown.note.short) if form]
        note = next((form for form in forms if text_width(form, note_font) <= room.width()), "")
        lines = (*lines, (note, note_font)) if note else lines
    high = letters.pixelSize() * _LINE
    top = room.center().y() - high * len(lines) / 2
    for number, (text, its_font) in enumerate(lines):
        draw_text(painter, QRectF(room.x(), top + number * high, room.width(), high), text, its_font, colour, MIDDLE)


def place_lines(word: ScreenText, width: float, height: float) -> tuple[tuple[str, QFont], ...]:
    """The first way to write a word that has room: nothing is cut off as long as there is any."""
    sizes = [font(size, 700) for size in _place_sizes(min(width, height))]
    lighter = font(_SMALLEST, 500)
    ways: list[tuple[tuple[str, ...], QFont]] = [((word.first,), letters) for letters in sizes]
    ways += [(tuple(word.first.split()), letters) for letters in (sizes[-1], lighter)]
    ways += [((form,), letters) for form in (word.first, word.short) if form for letters in (sizes[-1], lighter)]
    for lines, letters in ways:
        high = len(lines) * letters.pixelSize() * _LINE
        if all(text_width(line, letters) <= width for line in lines) and (len(lines) == 1 or high <= height):
            return tuple((line, letters) for line in lines)
    return ((fit_text([word.short or word.first], lighter, width), lighter),)


def _place_sizes(room: float) -> list[int]:
    return [*(size for part in (0.19, 0.17) if (size := round(room * part)) > _SMALLEST), _SMALLEST]


DIE_RADIUS = 0.17
_LOW, _MIDDLE, _HIGH = 0.24, 0.5, 0.76
_PIP_RADIUS = 0.1
DIE_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MIDDLE, _MIDDLE), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MIDDLE), (_HIGH, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
}


def draw_die(painter: QPainter, rect: QRectF, face: int | None, theme: ColourTheme, *, dim: bool = False) -> None:
    """`dim` is a die of an area that does not win."""
    ratio = painter.device().devicePixelRatioF()
    before = painter.opacity()
    painter.setOpacity(before * (0.5 if dim else 1.0))
    painter.drawImage(rect.topLeft(), die_image(face, round(rect.width()), ratio, theme))
    painter.setOpacity(before)


@lru_cache(maxsize=128)
def die_image(face: int | None, side: int, ratio: float, theme: ColourTheme) -> QImage:
    image = QImage(round(side * ratio), round(side * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QPainterPath()
        if face is None:
            pen = QPen(theme.t3, 2)
            pen.setDashPattern([3.4, 2.6])
            body.addRoundedRect(QRectF(1, 1, side - 2, side - 2), side * DIE_RADIUS, side * DIE_RADIUS)
            painter.strokePath(body, pen)
            return image
        body.addRoundedRect(QRectF(0.3, 0.3, side - 0.6, side - 0.6), side * DIE_RADIUS, side * DIE_RADIUS)
        painter.fillPath(body, theme.card)
        painter.strokePath(body, QPen(theme.back, 0.6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.ink)
        for x, y in DIE_PIPS[face]:
            painter.drawEllipse(QPointF(x * side, y * side), _PIP_RADIUS * side, _PIP_RADIUS * side)
    return image
