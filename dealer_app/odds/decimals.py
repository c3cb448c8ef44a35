"""Exact numbers as decimal text: rounded once, here, half to even."""

from fractions import Fraction

PLACES = 18
PERCENT_PLACES = 6


def decimal_text(value: Fraction, places: int = PLACES) -> str:
    """The number with exactly this many decimal places; nothing is written as minus nought."""
    units = round(value * 10**places)
    whole, part = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{places}}"


def percent_text(value: Fraction) -> str:
    return decimal_text(value * 100, PERCENT_PLACES)
