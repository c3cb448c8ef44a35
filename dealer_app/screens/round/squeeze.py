"""Who holds the cards of each hand or the dealing device, and the keys that pass them on.

Where bets are keyed the order follows from them. Otherwise the dealer names the holder by seat; what a role
has to consent to is signed in place.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeeze import (
    equal_highest_bettors,
    hand_stakes,
    has_face_down_card,
    highest_bettors,
    highest_hand_bettors,
    pass_order,
)
from dealer_app.domain.round.state import Phase, Who
from dealer_app.domain.round.table_settings import Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import Action, Grant, SendCommand, new_command, request_grant
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import bettor_name, bilingual_text, clause_control, list_text
from dealer_app.screens.round.hands import hand_cards
from dealer_app.screens.round.table_context import TableContext

_COLUMNS = 4


def equal_bettors(at: TableContext, side: Side) -> tuple[Who, ...]:
    """Those of whom the dealer has to say who placed first."""
    if not at.has_keyed_bets or at.table.method in (None, Method.B):
        return ()
    return equal_highest_bettors(at.rules, at.round, side)


def first_bettor_text(at: TableContext, side: Side, equal: tuple[Who, ...]) -> ScreenText:
    *others, last = (at.bettor_badge(who, *equal) for who in sorted(equal, key=str))
    return at.text(f"first-{side.value}", some=list_text(at.context.words, others), last=last)


def equal_bettor_keys(at: TableContext) -> tuple[Block, ...]:
    """A key for each of them, with the digit of the seat, and one for what nobody knows; not while bets change."""
    if at.round.phase is Phase.BETTING:
        return ()
    asked = next(((side, equal) for side in Side if (equal := equal_bettors(at, side))), None)
    if asked is None:
        return ()
    side, equal = asked
    role, clause = at.rules.decider("equal_highest_bets")
    unknown = Control(
        name=f"first:{side.value}:unknown",
        label=at.text("first-unknown"),
        sub=_asks_role_text(at, role),
        act=request_grant(at.input_state, Grant.EQUAL, hand=side),
    )
    keys = tuple(_first_bettor_key(at, side, who, equal, role) for who in sorted(equal, key=str))
    return (
        KeysBlock(
            controls=(*keys, unknown, *_other_holder_controls(at)),
            columns=_COLUMNS,
            title=first_bettor_text(at, side, equal),
            clauses=(clause_control(at.context, clause),),
        ),
    )


def _first_bettor_key(at: TableContext, side: Side, who: Who, equal: tuple[Who, ...], role: str) -> Control:
    """Who was keyed first is passed the cards; of another the record says otherwise, and the role decides."""
    act: Action = SendCommand(command=new_command(commands.GiveCards, side=side, who=who), then=at.input_state)
    sub = NO_TEXT
    if who != equal[0] and not at.can_decide(role):
        act, sub = request_grant(at.input_state, Grant.EQUAL, hand=side, who=who), _asks_role_text(at, role)
    seats = [str(seat) for seat, _ in equal]
    told_apart = len(set(seats)) == len(seats) and all(len(seat) == 1 for seat in seats)
    return Control(
        name=f"first:{side.value}:{at.bettor_badge(who)}",
        label=at.text("pass-to", who=at.bettor_badge(who, *equal)),
        sub=sub,
        act=act,
        key=str(who[0]) if told_apart else "",
    )


def other_holder_keys(at: TableContext, *before: Control) -> tuple[Block, ...]:
    """Any of the cards to anybody, by whatever method (MBS 3.21): once they lie there. `before` are keys beside it."""
    keys = () if equal_bettor_keys(at) else (*before, *_other_holder_controls(at))
    return (KeysBlock(controls=keys, columns=len(keys)),) if keys else ()


def _other_holder_controls(at: TableContext) -> tuple[Control, ...]:
    if at.table.method is None or not at.round.cards or not at.is_allowed(commands.GiveCards):
        return ()
    role, _ = at.rules.decider("squeeze_consent")
    return (
        Control(
            name="to-another",
            label=at.text("to-another"),
            sub=_asks_role_text(at, role),
            act=request_grant(at.input_state, Grant.ANOTHER),
        ),
    )


def _asks_role_text(at: TableContext, role: str) -> ScreenText:
    return at.text("asks-role", role=bilingual_text(at.context.words, lambda each: each.role(role)))


NAMING_PICK = "naming"


def holder_seat_keys(at: TableContext) -> tuple[Block, ...]:
    """The seats from which the dealer names who squeezes a hand, where bets are not keyed."""
    chosen = at.input_state.pick(NAMING_PICK)
    if at.has_keyed_bets or chosen not in (side.value for side in Side) or not at.is_allowed(commands.GiveCards):
        return ()
    side = Side(chosen)
    then = at.input_state.with_pick(NAMING_PICK, "")
    seats = tuple(
        Control(
            name=f"holder:{side.value}:{seat}",
            label=ScreenText(str(seat)),
            act=SendCommand(command=new_command(commands.GiveCards, side=side, who=(seat, SEATED)), then=then),
        )
        for seat in at.seats
    )
    return (KeysBlock(controls=seats, columns=6, title=at.text("who-squeezes", hand=at.text(side.value))),)


def squeeze_blocks(at: TableContext) -> tuple[Block, ...]:
    """Who may ask, for each hand of which no card lies there yet; with bets off the hand, and then by whom."""
    role, clause = at.rules.decider("squeeze_consent")
    consents = at.can_decide(role)
    sides = tuple(side for side in Side if not has_face_down_card(at.round, side))
    if at.has_keyed_bets:
        controls = tuple(
            _bettor_squeeze_key(at, side, who, consents=consents)
            for who in highest_bettors(at.rules, at.round)
            for side in sides
        )
    else:
        controls = tuple(_hand_squeeze_key(at, side, consents=consents) for side in sides)
    if not controls:
        return ()
    asks = at.text("asks-role", role=bilingual_text(at.context.words, lambda each: each.role(role)))
    notes = () if consents else (NoteBlock(text=asks, tone=Tone.QUIET),)
    clauses = (clause_control(at.context, clause),)
    keys = KeysBlock(controls=controls, columns=2, title=at.text("squeeze-asked"), clauses=clauses)
    return (keys, *notes, *(holder_seat_keys(at) if consents else ()))


def _bettor_squeeze_key(at: TableContext, side: Side, who: Who, *, consents: bool) -> Control:
    act: Action = request_grant(at.input_state, Grant.SQUEEZE, hand=side, who=who)
    if consents:
        act = SendCommand(command=new_command(commands.GiveCards, side=side, who=who), then=at.input_state)
    return Control(
        name=f"squeeze:{side.value}:{at.bettor_badge(who)}",
        label=at.text(f"squeeze-{side.value}", who=at.bettor_badge(who)),
        act=act,
        picked=at.round.holders.get(side) == who,
    )


def _hand_squeeze_key(at: TableContext, side: Side, *, consents: bool) -> Control:
    act: Action = request_grant(at.input_state, Grant.SQUEEZE, hand=side)
    if consents:
        act = at.set_input(picks={**at.input_state.picks, NAMING_PICK: side.value})
    return Control(name=f"name:{side.value}", label=at.text(side.value), act=act)


ROW_TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
KEPT_PREFIX = "kept:"
"""The choice that says, with the hand, that the dealer turns it, because its bettor is not there."""


def holder_blocks(at: TableContext) -> tuple[Block, ...]:
    """Before the cards are turned: a row for each hand."""
    if not at.is_allowed(commands.GiveCards):
        return ()
    if at.table.method is None:
        return squeeze_blocks(at)
    return (holders_heading(at), RowsBlock(rows=tuple(holder_row(at, side, ()) for side in Side)), *pass_blocks(at))


def pass_blocks(at: TableContext, *before: Control) -> tuple[Block, ...]:
    """Below the hands: who of equal ones placed first, who squeezes with bets off, and anybody else (MBS 3.21)."""
    return (*equal_bettor_keys(at), *holder_seat_keys(at), *other_holder_keys(at, *before))


def holders_heading(at: TableContext) -> HeadingBlock:
    method = at.table.method
    text = "" if method is None else at.text("method", method=method.value).first
    return HeadingBlock(
        text=at.text("who-holds"), right=text, clauses=(clause_control(at.context, at.rules.clause("squeeze")),)
    )


def holder_row(at: TableContext, side: Side, turns: tuple[Control, ...], *, framed: bool | None = None) -> ListRow:
    """A hand with its holder, the holder's bets on it, the keys for its cards, and Refused and Absent."""
    who = at.round.holders.get(side)
    if framed is None:
        framed = at.input_state.framed == side.value
    controls = (*turns, *_pass_keys(at, side, who, keyed=framed and bool(turns)))
    return ListRow(
        name=f"hand:{side.value}",
        title=at.text(side.value).first,
        badge="" if who is None else at.bettor_badge(who),
        lines=(_holder_text(at, side, who),),
        controls=controls,
        framed=framed,
        tone=ROW_TONES[side],
        # While cards are dealt there is no hand to choose, and its one key is never folded away.
        act=at.set_input(framed=side.value) if turns else None,
        keys_below=bool(turns) or len(controls) > 1,
    )


