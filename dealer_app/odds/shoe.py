"""What a shoe still holds, as far as any bet can tell: how many cards of each rank.

A shoe is full, or full without the cards that were removed. What cannot be is said in one sentence by ShoeError.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from dealer_app.domain.cards import CARDS, DECK, RANK_POINTS, Card, Rank
from dealer_app.domain.rulebook import Decks

DEFAULT_DECKS = 8
MOST_CARDS_IN_A_ROUND = 6
"""Two initial cards and one more for each hand (RWS v4 3.10 to 3.12, MBS 3.13 and 3.15)."""


class ShoeError(Exception):
    """The shoe that was asked for cannot be, or no round can be dealt from it."""


class ShoeCounts(Struct, frozen=True):
    """The number of cards left of each rank, in the order of cards.Rank. Suits decide no bet."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(Rank) or min(self.counts) < 0:
            raise ValueError(f"{self.counts} are not the numbers of cards of thirteen ranks")

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def by_points(self) -> tuple[int, ...]:
        """The number of cards left that count 0, 1 and so on up to 9."""
        left = [0] * 10
        for rank, count in zip(Rank, self.counts, strict=True):
            left[RANK_POINTS[rank]] += count
        return tuple(left)


def make_shoe_counts(decks: int, allowed: Decks, removed: Sequence[Card] = ()) -> ShoeCounts:
    """A shoe of so many decks, the removed cards taken out."""
    if not allowed.fewest <= decks <= allowed.most:
        raise ShoeError(f"{decks} decks are not allowed: the game is played with {allowed.fewest} to {allowed.most}")
    for card, number in Counter(removed).items():
        if number > decks:
            raise ShoeError(f"{card} is removed {number} times: {decks} decks hold {decks} of it")
    left = Counter(card.rank for card in DECK for _ in range(decks))
    left.subtract(card.rank for card in removed)
    return ShoeCounts(tuple(left[rank] for rank in Rank))


def cards_from_text(text: str) -> tuple[Card, ...]:
    """Cards written like `9H TD`, in capitals or not, with blanks or commas between them."""
    cards = []
    for word in text.replace(",", " ").split():
        card = CARDS.get(word.upper())
        if card is None:
            raise ShoeError(f"{word!r} is not a card: a card is a rank A 2-9 T J Q K and a suit S H D C, like TD")
        cards.append(card)
    return tuple(cards)
