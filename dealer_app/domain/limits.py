"""The limits that a table displays, and which Differentials a set of bets exceeds.

What is then rejected is in limits_open, what counts if nobody noticed in limits_closed.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Differential, Rulebook
from dealer_app.domain.wagers import Area, Wager


class DifferentialReading(Enum):
    """How a Differential is read, the options of ruling L4: of the whole table, or box by box."""

    OF_THE_TABLE = "of-the-table"
    BY_BOX = "by-box"

    @classmethod
    def of(cls, book: Rulebook) -> "DifferentialReading":
        """The reading in force; a document without this ruling speaks of the table."""
        return cls(book.choice("L4") or cls.OF_THE_TABLE)


class AreaLimits(Struct, frozen=True, kw_only=True):
    """The displayed minimum and maximum of one bet type; None where none is displayed."""

    minimum: Money | None = None
    maximum: Money | None = None


class TableLimits(Struct, frozen=True, kw_only=True):
    """The sign at the table. `areas` holds what differs from the general limits, by bet type (ruling L7)."""

    general: AreaLimits = AreaLimits()
    areas: Mapping[Area, AreaLimits] = field(default_factory=dict)
    differentials: Mapping[str, Money] = field(default_factory=dict)

    def minimum(self, area: Area) -> Money | None:
        own = self.areas.get(area)
        return self.general.minimum if own is None or own.minimum is None else own.minimum

    def maximum(self, area: Area) -> Money | None:
        own = self.areas.get(area)
        return self.general.maximum if own is None or own.maximum is None else own.maximum


class Heavy(Struct, frozen=True, kw_only=True):
    """A Differential that is exceeded: its heavy side, what lies there, and what may lie there."""

    differential: Differential
    side: Area
    total: Money
    allowed: Money

    @property
    def over(self) -> Money:
        return Money(self.total - self.allowed)


def totals(wagers: Iterable[Wager]) -> Mapping[Area, Money]:
    """All that lies on each area of the table."""
    sums: dict[Area, Money] = {}
    for wager in wagers:
        sums[wager.area] = Money(sums.get(wager.area, 0) + wager.stake)
    return sums


def heavy_sides(book: Rulebook, limits: TableLimits, wagers: Iterable[Wager]) -> tuple[Heavy, ...]:
    """The Differentials that these bets exceed, over the whole table; up to the limit nothing happens (ruling L1)."""
    lies = totals(wagers)
    found = []
    for differential in book.limits.differentials:
        limit = limits.differentials.get(differential.code)
        if limit is None:
            continue
        light, heavy = sorted(differential.sides, key=lambda side: lies.get(side, Money(0)))
        allowed = Money(lies.get(light, 0) + limit)
        if lies.get(heavy, 0) > allowed:
            found.append(Heavy(differential=differential, side=heavy, total=lies[heavy], allowed=allowed))
    return tuple(found)


def box_limit(book: Rulebook, limits: TableLimits, area: Area) -> Money | None:
    """What one box of the area may hold where the Differential is read box by box; None if there is no such limit."""
    for differential in book.limits.differentials:
        if area in differential.sides:
            return limits.differentials.get(differential.code)
    return None


def differential_over(book: Rulebook, limits: TableLimits, wagers: Iterable[Wager]) -> Money:
    """By how much the Differentials are exceeded, for a book in which people settle that (MBS 5.18)."""
    return Money(sum(heavy.over for heavy in heavy_sides(book, limits, wagers)))