def _holder_text(at: TableContext, side: Side, who: Who | None) -> str:
    """Who has the cards and why, and who did not want them."""
    refused = sorted(each for hand, each in at.round.refused_cards if hand is side)
    text = _holding_text(at, side, who)
    if not refused:
        return text
    names = list_text(at.context.words, map(at.bettor_badge, refused))
    who_refused = at.text("have-refused", who=names).first
    return f"{text} · {who_refused}"


def _holding_text(at: TableContext, side: Side, who: Who | None) -> str:
    if who is None:
        return at.text("held-by-dealer").first
    if not at.has_keyed_bets:
        return at.text("holds").first
    stakes = hand_stakes(at.round, side)
    highest = highest_hand_bettors(at.round, side, stakes)
    why = "holds-with" if who not in highest else "holds-equal" if len(highest) > 1 else "holds-highest"
    return at.text(why, amount=at.money_text(stakes.get(who, 0))).first


def _pass_keys(at: TableContext, side: Side, who: Who | None, *, keyed: bool) -> tuple[Control, ...]:
    """To whom it goes next; that they refused it, or are not there and the dealer turns it (5.10).

    Each is always there with its own key and at its own place, and says why it cannot be pressed now.
    """
    if not at.is_allowed(commands.GiveCards) or at.table.method in (None, Method.B):
        return ()
    if not at.has_keyed_bets:
        return _name_holder_keys(at, side, who)
    if not hand_stakes(at.round, side) or equal_bettors(at, side):
        return ()
    order = pass_order(at.rules, at.round, side)
    if not order:
        waits = at.text("all-refused")
        texts = (at.text("pass-to-nobody"), at.text("refused"), at.text("absent"))
        acts: tuple[Action | None, ...] = (None, None, None)
    else:
        # Who has them by the word of somebody else may refuse them too, or be absent (3.10.4.1, 3.21).
        first = who if who is not None and who in order else order[0]
        holds = who == first
        waits = at.text("has-the-cards" if holds else "pass-first", who=at.bettor_badge(first))
        texts = (at.text("pass-to", who=at.bettor_badge(first)), at.text("refused"), at.text("absent"))
        refusing = SendCommand(command=new_command(commands.RefuseCards, side=side, who=first), then=at.input_state)
        acts = (
            None if holds else _give_cards_action(at, side, first),
            refusing if holds and at.is_allowed(commands.RefuseCards) else None,
            _keep_action(at, side) if holds else None,
        )
    return tuple(
        _pass_key(f"{name}:{side.value}", text, act, key=key if keyed else "", waits=waits)
        for name, text, act, key in zip(("pass", "refused", "absent"), texts, acts, _PASS_KEYS, strict=True)
    )


