"""Cards leave the shoe, are turned, and are passed to bettors who squeeze them.

A card that nothing asked for is never judged by itself: while an announcement is owed it is a question to the dealer,
otherwise it opens the case that fits.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, coup
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import commands, events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.apply_mended import known_prefix, where_they_belong
from dealer_app.domain.round.decide.cases import About, opened, still_open_to_change
from dealer_app.domain.round.decide.conditions import Why, current, in_phase, may_run_out, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.refusal import HOUSE_POLICY, refused
from dealer_app.domain.round.seen import Dealing, next_card
from dealer_app.domain.round.state import Case, Person, Phase, Round, Seal, ShoeStep, TableState
from dealer_app.domain.round.table import Dealing as Dealt
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import House, Side

_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


def may_draw(rules: Rules, state: TableState) -> Why:
    """A card may come at any time in a round: what it means is decided then."""
    if rules.book.house is not House.BACCARAT:
        return refused("no-cards-here", rules.clause("round"))
    waiting = nothing_unresolved(state)
    if waiting is not None and not still_open_to_change(state):
        return waiting
    ready = None if state.shoe.step is ShoeStep.READY else refused("shoe-not-ready", HOUSE_POLICY)
    reason = in_phase(rules, state, Phase.BETTING, Phase.CLOSED, Phase.ANNOUNCED) or ready
    return reason or (no_card_wanted(rules, state) if _run_out(state) else None)


def draw(rules: Rules, state: TableState, command: commands.DrawCard) -> Decision:
    assert state.table is not None, "asked only at an open table"
    face_up = state.table.dealing is Dealt.FACE_UP
    seen = command.face_up or (face_up and _next_in_a_hand(rules, state))
    if seen and command.card is None:
        return refused("value-needed", rules.clause("initial-cards"))
    if _run_out(state):
        return opened(rules, state, command.by, Trouble.INSUFFICIENT_CARDS)
    sealing = _may_be_sealed(rules, state, command)
    if sealing and not command.salt:
        return refused("salt-needed", HOUSE_POLICY)
    if command.card is not None and is_impossible(state, command.card):
        # What lies face down is named nowhere: only that somebody has to look at it.
        seen = command.face_up or (face_up and not sealing)
        facts = {"card": command.card.text} if seen else {}
        about = About(hidden=held_back(command))
        return opened(rules, state, command.by, Trouble.IMPOSSIBLE_CARD, facts=facts, about=about)
    return taken(rules, state, command)


def _run_out(state: TableState) -> bool:
    return may_run_out(state) and state.shoe.left < 1


def no_card_wanted(rules: Rules, state: TableState) -> Why:
    """Why cards cannot be too few for this round: its hands are finished, or that shows only when they are turned.

    The clause speaks of completing a round, which one that wants no card has been (RWS 5.5.4, MBS 5.3, ruling O20).
    """
    match next_card(rules, state, current(state)).step:
        case Dealing.FINISHED:
            return refused("hands-complete", rules.clause("insufficient-cards"))
        case Dealing.TURN:
            return refused("turn-first", rules.clause("insufficient-cards"))
        case _:
            return None


def taken(rules: Rules, state: TableState, command: commands.DrawCard) -> tuple[events.Event, ...]:
    """What a card that can be comes to: part of an open case, a question to the dealer, or a card on the table."""
    before = still_open_to_change(state)
    if before is not None:
        return _drawn_too(rules, state, command, before)
    owed = _owed_announcement(rules, state, current(state))
    if owed is not None:
        return opened(rules, state, command.by, owed, about=About(hidden=held_back(command)))
    return drawn(rules, state, command)


def held_back(command: commands.DrawCard) -> Mapping[str, str]:
    """A card that is not laid yet, as a case remembers it."""
    return {
        "card": "" if command.card is None else command.card.text,
        "put": "" if command.put is None else command.put.value,
        "face_up": "yes" if command.face_up else "",
        "face_down": "yes" if command.face_down else "",
        "by_device": "yes" if command.by_device else "",
        "salt": command.salt,
    }


def held(case: Case, by: Person, at: int) -> commands.DrawCard:
    """The inverse of `held_back`."""
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


def _next_in_a_hand(rules: Rules, state: TableState) -> bool:
    """Whether the card that comes now is dealt to a hand, or will be once the dealer has answered."""
    round_ = current(state)
    return _owed_announcement(rules, state, round_) is not None or _belongs(rules, state, round_) is not Place.NEITHER


def _may_be_sealed(rules: Rules, state: TableState, command: commands.DrawCard) -> bool:
    """A known value that will, or may once the dealer has answered, lie face down in excess."""
    round_ = current(state)
    if command.card is None or _lies_open_in_excess(state, command):
        return False
    return _owed_announcement(rules, state, round_) is not None or _belongs(rules, state, round_) is Place.NEITHER


def _lies_open_in_excess(state: TableState, command: commands.DrawCard) -> bool:
    """One that is keyed where cards are dealt face up lies open unless the dealer says otherwise (ruling O21).

    Of one that a device has read he has said nothing: it stays as it lies, unseen.
    """
    assert state.table is not None, "asked only at an open table"
    keyed = command.card is not None and not command.by_device
    return command.face_up or (keyed and state.table.dealing is Dealt.FACE_UP and not command.face_down)


def held_over(state: TableState, command: commands.DrawCard) -> events.Event:
    """A card that came while bets were open, and was not to come: it keeps its place in the order of the shoe."""
    assert state.table is not None, "asked only at an open table"
    face_up = command.face_up or (state.table.dealing is Dealt.FACE_UP and not command.face_down)
    turned = command.card is not None and face_up
    seal = sealed(command.card, command.salt) if command.card is not None and not turned else None
    return mending_events.CardHeldOver(card=command.card, turned=turned, seal=seal)


def _drawn_too(rules: Rules, state: TableState, command: commands.DrawCard, before: Case) -> tuple[events.Event, ...]:
    """One more card came before anything was decided: the case is planned anew with it."""
    closed = (events.CaseClosed(case=before.number),)
    laid = drawn(rules, fold(state, closed), command)
    if len(laid) > 1:
        return (*closed, *laid)
    after = fold(state, (*closed, *laid))
    return (
        *closed,
        *laid,
        *opened(rules, after, command.by, Trouble(before.trouble), about=About(places=before.places)),
    )


def drawn(rules: Rules, state: TableState, command: commands.DrawCard) -> tuple[events.Event, ...]:
    """The card is on the table; what is wrong with that opens a case."""
    assert state.table is not None, "asked only at an open table"
    round_ = current(state)
    face_up = state.table.dealing is Dealt.FACE_UP
    belongs = _belongs(rules, state, round_)
    put = command.put or belongs
    excess = belongs is Place.NEITHER
    turned = _lies_open_in_excess(state, command) if excess else command.face_up or face_up
    seal = sealed(command.card, command.salt) if command.card is not None and excess and not turned else None
    card = events.CardDrawn(card=command.card, put=put, turned=turned, seal=seal)
    if excess:
        trouble = Trouble.EXCESS_CARD
    elif put is not belongs:
        trouble = Trouble.MISPLACED_CARDS
    elif command.face_up and not face_up:
        trouble = Trouble.EXPOSED_CARD
    else:
        return (card,)
    # Whether an outcome is established is asked with this card on the table, as when it is reported later (ruling E2).
    return (card, *opened(rules, fold(state, (card,)), command.by, trouble))


def numbers_are_right(round_: Round) -> bool:
    """Whether cards taken as they lie are as many on each hand as the Table of Play gives it (ruling O17).

    That is 0-0 1-0 1-1 2-1 2-2 of Player and Banker, and 3-2 2-3 3-3 where these very cards ask for them. What still
    lies face down is judged once it is turned.
    """
    return all(drawn.put is right for drawn, right in zip(round_.cards, where_they_belong(round_.cards), strict=True))


def judged_again(rules: Rules, state: TableState, by: Person, *, announced: bool = False) -> tuple[events.Event, ...]:
    """What is wrong with the cards as they lie now: drawn in excess, put elsewhere, or one missed (ruling O2)."""
    round_ = current(state)
    known = known_prefix(round_.cards)
    hands = coup(known)
    if round_.as_they_lie and not numbers_are_right(round_):
        return opened(rules, state, by, Trouble.WRONG_NUMBER_OF_CARDS)
    # A card that waits face down is not misplaced if a hand turns out to need it: that hand's card was missed.
    judged = round_.cards if hands.complete else round_.cards[: max(len(known), INITIAL_CARDS)]
    misplaced = any(card.put is not right for card, right in zip(judged, where_they_belong(round_.cards), strict=False))
    # What the round before had drawn in excess, and this one does not need, is no card too many of this one.
    allotted = max(len(known) - len(hands.carry), state.carried_in)
    if hands.complete and len(round_.cards) > allotted and (misplaced or not round_.reconstructed):
        return opened(rules, state, by, Trouble.EXCESS_CARD)
    if misplaced:
        return opened(rules, state, by, Trouble.MISPLACED_CARDS)
    if announced and not hands.complete:
        return opened(rules, state, by, Trouble.MISSED_CARD)
    return ()


def sealed(card: Card, salt: str) -> Seal:
    """What proves later which card this was, without telling it now."""
    return Seal(sha256(f"{salt}{card.text}".encode()).hexdigest(), salt)


def _belongs(rules: Rules, state: TableState, round_: Round) -> Place:
    asked = next_card(rules, state, round_)
    if asked.step is Dealing.DRAW and asked.side is not None:
        return _PLACES[asked.side]
    return Place.NEITHER


def _owed_announcement(rules: Rules, state: TableState, round_: Round) -> Trouble | None:
    """The dealer speaks, then presses: a card that comes between is asked about, never judged."""
    if round_.phase is Phase.BETTING:
        return Trouble.CARD_BEFORE_CLOSING
    if round_.phase is Phase.CLOSED and next_card(rules, state, round_).step is Dealing.INSURE:
        return Trouble.CARD_DURING_OFFER
    return None


def is_impossible(state: TableState, card: Card) -> bool:
    """One more of a card than the decks hold."""
    return _known_of(state, card) >= state.shoe.decks


def _known_of(state: TableState, card: Card) -> int:
    """How many of a card are out for certain.

    A shuffler gives cards back, and after an outage nobody knows what the shoe has dealt: then only the round is
    counted.
    """
    if may_run_out(state) and state.shoe.composition_known:
        return state.shoe.seen.get(card, 0)
    on = state.round or state.last
    return sum(drawn.card is card for drawn in on.cards) if on is not None else 0


def one_too_many(state: TableState, cards: Sequence[Card]) -> Card | None:
    """The first of these cards of which the decks cannot hold so many."""
    return next((card for card in cards if _known_of(state, card) + cards.count(card) > state.shoe.decks), None)
