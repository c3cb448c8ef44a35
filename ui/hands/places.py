"""Where everything of two hands stands: the right one as the left one in a mirror, points meeting in the middle."""

from msgspec import Struct
from PySide6.QtCore import QRectF

from ui.painting.cards import TALL, card_rect
from ui.theme.measures import Measures

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


class Places(Struct, frozen=True, kw_only=True):
    left: PanelPlaces
    right: PanelPlaces
    banner: QRectF


def places(width: int, height: int, measures: Measures) -> Places:
    px = measures.px
    side, between, top = px(8, 6), px(8, 5), px(8, 4)
    panel_width = (width - 2 * side - between) / 2
    panel_height = height - top - px(8, 7)
    left = QRectF(side, top, panel_width, panel_height)
    right = left.translated(panel_width + between, 0)
    one, other = _panel(left, measures, mirrored=False), _panel(right, measures, mirrored=True)
    # The banner reaches down to the cards, so it ends where they begin.
    free = min(slot.left() for slot in other.slots) - max(slot.right() for slot in one.slots) - px(8)
    banner_width, banner_height = min(px(452, 360), free), px(52, 42)
    return Places(
        left=one,
        right=other,
        banner=QRectF((width - banner_width) / 2, px(3, 1), banner_width, banner_height),
    )


def _panel(panel: QRectF, measures: Measures, *, mirrored: bool) -> PanelPlaces:
    px = measures.px
    inset, gap, third_gap, header_height = px(20, 14), px(12, 8), px(17, 10), px(48, 38)
    room = panel.height() - header_height - px(15, 13)
    card = float(min(px(118, 66), int(room / TALL)))
    cards_width = 2 * card + gap + third_gap + card * TALL
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


def slot(places: PanelPlaces, index: int, *, sideways: bool) -> QRectF:
    """Where the card of this number lies. One more than there is room for lies over the last, a little lower."""
    if index < SLOTS - 1:
        upright = places.slots[index]
        return _turned(upright, places.upright) if sideways else upright
    third = places.slots[-1]
    shifted = third.translated(places.upright * 0.2 * (index - SLOTS + 1), places.upright * 0.15 * (index - SLOTS + 1))
    return shifted if sideways else QRectF(shifted.x(), places.slots[0].y(), places.upright, places.upright * TALL)


def _turned(upright: QRectF, card: float) -> QRectF:
    """A card that lies sideways where an upright one is meant keeps to the width of its place."""
    high = card / TALL
    return QRectF(upright.x(), upright.center().y() - high / 2, card, high)
