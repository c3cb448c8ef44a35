"""Cards behind one that nobody knows count at their place, whatever that one is (rulings E2, E6, O16)."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from dealer_app.domain.baccarat.situations import coup_situation, possible_situations
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.wagers import Area
from tests.support.rounds import BACCARAT, book_rules

RANKS = DECK[:13]
"""One card of each rank: suits decide nothing."""
MOST_UNKNOWN = 2


def filled(cards: Sequence[Card | None]) -> list[list[Card]]:
    """Every way in which the cards can be, up to the last that is known."""
    known = max((place + 1 for place, card in enumerate(cards) if card is not None), default=0)
    return [list(ways) for ways in product(*(RANKS if card is None else (card,) for card in cards[:known]))]


def hands_with_holes(seed: int) -> list[list[Card | None]]:
    chance = random.Random(seed)
    found = []
    for _ in range(60):
        cards: list[Card | None] = [chance.choice(RANKS) for _ in range(chance.randint(2, 6))]
        for place in chance.sample(range(len(cards) - 1), min(MOST_UNKNOWN, len(cards) - 1)):
            cards[place] = None
        found.append(cards)
    return found


def test_ranks_are_thirteen() -> None:
    assert len({card.rank for card in RANKS}) == 13


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("book", BACCARAT)
def test_what_is_decided_is_what_every_card_that_it_can_be_decides(book: str, seed: int) -> None:
    table = book_rules(book, "A").baccarat
    assert table is not None
    for cards in hands_with_holes(seed):
        ways = [table.decide_areas(way) for way in filled(cards)]
        decided = table.decide_with_unknown(cards)
        assert set(decided.won) == set.intersection(*(set(way.won) for way in ways)), cards
        assert set(decided.lost) == set.intersection(*(set(way.lost) for way in ways)), cards


def test_nothing_is_known_of_cards_that_all_lie_face_down() -> None:
    table = book_rules(BACCARAT[0], "A").baccarat
    assert table is not None
    assert not table.decide_with_unknown([None] * 6).is_established
    assert possible_situations([None] * 6) == {coup_situation([])}


def test_a_known_sixth_card_counts_behind_five_unknown_ones() -> None:
    """Nothing can be decided by it alone, and it is asked in good time."""
    table = book_rules(BACCARAT[0], "A").baccarat
    assert table is not None
    assert not table.decide_with_unknown([None] * 5 + [DECK[3]]).is_established
    assert Area("player") not in table.decide_with_unknown([None] * 5 + [DECK[3]]).won
