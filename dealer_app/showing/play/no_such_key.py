"""Keys that name nothing where a seat, an area or its number is chosen: refused in words, and nothing after them heard.

Dropped without a word, the next digits would be another seat, another area or half an amount.
"""

from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import Phase
from dealer_app.showing.blocks import Control
from dealer_app.showing.lines import Line
from dealer_app.showing.play.area_keys import KEYPAD, KIND
from dealer_app.showing.play.at_table import AtTable, at_table
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.seeing import Seeing

QUICK = "*"


def no_such_keys(seeing: Seeing) -> tuple[Control, ...]:
    """Every key that could be meant for what is chosen now; those that mean something there are left out."""
    at = at_table(seeing)
    if at is None or seeing.signed_in is None or seeing.guide is None or not at.keyed or at.state.round is None:
        return ()
    fingers = at.fingers
    if at.round.phase is Phase.BETTING and not fingers.digits and fingers.area is None:
        return tuple(_refused(key, _against(at, key)) for key in (*KEYPAD, QUICK))
    if at.guide.step is Step.OFFER_INSURANCE and not fingers.framed:
        # Digits are for the row that was touched, or that + has framed.
        return tuple(_refused(key, at.label("frame-first")) for key in KEYPAD)
    return ()


def _refused(key: str, waits: Line) -> Control:
    return Control(name=f"key:none:{key}", label=Line(key), waits=waits, key=key, halts=True)


def _against(at: AtTable, key: str) -> Line:
    fingers = at.fingers
    if at.seats and fingers.seat is None:
        return _no_seat(at, key)
    if fingers.pick(KIND):
        return at.label("no-such-number", number=f"{fingers.seat_digits}{key}")
    return at.label("no-such-area", key=key)


def _no_seat(at: AtTable, key: str) -> Line:
    """What is keyed and cannot be a seat, or not the beginning of one."""
    typed = at.fingers.seat_digits + key
    if not key.isdigit():
        return at.label("key-no-seat", key=key)
    whole = len(typed) == SeatCodes(at.seats).length
    return at.label("no-such-seat" if whole else "no-seat-begins", seat=typed)
