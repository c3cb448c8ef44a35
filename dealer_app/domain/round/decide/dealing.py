"""Cards leave the shoe, are turned, and are passed to bettors who squeeze them.

A card that nothing asked for is never judged by itself: while an announcement is owed it is a question to the dealer,
otherwise it opens the case that fits.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, make_coup
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    can_run_empty,
    current_round,
    open_matter_refusal,
    phase_refusal,
)
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.fold_corrections import open_prefix, places_by_order
from dealer_app.domain.round.irregularities.cases import CaseSubject, changeable_case, open_case
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import HOUSE_POLICY, simple_refusal
from dealer_app.domain.round.state import Case, Person, Phase, Round, Seal, ShoeStep, TableState
from dealer_app.domain.round.table_settings import Dealing as Dealt
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import CardStep, next_card
from dealer_app.domain.rulebook import RuleFamily, Side

_HAND_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


def may_draw_card(rules: Rules, state: TableState) -> MaybeRefusal:
    """A card may come at any time in a round: what it means is decided then."""
    if rules.book.house is not RuleFamily.BACCARAT:
        return simple_refusal("no-cards-here", rules.clause("round"))
    waiting = open_matter_refusal(state)
    if waiting is not None and not changeable_case(state):
        return waiting
    ready = None if state.shoe.step is ShoeStep.READY else simple_refusal("shoe-not-ready", HOUSE_POLICY)
    reason = phase_refusal(rules, state, Phase.BETTING, Phase.CLOSED, Phase.ANNOUNCED) or ready
    return reason or (no_card_refusal(rules, state) if _is_shoe_empty(state) else None)


def draw_card(rules: Rules, state: TableState, command: commands.DrawCard) -> CommandResult:
    assert state.table is not None, "asked only at an open table"
    face_up = state.table.dealing is Dealt.FACE_UP
    seen = command.face_up or (face_up and _goes_to_hand(rules, state))
    if seen and command.card is None:
        return simple_refusal("value-needed", rules.clause("initial-cards"))
    if _is_shoe_empty(state):
        return open_case(rules, state, command.by, IrregularityKind.INSUFFICIENT_CARDS)
    sealing = _may_be_sealed(rules, state, command)
    if sealing and not command.salt:
        return simple_refusal("salt-needed", HOUSE_POLICY)
    if command.card is not None and is_impossible_card(state, command.card):
        # A face-down card is named nowhere: only that somebody has to look at it.
        seen = command.face_up or (face_up and not sealing)
        facts = {"card": command.card.text} if seen else {}
        about = CaseSubject(hidden=card_to_facts(command))
        return open_case(rules, state, command.by, IrregularityKind.IMPOSSIBLE_CARD, facts=facts, about=about)
    return take_card(rules, state, command)


def _is_shoe_empty(state: TableState) -> bool:
    return can_run_empty(state) and state.shoe.cards_left < 1


def no_card_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Why cards cannot be too few for this round: its hands are finished, or that shows only when they are turned.

    The clause speaks of completing a round, which one that wants no card has been (RWS 5.5.4, MBS 5.3, ruling O20).
    """
    match next_card(rules, state, current_round(state)).step:
        case CardStep.FINISHED:
            return simple_refusal("hands-complete", rules.clause("insufficient-cards"))
        case CardStep.TURN:
            return simple_refusal("turn-first", rules.clause("insufficient-cards"))
        case _:
            return None


def take_card(rules: Rules, state: TableState, command: commands.DrawCard) -> tuple[events.Event, ...]:
    """What a card that can be comes to: part of an open case, a question to the dealer, or a card on the table."""
    before = changeable_case(state)
    if before is not None:
        return _draw_into_case(rules, state, command, before)
    owed = _due_announcement(rules, state, current_round(state))
    if owed is not None:
        return open_case(rules, state, command.by, owed, about=CaseSubject(hidden=card_to_facts(command)))
    return deal_card(rules, state, command)


