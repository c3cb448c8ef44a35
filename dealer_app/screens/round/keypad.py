"""Keypad keys without a place of their own on the screen: seats, next row, undo, supervisor."""

from fractions import Fraction

from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import KeyedEntry, Phase, Round, Who
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.screens.actions import Action, SendCommand, new_command
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.labels import bettor_name, section_text
from dealer_app.screens.round.betting import ask_about_closing, back_action, seat_rest_text
from dealer_app.screens.round.betting_keys import SeatCodes
from dealer_app.screens.round.card_draw import early_card_keys, next_hand_action, other_hand_keys
from dealer_app.screens.round.felt import insurance_area
from dealer_app.screens.round.insurance import next_bettor_action
from dealer_app.screens.round.table_context import TableContext, table_context


def next_row_action(at: TableContext) -> Action | None:
    """The action of the key +. In a settlement it means paid, and is on the row itself."""
    match at.guide.step:
        case Step.OFFER_INSURANCE:
            return next_bettor_action(at)
        case Step.TURN_CARDS:
            # While the first hand is chosen a key of the rail does the same.
            return None if other_hand_keys(at) else next_hand_action(at)
        case _:
            return None


def undo_action(at: TableContext, then: InputState | None = None) -> Action | None:
    """The last entry is taken back; after bets were closed it is asked whether that was a mistake."""
    if at.is_allowed(commands.Undo):
        return SendCommand(command=new_command(commands.Undo), then=then)
    return ask_about_closing(at)


def undo_text(context: ScreenContext) -> ScreenText:
    """The bet, the withdrawal, the answer or the tick that was keyed last, as the history tells it; nothing without
    one.
    """
    at = table_context(context)
    if at is None or at.state.round is None:
        return NO_TEXT
    if ask_about_closing(at) is not None:
        return at.text("undo-closing")
    if not at.state.entered:
        return NO_TEXT
    entry = at.state.entered[-1]
    if entry.hand is not None:
        hand, who = entry.hand
        return at.text(
            "undo-refused",
            who=bettor_name(context.words, who),
            badge=at.owner_text(who) or bettor_name(context.words, who),
            hand=at.text(hand.value),
        )
    named = _undo_facts(at.round, entry)
    if named is None:
        return NO_TEXT
    who, area, stake = named
    amount = at.money_text(stake) if stake else ""
    name = at.area_name(area)
    return at.text(
        f"undo-{entry.kind}",
        who=bettor_name(context.words, who),
        badge=at.owner_text(who) or bettor_name(context.words, who),
        area=name,
        what=ScreenText(f"{name.first} {amount}".rstrip(), f"{name.second} {amount}".rstrip()),
        amount=amount,
    )


def undo_label(context: ScreenContext) -> ScreenText:
    """`Undo 7: PLAYER 100`, in short `Undo 7: 100`: what it takes back stands on the key itself."""
    at, undo, undone = table_context(context), section_text(context.words, "play", "undo"), undo_text(context)
    if at is None or not undone:
        return undo
    whole = f"{undo.first} {undone.short or undone.first}"
    whose = None if not at.state.entered else _undo_facts(at.round, at.state.entered[-1])
    if whose is None or not whose[2] or ask_about_closing(at) is not None:
        return ScreenText(whole, undo.second)
    owner, amount = at.owner_text(whose[0]), at.money_text(whose[2])
    return ScreenText(whole, undo.second, f"{undo.first} {owner}: {amount}" if owner else f"{undo.first} {amount}")


def _undo_facts(round_: Round, entry: KeyedEntry) -> tuple[Who, Area, Fraction | int] | None:
    """Whose it is, on which area and how much: what was declined has no amount."""
    if entry.answer is not None:
        who, _, side = entry.answer
        return who, insurance_area(side), 0
    bets = (entry.bet,) if entry.bet is not None else round_.bets
    for bet in bets:
        if bet.number == entry.number or bet is entry.bet:
            return bet.who, bet.wager.area, bet.wager.stake
    for insured in round_.insurance:
        if insured.number == entry.number:
            return insured.who, insurance_area(insured.side), insured.stake
    return None


