"""What limits do to bets, worded a second time: by what each bet gives up, and chip by chip.

Nothing is shared with dealer_app.domain.limits and limits_open but the wagers themselves. Minor units are chips
here, so amounts must be small.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from dealer_app.domain.wagers import SEATED, Wager

Sides = tuple[str, str]
Maximum = Callable[[str], int | None]


def heavier_side(wagers: Sequence[Wager], lying: Sequence[int], sides: Sides, limit: int) -> str | None:
    """The side that is too heavy, if one is."""
    one, other = sides
    difference = 0
    for wager, amount in zip(wagers, lying, strict=True):
        difference += amount * ((wager.area == one) - (wager.area == other))
    if abs(difference) <= limit:
        return None
    return one if difference > 0 else other


def excess_shares(wagers: Sequence[Wager], sides: Sides, limit: int) -> list[Fraction]:
    """The share of the excess that each bet would have to bear alone, before any floor or exemption (5.1.1)."""
    heavy = heavier_side(wagers, [wager.stake for wager in wagers], sides, limit)
    if heavy is None:
        return [Fraction(0)] * len(wagers)
    on_heavy = sum(wager.stake for wager in wagers if wager.area == heavy)
    on_light = sum(wager.stake for wager in wagers if wager.area in sides and wager.area != heavy)
    too_much = on_heavy - on_light - limit
    return [Fraction(too_much * wager.stake * (wager.area == heavy), on_heavy) for wager in wagers]


def table_counts(wagers: Sequence[Wager], sides: Sides, limit: int, minimum: int) -> list[Fraction]:
    """What is left of each bet; never less than the minimum (5.1.1), and all of a bet that was below it (5.1.2)."""
    left = []
    for wager, share in zip(wagers, excess_shares(wagers, sides, limit), strict=True):
        room_above_the_floor = max(wager.stake - minimum, 0)
        left.append(wager.stake - min(share, Fraction(room_above_the_floor)))
    return left


def box_counts(wagers: Sequence[Wager], maximum: Maximum, minimum: int) -> list[Fraction]:
    """Tai Sai: all that lies in one box bears what is above its maximum."""
    left = []
    for wager in wagers:
        most = maximum(wager.area)
        box = [other.stake for other in wagers if other.area == wager.area]
        too_much = 0 if most is None else max(sum(box) - most, 0)
        room_above_the_floor = max(wager.stake - minimum, 0)
        left.append(wager.stake - min(Fraction(too_much * wager.stake, sum(box)), Fraction(room_above_the_floor)))
    return left


def queue(wagers: Sequence[Wager]) -> list[int]:
    """In order of placing; but a bettor without priority in the box lets those with priority pass first, however late.

    The bettor who sits there has priority; where nobody sits, the first who stands there.
    """
    waiting = list(range(len(wagers)))
    turns = []
    while waiting:
        turn = waiting[0]
        box = [one for one in wagers if (one.seat, one.area) == (wagers[turn].seat, wagers[turn].area)]
        seated = any(one.bettor == SEATED for one in box)
        prior = SEATED if seated else box[0].bettor
        if wagers[turn].bettor != prior:
            passing = [other for other in waiting if wagers[other] in box and wagers[other].bettor == prior]
            turn = passing[0] if passing else turn
        waiting.remove(turn)
        turns.append(turn)
    return turns


def put_chip_by_chip(
    wagers: Sequence[Wager], lying: Sequence[int], turns: Sequence[int], room: int, minimum: int
) -> list[int]:
    """Bets put down one chip after the other while `room` lasts; one cut below the minimum is taken off again."""
    accepted = list(lying)
    on_the_side = 0
    for turn in turns:
        put = 0
        while put < lying[turn] and on_the_side < room:
            put += 1
            on_the_side += 1
        if put not in range(minimum, wagers[turn].stake) and put != wagers[turn].stake:
            on_the_side -= put
            put = 0
        accepted[turn] = put
    return accepted


def table_acceptance(wagers: Sequence[Wager], sides: Sides, limit: int, minimum: int, maximum: int | None) -> list[int]:
    """RWS baccarat before closing: each bet up to the maximum, then the heavier side up to the Differential."""
    lying = [wager.stake if maximum is None or wager.stake < maximum else maximum for wager in wagers]
    heavy = heavier_side(wagers, lying, sides, limit)
    if heavy is None:
        return lying
    light = sum(amount for wager, amount in zip(wagers, lying, strict=True) if wager.area in {*sides} - {heavy})
    turns = [turn for turn in queue(wagers) if wagers[turn].area == heavy]
    return put_chip_by_chip(wagers, lying, turns, light + limit, minimum)


def box_acceptance(wagers: Sequence[Wager], maximum: Maximum, minimum: int) -> list[int]:
    """Tai Sai before closing: each box up to its maximum, in the order given."""
    accepted = [int(wager.stake) for wager in wagers]
    for area in {wager.area for wager in wagers}:
        most = maximum(area)
        if most is not None:
            turns = [turn for turn, wager in enumerate(wagers) if wager.area == area]
            accepted = put_chip_by_chip(wagers, accepted, turns, most, minimum)
    return accepted
