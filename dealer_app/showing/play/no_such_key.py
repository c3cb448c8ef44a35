"""Keys that name nothing where a seat, an area or its number is chosen: refused in words, and nothing after them heard.

Dropped without a word, the next digits would be another seat, another area or half an amount.
"""

from collections.abc import Iterator

from dealer_app.domain.round.guided import Step
from dealer_app.showing.blocks import Control
from dealer_app.showing.lines import Line
from dealer_app.showing.play.area_keys import KEYPAD, KIND
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.seat_codes import SeatCodes

QUICK = "*"


def no_such_key(at: AtTable) -> Iterator[Control]:
    """They come last: a key that names something is found before them."""
    if at.fingers.digits or at.fingers.area is not None:
        # They are digits of an amount.
        return
    for key in (*KEYPAD, QUICK):
        yield refused_key(key, _against(at, key))


def no_row_for(at: AtTable) -> Iterator[Control]:
    """While insurance is offered digits are for the row that was touched, or that + has framed."""
    if at.guide.step is Step.OFFER_INSURANCE and at.keyed and not at.fingers.framed:
        for key in KEYPAD:
            yield refused_key(key, at.label("frame-first"))


def refused_key(key: str, waits: Line) -> Control:
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