_PASS_KEYS = ("4", "5", "6")
"""Behind the digits of the cards."""


def first_pass_control(at: TableContext, side: Side) -> Control | None:
    """Both cards of a hand are dealt and nobody has them: they are passed before they are turned (MBS 3.10.2).

    Of equal ones it waits until it is said who placed first (3.10.4).
    """
    lying = hand_cards(at.round, side)
    untouched = bool(lying) and not any(drawn.turned for _, drawn in lying)
    if (
        not untouched
        or not at.has_keyed_bets
        or at.table.method is not Method.A
        or not at.is_allowed(commands.GiveCards)
    ):
        return None
    order = pass_order(at.rules, at.round, side)
    if not order or side in at.round.holders or at.input_state.pick(KEPT_PREFIX + side.value):
        return None
    equal = equal_bettors(at, side)
    if equal:
        return _pass_key(f"first:{side.value}", first_bettor_text(at, side, equal), None, waits=at.text("waits-first"))
    text = at.text(f"pass-{side.value}", who=at.bettor_badge(order[0]))
    return _pass_key(f"pass:{side.value}", text, _give_cards_action(at, side, order[0]))


def _keep_action(at: TableContext, side: Side) -> Action:
    """The guest is not there: the dealer keeps them and turns them (5.10)."""
    return SendCommand(
        command=new_command(commands.GiveCards, side=side, who=None),
        then=at.input_state.with_pick(KEPT_PREFIX + side.value, "yes"),
    )