def card_to_facts(command: commands.DrawCard) -> Mapping[str, str]:
    """A card that is not laid yet, as a case remembers it."""
    return {
        "card": "" if command.card is None else command.card.text,
        "put": "" if command.put is None else command.put.value,
        "face_up": "yes" if command.face_up else "",
        "face_down": "yes" if command.face_down else "",
        "by_device": "yes" if command.by_device else "",
        "salt": command.salt,
    }


def card_from_facts(case: Case, by: Person, at: int) -> commands.DrawCard:
    """The inverse of `card_to_facts`."""
    return commands.DrawCard(
        by=by,
        at=at,
        card=CARDS.get(case.hidden["card"]),
        put=Place(case.hidden["put"]) if case.hidden["put"] else None,
        face_up=bool(case.hidden["face_up"]),
        face_down=bool(case.hidden.get("face_down")),
        by_device=bool(case.hidden.get("by_device")),
        salt=case.hidden["salt"],
    )


def _goes_to_hand(rules: Rules, state: TableState) -> bool:
    """Whether the card that comes now is dealt to a hand, or will be once the dealer has answered."""
    round_ = current_round(state)
    return (
        _due_announcement(rules, state, round_) is not None
        or _next_card_place(rules, state, round_) is not Place.NEITHER
    )


def _may_be_sealed(rules: Rules, state: TableState, command: commands.DrawCard) -> bool:
    """A known value that will, or may once the dealer has answered, lie face down in excess."""
    round_ = current_round(state)
    if command.card is None or _is_open_excess(state, command):
        return False
    return (
        _due_announcement(rules, state, round_) is not None or _next_card_place(rules, state, round_) is Place.NEITHER
    )


def _is_open_excess(state: TableState, command: commands.DrawCard) -> bool:
    """Whether a card in excess lies open: if it is keyed where cards are dealt face up, unless the dealer says
    otherwise.

    Of a card that a device has read the dealer has said nothing: it stays as it lies, unseen (ruling O21).
    """
    assert state.table is not None, "asked only at an open table"
    keyed = command.card is not None and not command.by_device
    return command.face_up or (keyed and state.table.dealing is Dealt.FACE_UP and not command.face_down)


def hold_card(state: TableState, command: commands.DrawCard) -> events.Event:
    """A card that came while bets were open, and was not to come: it keeps its place in the order of the shoe."""
    assert state.table is not None, "asked only at an open table"
    face_up = command.face_up or (state.table.dealing is Dealt.FACE_UP and not command.face_down)
    turned = command.card is not None and face_up
    seal = seal_card(command.card, command.salt) if command.card is not None and not turned else None
    return correction_events.CardHeldOver(card=command.card, turned=turned, seal=seal)


def _draw_into_case(
    rules: Rules, state: TableState, command: commands.DrawCard, before: Case
) -> tuple[events.Event, ...]:
    """One more card came before anything was decided: the case is planned again with it."""
    closed = (events.CaseClosed(case=before.number),)
    laid = deal_card(rules, fold(state, closed), command)
    if len(laid) > 1:
        return (*closed, *laid)
    after = fold(state, (*closed, *laid))
    return (
        *closed,
        *laid,
        *open_case(rules, after, command.by, IrregularityKind(before.trouble), about=CaseSubject(places=before.places)),
    )


def deal_card(rules: Rules, state: TableState, command: commands.DrawCard) -> tuple[events.Event, ...]:
    """The card is on the table; what is wrong with that opens a case."""
    assert state.table is not None, "asked only at an open table"
    round_ = current_round(state)
    face_up = state.table.dealing is Dealt.FACE_UP
    belongs = _next_card_place(rules, state, round_)
    put = command.put or belongs
    excess = belongs is Place.NEITHER
    turned = _is_open_excess(state, command) if excess else command.face_up or face_up
    seal = seal_card(command.card, command.salt) if command.card is not None and excess and not turned else None
    card = events.CardDrawn(card=command.card, put=put, turned=turned, seal=seal)
    if excess:
        trouble = IrregularityKind.EXCESS_CARD
    elif put is not belongs:
        trouble = IrregularityKind.MISPLACED_CARDS
    elif command.face_up and not face_up:
        trouble = IrregularityKind.EXPOSED_CARD
    else:
        return (card,)
    # Whether an outcome is established is asked with this card on the table, as when it is reported later (ruling E2).
    return (card, *open_case(rules, fold(state, (card,)), command.by, trouble))


