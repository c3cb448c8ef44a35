"""Where everything of two hands is, and the painting of a hand in parts.

A new card costs no more than the card: panel, card, points and banner are painted apart. The right hand is
the left one in a mirror, so that the points meet in the middle.
"""

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from dealer_app.screens.blocks import CardShown, Face, ScreenText, Tone
from dealer_app.screens.screen import HandShown
from ui.painting.cards import CARD_HEIGHT, card_rect
from ui.painting.marks import draw_mark, fill_colour, mark_colour, tint_colour
from ui.painting.shapes import LEFT, MIDDLE, RIGHT, draw_text, fit_font, fit_text, text_width
from ui.theme.fonts import current_han, font
from ui.theme.sizes import RADIUS_BUTTON, RADIUS_PANEL, STROKE_AREA, STROKE_WINNING_HAND, Measures
from ui.theme.theme import ColourTheme

SLOTS = 3
"""Two cards upright and one that lies sideways."""


class PanelPlaces(Struct, frozen=True, kw_only=True):
    panel: QRectF
    header: QRectF
    slots: tuple[QRectF, QRectF, QRectF]
    points: QRectF
    mirrored: bool
    upright: float
    """The width of an upright card."""


class HandPlaces(Struct, frozen=True, kw_only=True):
    left: PanelPlaces
    right: PanelPlaces
    banner: QRectF


def hand_places(width: int, height: int, measures: Measures) -> HandPlaces:
    px = measures.px
    side, between, top = px(8, 6), px(8, 5), px(8, 4)
    panel_width = (width - 2 * side - between) / 2
    panel_height = height - top - px(8, 7)
    left = QRectF(side, top, panel_width, panel_height)
    right = left.translated(panel_width + between, 0)
    one, other = _panel_places(left, measures, mirrored=False), _panel_places(right, measures, mirrored=True)
    # The banner reaches down to the cards, so it ends where they begin.
    free = min(slot.left() for slot in other.slots) - max(slot.right() for slot in one.slots) - px(8)
    banner_width, banner_height = min(px(452, 360), free), px(52, 42)
    return HandPlaces(
        left=one,
        right=other,
        banner=QRectF((width - banner_width) / 2, px(3, 1), banner_width, banner_height),
    )


def _panel_places(panel: QRectF, measures: Measures, *, mirrored: bool) -> PanelPlaces:
    px = measures.px
    inset, gap, third_gap, header_height = px(20, 14), px(12, 8), px(17, 10), px(48, 38)
    room = panel.height() - header_height - px(15, 13)
    card = float(min(px(118, 66), int(room / CARD_HEIGHT)))
    cards_width = 2 * card + gap + third_gap + card * CARD_HEIGHT
    x = panel.right() - inset - cards_width if mirrored else panel.x() + inset
    y = panel.y() + header_height
    first = card_rect(x, y, card)
    second = card_rect(x + card + gap, y, card)
    third = card_rect(x + 2 * card + gap + third_gap, y, card, sideways=True)
    edge = px(8)
    if mirrored:
        points = QRectF(panel.x() + edge, y, x - panel.x() - 2 * edge, room)
    else:
        points = QRectF(third.right() + edge, y, panel.right() - third.right() - 2 * edge, room)
    header = QRectF(panel.x() + inset, panel.y(), panel.width() - 2 * inset, header_height)
    return PanelPlaces(
        panel=panel, header=header, slots=(first, second, third), points=points, mirrored=mirrored, upright=card
    )


def card_slot(places: PanelPlaces, index: int, *, sideways: bool) -> QRectF:
    """Where the card of this number lies. One more than there is room for is over the last, a little lower."""
    if index < SLOTS - 1:
        upright = places.slots[index]
        return _lay_sideways(upright, places.upright) if sideways else upright
    third = places.slots[-1]
    shifted = third.translated(places.upright * 0.2 * (index - SLOTS + 1), places.upright * 0.15 * (index - SLOTS + 1))
    return (
        shifted if sideways else QRectF(shifted.x(), places.slots[0].y(), places.upright, places.upright * CARD_HEIGHT)
    )


def _lay_sideways(upright: QRectF, card: float) -> QRectF:
    """A card that lies sideways where an upright one is meant keeps to the width of its place."""
    high = card / CARD_HEIGHT
    return QRectF(upright.x(), upright.center().y() - high / 2, card, high)


_LEAST_NOTE = 60
_BORDER = 8


