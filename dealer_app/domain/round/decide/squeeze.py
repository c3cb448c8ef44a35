"""Decides on the cards of a face-down table: consent to squeeze, and the order of passing.

In RWS v4 3.9 and Insurance Plus 3.9 the highest bettor asks before the card leaves the shoe. In MBS the cards
of each hand are passed to its highest wager (3.10) by the method in force, and the Pit Manager may allow any
other bettor (3.21).
"""

from collections.abc import Collection, Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    PhaseCondition,
    current_round,
    open_matter_refusal,
)
from dealer_app.domain.round.decide.dealing import find_surplus_card, has_right_numbers, judge_cards
from dealer_app.domain.round.decide.insurance import offer_closed_events
from dealer_app.domain.round.decide.missed_insurance import open_missed_offer_case
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import Person, Phase, Round, TableState, Who
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Method, Rules, Table
from dealer_app.domain.round.visible import CARDS_AT_OFFER, CardStep, next_card, open_offers
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED

_SIDE_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


def _no_squeeze_refusal(rules: Rules, table: Table) -> MaybeRefusal:
    """Only where cards are dealt face down."""
    if rules.baccarat is None:
        return simple_refusal("no-cards-here", rules.clause("round"))
    return None if table.dealing is Dealing.FACE_DOWN else simple_refusal("dealt-face-up", rules.clause("squeeze"))


may_give_cards = PhaseCondition((Phase.BETTING, Phase.CLOSED), never=_no_squeeze_refusal)


def give_cards(rules: Rules, state: TableState, command: commands.GiveCards) -> CommandResult:
    """Pass the cards of a hand to a bettor, or keep them. Someone else than whose turn it is needs consent."""
    assert state.table is not None, "asked only at an open table"
    round_ = current_round(state)
    if command.who is not None:
        wrong = _squeezer_refusal(rules, state, round_, command)
        if wrong is not None:
            return wrong
    return (events.CardsGiven(side=command.side, who=command.who),)


def _squeezer_refusal(rules: Rules, state: TableState, round_: Round, command: commands.GiveCards) -> MaybeRefusal:
    assert state.table is not None, "asked only at an open table"
    role, clause = rules.decider("squeeze_consent")
    consents = rules.may_act(command.by.role, role)
    if state.table.method is not None:
        return None if consents else _squeeze_turn_refusal(rules, state, round_, command)
    if has_face_down_card(round_, command.side):
        return simple_refusal("card-has-left-the-shoe", rules.clause("squeeze"))
    if state.table.bets is BetKeeping.KEYED and command.who not in highest_bettors(rules, round_):
        return simple_refusal("not-the-highest-bet", rules.clause("squeeze"))
    return None if consents else Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})


def has_face_down_card(round_: Round, side: Side) -> bool:
    """Whether a card of this hand is out of the shoe already: it was to be asked for before (RWS 3.9)."""
    return any(card.put is _SIDE_PLACES[side] and not card.turned for card in round_.cards)


def _squeeze_turn_refusal(rules: Rules, state: TableState, round_: Round, command: commands.GiveCards) -> MaybeRefusal:
    """By the methods of MBS, where the Pit Manager has not allowed anything else (3.21)."""
    assert state.table is not None, "asked only at an open table"
    if state.table.method is Method.B:
        return simple_refusal("dealer-keeps-cards", rules.clause("cards-stay"))
    if state.table.bets is BetKeeping.OFF:
        return None
    order = pass_order(rules, round_, command.side)
    if command.who in order[:1]:
        return None
    # Of equal ones the first has the cards first; where that gives no answer the Pit Supervisor names one (3.10.4.1).
    role, clause = rules.decider("equal_highest_bets")
    if command.who in highest_hand_bettors(round_, command.side, order):
        named = rules.may_act(command.by.role, role)
        return None if named else Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return simple_refusal("not-the-highest-bet", rules.clause("squeeze"))


def highest_bettors(rules: Rules, round_: Round) -> tuple[Who, ...]:
    """The bettors with the highest bet on the table; in Insurance Plus only seated ones count (3.9)."""
    seated_only = rules.book.insurance is not None
    bets = [bet for bet in round_.in_play if not seated_only or bet.who[1] == SEATED]
    most = max((bet.wager.stake for bet in bets), default=0)
    return tuple(dict.fromkeys(bet.who for bet in bets if bet.wager.stake == most))