def has_right_numbers(round_: Round) -> bool:
    """Whether cards taken as they lie are as many on each hand as the Table of Play gives it (ruling O17).

    That is 0-0 1-0 1-1 2-1 2-2 of Player and Banker, and 3-2 2-3 3-3 where these very cards ask for them. What still
    lies face down is judged once it is turned.
    """
    return all(drawn.put is right for drawn, right in zip(round_.cards, places_by_order(round_.cards), strict=True))


def judge_cards(rules: Rules, state: TableState, by: Person, *, announced: bool = False) -> tuple[events.Event, ...]:
    """What is wrong with the cards as they lie now: drawn in excess, put elsewhere, or one missed (ruling O2)."""
    round_ = current_round(state)
    known = open_prefix(round_.cards)
    hands = make_coup(known)
    if round_.as_they_lie and not has_right_numbers(round_):
        return open_case(rules, state, by, IrregularityKind.WRONG_NUMBER_OF_CARDS)
    # A card that waits face down is not misplaced if a hand turns out to need it: that hand's card was missed.
    judged = round_.cards if hands.is_complete else round_.cards[: max(len(known), INITIAL_CARDS)]
    misplaced = any(card.put is not right for card, right in zip(judged, places_by_order(round_.cards), strict=False))
    # What the round before had drawn in excess, and this one does not need, is no card too many of this one.
    allotted = max(len(known) - len(hands.carry), state.carried_in)
    if hands.is_complete and len(round_.cards) > allotted and (misplaced or not round_.reconstructed):
        return open_case(rules, state, by, IrregularityKind.EXCESS_CARD)
    if misplaced:
        return open_case(rules, state, by, IrregularityKind.MISPLACED_CARDS)
    if announced and not hands.is_complete:
        return open_case(rules, state, by, IrregularityKind.MISSED_CARD)
    return ()


def seal_card(card: Card, salt: str) -> Seal:
    """What proves later which card this was, without telling it now."""
    return Seal(sha256(f"{salt}{card.text}".encode()).hexdigest(), salt)


def _next_card_place(rules: Rules, state: TableState, round_: Round) -> Place:
    asked = next_card(rules, state, round_)
    if asked.step is CardStep.DRAW and asked.side is not None:
        return _HAND_PLACES[asked.side]
    return Place.NEITHER


def _due_announcement(rules: Rules, state: TableState, round_: Round) -> IrregularityKind | None:
    """The dealer speaks, then presses: a card that comes between is asked about, never judged."""
    if round_.phase is Phase.BETTING:
        return IrregularityKind.CARD_BEFORE_CLOSING
    if round_.phase is Phase.CLOSED and next_card(rules, state, round_).step is CardStep.INSURE:
        return IrregularityKind.CARD_DURING_OFFER
    return None


def is_impossible_card(state: TableState, card: Card) -> bool:
    """One more of a card than the decks hold."""
    return _count_known(state, card) >= state.shoe.decks


def _count_known(state: TableState, card: Card) -> int:
    """How many of a card are out for certain.

    A shuffler gives cards back, and after an outage nobody knows what the shoe has dealt: then only the round is
    counted.
    """
    if can_run_empty(state) and state.shoe.composition_known:
        return state.shoe.seen.get(card, 0)
    on = state.round or state.last
    return sum(drawn.card is card for drawn in on.cards) if on is not None else 0


def find_surplus_card(state: TableState, cards: Sequence[Card]) -> Card | None:
    """The first of these cards of which the decks cannot hold so many."""
    return next((card for card in cards if _count_known(state, card) + cards.count(card) > state.shoe.decks), None)
