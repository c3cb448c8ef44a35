"""What the house rejects of the bets while they are still open (RWS 5.1, Tai Sai 5.1).

Bets are accepted one after the other up to what a limit leaves; a part that would fall below the minimum is refused
whole and leaves its room to the next bet (ruling L8).
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from dealer_app.domain.limits import DifferentialReading, TableLimits, box_limit, heavy_sides, totals
from dealer_app.domain.money import Money
from dealer_app.domain.policies import ExcessNoticed
from dealer_app.domain.rulebook import LimitOf, Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Bettor, Wager, own, wholes


class Excess(Struct, frozen=True, kw_only=True):
    """A bet of which something is rejected: its place in the order given, what is left of it, and by which clause."""

    place: int
    wager: Wager
    accepted: Money
    clause: str

    @property
    def rejected(self) -> Money:
        return Money(self.wager.stake - self.accepted)


def excess(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> tuple[Excess, ...]:
    """The bets with something rejected, in the order given; none where bettors are asked instead (MBS 5.18)."""
    noticed = book.policies.excess_noticed
    if noticed.value is ExcessNoticed.ASK_BETTORS:
        return ()
    accepted = [wager.stake for wager in wagers]
    _keep_maximums(book, limits, wagers, accepted)
    _keep_differentials(book, limits, wagers, accepted)
    return tuple(
        Excess(place=place, wager=wager, accepted=part, clause=noticed.clause)
        for place, (wager, part) in enumerate(zip(wagers, accepted, strict=True))
        if part < wager.stake
    )


def below_minimum(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> tuple[int, ...]:
    """The places of the bets whose bettors are to be advised of the minimum (RWS and Tai Sai 5.2).

    In RWS and MBS it is asked of what one bettor has in the box: chips that he adds make one bet with those that lie
    there, and so a bet is raised. In Tai Sai it is asked of all that lies in the box (ruling O14).
    """
    by_box = book.limits.minimum_of is LimitOf.BOX
    lies = totals(wagers)
    whole = wholes(wagers)
    return tuple(
        place
        for place, wager in enumerate(wagers)
        if (lies[wager.area] if by_box else whole[own(wager)]) < (limits.minimum(wager.area) or 0)
    )


def _keep_maximums(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], accepted: list[Money]) -> None:
    if book.limits.maximum_of is LimitOf.BET:
        for place, wager in enumerate(wagers):
            maximum = limits.maximum(wager.area)
            if maximum is not None:
                accepted[place] = min(wager.stake, maximum)
        return
    for area in dict.fromkeys(wager.area for wager in wagers):
        maximum = limits.maximum(area)
        if maximum is not None:
            turns = [place for place, wager in enumerate(wagers) if wager.area == area]
            _fill(limits, wagers, maximum, turns, accepted)


def _keep_differentials(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], accepted: list[Money]) -> None:
    if DifferentialReading.of(book) is DifferentialReading.BY_BOX:
        turns = _turns(book, wagers)
        for seat, area in dict.fromkeys((wager.seat, wager.area) for wager in wagers):
            room = box_limit(book, limits, area)
            if room is not None:
                box = [turn for turn in turns if (wagers[turn].seat, wagers[turn].area) == (seat, area)]
                _fill(limits, wagers, room, box, accepted)
        return
    left = [
        wager if part == wager.stake else replace(wager, stake=part)
        for wager, part in zip(wagers, accepted, strict=True)
    ]
    for heavy in heavy_sides(book, limits, left):
        on_side = [turn for turn in _turns(book, wagers) if wagers[turn].area == heavy.side]
        _fill(limits, wagers, heavy.allowed, on_side, accepted)


def _turns(book: Rulebook, wagers: Sequence[Wager]) -> Sequence[int]:
    """The places of the bets in the order in which they are accepted."""
    return tuple(_seated_before_standing(wagers)) if book.limits.seated_first_clause else range(len(wagers))


def _seated_before_standing(wagers: Sequence[Wager]) -> Iterator[int]:
    """In order of placing, but another's turn brings all bets of his box's first bettor before his (RWS 5.1, L6)."""
    taken: set[int] = set()
    for place, wager in enumerate(wagers):
        box = [other for other, one in enumerate(wagers) if (one.seat, one.area) == (wager.seat, wager.area)]
        prior = _first_bettor(wagers, box)
        for turn in (*(other for other in box if wagers[other].bettor == prior), place):
            if turn not in taken and (turn == place or wager.bettor != prior):
                taken.add(turn)
                yield turn


def _first_bettor(wagers: Sequence[Wager], box: Sequence[int]) -> Bettor:
    """Who has priority in a box: the seated bettor; if all stand, the one who placed first (ruling O14)."""
    bettors = [wagers[place].bettor for place in box]
    return SEATED if SEATED in bettors else bettors[0]


def _fill(
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