def paint_panel(
    painter: QPainter, hand: HandShown, places: PanelPlaces, banner: QRectF | None, dress: tuple[ColourTheme, Measures]
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
    painter: QPainter, hand: HandShown, places: PanelPlaces, banner: QRectF | None, dress: tuple[ColourTheme, Measures]
) -> None:
    """A strip that is kept: the few notes of a hand come again all day, and letters take longer than the card."""
    strip = header_rect(places)
    ratio = painter.device().devicePixelRatioF()
    room = None if banner is None else banner.getRect()
    words = hand.tone, hand.name, hand.glyph, hand.note, hand.clause
    key = words, current_han(), places.header.getRect(), room, ratio, dress
    image = _headers.get(key)
    if image is None:
        if len(_headers) >= _MOST_HEADERS:
            _headers.clear()
        image = _headers[key] = _header_image(hand, places, banner, ratio, dress)
    painter.drawImage(strip.topLeft(), image)


_MOST_HEADERS = 64
_headers: dict[object, QImage] = {}


def _header_image(
    hand: HandShown, places: PanelPlaces, banner: QRectF | None, ratio: float, dress: tuple[ColourTheme, Measures]
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
    painter: QPainter, hand: HandShown, places: PanelPlaces, banner: QRectF | None, dress: tuple[ColourTheme, Measures]
) -> None:
    theme, measures = dress
    header, side, gap = places.header, measures.px(24, 20), measures.px(12, 9)
    letters = font(measures.text(26, 22), 700)
    glyph = hand.glyph if hand.glyph not in hand.name.first else ""
    words = [hand.name.first, glyph]
    name = "  ".join(word for word in (reversed(words) if places.mirrored else words) if word)
    wide = text_width(name, letters)
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
    forms = _note_forms(hand)
    if room.width() >= (_LEAST_NOTE if banner is None else text_width(hand.note.first, small)):
        note = fit_text(forms, small, room.width())
        draw_text(painter, room, note, small, theme.t2, LEFT if places.mirrored else RIGHT)


def _note_forms(hand: HandShown) -> tuple[str, ...]:
    """Both languages stay as long as there is room for the short form of the first: here a second one helps most."""
    note, clause = hand.note, f" · {hand.clause}" if hand.clause else ""
    first = tuple(form for form in (note.first, note.short) if form)
    both = tuple(f"{form}  {note.second}{clause}" for form in first if note.second not in ("", note.first))
    return (*both, *(f"{form}{clause}" for form in first), note.first)


def paint_points(
    painter: QPainter, hand: HandShown, places: PanelPlaces, theme: ColourTheme, measures: Measures
) -> None:
    size = measures.text(148, 92)
    sizes = [font(round(size * part), 700, display=True) for part in (1, 0.8, 0.6, 0.4)]
    letters = fit_font(hand.points, places.points.width(), sizes)
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
    wide, high = text_width(points, letters) + 4, size * 1.25
    image = QImage(round(wide * ratio), round(high * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(letters)
        painter.setPen(QColor.fromRgba(colour))
        painter.drawText(QRectF(0, 0, wide, high), MIDDLE | Qt.TextFlag.TextDontClip, points)
    return image


def paint_banner(
    painter: QPainter, rect: QRectF, text: ScreenText, tone: Tone, dress: tuple[ColourTheme, Measures]
) -> None:
    """The result, over the seam of both hands."""
    theme, measures = dress
    painter.setPen(QPen(theme.lit, measures.stroke(2.5)))
    painter.setBrush(fill_colour(tone, theme))
    radius = measures.px(RADIUS_BUTTON)
    painter.drawRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), radius, radius)
    room = rect.width() - 2 * measures.px(14)
    forms = [f"{text.first} {text.second}".strip(), text.first, *([text.short] if text.short else [])]
    sizes = [font(measures.text(large, small), 800) for large, small in ((28, 22), (25, 20), (22, 18))]
    letters = fit_font(forms[0], room, sizes)
    colour = theme.onfill if tone in {Tone.PLAYER, Tone.BANKER, Tone.TIE, Tone.STOP} else theme.t1
    draw_text(painter, rect, fit_text(forms, letters, room), letters, colour, MIDDLE)


def hand_text(hand: HandShown) -> str:
    """A hand for who hears the screen: its name, its points, its cards as far as they may be known."""
    cards = ", ".join(words for words in map(card_text, hand.cards) if words)
    return f"{hand.name.first} {hand.points}: {cards}"


def card_text(card: CardShown) -> str:
    """Only a card that lies open is named."""
    return card.card if card.face is Face.OPEN else card.word.first or card.alt_text
