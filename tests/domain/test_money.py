"""Odds and payable amounts: exact, in lowest terms, and rounded towards the bettor alone (ruling B9)."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.money import Money, Odds, odds_from_text, payable_amount

AMOUNTS = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=1_000)
UNITS = st.integers(1, 10_000).map(Money)
TERMS = st.tuples(st.integers(1, 10**6), st.integers(1, 10**6))


class TestOdds:
    @given(TERMS)
    def test_only_lowest_terms_are_odds(self, terms: tuple[int, int]) -> None:
        win, stake = terms
        if gcd(win, stake) == 1:
            assert Odds(win, stake).ratio == Fraction(win, stake)
        else:
            with pytest.raises(ValueError, match="lowest terms"):
                Odds(win, stake)

    @pytest.mark.parametrize(("win", "stake"), [(0, 1), (1, 0), (-1, 2), (1, -2), (-1, -2), (0, 0), (2, 4), (10, 10)])
    def test_nothing_else_is_odds(self, win: int, stake: int) -> None:
        with pytest.raises(ValueError, match=f"{win}/{stake}"):
            Odds(win, stake)

    @given(TERMS)
    def test_writing_and_reading_are_inverse(self, terms: tuple[int, int]) -> None:
        common = gcd(*terms)
        odds = Odds(terms[0] // common, terms[1] // common)
        assert odds_from_text(str(odds)) == odds

    @pytest.mark.parametrize(
        ("text", "odds"), [("11/1", Odds(11, 1)), ("1/2", Odds(1, 2)), ("19/20", Odds(19, 20)), ("180/1", Odds(180, 1))]
    )
    def test_they_are_written_win_before_stake(self, text: str, odds: Odds) -> None:
        assert odds_from_text(text) == odds
        assert str(odds) == text

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "/",
            "1",
            "1/",
            "/1",
            "1/2/3",
            "1:2",
            "1 to 2",
            "0.5",
            "0.5/1",
            "1e3/1",
            "-1/2",
            "+1/2",
            " 1/2",
            "1 / 2",
            "1/2 ",
            "2/4",
            "0/1",
            "1/0",
            "１/２",
            "１/2",
            "1/２",
            "²/3",
            "x/y",
        ],
    )
    def test_no_other_text_is_odds(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"odds|lowest terms"):
            odds_from_text(text)

    @given(st.text(max_size=8))
    def test_any_text_is_odds_or_refused(self, text: str) -> None:
        try:
            odds = odds_from_text(text)
        except ValueError:
            return
        assert Fraction(text) == odds.ratio

    @pytest.mark.parametrize(
        ("odds", "stake", "prize"),
        [
            (Odds(11, 1), 500, Fraction(5_500)),
            (Odds(1, 2), 5, Fraction(5, 2)),
            (Odds(19, 20), 10, Fraction(19, 2)),
            (Odds(3, 2), 7, Fraction(21, 2)),
        ],
    )
    def test_a_prize_is_exact_and_without_the_stake(self, odds: Odds, stake: int, prize: Fraction) -> None:
        assert odds.prize(Fraction(stake)) == prize


class TestPayableRounding:
    @given(AMOUNTS, UNITS)
    def test_it_is_in_whole_chips_and_less_than_one_chip_better_for_the_bettor(
        self, net: Fraction, unit: Money
    ) -> None:
        paid = payable_amount(net, unit)
        assert paid % unit == 0
        assert 0 <= paid - net < unit

    @given(AMOUNTS, UNITS)
    def test_a_win_never_becomes_a_loss_nor_a_loss_a_win(self, net: Fraction, unit: Money) -> None:
        paid = payable_amount(net, unit)
        assert paid >= 0 if net >= 0 else paid <= 0

    @given(st.integers(-(10**9), 10**9), UNITS)
    def test_what_chips_can_pay_is_paid_as_it_is(self, chips: int, unit: Money) -> None:
        assert payable_amount(Fraction(chips * unit), unit) == chips * unit

    @pytest.mark.parametrize(
        ("net", "unit", "paid"),
        [
            (Fraction(5, 2), 1, 3),
            (Fraction(-5, 2), 1, -2),
            (Fraction(250), 100, 300),
            (Fraction(-250), 100, -200),
            (Fraction(1, 3), 500, 500),
            (Fraction(-1, 3), 500, 0),
            (Fraction(0), 100, 0),
        ],
    )
    def test_wins_go_up_and_losses_go_down(self, net: Fraction, unit: int, paid: int) -> None:
        assert payable_amount(net, Money(unit)) == paid
