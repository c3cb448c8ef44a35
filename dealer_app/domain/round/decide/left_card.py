"""The search for a card that a player carried away (MBS 5.11): two cards set aside, all others sorted and counted."""

from dealer_app.domain.round import events, mending_commands
from dealer_app.domain.round.decide.cases import allowed_to_decide, followed_by, met, need_of
from dealer_app.domain.round.decide.conditions import current
from dealer_app.domain.round.decide.dealing import is_impossible
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.needs import AttendanceNeeded, CardsAsideNeeded, MissingCardNeeded, ReplacementNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules


def sign_attendance(rules: Rules, state: TableState, command: mending_commands.SignAttendance) -> Decision:
    """Signed as present, which approves nothing (5.11.1)."""
    need = need_of(state, AttendanceNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    return wrong if wrong is not None else met(state, command.by, "present")


def set_cards_aside(rules: Rules, state: TableState, command: mending_commands.SetCardsAside) -> Decision:
    """They may be needed to complete the hand, and keep their drawn order (5.11.1)."""
    del rules
    need = need_of(state, CardsAsideNeeded)
    if command.cards != need.cards:
        return Refusal(code="so-many-cards-aside", clause=need.clause, facts={"cards": str(need.cards)})
    return met(state, command.by, f"{command.cards} cards set aside")


def name_missing(rules: Rules, state: TableState, command: mending_commands.NameMissingCards) -> Decision:
    """The count of the decks, of the cards in play and of the two aside shows what is missing (5.11.2.1)."""
    need = need_of(state, MissingCardNeeded)
    unknown = _unknown(state)
    if len(command.cards) != len(unknown):
        return Refusal(code="so-many-cards-missing", clause=need.clause, facts={"cards": str(len(unknown))})
    for card in command.cards:
        if is_impossible(state, card):
            return Refusal(code="card-not-missing", clause=need.clause, facts={"card": card.text})
    replaced = ReplacementNeeded(rules.clause("missing-card-replaced"), command.cards)
    return followed_by(state, command.by, "counted", replaced)


def replace_missing(rules: Rules, state: TableState, command: mending_commands.ReplaceMissingCards) -> Decision:
    """The round is completed with the replacements (5.11.4); before the next one the cards are replaced (5.11.5)."""
    need = need_of(state, ReplacementNeeded)
    turned = events.CardsTurned(places=_unknown(state), cards=need.cards)
    closed = events.ShoeClosed(clause=rules.clause("cards-replaced-after-search"))
    return (turned, closed, *met(state, command.by, "replaced"))


def _unknown(state: TableState) -> tuple[int, ...]:
    cards = current(state).cards
    return tuple(place for place in state.cases[-1].places if cards[place].card is None)
