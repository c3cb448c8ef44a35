"""The watch of the shoe's order (RWS v4 5.5.5, MBS 5.1): what it finds, and that it finds nothing else."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import DECK, Card
from dealer_app.odds.shoe_order import (
    DECK_ORDERS,
    LINKS_TO_TELL,
    RUN_TO_TELL,
    WINDOW,
    EarlierShoes,
    NewDeckOrder,
    OrderFinding,
    ShoeOrderWatch,
)
from tests.odds.fair_shoes import measure_fair

FEW_CARDS = DECK[:6]


def watch_cards(cards: Sequence[Card | None], earlier: EarlierShoes | None = None) -> list[tuple[int, OrderFinding]]:
    """What is found, with the number of cards after which it was."""
    watch = ShoeOrderWatch(earlier or EarlierShoes())
    return [(number, found) for number, card in enumerate(cards, start=1) for found in watch.add_card(card)]


def fair_shoe(seed: int, decks: int = 8) -> list[Card]:
    cards = list(DECK) * decks
    Random(seed).shuffle(cards)
    return cards


def test_the_two_orders_are_each_other_read_from_the_end() -> None:
    first, second = (DECK_ORDERS[order] for order in NewDeckOrder)
    assert first == second[::-1]
    assert sorted(map(str, first)) == sorted(map(str, DECK))


@pytest.mark.clause("tiger-buffalo-v4", "5.5.5")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.1")
@pytest.mark.parametrize("order", NewDeckOrder)
@pytest.mark.parametrize("cut", range(len(DECK)))
def test_a_shoe_that_was_not_shuffled_is_found_with_its_eighth_card_wherever_it_was_cut(
    order: NewDeckOrder, cut: int
) -> None:
    deck = DECK_ORDERS[order]
    number, found = watch_cards([*deck[cut:], *deck, *deck])[0]
    assert number == LINKS_TO_TELL + 1
    assert (found.order, found.first, found.cards, found.links) == (order, 0, LINKS_TO_TELL + 1, LINKS_TO_TELL)


def test_every_second_card_of_a_new_deck_is_found_by_its_links_within_twenty() -> None:
    deck, other = DECK_ORDERS[NewDeckOrder.SPADES_FIRST], fair_shoe(3)
    cards = [card for pair in range(0, 52, 2) for card in (*deck[pair : pair + 2], other[pair])]
    number, found = watch_cards(cards)[0]
    assert number <= WINDOW
    assert found.links == LINKS_TO_TELL


@pytest.mark.parametrize("cut", [0, 1, 77, 300])
def test_an_earlier_shoe_is_found_with_its_eighth_card_wherever_it_was_cut(cut: int) -> None:
    shoes = [fair_shoe(seed) for seed in range(5)]
    again = [*shoes[3][cut:], *shoes[3][:cut]]
    number, found = watch_cards(again, EarlierShoes(shoes))[0]
    assert number == RUN_TO_TELL
    assert (found.shoe, found.place, found.first, found.order) == (3, cut, 0, None)


def test_a_card_that_nobody_saw_breaks_a_run_and_counts_for_nothing() -> None:
    shoe = fair_shoe(1)
    seven = [*shoe[: RUN_TO_TELL - 1], None, *shoe[RUN_TO_TELL : 2 * RUN_TO_TELL - 1]]
    assert not watch_cards(seven, EarlierShoes([shoe]))
    deck = DECK_ORDERS[NewDeckOrder.HEARTS_FIRST]
    assert not watch_cards([card for each in deck for card in (each, None)])


@given(
    earlier=st.lists(st.lists(st.sampled_from([*FEW_CARDS, None]), max_size=30), max_size=4),
    cards=st.lists(st.sampled_from([*FEW_CARDS, None]), max_size=40),
)
def test_a_repeat_is_found_exactly_where_eight_known_cards_lie_in_an_earlier_shoe(
    earlier: list[list[Card | None]], cards: list[Card | None]
) -> None:
    found = {number for number, each in watch_cards(cards, EarlierShoes(earlier)) if each.shoe is not None}
    runs = {tuple(shoe[place : place + RUN_TO_TELL]) for shoe in earlier for place in range(len(shoe))}
    wanted = set()
    for number in range(RUN_TO_TELL, len(cards) + 1):
        run = tuple(cards[number - RUN_TO_TELL : number])
        if None not in run and run in runs:
            wanted.add(number)
    assert found == wanted


@given(places=st.lists(st.integers(0, 51), max_size=60))
def test_links_are_those_of_any_twenty_cards(places: list[int]) -> None:
    deck = DECK_ORDERS[NewDeckOrder.SPADES_FIRST]
    # Many neighbours follow: each card is near the one before it.
    cards = [deck[(number + place % 3) % 52] for number, place in enumerate(places)]
    links = [deck[(deck.index(one) + 1) % 52] is two for one, two in pairwise(cards)]
    most = max((sum(links[start : start + WINDOW - 1]) for start in range(len(cards))), default=0)
    watch = ShoeOrderWatch(EarlierShoes())
    found = [each for card in cards for each in watch.add_card(card) if each.order is NewDeckOrder.SPADES_FIRST]
    assert bool(found) == (most >= LINKS_TO_TELL)


@pytest.mark.long
def test_of_a_hundred_thousand_fair_shoes_hardly_one_is_told() -> None:
    """The million of the documentation is measured by tests/odds/fair_shoes.py: 1 to 2 in 100,000."""
    told = measure_fair(100_000, decks=8, earlier=1000, seed=2)
    assert told.by_links <= 6
    assert told.by_repeat <= 3
