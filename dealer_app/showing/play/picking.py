"""What a touch on the layout chooses: a seat, an area. The same touch as before gives the same value, made once."""

from dealer_app.domain.wagers import SEATED, Area
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.play.at_table import AtTable


class _Touches:
    """All that could be chosen while the fingers hold the same."""

    def __init__(self) -> None:
        self.fingers: Fingers | None = None
        self.known: dict[tuple[int | None, Area | None], Change] = {}


_touches = _Touches()


def touched(at: AtTable, *, seat: int | None, area: Area | None) -> Change:
    """This seat and this area are chosen; an amount that is typed stays. Another seat is its seated bettor."""
    fingers = at.fingers
    if _touches.fingers is not fingers:
        _touches.fingers, _touches.known = fingers, {}
    found = _touches.known.get((seat, area))
    if found is None:
        bettor = fingers.bettor if seat == fingers.seat else SEATED
        chosen = fingers.but(seat=seat, area=area, bettor=bettor, seat_digits="", framed="")
        found = _touches.known[seat, area] = Change(chosen)
    return found