def pass_order(_rules: Rules, round_: Round, side: Side) -> tuple[Who, ...]:
    """To whom the cards of a hand are passed, those who refused them left out (MBS 3.10.2 to 3.10.5).

    The highest wager first; of equal ones who placed first, or whom the Supervisor named; then counter-clockwise from
    there, which at these tables is towards the lower numbers (ruling S3).
    """
    stakes = hand_stakes(round_, side)
    order: list[Who] = []
    for stake in sorted(set(stakes.values()), reverse=True):
        equal = [who for who, amount in stakes.items() if amount == stake]
        first = _find_first_asked(equal, {who for who in equal if (side, who) in round_.refused_cards})
        order += sorted(equal, key=lambda who: _seat_distance(first, who))
    return tuple(who for who in order if (side, who) not in round_.refused_cards)


def _find_first_asked(equal: Sequence[Who], refused: Collection[Who]) -> Who:
    """Of equal bettors where the passing began: the first to refuse, if it was not who placed first (MBS 3.10.4.1).

    Those who refused sit side by side, for each was asked after the one before.
    """
    ring = sorted(equal, key=lambda who: _seat_distance(equal[0], who))
    begun = (who for place, who in enumerate(ring) if who in refused and ring[place - 1] not in refused)
    return next(begun, equal[0])


def equal_highest_bettors(rules: Rules, round_: Round, side: Side) -> tuple[Who, ...]:
    """Of whom it is to be said who placed first, for they have the cards first (MBS 3.10.4); none where one is alone.

    Once one of them has refused, the next is found from there (3.10.5), and nothing is asked any more.
    """
    stakes, order = hand_stakes(round_, side), pass_order(rules, round_, side)
    if not order or side in round_.holders:
        return ()
    equal = {who for who, stake in stakes.items() if stake == stakes[order[0]]}
    first = tuple(who for who in order if who in equal)
    return first if len(first) == len(equal) > 1 else ()


def highest_hand_bettors(round_: Round, side: Side, bettors: Collection[Who]) -> tuple[Who, ...]:
    """Of these bettors those whose wager on the hand is the highest (MBS 3.10.2, 3.10.4)."""
    stakes = {who: stake for who, stake in hand_stakes(round_, side).items() if who in bettors}
    most = max(stakes.values(), default=0)
    return tuple(who for who, stake in stakes.items() if stake == most)


def hand_stakes(round_: Round, side: Side) -> dict[Who, int]:
    """What each bettor has on a hand, in the order of placing."""
    stakes: dict[Who, int] = {}
    for bet in round_.in_play:
        if bet.wager.area == side.value:
            stakes[bet.who] = stakes.get(bet.who, 0) + bet.wager.stake
    return stakes


def _seat_distance(start: Who, who: Who) -> int:
    """How far a seat is from another, going towards lower numbers and round the table."""
    seat, other = start[0] or 0, who[0] or 0
    return (seat - other) % _SEAT_CYCLE


_SEAT_CYCLE = 100


def _no_bettor_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    asked = any(pass_order(rules, current_round(state), side) for side in Side)
    return None if asked else simple_refusal("no-bettor", rules.clause("squeeze"))


may_refuse_cards = PhaseCondition((Phase.BETTING, Phase.CLOSED), _no_bettor_refusal, never=_no_squeeze_refusal)


def refuse_cards(rules: Rules, state: TableState, command: commands.RefuseCards) -> CommandResult:
    """The bettor does not want the cards: the next in the order is asked (MBS 3.10.3, 3.10.5)."""
    if command.who not in pass_order(rules, current_round(state), command.side):
        return simple_refusal("no-bettor", rules.clause("squeeze"))
    return (events.CardsRefused(side=command.side, who=command.who),)


def may_choose_method(rules: Rules, state: TableState) -> MaybeRefusal:
    """Only MBS has methods, and they change between rounds (3.9.2)."""
    if not rules.has_clause("methods"):
        return simple_refusal("no-methods-here", rules.clause("round"))
    if state.round is not None:
        return simple_refusal("round-on", rules.clause("methods"))
    return open_matter_refusal(state)


def method_decider(rules: Rules, method: Method) -> tuple[str, str]:
    """Whose it is to have cards dealt so: that a bettor draws them is decided higher up (MBS 3.9.2)."""
    return rules.decider("method_c" if method is Method.C else "method_a_or_b")


def method_refusal(rules: Rules, table: Table, method: Method) -> MaybeRefusal:
    """Only at HLGA tables a bettor draws the cards."""
    if method is Method.C and not table.hlga:
        return simple_refusal("only-in-hlga", method_decider(rules, method)[1])
    return None


