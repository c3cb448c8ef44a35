"""The limits that a table displays, the Differentials, and what exceeds them.

Chips that a bettor adds to their own in a box make one bet with them (ruling O14). The bets as they were keyed
stay apart, each with its number: what the limits do to the sum is shared among them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from dealer_app.domain.money import Money
from dealer_app.domain.policies import DifferentialUnnoticed, ExcessNoticed, MaximumUnnoticed, UnderMinimum
from dealer_app.domain.rulebook import Differential, LimitScope, Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, BettorBox, Wager, bettor_box, box_stakes


class DifferentialReading(Enum):
    """How a Differential is read, the options of ruling L4: of the whole table, or box by box."""

    OF_THE_TABLE = "of-the-table"
    BY_BOX = "by-box"

    @classmethod
    def from_rulebook(cls, book: Rulebook) -> "DifferentialReading":
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


class HeavySide(Struct, frozen=True, kw_only=True):
    """A Differential that is exceeded: its heavy side, what lies there, and what may lie there."""

    differential: Differential
    side: Area
    total: Money
    allowed: Money

    @property
    def overrun(self) -> Money:
        return Money(self.total - self.allowed)


def area_totals(wagers: Iterable[Wager]) -> Mapping[Area, Money]:
    """All that lies on each area of the table."""
    sums: dict[Area, Money] = {}
    for wager in wagers:
        sums[wager.area] = Money(sums.get(wager.area, 0) + wager.stake)
    return sums


def heavy_sides(book: Rulebook, limits: TableLimits, wagers: Iterable[Wager]) -> tuple[HeavySide, ...]:
    """The Differentials that these bets exceed, over the whole table; up to the limit nothing happens (ruling L1)."""
    lies = area_totals(wagers)
    found = []
    for differential in book.limits.differentials:
        limit = limits.differentials.get(differential.code)
        if limit is None:
            continue
        light, heavy = sorted(differential.sides, key=lambda side: lies.get(side, Money(0)))
        allowed = Money(lies.get(light, 0) + limit)
        if lies.get(heavy, 0) > allowed:
            found.append(HeavySide(differential=differential, side=heavy, total=lies[heavy], allowed=allowed))
    return tuple(found)


def box_limit(book: Rulebook, limits: TableLimits, area: Area) -> Money | None:
    """What one box of the area may hold where the Differential is read box by box; None if there is no such limit."""
    for differential in book.limits.differentials:
        if area in differential.sides:
            return limits.differentials.get(differential.code)
    return None


def differential_overrun(book: Rulebook, limits: TableLimits, wagers: Iterable[Wager]) -> Money:
    """By how much the Differentials are exceeded, for a book in which people settle that (MBS 5.18)."""
    return Money(sum(heavy.overrun for heavy in heavy_sides(book, limits, wagers)))


class Excess(Struct, frozen=True, kw_only=True):
    """A bet of which something is rejected: its place in the order given, what is left of it, and by which clause."""

    place: int
    wager: Wager
    accepted: Money
    clause: str

    @property
    def excess_amount(self) -> Money:
        return Money(self.wager.stake - self.accepted)


def find_excess(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> tuple[Excess, ...]:
    """The bets with something rejected, in the order given; none where bettors are asked instead (MBS 5.18)."""
    noticed = book.policies.excess_noticed
    if noticed.value is ExcessNoticed.ASK_BETTORS:
        return ()
    accepted = [wager.stake for wager in wagers]
    _apply_maximums(book, limits, wagers, accepted)
    _apply_differentials(book, limits, wagers, accepted)
    return tuple(
        Excess(place=place, wager=wager, accepted=part, clause=noticed.clause)
        for place, (wager, part) in enumerate(zip(wagers, accepted, strict=True))
        if part < wager.stake
    )


def bets_below_minimum(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> tuple[int, ...]:
    """The places of the bets whose bettors are to be advised of the minimum (RWS and Tai Sai 5.2).

    In RWS and MBS it is asked of what one bettor has in the box: chips that they add make one bet with those that lie
    there, and so a bet is raised. In Tai Sai it is asked of all that lies in the box (ruling O14).
    """
    by_box = book.limits.minimum_of is LimitScope.BOX
    lies = area_totals(wagers)
    whole = box_stakes(wagers)
    return tuple(
        place
        for place, wager in enumerate(wagers)
        if (lies[wager.area] if by_box else whole[bettor_box(wager)]) < (limits.minimum(wager.area) or 0)
    )


def _apply_maximums(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], accepted: list[Money]) -> None:
    if book.limits.maximum_of is LimitScope.BET:
        for place, wager in enumerate(wagers):
            maximum = limits.maximum(wager.area)
            if maximum is not None:
                accepted[place] = min(wager.stake, maximum)
        return
    for area in dict.fromkeys(wager.area for wager in wagers):
        maximum = limits.maximum(area)
        if maximum is not None:
            turns = [place for place, wager in enumerate(wagers) if wager.area == area]
            _fill_room(limits, wagers, maximum, turns, accepted)


def _apply_differentials(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], accepted: list[Money]) -> None:
    if DifferentialReading.from_rulebook(book) is DifferentialReading.BY_BOX:
        turns = _acceptance_order(book, wagers)
        for seat, area in dict.fromkeys((wager.seat, wager.area) for wager in wagers):
            room = box_limit(book, limits, area)
            if room is not None:
                box = [turn for turn in turns if (wagers[turn].seat, wagers[turn].area) == (seat, area)]
                _fill_room(limits, wagers, room, box, accepted)
        return
    left = [
        wager if part == wager.stake else replace(wager, stake=part)
        for wager, part in zip(wagers, accepted, strict=True)
    ]
    for heavy in heavy_sides(book, limits, left):
        on_side = [turn for turn in _acceptance_order(book, wagers) if wagers[turn].area == heavy.side]
        _fill_room(limits, wagers, heavy.allowed, on_side, accepted)


def _acceptance_order(book: Rulebook, wagers: Sequence[Wager]) -> Sequence[int]:
    """The places of the bets in the order in which they are accepted."""
    return tuple(_order_seated_first(wagers)) if book.limits.seated_first_clause else range(len(wagers))


def _order_seated_first(wagers: Sequence[Wager]) -> Iterator[int]:
    """In order of placing, but another's turn brings all bets of the box's first bettor before theirs (RWS 5.1, L6)."""
    taken: set[int] = set()
    for place, wager in enumerate(wagers):
        box = [other for other, one in enumerate(wagers) if (one.seat, one.area) == (wager.seat, wager.area)]
        prior = _priority_bettor(wagers, box)
        for turn in (*(other for other in box if wagers[other].bettor == prior), place):
            if turn not in taken and (turn == place or wager.bettor != prior):
                taken.add(turn)
                yield turn


def _priority_bettor(wagers: Sequence[Wager], box: Sequence[int]) -> Bettor:
    """Who has priority in a box: the seated bettor; if all stand, the one who placed first (ruling O14)."""
    bettors = [wagers[place].bettor for place in box]
    return SEATED if SEATED in bettors else bettors[0]


def _fill_room(
    limits: TableLimits, wagers: Sequence[Wager], room: Money, turns: Iterable[int], accepted: list[Money]
) -> None:
    left: int = room
    for turn in turns:
        part = min(accepted[turn], left)
        minimum = limits.minimum(wagers[turn].area)
        if part < wagers[turn].stake and minimum is not None and part < minimum:
            part = 0
        accepted[turn] = Money(part)
        left -= part


class BetCount(Struct, frozen=True, kw_only=True):
    """The part of a bet that wins or loses; None if only the person named by the clause `needs` can say."""

    counts: Fraction | None
    needs: str | None = None


def count_bets(
    book: Rulebook,
    limits: TableLimits,
    wagers: Sequence[Wager],
    *,
    under_minimum_before: Iterable[int] = (),
) -> tuple[BetCount, ...]:
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
            found.append(BetCount(counts=None, needs=book.policies.maximum_unnoticed.clause))
        elif over and maximum is MaximumUnnoticed.TO_THE_MAXIMUM:
            found.append(BetCount(counts=Fraction(most or 0)))
        elif once_only and place in warned and least is not None and wager.stake < least:
            found.append(BetCount(counts=Fraction(0)))
        else:
            found.append(BetCount(counts=_pro_rata_part(wager.stake, factor, least)))
    return tuple(found)


def _pro_rata_part(stake: Money, factor: Fraction, minimum: Money | None) -> Fraction:
    """Never below the minimum (5.1.1); a bet that was under it anyway is not cut at all (5.1.2)."""
    if minimum is None:
        return stake * factor
    return Fraction(stake) if stake < minimum else max(stake * factor, Fraction(minimum))


def _differential_factors(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[Fraction]:
    factors = [Fraction(1)] * len(wagers)
    if book.policies.differential_unnoticed.value is not DifferentialUnnoticed.PRO_RATA:
        return factors
    if DifferentialReading.from_rulebook(book) is DifferentialReading.BY_BOX:
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
    lies = area_totals(wagers)
    factors = []
    for wager in wagers:
        maximum = limits.maximum(wager.area)
        over = maximum is not None and lies[wager.area] > maximum
        factors.append(Fraction(maximum or 0, lies[wager.area]) if over else Fraction(1))
    return factors


def count_joint_bets(
    book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], *, under_minimum_before: Iterable[int] = ()
) -> tuple[BetCount, ...]:
    """What each bet counts, in the order given: its part of what all of its bettor's in that box count.

    Where the limits are of the box (Tai Sai 5.1, 5.2) whose chips lie in it makes no difference, and need not be known.
    """
    whole = box_stakes(wagers)
    if book.limits.maximum_of is LimitScope.BOX or len(whole) == len(wagers):
        return count_bets(book, limits, wagers, under_minimum_before=under_minimum_before)
    places = {one: place for place, one in enumerate(whole)}
    together = tuple(
        Wager(area=area, stake=stake, seat=seat, bettor=bettor) for (seat, bettor, area), stake in whole.items()
    )
    warned = {places[bettor_box(wagers[place])] for place in under_minimum_before}
    counted = count_bets(book, limits, together, under_minimum_before=warned)
    return tuple(
        _part_count(counted[places[bettor_box(wager)]], Fraction(wager.stake, whole[bettor_box(wager)]))
        for wager in wagers
    )


class ReturnsReading(Enum):
    """What bets that go back in the course of a round do to the others on their areas, the options of ruling L11."""

    NONE_COUNTS_LESS = "none-counts-less"
    RECKONED_AGAIN = "reckoned-again"


def count_after_returns(
    book: Rulebook,
    limits: TableLimits,
    placed: Sequence[Wager],
    returned: Set[int],
    *,
    under_minimum_before: Iterable[int] = (),
) -> tuple[BetCount, ...]:
    """What each bet counts that has not gone back, in the order given; `returned` are the places of those that have.

    They lie no longer on their areas. Yet none of the others counts for less than when bets were closed (ruling L11).
    """
    warned = frozenset(under_minimum_before)
    left = [place for place in range(len(placed)) if place not in returned]
    now = count_joint_bets(
        book,
        limits,
        [placed[place] for place in left],
        under_minimum_before=[now for now, place in enumerate(left) if place in warned],
    )
    if not returned or book.choice("L11") == ReturnsReading.RECKONED_AGAIN.value:
        return now
    at_closing = count_joint_bets(book, limits, placed, under_minimum_before=warned)
    return tuple(_larger_count(one, at_closing[place]) for one, place in zip(now, left, strict=True))


def _larger_count(now: BetCount, at_closing: BetCount) -> BetCount:
    if now.counts is None or at_closing.counts is None or now.counts >= at_closing.counts:
        return now
    return at_closing


def _part_count(counted: BetCount, part: Fraction) -> BetCount:
    return counted if counted.counts is None else replace(counted, counts=counted.counts * part)


def stakes_within_limits(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> Mapping[int, Money]:
    """What is accepted of each bet of which something is rejected, by its place. Of one bettor the last goes."""
    if book.policies.excess_noticed.value is ExcessNoticed.ASK_BETTORS:
        return {}
    within = _wagers_within_maximum(book, limits, wagers)
    stakes = [wager.stake for wager in within]
    left = [(place, wager) for place, wager in enumerate(within) if wager.stake]
    for one in find_excess(book, limits, [wager for _, wager in left]):
        stakes[left[one.place][0]] = one.accepted
    return {place: stake for place, stake in enumerate(stakes) if stake < wagers[place].stake}


def is_only_over_maximum(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> bool:
    """Whether all that is over a limit is over the maximum of a bet, and nothing over a Differential besides."""
    within = _wagers_within_maximum(book, limits, wagers)
    return not find_excess(book, limits, [wager for wager in within if wager.stake])


def _wagers_within_maximum(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[Wager]:
    """Each wager as far as its bettor's own maximum leaves it, where there is one."""
    by_bet = book.limits.maximum_of is LimitScope.BET
    stakes = _stakes_within_maximum(limits, wagers) if by_bet else [wager.stake for wager in wagers]
    return [
        wager if stake == wager.stake else replace(wager, stake=stake)
        for wager, stake in zip(wagers, stakes, strict=True)
    ]


def _stakes_within_maximum(limits: TableLimits, wagers: Sequence[Wager]) -> list[Money]:
    room: dict[BettorBox, Money] = {}
    stakes = []
    for wager in wagers:
        maximum = limits.maximum(wager.area)
        left = wager.stake if maximum is None else room.setdefault(bettor_box(wager), maximum)
        stakes.append(min(wager.stake, left))
        room[bettor_box(wager)] = Money(left - stakes[-1])
    return stakes
