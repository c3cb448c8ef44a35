"""The quick amounts of an insurance: what covers the bet, half of it, and the most that is allowed."""

from fractions import Fraction
from math import ceil, floor

from dealer_app.domain.money import Money, Odds


def quick_stakes(odds: Odds, original: Fraction, most: Fraction, unit: int) -> tuple[tuple[str, Money], ...]:
    """Each with its code, no amount twice: what is the most is called so, and what covers is not called half.

    To cover is to stake so much that the winnings return the bet, in chips and under the cap.
    """
    highest = Money(floor(most / unit) * unit or floor(most))
    cover = ceil(original / odds.ratio / unit) * unit
    half = floor(original / 2 / unit) * unit or highest
    found = {"cover": Money(min(cover, highest)), "half": Money(min(half, highest)), "max": highest}
    named = {stake: code for code, stake in (("half", found["half"]), ("cover", found["cover"]), ("max", highest))}
    return tuple((code, stake) for code, stake in found.items() if named[stake] == code)