def choose_method(rules: Rules, state: TableState, command: commands.ChooseMethod) -> CommandResult:
    assert state.table is not None, "asked only at an open table"
    role, clause = method_decider(rules, command.method)
    unfit = method_refusal(rules, state.table, command.method)
    if unfit is not None:
        return unfit
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    chosen = events.MethodChosen(method=command.method)
    back = command.method is Method.C or state.device_with is None
    return (chosen,) if back else (chosen, events.DevicePassed(who=None))


def may_pass_device(rules: Rules, state: TableState) -> MaybeRefusal:
    """In methods A and B the dealing device never leaves the Dealer's control (MBS 3.9.1)."""
    if not rules.has_clause("methods"):
        return simple_refusal("no-methods-here", rules.clause("round"))
    reason = open_matter_refusal(state)
    if reason is None and state.table is not None and state.table.method is not Method.C:
        return simple_refusal("dealer-keeps-device", rules.clause("device-stays"))
    return reason


def pass_device(rules: Rules, state: TableState, command: commands.PassDevice) -> CommandResult:
    """To a bettor who asks for it, for as long as they like and do not lose (3.12.8), or back to the dealer."""
    if command.who is not None:
        wrong = _drawer_refusal(rules, state, command)
        if wrong is not None:
            return wrong
    return (events.DevicePassed(who=command.who),)


def _drawer_refusal(rules: Rules, state: TableState, command: commands.PassDevice) -> MaybeRefusal:
    """Who has no valid wager needs the leave of the role that 3.12.2 names; who has the device may keep it."""
    role, clause = rules.decider("drawing_without_a_wager")
    if state.device_with not in (None, command.who):
        return simple_refusal("device-with-a-bettor", rules.clause("device-kept"))
    bets = state.round.in_play if state.round is not None else ()
    if any(bet.who == command.who for bet in bets) or rules.may_act(command.by.role, role):
        return None
    return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})


def is_device_lost(state: TableState) -> bool:
    """Whether who draws the cards loses with this settlement (MBS 3.12.8.2): all their bets together."""
    round_ = current_round(state)
    own = {bet.number for bet in round_.bets if bet.who == state.device_with}
    return sum(line.net for line in round_.settled if line.number in own) < 0


def _no_turn_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.baccarat is None or next_card(rules, state, current_round(state)).step is not CardStep.TURN:
        return simple_refusal("nothing-to-turn", rules.clause("third-card"))
    return None


may_turn_cards = PhaseCondition((Phase.CLOSED,), _no_turn_refusal)


def turn_cards(rules: Rules, state: TableState, command: commands.TurnCards) -> CommandResult:
    """Cards that lie face down are turned, one or several, whichever hand the dealer chooses first (MBS 3.10.6)."""
    cards = current_round(state).cards
    different = command.places and len(set(command.places)) == len(command.places)
    asked = next_card(rules, state, current_round(state)).places
    if not different or any(place not in asked for place in command.places):
        return simple_refusal("no-such-card", rules.clause("round"))
    unknown = [place for place in command.places if cards[place].card is None]
    if len(unknown) != len(command.cards):
        return simple_refusal("value-needed", rules.clause("initial-cards"))
    impossible = find_surplus_card(state, command.cards)
    if impossible is not None:
        # First a misread; a card that really is one too many is reported (procedure before 5.5.1 and 5.5.2).
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})
    unsealed = (
        events.CardUnsealed(card=one.card, seal=one.seal)
        for one in map(cards.__getitem__, command.places)
        if one.card is not None and one.seal is not None
    )
    done: tuple[events.Event, ...] = (*unsealed, events.CardsTurned(places=command.places, cards=command.cards))
    return (*done, *judge_turned_cards(rules, fold(state, done), command.by))


def judge_turned_cards(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """What the cards show now: a wrong number of them as they lie, or insurance that nobody can have been offered."""
    if current_round(state).as_they_lie and not has_right_numbers(current_round(state)):
        return judge_cards(rules, state, by)
    return _open_neglected_offer(rules, state, by)


def _open_neglected_offer(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """The next card was drawn before the totals that ask for an offer were open (Insurance Plus 5.3, 5.13).

    A card that the round before had drawn in excess is there from the start and closes no offer.
    """
    if rules.book.insurance is None:
        return ()
    lie = len(current_round(state).cards)
    late = [
        offer.stage
        for offer in open_offers(rules, state, current_round(state))
        if state.carried_in <= CARDS_AT_OFFER[offer.stage] < lie
    ]
    if not late:
        return ()
    closed = offer_closed_events(rules, state, late=True)
    return (*closed, *open_missed_offer_case(rules, fold(state, closed), by, late[0]))
