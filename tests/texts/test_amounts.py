"""Amounts are written exactly, so that the written one can be read back without loss."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.texts import amount_text


@pytest.mark.parametrize(
    ("minor", "written"),
    [
        (26_250, "262.50"),
        (120_000, "1,200"),
        (0, "0"),
        (-5, "-0.05"),
        (Fraction(1, 2), "0.005"),
        (Fraction(10_000, 3), "33 1/3"),
        (Fraction(100, 3), "1/3"),
        (Fraction(-100, 3), "-1/3"),
        (123_456_789, "1,234,567.89"),
    ],
)
def test_an_amount_is_written_as_people_write_it(minor: Fraction | int, written: str) -> None:
    assert amount_text(minor) == written


def test_money_without_minor_units_has_no_point() -> None:
    assert amount_text(1200, decimals=0) == "1,200"


def _read_back(text: str, decimals: int) -> Fraction:
    sign = -1 if text.startswith("-") else 1
    parts = text.lstrip("-").replace(",", "").split(" ")
    minor_units: int = 10**decimals
    return sum((Fraction(part) for part in parts), Fraction(0)) * sign * minor_units


@given(minor=st.fractions(max_denominator=10_000), decimals=st.integers(min_value=0, max_value=3))
def test_nothing_is_lost(minor: Fraction, decimals: int) -> None:
    assert _read_back(amount_text(minor, decimals), decimals) == minor


@given(minor=st.integers())
def test_whole_minor_units_need_no_more_decimals_than_the_money_has(minor: int) -> None:
    _, point, digits = amount_text(minor).partition(".")
    assert len(digits) == (2 if point else 0)
