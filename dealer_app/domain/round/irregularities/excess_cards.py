"""Decides on cards in excess that were seen, and on the search for a card that is missing.

A card in excess that was seen gives bets away: it lies open from now on, and before bets are opened the
person whom the document names says what becomes of it (ruling O6). A card that a player carried away is found
by counting all the others (MBS 5.11).
"""

from collections.abc import Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, current_round
from dealer_app.domain.round.decide.dealing import find_surplus_card, is_impossible_card
from dealer_app.domain.round.decide.round_end import open_carried_card_case
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import (
    CaseSubject,
    decider_refusal,
    expect_need,
    meet_and_add,
    meet_need,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import AttendanceNeeded, CardsAsideNeeded, MissingCardNeeded, ReplacementNeeded
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import Case, DrawnCard, TableState
from dealer_app.domain.round.table_settings import Rules

Places = tuple[int, ...]


def face_down_beside_hands(state: TableState) -> Places:
    """The cards of the round that were put on neither hand and lie face down, by their places."""
    cards = () if state.round is None else state.round.cards
    return tuple(place for place, card in enumerate(cards) if card.put is Place.NEITHER and not card.turned)


def face_down_excess(state: TableState) -> Places:
    """The cards in excess that lie face down: those beside the hands, or, if there are none, those carried over."""
    lying = face_down_beside_hands(state)
    return lying or tuple(place for place, card in enumerate(state.carried) if not card.turned)


def count_unknown_values(state: TableState, places: Places) -> int:
    """Of how many of these cards no device knows the value: it is keyed, for it has been seen."""
    return sum(card.card is None for card in _excess_cards(state, places))


def excess_report_refusal(rules: Rules, state: TableState, places: Places) -> MaybeRefusal:
    """Refuses unless the named cards are among those face down; without a name it must be the only one."""
    lying = face_down_excess(state)
    named = places or lying
    if len(set(named)) == len(named) and (places or len(lying) == 1) and set(named) <= set(lying):
        return None
    return simple_refusal("no-such-card", rules.clause("excess-card"))


def report_excess_seen(rules: Rules, state: TableState, command: commands.Report, before: Case | None) -> CommandResult:
    """Turned, and on record by the clause on cards in excess; carried over, it stops play at once.

    `before` is the case about cards that this report takes up: what that one needs is needed still.
    """
    places = command.places or face_down_excess(state)
    wrong = _value_refusal(rules, state, command, places)
    if wrong is not None:
        return wrong
    facts = {"text": command.text} if command.text else {}
    if not face_down_beside_hands(state):
        turned: tuple[events.Event, ...] = (
            *_unseal_excess(_excess_cards(state, places)),
            correction_events.CarriedCardsTurned(places=places, cards=command.cards, carried=len(state.carried)),
        )
        return (*turned, *open_carried_card_case(rules, fold(state, turned), command.by, facts=facts))
    turned = turn_beside_hands(state, places, command)
    after = fold(state, turned)
    if before is not None:
        facts = {**before.facts, **facts}
        about = CaseSubject(places=before.places)
        return (
            *turned,
            *open_case(rules, after, command.by, IrregularityKind(before.trouble), facts=facts, about=about),
        )
    return (
        *turned,
        *open_case(
            rules, after, command.by, IrregularityKind.EXCESS_CARD_SEEN, facts=facts, about=CaseSubject(places=places)
        ),
    )


def turn_beside_hands(state: TableState, places: Places, command: commands.Report) -> tuple[events.Event, ...]:
    """The seal of a card that was seen ends."""
    return (*_unseal_excess(_excess_cards(state, places)), events.CardsTurned(places=places, cards=command.cards))


def _excess_cards(state: TableState, places: Places) -> Sequence[DrawnCard]:
    lie = state.round.cards if state.round is not None and face_down_beside_hands(state) else state.carried
    return [lie[place] for place in places]


def _unseal_excess(cards: Sequence[DrawnCard]) -> tuple[events.Event, ...]:
    sealed = ((one.card, one.seal) for one in cards)
    return tuple(events.CardUnsealed(card=card, seal=seal) for card, seal in sealed if card and seal)


def _value_refusal(rules: Rules, state: TableState, command: commands.Report, places: Places) -> MaybeRefusal:
    if len(command.cards) != count_unknown_values(state, places):
        return simple_refusal("value-needed", rules.clause("excess-card"))
    impossible = find_surplus_card(state, command.cards)
    if impossible is not None:
        # First a misread; a card that really is one too many is reported (procedure before 5.5.1 and 5.5.2).
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})
    return None


def sign_attendance(rules: Rules, state: TableState, command: correction_commands.SignAttendance) -> CommandResult:
    """Signed as present, which approves nothing (5.11.1)."""
    need = expect_need(state, AttendanceNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    return wrong if wrong is not None else meet_need(state, command.by, "present")


def set_cards_aside(_rules: Rules, state: TableState, command: correction_commands.SetCardsAside) -> CommandResult:
    """They may be needed to complete the hand, and keep their drawn order (5.11.1)."""
    need = expect_need(state, CardsAsideNeeded)
    if command.cards != need.cards:
        return Refusal(code="so-many-cards-aside", clause=need.clause, facts={"cards": str(need.cards)})
    return meet_need(state, command.by, f"{command.cards} cards set aside")


def name_missing_cards(rules: Rules, state: TableState, command: correction_commands.NameMissingCards) -> CommandResult:
    """The count of the decks, of the cards in play and of the two aside shows what is missing (5.11.2.1)."""
    need = expect_need(state, MissingCardNeeded)
    unknown = _unknown_places(state)
    if len(command.cards) != len(unknown):
        return Refusal(code="so-many-cards-missing", clause=need.clause, facts={"cards": str(len(unknown))})
    for card in command.cards:
        if is_impossible_card(state, card):
            return Refusal(code="card-not-missing", clause=need.clause, facts={"card": card.text})
    replaced = ReplacementNeeded(rules.clause("missing-card-replaced"), command.cards)
    return meet_and_add(state, command.by, "counted", replaced)


def replace_missing_cards(
    rules: Rules, state: TableState, command: correction_commands.ReplaceMissingCards
) -> CommandResult:
    """The round is completed with the replacements (5.11.4); before the next one the cards are replaced (5.11.5)."""
    need = expect_need(state, ReplacementNeeded)
    turned = events.CardsTurned(places=_unknown_places(state), cards=need.cards)
    closed = events.ShoeClosed(clause=rules.clause("cards-replaced-after-search"))
    return (turned, closed, *meet_need(state, command.by, "replaced"))


def _unknown_places(state: TableState) -> tuple[int, ...]:
    cards = current_round(state).cards
    return tuple(place for place in state.cases[-1].places if cards[place].card is None)
