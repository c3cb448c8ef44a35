"""The numbered discs of an Appendix that shows how bets are placed: on their boxes, beside what is printed there."""

from collections.abc import Iterator
from itertools import product

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF

from dealer_app.layouts import GridDrawing, drawing
from ui.table.filling import Filled, along, clear_of
from ui.table.letters import Placed
from ui.table.picture import Picture
from ui.theme.tokens import Theme

_RADII = (12.0, 11.0, 10.0, 9.0)
_REACHES = (1.0, 0.6, 0.3)
"""How far within its box a disc is, in its radius from the corner; the best comes first."""
_AIR = 1.0


class Mark(Struct, frozen=True, kw_only=True):
    """One disc, and what the document calls the bet."""

    number: int
    name: str
    middle: QPointF
    radius: float
    scale: float

    @property
    def place(self) -> QRectF:
        around = QPointF(self.radius, self.radius)
        return QRectF(self.middle - around, self.middle + around)

    def figure(self, theme: Theme) -> Placed:
        return Placed(
            text=str(self.number),
            px=round(self.radius * 4 / 3),
            weight=700,
            middle=self.middle,
            angle=0,
            colour=theme.goink,
        )


def marks_of(picture: Picture) -> Iterator[Mark]:
    """None for a layout that is no example of another."""
    shown = picture.shown
    kind = drawing(shown.game, shown.letter)
    if shown.letter == kind.letter or not isinstance(kind.kind, GridDrawing):
        return
    scale = picture.shapes.scale
    first = {each.box.area: each for each in reversed(picture.filled)}
    for number, (area, name) in enumerate(kind.kind.examples, start=1):
        middle, radius = _place(first[area], scale)
        yield Mark(number=number, name=name, middle=middle, radius=radius, scale=scale)


def _place(each: Filled, scale: float) -> tuple[QPointF, float]:
    """Wholly in a corner of the box if that is free; else smaller, or over its corner."""
    box = each.box
    for reach, radius, (down, right) in product(_REACHES, _RADII, product((-1, 1), (-1, 1))):
        size = radius * scale
        inward = size * reach
        across, below = box.bounds.width() / 2 - inward, box.bounds.height() / 2 - inward
        middle = box.bounds.center() + QPointF(across * right, below * down)
        if clear_of(each, middle) >= size + _AIR * scale:
            return middle, size
    return along(box, -box.width / 2, -box.height / 2), _RADII[-1] * scale
