"""The fifty-two cards of a deck as shared frozen values, and their baccarat points.

A card is its printed face; how many of each a shoe holds is for whoever deals.
"""

from dataclasses import field
from enum import Enum

from dealer_app.domain.values import dataclass


class Rank(Enum):
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(Enum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


POINTS = {rank: min(place, 10) % 10 for place, rank in enumerate(Rank, start=1)}
"""An ace counts 1, two to nine their face, ten and pictures 0 (RWS v4 3.2, MBS 3.3; ruling B4)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One face. `points` and `text` follow from it and are kept because every judgement asks for them."""

    rank: Rank
    suit: Suit
    points: int = field(init=False, compare=False, repr=False)
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", POINTS[self.rank])
        object.__setattr__(self, "text", self.rank.value + self.suit.value)

    def __str__(self) -> str:
        return self.text


DECK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
CARDS = {card.text: card for card in DECK}
"""Every card by its two characters, `6S` or `TD`: the one place from which cards are taken."""
