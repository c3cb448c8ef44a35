"""Amounts as they are written for people: exact, whatever they are, and never through a float."""

from fractions import Fraction


def amount(minor: Fraction | int, decimals: int = 2) -> str:
    """`262.50` for 26250 minor units, `1,200` for 120000; what no decimal can write is a fraction, `33 1/3`."""
    value = Fraction(minor) / 10**decimals
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole:,}"
    places = _decimal_places(rest.denominator)
    if places is None:
        part = f"{rest.numerator}/{rest.denominator}"
        return f"{sign}{whole:,} {part}" if whole else f"{sign}{part}"
    width = max(decimals, places)
    digits = rest.numerator * 10**width // rest.denominator
    return f"{sign}{whole:,}.{digits:0{width}d}"


def _decimal_places(denominator: int) -> int | None:
    """How many decimals write a fraction of this denominator in lowest terms; None if no number of them does."""
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None
