"""Amounts and numbers as they are typed, read exactly. What cannot be read is said in words under the entry."""

from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.showing.chips import against_chip
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing

MOST_DIGITS = 12


def amount_of(text: str, decimals: int) -> Money | None:
    """`1,200` and `2.50` in minor units; nothing for what is no amount that coins or chips can have."""
    plain = text.strip().replace(",", "")
    whole, _, part = plain.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_DIGITS or len(part) > decimals:
        return None
    return Money(int(Fraction(plain.rstrip(".")) * 10**decimals))


def number_of(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) <= MOST_DIGITS else None


def against_amount(seeing: Seeing, text: str, unit: Money | None = None) -> Line:
    """What is wrong with an amount, also that chips of this unit do not make it; nothing where none is typed."""
    if not text.strip():
        return EMPTY
    found = amount_of(text, seeing.words.first.decimals)
    return say(seeing, "no-amount") if found is None else against_chip(seeing, unit, found)


def against_number(seeing: Seeing, text: str) -> Line:
    return EMPTY if not text.strip() or number_of(text) is not None else say(seeing, "no-number")
