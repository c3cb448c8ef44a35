"""Paints a hand in parts, so that a new card costs no more than the card: the panel, a card, the points, the banner."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Hand
from ui.hands.places import PanelPlaces
from ui.painting.marks import draw_mark, fill_colour, mark_colour, tint_colour
from ui.painting.texts import LEFT, MIDDLE, RIGHT, draw_text, fitting, smaller_until_it_fits, width_of
from ui.theme.fonts import font, preferred
from ui.theme.measures import RADIUS_BUTTON, RADIUS_PANEL, STROKE_AREA, STROKE_WINNING_HAND, Measures
from ui.theme.tokens import Theme

_LEAST_NOTE = 60
_BORDER = 8


def paint_panel(
    painter: QPainter, hand: Hand, places: PanelPlaces, banner: QRectF | None, dress: tuple[Theme, Measures]
) -> None:
    """The ground, the border and the name with its note, which gives way to the banner."""
    theme, measures = dress
    stroke = measures.stroke(STROKE_WINNING_HAND if hand.wins else STROKE_AREA)
    colour = theme.lit if hand.wins else mark_colour(hand.tone, theme)
    inset = stroke / 2
    painter.setPen(QPen(colour, stroke))
    painter.setBrush(tint_colour(hand.tone, theme))
    radius = measures.px(RADIUS_PANEL)
    painter.drawRoundedRect(places.panel.adjusted(inset, inset, -inset, -inset), radius, radius)
    paint_header(painter, hand, places, banner, dress)


def header_rect(places: PanelPlaces) -> QRectF:
    """What `paint_header` paints, within the border."""
    return places.header.adjusted(0, _BORDER, 0, -1)


def paint_header(
    painter: QPainter, hand: Hand, places: PanelPlaces, banner: QRectF | None, dress: tuple[Theme, Measures]
) -> None:
    """A strip that is kept: the few notes of a hand come again all day, and letters take longer than the card."""
    strip = header_rect(places)
    ratio = painter.device().devicePixelRatioF()
    room = None if banner is None else banner.getRect()
    key = hand.tone, hand.name, hand.glyph, hand.note, preferred(), places.header.getRect(), room, ratio, dress
    image = _headers.get(key)
    if image is None:
        if len(_headers) >= _MOST_HEADERS:
            _headers.clear()
        image = _headers[key] = _header_image(hand, places, banner, ratio, dress)
    painter.drawImage(strip.topLeft(), image)


_MOST_HEADERS = 64
_headers: dict[object, QImage] = {}


def _header_image(
    hand: Hand, places: PanelPlaces, banner: QRectF | None, ratio: float, dress: tuple[Theme, Measures]
) -> QImage:
    strip = header_rect(places)
    image = QImage((strip.size() * ratio).toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(tint_colour(hand.tone, dress[0]))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-strip.topLeft())
        _paint_header(painter, hand, places, banner, dress)
    return image


def _paint_header(
    painter: QPainter, hand: Hand, places: PanelPlaces, banner: QRectF | None, dress: tuple[Theme, Measures]
) -> None:
    theme, measures = dress
    header, side, gap = places.header, measures.px(24, 20), measures.px(12, 9)
    letters = font(measures.text(26, 22), 700)
    glyph = hand.glyph if hand.glyph not in hand.name.first else ""
    words = [hand.name.first, glyph]
    name = "  ".join(word for word in (reversed(words) if places.mirrored else words) if word)
    wide = width_of(name, letters)
    mark_x = header.right() - side if places.mirrored else header.x()
    draw_mark(painter, hand.tone, QRectF(mark_x, header.center().y() - side / 2, side, side), theme)
    name_x = mark_x - gap - wide if places.mirrored else mark_x + side + gap
    draw_text(painter, QRectF(name_x, header.y(), wide + 1, header.height()), name, letters, theme.t1, LEFT)
    if places.mirrored:
        room = QRectF(QPointF(header.x(), header.y()), QPointF(name_x - gap, header.bottom()))
        if banner is not None:
            room.setLeft(max(room.left(), banner.right() + gap))
    else:
        room = QRectF(QPointF(name_x + wide + gap, header.y()), QPointF(header.right(), header.bottom()))
        if banner is not None:
            room.setRight(min(room.right(), banner.x() - gap))
    small = font(measures.text(19, 16), 600)
    # Beside the banner a note is whole or not there: the result has said it.
    if room.width() >= (_LEAST_NOTE if banner is None else width_of(hand.note, small)):
        draw_text(painter, room, hand.note, small, theme.t2, LEFT if places.mirrored else RIGHT)


def paint_points(painter: QPainter, hand: Hand, places: PanelPlaces, theme: Theme, measures: Measures) -> None:
    size = measures.text(148, 92)
    sizes = [font(round(size * part), 700, display=True) for part in (1, 0.8, 0.6, 0.4)]
    letters = smaller_until_it_fits(hand.points, places.points.width(), sizes)
    ratio = painter.device().devicePixelRatioF()
    colour = theme.lit if hand.wins else theme.t1
    image = _points_image(hand.points, letters.pixelSize(), colour.rgba(), ratio)
    wide, high = image.width() / ratio, image.height() / ratio
    middle = places.points.center()
    painter.drawImage(QPointF(round(middle.x() - wide / 2), round(middle.y() - high / 2)), image)


@lru_cache(maxsize=128)
def _points_image(points: str, size: int, colour: int, ratio: float) -> QImage:
    """Letters of this size are drawn as outlines each time, which costs more than a card: so they are kept."""
    letters = font(size, 700, display=True)
    wide, high = width_of(points, letters) + 4, size * 1.25
    image = QImage(round(wide * ratio), round(high * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(letters)
        painter.setPen(QColor.fromRgba(colour))
        painter.drawText(QRectF(0, 0, wide, high), MIDDLE | Qt.TextFlag.TextDontClip, points)
    return image


def paint_banner(painter: QPainter, rect: QRectF, text: Line, tone: Tone, dress: tuple[Theme, Measures]) -> None:
    """The result, over the seam of both hands."""
    theme, measures = dress
    painter.setPen(QPen(theme.lit, measures.stroke(2.5)))
    painter.setBrush(fill_colour(tone, theme))
    radius = measures.px(RADIUS_BUTTON)
    painter.drawRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), radius, radius)
    room = rect.width() - 2 * measures.px(14)
    forms = [f"{text.first} {text.second}".strip(), text.first, *([text.short] if text.short else [])]
    sizes = [font(measures.text(large, small), 800) for large, small in ((28, 22), (25, 20), (22, 18))]
    letters = smaller_until_it_fits(forms[0], room, sizes)
    colour = theme.onfill if tone in {Tone.PLAYER, Tone.BANKER, Tone.TIE, Tone.STOP} else theme.t1
    draw_text(painter, rect, fitting(forms, letters, room), letters, colour, MIDDLE)


def words_of(hand: Hand) -> str:
    """A hand for who hears the screen: its name, its points, its cards as far as they may be known."""
    cards = ", ".join(words for words in map(card_words, hand.cards) if words)
    return f"{hand.name.first} {hand.points}: {cards}"


def card_words(card: CardShown) -> str:
    """Only a card that lies open is named."""
    return card.card if card.face is Face.OPEN else card.word.first or card.told
