"""Who holds which hand on a face-down table: who is to have it and why, refused, absent, passed on.

Where bets are keyed the order follows from them, but for who of equal ones placed first; with bets off the dealer
names who squeezes, by his seat.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeezing import highest_on, passing_order, staked
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table import Method
from dealer_app.domain.rulebook import Side
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Row, Rows
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.hands import lying_on
from dealer_app.showing.play.naming import NAMING, naming
from dealer_app.showing.play.passing import equals, placing_first, to_another, who_first
from dealer_app.showing.play.squeezing import squeeze
from dealer_app.showing.texts import clause_control

TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
KEPT = "kept:"
"""The choice that says, with the hand, that the dealer turns it himself, because its bettor is not there."""


def holding(at: AtTable) -> tuple[Block, ...]:
    """Before the cards are turned: a row for each hand."""
    if not at.may(commands.GiveCards):
        return ()
    if at.table.method is None:
        return squeeze(at)
    return (heading(at), Rows(rows=tuple(hand_row(at, side, ()) for side in Side)), *passed_to(at))


def passed_to(at: AtTable) -> tuple[Block, ...]:
    """Below the hands: who of equal ones placed first, who squeezes with bets off, and anybody else (MBS 3.21)."""
    return (*placing_first(at), *naming(at), *to_another(at))


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
    if not order or equals(at, side):
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
    """Both cards of a hand are dealt and nobody has them: they are passed before they are turned (MBS 3.10.2).

    Of equal ones it waits until it is said who placed first (3.10.4).
    """
    lying = lying_on(at.round, side)
    untouched = bool(lying) and not any(drawn.turned for _, drawn in lying)
    if not untouched or not at.keyed or at.table.method is not Method.A or not at.may(commands.GiveCards):
        return None
    order = passing_order(at.rules, at.round, side)
    if not order or side in at.round.holders or at.fingers.pick(KEPT + side.value):
        return None
    equal = equals(at, side)
    if equal:
        return _control(f"first:{side.value}", who_first(at, side, equal), None, waits=at.label("waits-first"))
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


def _gives(at: AtTable, side: Side, who: Who | None) -> Act:
    return Give(command=asking(commands.GiveCards, side=side, who=who), then=at.fingers)


def _control(name: str, text: Line, act: Act | None, *, key: str = "", waits: Line = EMPTY) -> Control:
    return Control(name=name, label=text, act=act, key=key, waits=waits)
