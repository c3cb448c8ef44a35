"""Who handles the cards on a face-down table: consent to squeeze, and the order in which cards are passed.

RWS v4 3.9 and Insurance Plus 3.9 let the highest bettor ask before the card leaves the shoe; MBS passes the cards of
each hand to its highest wager (3.10) by the method in force, and lets the Pit Manager allow any other (3.21).
"""

from collections.abc import Collection

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.conditions import During, Why, current, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.state import Phase, Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Dealing, Method, Rules, Table
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED

_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


def _no_squeeze(rules: Rules, table: Table) -> Why:
    """Only where cards are dealt face down."""
    if rules.baccarat is None:
        return refused("no-cards-here", rules.clause("round"))
    return None if table.dealing is Dealing.FACE_DOWN else refused("dealt-face-up", rules.clause("squeeze"))


may_give = During((Phase.BETTING, Phase.CLOSED), never=_no_squeeze)


def give(rules: Rules, state: TableState, command: commands.GiveCards) -> Decision:
    """Pass the cards of a hand to a bettor, or keep them. Someone else than whose turn it is needs consent."""
    assert state.table is not None, "asked only at an open table"
    round_ = current(state)
    if command.who is not None:
        wrong = _unfit(rules, state, round_, command)
        if wrong is not None:
            return wrong
    return (events.CardsGiven(side=command.side, who=command.who),)


def _unfit(rules: Rules, state: TableState, round_: Round, command: commands.GiveCards) -> Why:
    assert state.table is not None, "asked only at an open table"
    role, clause = rules.decider("squeeze_consent")
    consents = rules.may_act(command.by.role, role)
    if state.table.method is not None:
        return None if consents else _not_his_turn(rules, state, round_, command)
    if lies_face_down(round_, command.side):
        return refused("card-has-left-the-shoe", rules.clause("squeeze"))
    if state.table.bets is BetKeeping.KEYED and command.who not in highest_bettors(rules, round_):
        return refused("not-the-highest-bet", rules.clause("squeeze"))
    return None if consents else Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})


def lies_face_down(round_: Round, side: Side) -> bool:
    """Whether a card of this hand is out of the shoe already: it was to be asked for before (RWS 3.9)."""
    return any(card.put is _PLACES[side] and not card.turned for card in round_.cards)


def _not_his_turn(rules: Rules, state: TableState, round_: Round, command: commands.GiveCards) -> Why:
    """By the methods of MBS, where the Pit Manager has not allowed anything else (3.21)."""
    assert state.table is not None, "asked only at an open table"
    if state.table.method is Method.B:
        return refused("dealer-keeps-cards", rules.clause("cards-stay"))
    if state.table.bets is BetKeeping.OFF:
        return None
    order = passing_order(rules, round_, command.side)
    if command.who in order[:1]:
        return None
    # Of equal ones the first has the cards first; where that gives no answer the Pit Supervisor names one (3.10.4.1).
    role, clause = rules.decider("equal_highest_bets")
    if command.who in highest_on(round_, command.side, order):
        named = rules.may_act(command.by.role, role)
        return None if named else Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return refused("not-the-highest-bet", rules.clause("squeeze"))


def highest_bettors(rules: Rules, round_: Round) -> tuple[Who, ...]:
    """The bettors with the highest bet on the table; in Insurance Plus only seated ones count (3.9)."""
    seated_only = rules.book.insurance is not None
    bets = [bet for bet in round_.in_play if not seated_only or bet.who[1] == SEATED]
    most = max((bet.wager.stake for bet in bets), default=0)
    return tuple(dict.fromkeys(bet.who for bet in bets if bet.wager.stake == most))


def passing_order(rules: Rules, round_: Round, side: Side) -> tuple[Who, ...]:
    """To whom the cards of a hand are passed, those who refused them left out (MBS 3.10.2 to 3.10.5).

    The highest wager first; of equal ones who placed first, then counter-clockwise from him, which at these tables is
    towards the lower numbers (ruling S3).
    """
    del rules
    stakes = staked(round_, side)
    order: list[Who] = []
    for stake in sorted(set(stakes.values()), reverse=True):
        equal = [who for who, amount in stakes.items() if amount == stake]
        first = equal[0]
        order += [first, *sorted(equal[1:], key=lambda who: _steps_down(first, who))]
    return tuple(who for who in order if (side, who) not in round_.refused_cards)


def equal_highest(rules: Rules, round_: Round, side: Side) -> tuple[Who, ...]:
    """Of whom it is to be said who placed first, for he has the cards first (MBS 3.10.4); none where one is alone.

    Once one of them has refused, the next is found from him (3.10.5), and nothing is asked any more.
    """
    stakes, order = staked(round_, side), passing_order(rules, round_, side)
    if not order or side in round_.holders:
        return ()
    equal = {who for who, stake in stakes.items() if stake == stakes[order[0]]}
    first = tuple(who for who in order if who in equal)
    return first if len(first) == len(equal) > 1 else ()


