"""A card in a line of text, as it is printed and not as it is kept; and by which keys of a keypad it is keyed."""

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import EMPTY, Line

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_FACES = {"T": "10"}
_KEYS = {"A": "1", "T": "0", "J": "/", "Q": "*", "K": "-"}

RANK_KEYS = tuple((rank.value, _FACES.get(rank.value, rank.value), _KEYS.get(rank.value, rank.value)) for rank in Rank)
"""Each rank with what is printed on it and its key: 1 is the Ace, 0 a Ten, / a Jack, * a Queen, - a King."""
SUIT_KEYS = tuple((suit, sign, str(place)) for place, (suit, sign) in enumerate(SIGNS.items(), start=1))
"""The same of the suits, whose keys are 1 to 4 once a rank is keyed."""
assert {suit for suit, _, _ in SUIT_KEYS} == {suit.value for suit in Suit}, "every suit has its key"


def card_keyed(fingers: Fingers) -> Card | None:
    """The card, once rank and suit are keyed."""
    return CARDS.get(fingers.rank + fingers.suit)


def face_of(rank: str) -> str:
    """`10` for `T`."""
    return _FACES.get(rank, rank)


def card_text(card: str) -> str:
    """`10♠` for `TS`."""
    return f"{face_of(card[:-1])}{SIGNS[card[-1]]}"


def card_line(card: Card | None) -> Line:
    """The card that is keyed, alike in every language; nothing while none is."""
    return EMPTY if card is None else Line(card_text(card.text))
