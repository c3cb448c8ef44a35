"""The kinds of pairs, counted over every four cards of thirteen ranks."""

from collections import Counter
from itertools import product
from math import perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.bets import Pairs
from dealer_app.domain.baccarat.situations import pair_kind
from dealer_app.domain.cards import DECK
from dealer_app.odds.baccarat import pair_ways
from dealer_app.odds.shoe import ShoeCounts
from tests.support.long_tests import examples

ONE_OF_EACH = DECK[:13]


def _dealt(shoe: ShoeCounts) -> dict[Pairs, int]:
    """Every four ranks in order, each in as many ways as the shoe has cards of it left."""
    found: Counter[Pairs] = Counter()
    for places in product(range(13), repeat=4):
        ways = 1
        for draw, place in enumerate(places):
            ways *= shoe.counts[place] - places[:draw].count(place)
        found[Pairs(pair_kind([ONE_OF_EACH[place] for place in places]))] += ways
    return {kind: found[kind] * perm(shoe.cards - 4, 2) for kind in Pairs}


@pytest.mark.parametrize("decks", [4, 8, 10])
def test_a_full_shoe_has_the_pairs_of_all_first_four_cards(decks: int) -> None:
    shoe = ShoeCounts((4 * decks,) * 13)
    assert pair_ways(shoe) == _dealt(shoe)


@given(st.lists(st.integers(0, 5), min_size=13, max_size=13).map(tuple).filter(lambda counts: sum(counts) >= 6))
@examples(10)
def test_any_shoe_has_the_pairs_of_all_its_first_four_cards(counts: tuple[int, ...]) -> None:
    shoe = ShoeCounts(counts)
    assert pair_ways(shoe) == _dealt(shoe)


def test_the_kinds_are_all_orders_of_six_cards() -> None:
    assert sum(pair_ways(ShoeCounts((32,) * 13)).values()) == perm(416, 6)