def hold_keys(at: TableContext) -> tuple[Control, ...]:
    calls = Control(
        name="key:supervisor",
        label=at.text("supervisor"),
        act=at.set_input(panel=Panel.SUPERVISOR),
        key="hold *",
    )
    waits = at.text("nothing-to-undo")
    undo = Control(
        name="key:undo",
        label=at.text("undo"),
        sub=undo_text(at.context),
        act=undo_action(at, at.input_state),
        waits=waits,
        key="hold -",
    )
    return (calls, undo)


def keypad_controls(context: ScreenContext) -> tuple[Control, ...]:
    at = table_context(context)
    if at is None or context.current_account is None or context.guide is None:
        return ()
    return (*_round_keys(at), *hold_keys(at))


def _round_keys(at: TableContext) -> tuple[Control, ...]:
    round_ = at.state.round
    if round_ is None or at.state.cases or at.state.claim is not None:
        return ()
    if round_.phase is Phase.BETTING and at.has_keyed_bets:
        return _bet_keys(at)
    if at.guide.step is Step.OFFER_INSURANCE and at.input_state.digits:
        # As for a bet: what is typed is given or taken back before another is framed.
        waits = at.text("bet-unfinished")
        return (Control(name="key:next-row", label=at.text("next-row"), waits=waits, key="+"), *early_card_keys(at))
    return (*_key_controls(at, "+", "next-row", next_row_action(at)), *early_card_keys(at))


def _bet_keys(at: TableContext) -> tuple[Control, ...]:
    """With no seat chosen the digits choose one; then + goes to the next, and - takes the last choice back."""
    if not at.seats:
        return ()
    following = _key_controls(at, "+", "next-seat", _next_seat_action(at))
    if at.input_state.digits:
        # What is typed belongs to this seat: it is given or taken back before there is another.
        waits = at.text("bet-unfinished")
        following = (Control(name="key:next-seat", label=at.text("next-seat"), waits=waits, key="+"),)
    elif at.input_state.seat is None and at.input_state.seat_digits:
        # Half a seat is none, and the next one is reckoned from none.
        waits = seat_rest_text(at)
        following = (Control(name="key:next-seat", label=at.text("next-seat"), waits=waits, key="+", halts=True),)
    open_pad = at.input_state.area is not None
    if at.input_state.seat is None and not at.input_state.digits and not open_pad:
        return (*_seat_keys(at), *following)
    return following if open_pad else (*following, *_key_controls(at, "-", "one-back", back_action(at)))


def _seat_keys(at: TableContext) -> tuple[Control, ...]:
    """The digits that can follow, of every seat as its badge shows it."""
    typed, codes = at.input_state.seat_digits, SeatCodes(at.seats)
    found = [_seat_key(at, codes, typed + digit) for digit in "0123456789" if codes.is_seat_start(typed + digit)]
    if typed:
        found += _key_controls(at, "-", "one-back", at.set_input(seat_digits=""))
    return tuple(found)


def _seat_key(at: TableContext, codes: SeatCodes, typed: str) -> Control:
    chosen = codes.find_seat(typed)
    act = at.set_input(seat_digits=typed) if chosen is None else _choose_seat_action(at, chosen)
    return Control(name=f"key:seat:{typed}", label=ScreenText(typed), act=act, key=typed[-1])


def _choose_seat_action(at: TableContext, seat: int) -> Action:
    """An area that was touched before there was a seat waits for whose bet it is."""
    area = at.input_state.area if at.input_state.seat is None else None
    return at.set_input(seat=seat, bettor=SEATED, area=area, seat_digits="", picks={})


def _next_seat_action(at: TableContext) -> Action:
    seats = at.seats
    if at.input_state.seat not in seats:
        return _choose_seat_action(at, seats[0])
    return _choose_seat_action(at, seats[(seats.index(at.input_state.seat) + 1) % len(seats)])


def _key_controls(at: TableContext, key: str, code: str, act: Action | None) -> tuple[Control, ...]:
    return () if act is None else (Control(name=f"key:{code}", label=at.text(code), act=act, key=key),)
