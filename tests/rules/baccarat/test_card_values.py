"""What each card and each hand counts: RWS v4 3.2 and 1.23, Insurance Plus 3.2 and 1.20, MBS 3.3 and 3.4."""

from itertools import product

import pytest

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS, DECK, Card, Rank, Suit
from tests.support.baccarat_completions import rank_cards
from tests.support.baccarat_second_wording import RANKS
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause


def of_every_suit(rank: str) -> list[Card]:
    return [CARDS[rank + suit] for suit in "SHDC"]


@clause(V4, "3.2", "3.2.1")
@clause(INSURANCE, "3.2", "3.2.1")
@clause(MBS, "3.3", "3.3.1")
def test_an_ace_counts_one() -> None:
    assert [card.points for card in of_every_suit("A")] == [1, 1, 1, 1]


@clause(V4, "3.2", "3.2.2")
@clause(INSURANCE, "3.2", "3.2.2")
@clause(MBS, "3.3", "3.3.1")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6, 7, 8, 9])
def test_two_to_nine_count_their_face(face: int) -> None:
    assert [card.points for card in of_every_suit(str(face))] == [face] * 4


@clause(V4, "3.2.2")
@clause(INSURANCE, "3.2.2")
@clause(MBS, "3.3", "3.3.2")
def test_a_ten_counts_nothing_in_a_total() -> None:
    """Face value 10 in the RWS books, 0 in the other: the last digit is the same (ruling B4)."""
    assert [card.points for card in of_every_suit("T")] == [0, 0, 0, 0]


@clause(V4, "3.2", "3.2.3")
@clause(INSURANCE, "3.2", "3.2.3")
@clause(MBS, "3.3", "3.3.2")
@pytest.mark.parametrize("picture", ["J", "Q", "K"])
def test_a_picture_counts_nothing(picture: str) -> None:
    assert [card.points for card in of_every_suit(picture)] == [0, 0, 0, 0]


def test_a_deck_is_fifty_two_cards_each_with_its_two_characters() -> None:
    assert sorted(CARDS) == sorted(rank + suit for rank in RANKS for suit in "SHDC")
    for text, card in CARDS.items():
        assert (card.rank, card.suit) == (Rank(text[0]), Suit(text[1]))
        assert str(card) == card.text == text
    assert sorted(map(str, DECK)) == sorted(CARDS)


SUMMANDS = {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0} | {digit: int(digit) for digit in "23456789"}
HANDS = [hand for size in (1, 2, 3) for hand in product(RANKS, repeat=size)]


def point_totals() -> list[tuple[int, int]]:
    """For each hand that can be dealt, to Player and then to Banker: the sum of its values and its point total."""
    found = []
    for hand in HANDS:
        value = sum(SUMMANDS[rank] for rank in hand)
        to_player = make_coup(rank_cards("K".join(hand)))
        if len(to_player.player.cards) == len(hand):
            found.append((value, to_player.player.points))
        # With a standing Player on 6 the Banker's third card comes after his second.
        to_banker = make_coup(rank_cards("".join(("6", *hand[:1], "K", *hand[1:]))))
        if len(to_banker.banker.cards) == len(hand):
            found.append((value, to_banker.banker.points))
    return found


@clause(V4, "1.23")
@clause(INSURANCE, "1.20")
@clause(MBS, "3.4", "3.4.1")
def test_a_sum_up_to_nine_is_the_point_total() -> None:
    within = [it for it in point_totals() if it[0] <= 9]
    assert {value for value, _ in within} == set(range(10))
    assert all(value == points for value, points in within)


@clause(V4, "1.23")
@clause(INSURANCE, "1.20")
@clause(MBS, "3.4", "3.4.2")
def test_of_a_sum_of_ten_or_more_only_the_last_digit_counts() -> None:
    beyond = [it for it in point_totals() if it[0] >= 10]
    assert {value for value, _ in beyond} == set(range(10, 31))
    assert all(str(value)[-1] == str(points) for value, points in beyond)
