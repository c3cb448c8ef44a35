"""All on which the printed picture of a layout depends, and where the edges of its pixels lie."""

from msgspec import Struct
from PySide6.QtCore import QRect, QSize

from dealer_app.layouts import Drawing
from dealer_app.showing.screen import AreaState, TableShown
from ui.table.geometry import Shapes, shapes_of
from ui.table.lettering import SMALLEST
from ui.table.template import Template
from ui.theme.fonts import font
from ui.theme.tokens import Theme


class Ground(Struct, frozen=True, kw_only=True):
    """All on which the printed picture depends: a change of any makes it anew."""

    game: str
    letter: str
    seats: tuple[int, ...]
    badges: tuple[str, ...]
    """What stands on the badge of each seat."""
    turned: bool
    with_odds: bool
    limits: tuple[str, ...]
    """Those of each area, where they are to be on the layout."""
    closed: bool
    size: QSize
    ratio: float
    half: int
    theme: Theme
    family: str
    template: Template | None

    def badge_of(self, seat: int) -> str:
        """What stands on the badge of this seat: its number where the layout has more seats than are shown."""
        return dict(zip(self.seats, self.badges, strict=True)).get(seat, str(seat))

    def lies_as(self, other: "Ground") -> bool:
        """Whether all boxes are in the same place on both."""
        return self._places() == other._places()

    def _places(self) -> tuple[object, ...]:
        return self.game, self.letter, self.seats, self.turned, self.size, self.ratio, self.half, self.template

    def shapes(self, drawn: Drawing) -> Shapes:
        size = self.size.width(), self.size.height()
        if self.template is not None:
            return self.template.shapes(size, self.seats, turned=self.turned)
        return shapes_of(drawn, self.seats, size, turned=self.turned, half=self.half)

    def on_pixels(self, rectangle: QRect) -> QRect:
        """The rectangle with its edges where pixels of the screen end: at a ratio of 1.25 that is every fourth."""
        grid = next((step for step in range(1, 21) if abs(step * self.ratio - round(step * self.ratio)) < 1e-6), 0)
        everything = QRect(0, 0, self.size.width(), self.size.height())
        if not grid:
            return everything
        left, top = rectangle.left() // grid * grid, rectangle.top() // grid * grid
        right, bottom = -(-(rectangle.right() + 1) // grid) * grid, -(-(rectangle.bottom() + 1) // grid) * grid
        return QRect(left, top, right - left, bottom - top).intersected(everything)


def ground_of(
    shown: TableShown, size: QSize, theme: Theme, *, ratio: float = 1.0, half: int = 0, template: Template | None = None
) -> Ground:
    """What the printed picture of this depends on. An artwork stands only for what it shows, where it can be read."""
    seats = tuple(seat.number for seat in shown.seats)
    if template is not None and (template.game, template.letter) != (shown.game, shown.letter):
        template = None
    if template is not None and not template.shows(seats, (size.width(), size.height())):
        template = None
    return Ground(
        game=shown.game,
        letter=shown.letter,
        seats=seats,
        badges=tuple(seat.keyed or str(seat.number) for seat in shown.seats),
        turned=shown.turned,
        with_odds=shown.with_odds,
        limits=_limits(shown),
        closed=_mostly_closed(shown),
        size=size,
        ratio=ratio,
        half=half,
        theme=theme,
        family=",".join(font(SMALLEST).families()),
        template=template,
    )


def _limits(shown: TableShown) -> tuple[str, ...]:
    limits = tuple(area.limits for area in shown.areas)
    return limits if any(limits) else ()


def _mostly_closed(shown: TableShown) -> bool:
    """The printed picture has the border of an open box unless none is open: so that few differ from it."""
    return not any(area.state is AreaState.OPEN for area in shown.areas)
