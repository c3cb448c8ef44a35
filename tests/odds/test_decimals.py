"""Exact numbers as text: rounded once, half to even."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.odds.tables import decimal_text, percent_text

_EXACT = Context(prec=400, rounding=ROUND_HALF_EVEN)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(0), 12, "0.000000000000"),
        (Fraction(1), 12, "1.000000000000"),
        (Fraction(1, 3), 12, "0.333333333333"),
        (Fraction(2, 3), 12, "0.666666666667"),
        (Fraction(-2, 3), 12, "-0.666666666667"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 8), 2, "-0.12"),
        (Fraction(-3, 8), 2, "-0.38"),
        (Fraction(999_999, 1_000_000), 3, "1.000"),
        (Fraction(25, 2), 3, "12.500"),
        (Fraction(1, 10**13), 12, "0.000000000000"),
    ],
)
def test_a_number_is_rounded_half_to_even(value: Fraction, places: int, text: str) -> None:
    assert decimal_text(value, places) == text


def test_nothing_is_written_as_minus_nought() -> None:
    assert decimal_text(Fraction(-1, 10**19)) == "0.000000000000000000"


def test_eighteen_places_unless_told_otherwise() -> None:
    assert decimal_text(Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)) == "0.458597422632762973"


def test_percentages_have_six_places() -> None:
    assert percent_text(Fraction(1, 81)) == "1.234568"


@given(st.integers(-(10**6), 10**6), st.integers(0, 6), st.integers(0, 6))
def test_the_text_is_what_decimal_arithmetic_rounds_to(units: int, written: int, places: int) -> None:
    exact = Decimal(units).scaleb(-written)
    rounded = exact.quantize(Decimal(1).scaleb(-max(places, 1)), context=_EXACT)
    assert Decimal(decimal_text(Fraction(units, 10**written), max(places, 1))) == rounded
