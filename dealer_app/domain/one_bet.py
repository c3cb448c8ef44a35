"""Chips that a bettor adds to his own in a box make one bet with them; a limit on a bet limits that sum (ruling O14).

The bets as they were keyed stay apart, each with its number: what the limits do to the sum is shared among them.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting, counting
from dealer_app.domain.limits_open import excess
from dealer_app.domain.money import Money
from dealer_app.domain.policies import ExcessNoticed
from dealer_app.domain.rulebook import LimitOf, Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Own, Wager, own, wholes


def counting_of_one(
    book: Rulebook, limits: TableLimits, wagers: Sequence[Wager], *, under_minimum_before: Iterable[int] = ()
) -> tuple[Counting, ...]:
    """What each bet counts, in the order given: its part of what all of its bettor's in that box count.

    Where the limits are of the box (Tai Sai 5.1, 5.2) whose chips lie in it makes no difference, and need not be known.
    """
    whole = wholes(wagers)
    if book.limits.maximum_of is LimitOf.BOX or len(whole) == len(wagers):
        return counting(book, limits, wagers, under_minimum_before=under_minimum_before)
    places = {one: place for place, one in enumerate(whole)}
    together = tuple(
        Wager(area=area, stake=stake, seat=seat, bettor=bettor) for (seat, bettor, area), stake in whole.items()
    )
    warned = {places[own(wagers[place])] for place in under_minimum_before}
    counted = counting(book, limits, together, under_minimum_before=warned)
    return tuple(_part(counted[places[own(wager)]], Fraction(wager.stake, whole[own(wager)])) for wager in wagers)


class ReturnsReading(Enum):
    """What bets that go back in the course of a round do to the others on their areas, the options of ruling L11."""

    NONE_COUNTS_LESS = "none-counts-less"
    RECKONED_AGAIN = "reckoned-again"


def counting_after_returns(
    book: Rulebook,
    limits: TableLimits,
    placed: Sequence[Wager],
    returned: Set[int],
    *,
    under_minimum_before: Iterable[int] = (),
) -> tuple[Counting, ...]:
    """What each bet counts that has not gone back, in the order given; `returned` are the places of those that have.

    They lie no longer on their areas. Yet none of the others counts for less than when bets were closed (ruling L11).
    """
    warned = frozenset(under_minimum_before)
    left = [place for place in range(len(placed)) if place not in returned]
    now = counting_of_one(
        book,
        limits,
        [placed[place] for place in left],
        under_minimum_before=[now for now, place in enumerate(left) if place in warned],
    )
    if not returned or book.choice("L11") == ReturnsReading.RECKONED_AGAIN.value:
        return now
    at_closing = counting_of_one(book, limits, placed, under_minimum_before=warned)
    return tuple(_more(one, at_closing[place]) for one, place in zip(now, left, strict=True))


def _more(now: Counting, at_closing: Counting) -> Counting:
    if now.counts is None or at_closing.counts is None or now.counts >= at_closing.counts:
        return now
    return at_closing


def _part(counted: Counting, part: Fraction) -> Counting:
    return counted if counted.counts is None else replace(counted, counts=counted.counts * part)


def accepted_of_one(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> Mapping[int, Money]:
    """What is accepted of each bet of which something is rejected, by its place. Of one bettor the last goes."""
    if book.policies.excess_noticed.value is ExcessNoticed.ASK_BETTORS:
        return {}
    within = _left_by_the_maximum(book, limits, wagers)
    stakes = [wager.stake for wager in within]
    left = [(place, wager) for place, wager in enumerate(within) if wager.stake]
    for one in excess(book, limits, [wager for _, wager in left]):
        stakes[left[one.place][0]] = one.accepted
    return {place: stake for place, stake in enumerate(stakes) if stake < wagers[place].stake}


def over_a_bet_alone(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> bool:
    """Whether all that is over a limit is over the maximum of a bet, and nothing over a Differential besides."""
    within = _left_by_the_maximum(book, limits, wagers)
    return not excess(book, limits, [wager for wager in within if wager.stake])


def _left_by_the_maximum(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[Wager]:
    """Each wager as far as its bettor's own maximum leaves it, where there is one."""
    by_bet = book.limits.maximum_of is LimitOf.BET
    stakes = _within_the_maximum(limits, wagers) if by_bet else [wager.stake for wager in wagers]
    return [
        wager if stake == wager.stake else replace(wager, stake=stake)
        for wager, stake in zip(wagers, stakes, strict=True)
    ]


def _within_the_maximum(limits: TableLimits, wagers: Sequence[Wager]) -> list[Money]:
    room: dict[Own, Money] = {}
    stakes = []
    for wager in wagers:
        maximum = limits.maximum(wager.area)
        left = wager.stake if maximum is None else room.setdefault(own(wager), maximum)
        stakes.append(min(wager.stake, left))
        room[own(wager)] = Money(left - stakes[-1])
    return stakes
