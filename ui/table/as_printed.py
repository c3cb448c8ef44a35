"""A layout as it lies there before anybody bets: for sheets, thumbnails and exports. The odds are the rulebook's."""

from dealer_app.domain.wagers import Area
from dealer_app.layouts import drawing, printed
from dealer_app.layouts.printed import printed_odds
from dealer_app.rulebooks import approved
from dealer_app.rulebooks.finding import layout_of
from dealer_app.showing.screen import AreaShown, AreaState, SeatShown, TableShown


def as_printed(game: str, letter: str, *, positions: int | None = None, turned: bool = False) -> TableShown:
    """The layout with this number of positions, or with all that the drawing has; every area open."""
    shown = drawing(game, letter)
    layout = layout_of(approved(game), shown.letter)
    seats = layout.seats[:positions]
    areas = [
        _area(area, seat, printed_odds(layout, area) if area in layout.areas else "")
        for area in sorted(shown.areas)
        for seat in (seats if area in shown.by_seat else (None,))
    ]
    return TableShown(
        game=game,
        letter=letter,
        seats=tuple(SeatShown(number=seat) for seat in seats),
        areas=tuple(areas),
        turned=turned,
    )


def _area(area: Area, seat: int | None, odds: str) -> AreaShown:
    has = printed(area)
    return AreaShown(
        area=area, seat=seat, label=has.label, glyph=has.glyph, short=has.short, odds=odds, state=AreaState.OPEN
    )
