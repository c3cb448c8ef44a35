"""Where the key that turns the table stands: in a corner where no seat, no area and nothing printed is in its way."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSizeF

from ui.table.geometry.boxes import Badge, Box, Lettered

FINGER = 64.0
_NARROW = 68.0
_INSETS = (4.0, 1.0)
_APART = 2.0
Corner = tuple[bool, bool]
"""Whether it is at the right, and whether it is at the bottom."""


def corners(*, turned: bool) -> tuple[Corner, ...]:
    """The best comes first: at the right, on the side of the players."""
    return ((True, not turned), (False, not turned), (True, turned), (False, turned))


def sizes(drawn: QSizeF, scale: float, *, compact: bool) -> tuple[QSizeF, ...]:
    """As drawn and then narrower, and never less than a finger needs."""
    large = max(1.0, scale)
    wide = QSizeF(drawn.width() * large, drawn.height() * large)
    narrow, least = QSizeF(_NARROW * large, FINGER * large), QSizeF(FINGER * large, FINGER * large)
    return (narrow, least) if compact else (wide, narrow, least)


def free_place(room: QRectF, corner: Corner, wanted: tuple[QSizeF, ...], taken: "Taken") -> QRectF | None:
    """The largest of these sizes that is free in this corner of the room."""
    return next((place for place in _places(room, corner, wanted) if not taken.hidden_by(place)), None)


def least_bad(room: QRectF, wanted: tuple[QSizeF, ...], taken: "Taken", *, turned: bool) -> QRectF:
    """A free corner of an artwork that was drawn without one in mind, or else the one that hides the least of it."""
    choices = [place for corner in corners(turned=turned) for place in _places(room, corner, wanted)]
    return min(choices, key=taken.hidden_by)


def _places(room: QRectF, corner: Corner, wanted: tuple[QSizeF, ...]) -> Iterator[QRectF]:
    right, bottom = corner
    for size in wanted:
        for inset in _INSETS:
            left = room.right() - inset - size.width() if right else room.left() + inset
            top = room.bottom() - inset - size.height() if bottom else room.top() + inset
            yield QRectF(QPointF(left, top), size)


class Taken:
    """What is already there."""

    def __init__(self, boxes: tuple[Box, ...], badges: tuple[Badge, ...], letters: tuple[Lettered, ...]) -> None:
        self._boxes, self._badges, self._letters = boxes, badges, letters

    def hidden_by(self, place: QRectF) -> int:
        """How many boxes, discs and printed tables a key at this place would cover or touch."""
        around = place.adjusted(-_APART, -_APART, _APART, _APART)
        boxes = sum(box.bounds.intersects(around) and box.path.intersects(around) for box in self._boxes)
        badges = sum(_reaches(badge, around) for badge in self._badges)
        return boxes + badges + sum(letters.place.intersects(around) for letters in self._letters)


def _reaches(badge: Badge, place: QRectF) -> bool:
    """Whether the disc and the ring of its focus come to this rectangle."""
    across = max(place.left() - badge.middle.x(), 0.0, badge.middle.x() - place.right())
    down = max(place.top() - badge.middle.y(), 0.0, badge.middle.y() - place.bottom())
    return across * across + down * down < badge.radius * badge.radius
