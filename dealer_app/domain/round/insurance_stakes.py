"""Stakes of an insurance that chips can lay: the most of it, what covers the bet, and half of it."""

from enum import Enum
from fractions import Fraction
from math import ceil, floor

from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.table import Rules, Table


class Quick(Enum):
    """What a bettor asks for without naming an amount. To cover is to win back the bet with the insurance."""

    COVER = "cover"
    HALF = "half"
    MOST = "max"


def in_chips(table: Table, most: Fraction) -> Money:
    """As much of it as can be laid in chips of this table; what is less than one of them, to the minor unit."""
    unit = _smallest(table)
    return Money(floor(most / unit) * unit or floor(most))


def not_laid_in_chips(rules: Rules, table: Table, most: Fraction, stake: int) -> Refusal | None:
    """What is said of a stake that no chips make; where even the most is less than one of them any stake goes."""
    return None if most < _smallest(table) else not_in_chips(rules, table, stake)


def quick_stakes(table: Table, odds: Odds, original: Fraction, most: Fraction) -> tuple[tuple[Quick, Money], ...]:
    """No amount twice: what is the most is called so, and what covers is not called half.

    What covers is the least stake whose winnings return the bet, in chips and under the cap.
    """
    unit, highest = _smallest(table), in_chips(table, most)
    cover = ceil(original / odds.ratio / unit) * unit
    half = floor(original / 2 / unit) * unit or highest
    found = {Quick.COVER: Money(min(cover, highest)), Quick.HALF: Money(min(half, highest)), Quick.MOST: highest}
    named = {found[quick]: quick for quick in (Quick.HALF, Quick.COVER, Quick.MOST)}
    return tuple((quick, stake) for quick, stake in found.items() if named[stake] is quick)


def _smallest(table: Table) -> Money:
    """The smallest chip; where none is named any amount can be laid."""
    return table.unit or Money(1)
