"""Cards that lie face down are turned, one or several, and what shows only then."""

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.conditions import During, Why, current
from dealer_app.domain.round.decide.dealing import judged_again, numbers_are_right, one_too_many
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.insuring import offer_closing
from dealer_app.domain.round.decide.missed_insurance import case_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import CARDS_AT_OFFER, Dealing, next_card, open_offers
from dealer_app.domain.round.state import Person, Phase, TableState
from dealer_app.domain.round.table import Rules


def _nothing_to_turn(rules: Rules, state: TableState) -> Why:
    if rules.baccarat is None or next_card(rules, state, current(state)).step is not Dealing.TURN:
        return refused("nothing-to-turn", rules.clause("third-card"))
    return None


may_turn = During((Phase.CLOSED,), _nothing_to_turn)


def turn(rules: Rules, state: TableState, command: commands.TurnCards) -> Decision:
    """Cards that lie face down are turned, one or several, whichever hand the dealer chooses first (MBS 3.10.6)."""
    cards = current(state).cards
    different = command.places and len(set(command.places)) == len(command.places)
    asked = next_card(rules, state, current(state)).places
    if not different or any(place not in asked for place in command.places):
        return refused("no-such-card", rules.clause("round"))
    unknown = [place for place in command.places if cards[place].card is None]
    if len(unknown) != len(command.cards):
        return refused("value-needed", rules.clause("initial-cards"))
    impossible = one_too_many(state, command.cards)
    if impossible is not None:
        # First a misread; a card that really is one too many is reported (procedure before 5.5.1 and 5.5.2).
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})
    unsealed = (
        events.CardUnsealed(card=one.card, seal=one.seal)
        for one in map(cards.__getitem__, command.places)
        if one.card is not None and one.seal is not None
    )
    done: tuple[events.Event, ...] = (*unsealed, events.CardsTurned(places=command.places, cards=command.cards))
    return (*done, *judge_turned(rules, fold(state, done), command.by))


def judge_turned(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """What the cards tell now: a wrong number of them as they lie, or insurance that nobody can have been offered."""
    if current(state).as_they_lie and not numbers_are_right(current(state)):
        return judged_again(rules, state, by)
    return _neglected_offers(rules, state, by)


def _neglected_offers(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """The next card was drawn before the totals that ask for an offer were open (Insurance Plus 5.3, 5.13).

    A card that the round before had drawn in excess lies there from the start and closes no offer.
    """
    if rules.book.insurance is None:
        return ()
    lie = len(current(state).cards)
    late = [
        offer.stage
        for offer in open_offers(rules, state, current(state))
        if state.carried_in <= CARDS_AT_OFFER[offer.stage] < lie
    ]
    if not late:
        return ()
    closed = offer_closing(rules, state, late=True)
    return (*closed, *case_of(rules, fold(state, closed), by, late[0]))
