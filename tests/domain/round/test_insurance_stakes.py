"""The quick stakes of an insurance: what covers, half, the most; each can be laid in chips, none is over the cap."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round.counts import QuickStake, floor_to_chips, quick_stakes
from dealer_app.domain.round.table_settings import Table

ODDS = (Odds(3, 2), Odds(2, 1), Odds(5, 2), Odds(10, 1), Odds(1, 1))
AMOUNTS = st.fractions(min_value=0, max_value=10**7, max_denominator=7)
UNITS = st.sampled_from((None, 1, 100, 250, 10_000))


def table(unit: int | None) -> Table:
    return Table(name="T1", layout="C", positions=9, decks=8, unit=None if unit is None else Money(unit))


def in_whole_chips(stake: int, unit: int | None, highest: int) -> bool:
    """What is less than one chip is laid as it can be."""
    return stake % (unit or 1) == 0 or stake == highest


@given(st.sampled_from(ODDS), AMOUNTS, AMOUNTS, UNITS)
def test_the_most_is_what_the_cap_is_told_as_and_nothing_is_over_it(
    odds: Odds, original: Fraction, cap: Fraction, unit: int | None
) -> None:
    found = dict(quick_stakes(table(unit), odds, original, min(original, cap)))
    assert found[QuickStake.MOST] == floor_to_chips(table(unit), min(original, cap)) <= min(original, cap)
    assert all(0 <= stake <= found[QuickStake.MOST] for stake in found.values())
    assert all(type(stake) is int for stake in found.values())
    assert all(in_whole_chips(stake, unit, found[QuickStake.MOST]) for stake in found.values())
    assert len(set(found.values())) == len(found)


@given(st.sampled_from(ODDS), AMOUNTS, AMOUNTS, UNITS)
def test_cover_is_the_least_stake_in_chips_whose_winnings_return_the_bet(
    odds: Odds, original: Fraction, cap: Fraction, unit: int | None
) -> None:
    found = dict(quick_stakes(table(unit), odds, original, min(original, cap)))
    cover, chip = found.get(QuickStake.COVER, found[QuickStake.MOST]), unit or 1
    less = Fraction(cover - chip)
    assert odds.prize(Fraction(cover)) >= original or cover == found[QuickStake.MOST]
    if cover % chip == 0 and cover > 0:
        assert odds.prize(less) < original, "one chip less does not return it"


def test_without_a_smallest_chip_the_most_is_the_cap_itself() -> None:
    """26,250 is told as the cap, and is what the key stakes."""
    found = dict(quick_stakes(table(None), Odds(10, 1), Fraction(100_000), Fraction(26_250)))
    assert found[QuickStake.MOST] == floor_to_chips(table(None), Fraction(26_250)) == 26_250


def test_half_that_is_the_cap_is_called_the_most() -> None:
    """10,000 at 10 to 1 with 5,000 allowed: half of it is the most."""
    found = quick_stakes(table(250), Odds(10, 1), Fraction(1_000_000), Fraction(500_000))
    assert found == ((QuickStake.COVER, 100_000), (QuickStake.MOST, 500_000))


def test_at_two_to_one_half_covers() -> None:
    found = quick_stakes(table(250), Odds(2, 1), Fraction(1_000), Fraction(1_000))
    assert [quick for quick, _ in found] == [QuickStake.COVER, QuickStake.MOST]


@pytest.mark.parametrize(
    ("unit", "most", "laid"), [(250, "66666.67", 66_500), (None, "200/3", 66), (1_000, "999", 999)]
)
def test_the_most_in_chips(unit: int | None, most: str, laid: int) -> None:
    assert floor_to_chips(table(unit), Fraction(most)) == laid
