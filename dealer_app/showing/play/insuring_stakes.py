"""The quick amounts of an insurance: what covers the bet, half of it, and the most that is allowed."""

from fractions import Fraction
from math import ceil, floor

from dealer_app.domain.money import Money, Odds


def quick_stakes(odds: Odds, original: Fraction, most: Fraction, unit: int) -> tuple[tuple[str, Money], ...]:
    """Each with its code. To cover is to stake so much that the winnings return the bet, in chips and under the cap."""
    cover = ceil(original / odds.ratio / unit) * unit
    half = floor(original / 2 / unit) * unit or floor(original / 2)
    return (
        ("cover", _capped(cover, most)),
        ("half", _capped(half, most)),
        ("max", Money(floor(most))),
    )


def _capped(stake: int, most: Fraction) -> Money:
    return Money(min(stake, floor(most)))
