"""To whom the cards of a hand go where the bets do not tell it: of equal ones (MBS 3.10.4), or by leave anybody (3.21).

The order in which bets were keyed is what the record has: who says otherwise, or that it is not known, asks the role
that the document names, and it is granted in place.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeezing import equal_highest
from dealer_app.domain.round.state import Phase, Who
from dealer_app.domain.round.table import Method
from dealer_app.domain.rulebook import Side
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.granted_in_place import Grant, asked_in_place
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.texts import clause_control, line

_COLUMNS = 4


def equals(at: AtTable, side: Side) -> tuple[Who, ...]:
    """Those of whom the dealer has to say who placed first."""
    if not at.keyed or at.table.method in (None, Method.B):
        return ()
    return equal_highest(at.rules, at.round, side)


def who_first(at: AtTable, side: Side, equal: tuple[Who, ...]) -> Line:
    *others, last = (at.badge(who, *equal) for who in sorted(equal, key=str))
    return at.label(f"first-{side.value}", some=", ".join(others), last=last)


def placing_first(at: AtTable) -> tuple[Block, ...]:
    """A key for each of them, with the digit of his seat, and one for what nobody knows; not while bets change."""
    if at.round.phase is Phase.BETTING:
        return ()
    asked = next(((side, equal) for side in Side if (equal := equals(at, side))), None)
    if asked is None:
        return ()
    side, equal = asked
    role, clause = at.rules.decider("equal_highest_bets")
    unknown = Control(
        name=f"first:{side.value}:unknown",
        label=at.label("first-unknown"),
        sub=_asks(at, role),
        act=asked_in_place(at.fingers, Grant.EQUAL, hand=side),
    )
    keys = tuple(_first(at, side, who, equal, role) for who in sorted(equal, key=str))
    return (
        Keys(
            controls=(*keys, unknown, *_another(at)),
            columns=_COLUMNS,
            title=who_first(at, side, equal),
            clauses=(clause_control(at.seeing, clause),),
        ),
    )


def _first(at: AtTable, side: Side, who: Who, equal: tuple[Who, ...], role: str) -> Control:
    """Who was keyed first is passed the cards; of another the record says otherwise, and the role decides."""
    act: Act = Give(command=asking(commands.GiveCards, side=side, who=who), then=at.fingers)
    sub = EMPTY
    if who != equal[0] and not at.decides(role):
        act, sub = asked_in_place(at.fingers, Grant.EQUAL, hand=side, who=who), _asks(at, role)
    seats = [str(seat) for seat, _ in equal]
    told_apart = len(set(seats)) == len(seats) and all(len(seat) == 1 for seat in seats)
    return Control(
        name=f"first:{side.value}:{at.badge(who)}",
        label=at.label("pass-to", who=at.badge(who, *equal)),
        sub=sub,
        act=act,
        key=str(who[0]) if told_apart else "",
    )


def to_another(at: AtTable) -> tuple[Block, ...]:
    """Any of the cards to anybody, by whatever method (MBS 3.21): once they lie there."""
    keys = _another(at)
    return (Keys(controls=keys, columns=1),) if keys and not placing_first(at) else ()


def _another(at: AtTable) -> tuple[Control, ...]:
    if at.table.method is None or not at.round.cards or not at.may(commands.GiveCards):
        return ()
    role, _ = at.rules.decider("squeeze_consent")
    return (
        Control(
            name="to-another",
            label=at.label("to-another"),
            sub=_asks(at, role),
            act=asked_in_place(at.fingers, Grant.ANOTHER),
        ),
    )


def _asks(at: AtTable, role: str) -> Line:
    return at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role)))
