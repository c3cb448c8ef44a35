"""Amounts, odds and the rounding of an exact amount to one that chips can pay.

Money is a whole number of minor units. What a bet exactly wins, loses or counts is a Fraction of them; the payable
amount is kept beside the exact one and never replaces it (ruling B9).
"""

from fractions import Fraction
from math import gcd
from typing import NewType

from msgspec import Struct

Money = NewType("Money", int)


class Odds(Struct, frozen=True):
    """`win` units paid for each `stake` units bet, as the pay tables print them."""

    win: int
    stake: int

    def __post_init__(self) -> None:
        if self.win < 1 or self.stake < 1 or gcd(self.win, self.stake) != 1:
            raise ValueError(f"{self.win}/{self.stake} is not odds in lowest terms")

    def __str__(self) -> str:
        return f"{self.win}/{self.stake}"

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.win, self.stake)

    def prize(self, stake: Fraction) -> Fraction:
        """What a winning bet gains, its stake not counted."""
        return stake * self.ratio


def odds_from_text(text: str) -> Odds:
    """Read odds written `win/stake`; raises ValueError for anything else."""
    win, slash, stake = text.partition("/")
    digits = win.isascii() and win.isdecimal() and stake.isascii() and stake.isdecimal()
    if not (slash and digits):
        raise ValueError(f'odds are written like "11/1" or "19/20", not "{text}"')
    return Odds(int(win), int(stake))


def payable_amount(net: Fraction, unit: Money) -> Money:
    """The exact net in whole chips of `unit`, towards the bettor: a gain goes up, a loss goes down.

    Both are one ceiling, because a loss is a negative net.
    """
    return Money(-(-net // unit) * unit)
