"""The cards that have just come to lie open, put into the hands as they are shown: what the eye waits for, and no more.

Points, notes and what is next follow with the whole screen, in the next turn of the loop.
"""

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import DrawnCard, TableState
from dealer_app.domain.values import replace
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.play.shown_round import shown_round
from dealer_app.showing.screen import Hand, Hands


def with_new_cards(state: TableState, shown: Hands) -> Hands | None:
    """None where there is more to it than open cards behind those that are shown."""
    round_ = shown_round(state)
    if round_ is None:
        return None
    player = _grown(shown.player, round_.cards, Place.PLAYER)
    banker = _grown(shown.banker, round_.cards, Place.BANKER)
    if player is None or banker is None or (player is shown.player and banker is shown.banker):
        return None
    return replace(shown, player=player, banker=banker)


def _grown(hand: Hand, cards: tuple[DrawnCard, ...], side: Place) -> Hand | None:
    """The hand with the open cards that it lacks; itself if it lacks none."""
    shown = hand.cards
    lie = len([card for card in shown if card.face is not Face.PLACE])
    own = [(place, drawn) for place, drawn in enumerate(cards) if drawn.put is side]
    if lie > len(own):
        return None
    for card, (_, drawn) in zip(shown[:lie], own, strict=False):
        seen = seen_card(drawn)
        if card.face is not Face.OPEN or seen is None or card.card != seen.text:
            return None
    more = own[lie:]
    if not more:
        return hand
    came = tuple(open_card(place, seen) for place, drawn in more if (seen := seen_card(drawn)) is not None)
    return replace(hand, cards=(*shown[:lie], *came, *shown[len(own) :])) if len(came) == len(more) else None


def open_card(place: int, card: Card) -> CardShown:
    """A card that lies open; from the third of a hand on they lie sideways."""
    return CardShown(face=Face.OPEN, card=card.text, sideways=place >= INITIAL_CARDS, name=f"card:{place + 1}")
