"""The fifty-two faces of a deck and the 216 ways in which three dice can rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, RANK_POINTS, Rank, Suit
from dealer_app.domain.dice import Tumble, every_tumble


class TestCards:
    def test_a_deck_is_each_rank_of_each_suit_once(self) -> None:
        assert len(DECK) == len(set(DECK)) == 52
        assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in Rank for suit in Suit}

    def test_a_card_is_found_by_what_it_is_written_as(self) -> None:
        assert list(CARDS.values()) == list(DECK)
        for text, card in CARDS.items():
            assert text == str(card) == card.rank.value + card.suit.value

    def test_the_faces_are_written_with_two_characters(self) -> None:
        assert sorted(CARDS) == sorted(rank + suit for rank in "A23456789TJQK" for suit in "SHDC")

    @pytest.mark.parametrize(
        ("ranks", "points"),
        [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9), ("TJQK", 0)],
    )
    def test_points(self, ranks: str, points: int) -> None:
        for rank in ranks:
            assert RANK_POINTS[Rank(rank)] == points
            assert {card.points for card in DECK if card.rank.value == rank} == {points}

    @given(st.text(max_size=3))
    def test_no_other_text_is_a_card(self, text: str) -> None:
        assert (text in CARDS) == (len(text) == 2 and text[0] in "A23456789TJQK" and text[1] in "SHDC")


class TestDice:
    def test_there_are_216_tumbles(self) -> None:
        every = list(every_tumble())
        assert len(every) == len(set(every)) == 216

    @given(st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)))
    def test_total_and_triple(self, dice: tuple[int, int, int]) -> None:
        tumble = Tumble(dice)
        first, second, third = dice
        assert tumble.dice == dice
        assert tumble.total == first + second + third
        assert tumble.is_triple == (first == second and second == third)

    @given(st.tuples(st.integers(-3, 10), st.integers(-3, 10), st.integers(-3, 10)))
    def test_other_numbers_are_no_dice(self, dice: tuple[int, int, int]) -> None:
        if all(1 <= die <= 6 for die in dice):
            assert Tumble(dice).dice == dice
        else:
            with pytest.raises(ValueError, match="faces of dice"):
                Tumble(dice)
