"""What a person of a role grants at the table, signed in place: the dealer stays signed in, and the round goes on.

What is legal the engine decides: the panel is gone once the table does not hear its command any more.
"""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.decide.squeezing import equal_highest, highest_bettors
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Who
from dealer_app.domain.round.table import Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Keys, Note
from dealer_app.showing.granted_in_place import GRANT, HAND, METHOD, WHO, Grant
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import bets_keyed, everybody, seats_of, who_keys, who_picked
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import choice
from dealer_app.showing.mending.saying import bettor_text, clauses_of, primary, rules_of, say
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_HEARD: Mapping[Grant, type[Command]] = {
    Grant.METHOD: commands.ChooseMethod,
    Grant.SQUEEZE: commands.GiveCards,
    Grant.EQUAL: commands.GiveCards,
    Grant.ANOTHER: commands.GiveCards,
    Grant.WAIVER: commands.WaiveInsurance,
    Grant.DEVICE: commands.PassDevice,
}


class _Granted(Struct, frozen=True, kw_only=True):
    """Who decides it by which clause, what it says, what is still to be chosen, and the command once all of it is."""

    decision: str
    text: Line
    command: Command | None
    choices: tuple[Block, ...] = ()
    waits: Line = EMPTY


def granting(seeing: Seeing) -> Overlay | None:
    """Whoever may decide it keys his badge and PIN; nothing once the table has moved on."""
    grant = Grant(seeing.fingers.pick(GRANT))
    if seeing.guide is None or _HEARD[grant] not in seeing.guide.allowed:
        return None
    granted, rules = _granted(seeing, grant), rules_of(seeing)
    role, clause = rules.decider(granted.decision)
    if granted.command is not None and not _heard(seeing, granted.command, role):
        return None
    sign = signature(seeing, role, clause)
    waits = granted.waits or sign.waits
    act = None
    if granted.command is not None and not waits:
        act = Give(command=granted.command, by=sign.by, then=seeing.fingers.closed())
    return panel(
        seeing,
        "grant",
        line(seeing.words, lambda words: words.command(_HEARD[grant])),
        left=(Note(text=granted.text, framed=True, clauses=clauses_of(seeing, clause)), *granted.choices),
        right=sign.blocks,
        primary=primary("grant", granted.text, act=act, waits=waits),
        icon="shield",
    )


def _heard(seeing: Seeing, command: Command, role: str) -> bool:
    """Whether the table would take it from a person of this role."""
    asked = replace(command, by=Person("", role))
    return not isinstance(decide(rules=rules_of(seeing), state=seeing.state.table, command=asked), Refusal)


def _granted(seeing: Seeing, grant: Grant) -> _Granted:
    match grant:
        case Grant.METHOD:
            method = Method(seeing.fingers.pick(METHOD))
            return _Granted(
                decision="method_c" if method is Method.C else "method_a_or_b",
                text=say(seeing, "method-from-now", method=method.value),
                command=asking(commands.ChooseMethod, method=method),
            )
        case Grant.WAIVER:
            return _Granted(
                decision="banker_third_card_first",
                text=say(seeing, "grant-waiver"),
                command=asking(commands.WaiveInsurance),
            )
        case Grant.DEVICE:
            who = who_picked(seeing, WHO)
            assert who is not None, "the key has said who"
            return _Granted(
                decision="drawing_without_a_wager",
                text=say(seeing, "grant-device", who=bettor_text(seeing, who)),
                command=asking(commands.PassDevice, who=who),
            )
        case Grant.SQUEEZE | Grant.EQUAL | Grant.ANOTHER:
            return _cards(seeing, grant)


def _cards(seeing: Seeing, grant: Grant) -> _Granted:
    """The cards of a hand go to one of those who may have them."""
    chosen = seeing.fingers.pick(HAND)
    hand, who = Side(chosen) if chosen else None, who_picked(seeing, WHO)
    people = _people(seeing, grant, hand)
    choices = (*((_hands(seeing),) if grant is Grant.ANOTHER else ()), who_keys(seeing, WHO, people))
    decision = "equal_highest_bets" if grant is Grant.EQUAL else "squeeze_consent"
    if hand is None or who not in people:
        text = say(seeing, "grant-cards")
        return _Granted(decision=decision, text=text, command=None, choices=choices, waits=say(seeing, "waits-holder"))
    return _Granted(
        decision=decision,
        text=say(seeing, "grant-cards-to", hand=_hand(seeing, hand), who=bettor_text(seeing, who)),
        command=asking(commands.GiveCards, side=hand, who=who),
        choices=choices,
    )


def _people(seeing: Seeing, grant: Grant, hand: Side | None) -> tuple[Who, ...]:
    """By their seats."""
    return tuple(sorted(_who_may(seeing, grant, hand), key=lambda who: (who[0] or 0, who[1])))


def _who_may(seeing: Seeing, grant: Grant, hand: Side | None) -> tuple[Who, ...]:
    round_ = seeing.state.table.round
    if round_ is None or grant is Grant.ANOTHER or not bets_keyed(seeing):
        return everybody(seeing) if grant is Grant.ANOTHER else seats_of(seeing)
    if grant is Grant.EQUAL and hand is not None:
        return equal_highest(rules_of(seeing), round_, hand)
    return highest_bettors(rules_of(seeing), round_)


def _hands(seeing: Seeing) -> Keys:
    keys = tuple(choice(seeing, HAND, side.value, _hand(seeing, side)) for side in Side)
    return Keys(controls=keys, columns=2)


def _hand(seeing: Seeing, side: Side) -> Line:
    return line(seeing.words, lambda words: words.area(side.value))