def _name_holder_keys(at: TableContext, side: Side, who: Who | None) -> tuple[Control, ...]:
    names = at.set_input(framed=side.value, picks={**at.input_state.picks, NAMING_PICK: side.value})
    kept = None if who is None else _give_cards_action(at, side, None)
    return (
        _pass_key(f"name:{side.value}", at.text("name-holder"), names),
        _pass_key(f"absent:{side.value}", at.text("absent"), kept, waits=at.text("held-by-dealer")),
    )


def _give_cards_action(at: TableContext, side: Side, who: Who | None) -> Action:
    return SendCommand(command=new_command(commands.GiveCards, side=side, who=who), then=at.input_state)


def _pass_key(
    name: str, text: ScreenText, act: Action | None, *, key: str = "", waits: ScreenText = NO_TEXT
) -> Control:
    return Control(name=name, label=text, act=act, key=key, waits=waits)


def pass_device_keys(at: TableContext, who: Who) -> tuple[Block, ...]:
    """To the bettor that is chosen; without a wager only by leave of a role (3.12.2)."""
    if not at.is_allowed(commands.PassDevice):
        return ()
    if at.state.device_with is not None:
        return return_device_keys(at)
    role, _ = at.rules.decider("drawing_without_a_wager")
    act: Action = SendCommand(command=new_command(commands.PassDevice, who=who), then=at.input_state)
    sub = bettor_name(at.context.words, who)
    if not at.can_decide(role) and not any(bet.who == who for bet in at.round.in_play):
        act = request_grant(at.input_state, Grant.DEVICE, who=who)
        sub = at.text("asks-role", role=bilingual_text(at.context.words, lambda each: each.role(role)))
    control = Control(name="device-to", label=at.text("device-to"), sub=sub, act=act)
    return (KeysBlock(controls=(control,), columns=1),)


def return_device_keys(at: TableContext) -> tuple[Block, ...]:
    """Who has it gives it back at any time (3.12.8)."""
    who = at.state.device_with
    if who is None or not at.is_allowed(commands.PassDevice):
        return ()
    back = Control(
        name="device-back",
        label=at.text("device-back"),
        sub=bettor_name(at.context.words, who),
        act=SendCommand(command=new_command(commands.PassDevice, who=None), then=at.input_state),
    )
    return (KeysBlock(controls=(back,), columns=1),)