def highest_on(round_: Round, side: Side, bettors: Collection[Who]) -> tuple[Who, ...]:
    """Of these bettors those whose wager on the hand is the highest (MBS 3.10.2, 3.10.4)."""
    stakes = {who: stake for who, stake in staked(round_, side).items() if who in bettors}
    most = max(stakes.values(), default=0)
    return tuple(who for who, stake in stakes.items() if stake == most)


def staked(round_: Round, side: Side) -> dict[Who, int]:
    """What each bettor has on a hand, in the order of placing."""
    stakes: dict[Who, int] = {}
    for bet in round_.in_play:
        if bet.wager.area == side.value:
            stakes[bet.who] = stakes.get(bet.who, 0) + bet.wager.stake
    return stakes


def _steps_down(start: Who, who: Who) -> int:
    """How far a seat is from another, going towards lower numbers and round the table."""
    seat, other = start[0] or 0, who[0] or 0
    return (seat - other) % _ROUND_THE_TABLE


_ROUND_THE_TABLE = 100


def _nobody_asked(rules: Rules, state: TableState) -> Why:
    asked = any(passing_order(rules, current(state), side) for side in Side)
    return None if asked else refused("no-bettor", rules.clause("squeeze"))


may_refuse_cards = During((Phase.BETTING, Phase.CLOSED), _nobody_asked, never=_no_squeeze)


def refuse_cards(rules: Rules, state: TableState, command: commands.RefuseCards) -> Decision:
    """The bettor does not want the cards: the next in the order is asked (MBS 3.10.3, 3.10.5)."""
    if command.who not in passing_order(rules, current(state), command.side):
        return refused("no-bettor", rules.clause("squeeze"))
    return (events.CardsRefused(side=command.side, who=command.who),)


def may_choose_method(rules: Rules, state: TableState) -> Why:
    """Only MBS has methods, and they change between rounds (3.9.2)."""
    if not rules.has("methods"):
        return refused("no-methods-here", rules.clause("round"))
    if state.round is not None:
        return refused("round-on", rules.clause("methods"))
    return nothing_unresolved(state)


def method_decider(rules: Rules, method: Method) -> tuple[str, str]:
    """Whose it is to have cards dealt so: that a bettor draws them is decided higher up (MBS 3.9.2)."""
    return rules.decider("method_c" if method is Method.C else "method_a_or_b")


def unfit_method(rules: Rules, table: Table, method: Method) -> Why:
    """Only at HLGA tables a bettor draws the cards."""
    if method is Method.C and not table.hlga:
        return refused("only-in-hlga", method_decider(rules, method)[1])
    return None


def choose_method(rules: Rules, state: TableState, command: commands.ChooseMethod) -> Decision:
    assert state.table is not None, "asked only at an open table"
    role, clause = method_decider(rules, command.method)
    unfit = unfit_method(rules, state.table, command.method)
    if unfit is not None:
        return unfit
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    chosen = events.MethodChosen(method=command.method)
    back = command.method is Method.C or state.device_with is None
    return (chosen,) if back else (chosen, events.DevicePassed(who=None))


def may_pass_device(rules: Rules, state: TableState) -> Why:
    """In methods A and B the dealing device never leaves the Dealer's control (MBS 3.9.1)."""
    if not rules.has("methods"):
        return refused("no-methods-here", rules.clause("round"))
    reason = nothing_unresolved(state)
    if reason is None and state.table is not None and state.table.method is not Method.C:
        return refused("dealer-keeps-device", rules.clause("device-stays"))
    return reason


def pass_device(rules: Rules, state: TableState, command: commands.PassDevice) -> Decision:
    """To a bettor who asks for it, for as long as he likes and does not lose (3.12.8), or back to the dealer."""
    if command.who is not None:
        wrong = _may_not_draw(rules, state, command)
        if wrong is not None:
            return wrong
    return (events.DevicePassed(who=command.who),)


def _may_not_draw(rules: Rules, state: TableState, command: commands.PassDevice) -> Why:
    """Who has no valid wager needs the leave of the role that 3.12.2 names; he who has the device may keep it."""
    role, clause = rules.decider("drawing_without_a_wager")
    if state.device_with not in (None, command.who):
        return refused("device-with-a-bettor", rules.clause("device-kept"))
    bets = state.round.in_play if state.round is not None else ()
    if any(bet.who == command.who for bet in bets) or rules.may_act(command.by.role, role):
        return None
    return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})


def device_lost(state: TableState) -> bool:
    """Whether he who draws the cards loses his wager with this settlement (MBS 3.12.8.2): all his bets together."""
    round_ = current(state)
    own = {bet.number for bet in round_.bets if bet.who == state.device_with}
    return sum(line.net for line in round_.settled if line.number in own) < 0
