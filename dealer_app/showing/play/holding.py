"""Who holds which hand on a face-down table: who is to have it and why, refused, absent, passed on.

Where bets are keyed the order follows from them; with bets off the dealer names who squeezes, by his seat.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeezing import (
    highest_bettors,
    highest_on,
    lies_face_down,
    passing_order,
    staked,
)
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table import Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Row, Rows
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.hands import lying_on
from dealer_app.showing.texts import clause_control, line

TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
NAMING = "naming"
KEPT = "kept:"
"""The choice that says, with the hand, that the dealer turns it himself, because its bettor is not there."""


def holding(at: AtTable) -> tuple[Block, ...]:
    """Before the cards are turned: a row for each hand."""
    if not at.may(commands.GiveCards):
        return ()
    if at.table.method is None:
        return _squeeze(at)
    return (heading(at), Rows(rows=tuple(hand_row(at, side, ()) for side in Side)), *naming(at))


def heading(at: AtTable) -> Heading:
    method = at.table.method
    text = "" if method is None else at.label("method", method=method.value).first
    return Heading(
        text=at.label("who-holds"), right=text, clauses=(clause_control(at.seeing, at.rules.clause("squeeze")),)
    )


def hand_row(at: AtTable, side: Side, turns: tuple[Control, ...]) -> Row:
    """A hand with its holder, what he has on it, the keys for its cards, and Refused and Absent."""
    who = at.round.holders.get(side)
    framed = at.fingers.framed == side.value
    return Row(
        name=f"hand:{side.value}",
        title=at.label(side.value).first,
        badge="" if who is None else at.badge(who),
        lines=(_holds(at, side, who),),
        controls=(*turns, *_passing(at, side, who, keyed=framed and bool(turns))),
        framed=framed,
        tone=TONES[side],
        act=at.change(framed=side.value),
    )


def _holds(at: AtTable, side: Side, who: Who | None) -> str:
    if who is None:
        return at.label("held-by-dealer").first
    if not at.keyed:
        return at.label("holds").first
    stakes = staked(at.round, side)
    highest = highest_on(at.round, side, stakes)
    why = "holds-with" if who not in highest else "holds-equal" if len(highest) > 1 else "holds-highest"
    return at.label(why, amount=at.money(stakes.get(who, 0))).first


def _passing(at: AtTable, side: Side, who: Who | None, *, keyed: bool) -> tuple[Control, ...]:
    """To whom it goes next; that he refused it, or is not there and the dealer turns it (5.10)."""
    if not at.may(commands.GiveCards) or at.table.method in (None, Method.B):
        return ()
    if not at.keyed:
        return _named_by_dealer(at, side, who)
    order = passing_order(at.rules, at.round, side)
    if not order:
        return ()
    first = order[0]
    if who != first:
        text = at.label("pass-to", who=at.badge(first))
        return (_control(f"pass:{side.value}", text, _gives(at, side, first), key="4" if keyed else ""),)
    may_refuse = at.may(commands.RefuseCards)
    refusing = Give(command=asking(commands.RefuseCards, side=side, who=first), then=at.fingers)
    return (
        _control(
            f"refused:{side.value}", at.label("refused"), refusing if may_refuse else None, key="4" if keyed else ""
        ),
        _control(f"absent:{side.value}", at.label("absent"), _kept(at, side), key="5" if keyed else ""),
    )


def passing_first(at: AtTable, side: Side) -> Control | None:
    """Both cards of a hand are dealt and nobody has them: they are passed before they are turned (MBS 3.10.2)."""
    lying = lying_on(at.round, side)
    untouched = bool(lying) and not any(drawn.turned for _, drawn in lying)
    if not untouched or not at.keyed or at.table.method is not Method.A or not at.may(commands.GiveCards):
        return None
    order = passing_order(at.rules, at.round, side)
    if not order or side in at.round.holders or at.fingers.pick(KEPT + side.value):
        return None
    text = at.label(f"pass-{side.value}", who=at.badge(order[0]))
    return _control(f"pass:{side.value}", text, _gives(at, side, order[0]))


def _kept(at: AtTable, side: Side) -> Act:
    """He is not there: the dealer keeps them and turns them (5.10)."""
    return Give(
        command=asking(commands.GiveCards, side=side, who=None), then=at.fingers.picked(KEPT + side.value, "yes")
    )


def _named_by_dealer(at: AtTable, side: Side, who: Who | None) -> tuple[Control, ...]:
    names = at.change(framed=side.value, picks={**at.fingers.picks, NAMING: side.value})
    found = (_control(f"name:{side.value}", at.label("name-holder"), names),)
    if who is None:
        return found
    return (*found, _control(f"absent:{side.value}", at.label("absent"), _gives(at, side, None)))


def naming(at: AtTable) -> tuple[Block, ...]:
    """The seats from which the dealer names who squeezes a hand, where bets are not keyed."""
    chosen = at.fingers.pick(NAMING)
    if at.keyed or chosen not in (side.value for side in Side) or not at.may(commands.GiveCards):
        return ()
    side = Side(chosen)
    then = at.fingers.picked(NAMING, "")
    seats = tuple(
        Control(
            name=f"holder:{side.value}:{seat}",
            label=Line(str(seat)),
            act=Give(command=asking(commands.GiveCards, side=side, who=(seat, SEATED)), then=then),
        )
        for seat in at.seats
    )
    return (Keys(controls=seats, columns=6, title=at.label("who-squeezes", hand=at.label(side.value))),)


def _squeeze(at: AtTable) -> tuple[Block, ...]:
    """A bettor with the highest bet asks to squeeze, before the card leaves the shoe (RWS 3.9)."""
    role, clause = at.rules.decider("squeeze_consent")
    title = at.label("squeeze-asked")
    clauses = (clause_control(at.seeing, clause),)
    if not at.keyed:
        controls = tuple(
            _control(
                f"name:{side.value}", at.label(side.value), at.change(picks={**at.fingers.picks, NAMING: side.value})
            )
            for side in Side
            if not lies_face_down(at.round, side)
        )
        granted = naming(at) if at.decides(role) else ()
        return (Keys(controls=controls, columns=2, title=title, clauses=clauses), *granted) if controls else ()
    asks = at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role)))
    consents = at.decides(role)
    controls = tuple(
        _control(
            f"squeeze:{side.value}:{at.badge(who)}",
            at.label(f"squeeze-{side.value}", who=at.badge(who)),
            _gives(at, side, who) if consents else None,
            waits=EMPTY if consents else asks,
            picked=at.round.holders.get(side) == who,
        )
        for who in highest_bettors(at.rules, at.round)
        for side in Side
        if not lies_face_down(at.round, side)
    )
    return (Keys(controls=controls, columns=2, title=title, clauses=clauses),) if controls else ()


def _gives(at: AtTable, side: Side, who: Who | None) -> Act:
    return Give(command=asking(commands.GiveCards, side=side, who=who), then=at.fingers)


def _control(
    name: str, text: Line, act: Act | None, *, key: str = "", waits: Line = EMPTY, picked: bool = False
) -> Control:
    return Control(name=name, label=text, act=act, key=key, waits=waits, picked=picked)
