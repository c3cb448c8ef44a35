"""A card in excess that lay face down has been seen: it lies open from now on, and gives bets away (ruling O6).

It is one beside the hands, or one that was carried over. Before "Place your Bets" the person whom the document names
says what becomes of it; of a card of a hand that was exposed reporting tells.
"""

from collections.abc import Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import About, opened
from dealer_app.domain.round.decide.conditions import Why
from dealer_app.domain.round.decide.dealing import one_too_many
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import open_card_carried
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.state import Case, DrawnCard, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble

Places = tuple[int, ...]


def beside_the_hands(state: TableState) -> Places:
    """The cards of the round that were put on neither hand and lie face down, by their places."""
    cards = () if state.round is None else state.round.cards
    return tuple(place for place, card in enumerate(cards) if card.put is Place.NEITHER and not card.turned)


def unseen(state: TableState) -> Places:
    """Where none lies beside the hands, those that are carried over, by their places among them."""
    lying = beside_the_hands(state)
    return lying or tuple(place for place, card in enumerate(state.carried) if not card.turned)


def values_to_key(state: TableState, places: Places) -> int:
    """Of how many of these cards no device knows the value: it is keyed, for it has been seen."""
    return sum(card.card is None for card in _cards(state, places))


def cannot_have_been_seen(rules: Rules, state: TableState, places: Places) -> Why:
    """With nothing named it is the only one that lies there."""
    lying = unseen(state)
    named = places or lying
    if len(set(named)) == len(named) and (places or len(lying) == 1) and set(named) <= set(lying):
        return None
    return refused("no-such-card", rules.clause("excess-card"))


def was_seen(rules: Rules, state: TableState, command: commands.Report, before: Case | None) -> Decision:
    """Turned, and on record by the clause on cards in excess; carried over, it stops play at once.

    `before` is the case about cards that this report takes up: what that one needs is needed still.
    """
    places = command.places or unseen(state)
    wrong = _unfit(rules, state, command, places)
    if wrong is not None:
        return wrong
    facts = {"text": command.text} if command.text else {}
    if not beside_the_hands(state):
        turned: tuple[events.Event, ...] = (
            *_unsealed(_cards(state, places)),
            mending_events.CarriedCardsTurned(places=places, cards=command.cards, carried=len(state.carried)),
        )
        return (*turned, *open_card_carried(rules, fold(state, turned), command.by, facts=facts))
    turned = turned_beside(state, places, command)
    after = fold(state, turned)
    if before is not None:
        facts = {**before.facts, **facts}
        about = About(places=before.places)
        return (*turned, *opened(rules, after, command.by, Trouble(before.trouble), facts=facts, about=about))
    return (
        *turned,
        *opened(rules, after, command.by, Trouble.EXCESS_CARD_SEEN, facts=facts, about=About(places=places)),
    )


def turned_beside(state: TableState, places: Places, command: commands.Report) -> tuple[events.Event, ...]:
    """The seal of a card that was seen ends."""
    return (*_unsealed(_cards(state, places)), events.CardsTurned(places=places, cards=command.cards))


def _cards(state: TableState, places: Places) -> Sequence[DrawnCard]:
    lie = state.round.cards if state.round is not None and beside_the_hands(state) else state.carried
    return [lie[place] for place in places]


def _unsealed(cards: Sequence[DrawnCard]) -> tuple[events.Event, ...]:
    sealed = ((one.card, one.seal) for one in cards)
    return tuple(events.CardUnsealed(card=card, seal=seal) for card, seal in sealed if card and seal)


def _unfit(rules: Rules, state: TableState, command: commands.Report, places: Places) -> Why:
    if len(command.cards) != values_to_key(state, places):
        return refused("value-needed", rules.clause("excess-card"))
    impossible = one_too_many(state, command.cards)
    if impossible is not None:
        # First a misread; a card that really is one too many is reported (procedure before 5.5.1 and 5.5.2).
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})
    return None
