"""What keys of the keypad press that have no place of their own on the screen."""

from dealer_app.domain.round.state import Phase
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Control
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable, at_table
from dealer_app.showing.play.hold import hold_keys
from dealer_app.showing.play.placing import one_back, seat_unfinished
from dealer_app.showing.play.rows_framed import next_row
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.seeing import Seeing


def keys(seeing: Seeing) -> tuple[Control, ...]:
    at = at_table(seeing)
    if at is None or seeing.signed_in is None or seeing.guide is None:
        return ()
    return (*_in_play(at), *hold_keys(at))


def _in_play(at: AtTable) -> tuple[Control, ...]:
    round_ = at.state.round
    if round_ is None or at.state.cases or at.state.claim is not None:
        return ()
    if round_.phase is Phase.BETTING and at.keyed:
        return _betting(at)
    return _key(at, "+", "next-row", next_row(at))


def _betting(at: AtTable) -> tuple[Control, ...]:
    """With no seat chosen the digits choose one; then + goes to the next, and - takes the last choice back."""
    if not at.seats:
        return ()
    following = _key(at, "+", "next-seat", _next_seat(at))
    if at.fingers.digits:
        # What is typed belongs to this seat: it is given or taken back before there is another.
        waits = at.label("bet-unfinished")
        following = (Control(name="key:next-seat", label=at.label("next-seat"), waits=waits, key="+"),)
    elif at.fingers.seat is None and at.fingers.seat_digits:
        # Half a seat is none, and the next one is reckoned from none.
        waits = seat_unfinished(at)
        following = (Control(name="key:next-seat", label=at.label("next-seat"), waits=waits, key="+", halts=True),)
    if at.fingers.seat is None and not at.fingers.digits:
        return (*_seats(at), *following)
    open_pad = at.fingers.area is not None
    return following if open_pad else (*following, *_key(at, "-", "one-back", one_back(at)))


def _seats(at: AtTable) -> tuple[Control, ...]:
    """The digits that can follow, of every seat as its badge shows it."""
    typed, codes = at.fingers.seat_digits, SeatCodes(at.seats)
    found = [_seat_key(at, codes, typed + digit) for digit in "0123456789" if codes.begins(typed + digit)]
    if typed:
        found += _key(at, "-", "one-back", at.change(seat_digits=""))
    return tuple(found)


def _seat_key(at: AtTable, codes: SeatCodes, typed: str) -> Control:
    chosen = codes.seat(typed)
    act = at.change(seat_digits=typed) if chosen is None else _chooses(at, chosen)
    return Control(name=f"key:seat:{typed}", label=Line(typed), act=act, key=typed[-1])


def _chooses(at: AtTable, seat: int) -> Act:
    return at.change(seat=seat, bettor=SEATED, area=None, seat_digits="", picks={})


def _next_seat(at: AtTable) -> Act:
    seats = at.seats
    if at.fingers.seat not in seats:
        return _chooses(at, seats[0])
    return _chooses(at, seats[(seats.index(at.fingers.seat) + 1) % len(seats)])


def _key(at: AtTable, key: str, code: str, act: Act | None) -> tuple[Control, ...]:
    return () if act is None else (Control(name=f"key:{code}", label=at.label(code), act=act, key=key),)
