"""What of each bet wins or loses once bets are closed and an excess was not rejected (RWS and Tai Sai 5.1.1, 5.1.2).

In MBS a bet counts to the maximum only (5.15) and, below the minimum, a second time not at all (5.14). The part that
does not count is returned. Exact fractions (ruling L5), nothing spread a second time (L3).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.limits import DifferentialReading, TableLimits, box_limit, heavy_sides, totals
from dealer_app.domain.money import Money
from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed, UnderMinimum
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Wager


class Counting(Struct, frozen=True, kw_only=True):
    """The part of a bet that wins or loses; None if only the person named by the clause `needs` can say."""

    counts: Fraction | None
    needs: str | None = None


def counting(
    book: Rulebook,
    limits: TableLimits,
    wagers: Sequence[Wager],
    *,
    under_minimum_before: Iterable[int] = (),
) -> tuple[Counting, ...]:
    """What each bet counts, in the order given.

    `under_minimum_before` are the places of the bets whose bettor has been paid or collected under the minimum once.
    """
    factors = _differential_factors(book, limits, wagers)
    maximum = book.policies.maximum_unnoticed.value
    if maximum is MaximumUnnoticed.PRO_RATA:
        factors = [min(pair) for pair in zip(factors, _maximum_factors(limits, wagers), strict=True)]
    warned = frozenset(under_minimum_before)
    once_only = book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY
    found = []
    for place, (wager, factor) in enumerate(zip(wagers, factors, strict=True)):
        most = limits.maximum(wager.area)
        least = limits.minimum(wager.area)
        over = most is not None and wager.stake > most
        if over and maximum is MaximumUnnoticed.SHIFT_MANAGER:
            found.append(Counting(counts=None, needs=book.policies.maximum_unnoticed.clause))
        elif over and maximum is MaximumUnnoticed.TO_THE_MAXIMUM:
            found.append(Counting(counts=Fraction(most or 0)))
        elif once_only and place in warned and least is not None and wager.stake < least:
            found.append(Counting(counts=Fraction(0)))
        else:
            found.append(Counting(counts=_pro_rata(wager.stake, factor, least)))
    return tuple(found)


def _pro_rata(stake: Money, factor: Fraction, minimum: Money | None) -> Fraction:
    """Never below the minimum (5.1.1); a bet that was under it anyway is not cut at all (5.1.2)."""
    if minimum is None:
        return stake * factor
    return Fraction(stake) if stake < minimum else max(stake * factor, Fraction(minimum))


def _differential_factors(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[Fraction]:
    factors = [Fraction(1)] * len(wagers)
    if book.policies.differential_unnoticed.value is not DifferentialUnnoticed.PRO_RATA:
        return factors
    if DifferentialReading.of(book) is DifferentialReading.BY_BOX:
        return [_box_factor(box_limit(book, limits, wager.area), wager, wagers) for wager in wagers]
    for heavy in heavy_sides(book, limits, wagers):
        share = Fraction(heavy.allowed, heavy.total)
        factors = [share if wager.area == heavy.side else factor for wager, factor in zip(wagers, factors, strict=True)]
    return factors


def _box_factor(limit: Money | None, wager: Wager, wagers: Sequence[Wager]) -> Fraction:
    box = sum(other.stake for other in wagers if (other.seat, other.area) == (wager.seat, wager.area))
    return Fraction(1) if limit is None or box <= limit else Fraction(limit, box)


def _maximum_factors(limits: TableLimits, wagers: Sequence[Wager]) -> list[Fraction]:
    """The share of each box that its maximum leaves; the box is the area, wherever it is drawn (Tai Sai 5.1, L10)."""
    lies = totals(wagers)
    factors = []
    for wager in wagers:
        maximum = limits.maximum(wager.area)
        over = maximum is not None and lies[wager.area] > maximum
        factors.append(Fraction(maximum or 0, lies[wager.area]) if over else Fraction(1))
    return factors
