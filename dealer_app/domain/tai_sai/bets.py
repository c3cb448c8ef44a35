"""What makes each Tai Sai bet win, and the verdicts of a layout for each of the 216 tumbles.

The numbers of a bet are in the code of its area, as the pay table prints them. Which bets a layout offers,
and at which odds, is in the rulebook; its lists are not completed here (ruling T2).
"""

from collections.abc import Callable, Mapping
from functools import cache

from dealer_app.domain.dice import DIE_FACES, Tumble, every_tumble
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import LOST, Area, Prize, Result, Verdict

BetResult = Prize | Result
TumbleRule = Callable[[Tumble], BetResult]

_SINGLE_PRIZES = {1: Prize.ONE_DIE, 2: Prize.TWO_DICE, 3: Prize.THREE_DICE}
_SUMS = range(4, 18)
SMALL, BIG = range(4, 11), range(11, 18)


def _win_if(condition: bool) -> BetResult:
    return Prize.WIN if condition else Result.LOSE


_EVEN_CHANCES: Mapping[str, TumbleRule] = {
    "small": lambda tumble: _win_if(tumble.total in SMALL and not tumble.is_triple),
    "big": lambda tumble: _win_if(tumble.total in BIG and not tumble.is_triple),
    "odd": lambda tumble: _win_if(tumble.total % 2 == 1 and not tumble.is_triple),
    "even": lambda tumble: _win_if(tumble.total % 2 == 0 and not tumble.is_triple),
    "any_triple": lambda tumble: _win_if(tumble.is_triple),
}


def _single_rule(numbers: tuple[int, ...]) -> TumbleRule:
    (number,) = numbers
    # The prize is that of the number of dice that show it, not the sum of the lower ones (ruling T4).
    return lambda tumble: _SINGLE_PRIZES.get(tumble.dice.count(number), Result.LOSE)


def _domino_rule(numbers: tuple[int, ...]) -> TumbleRule:
    # Paid once, whichever of the two the third die repeats (ruling T7).
    return lambda tumble: _win_if(set(numbers) <= set(tumble.dice))


def _double_rule(numbers: tuple[int, ...]) -> TumbleRule:
    # The third die may show the same number: a double wins on its triple (3.10.3, ruling T5).
    return lambda tumble: _win_if(tumble.dice.count(numbers[0]) >= len(numbers))


def _four_rule(numbers: tuple[int, ...]) -> TumbleRule:
    # Three different numbers, all among the four (ruling T6).
    return lambda tumble: _win_if(len(set(tumble.dice)) == 3 and set(tumble.dice) <= set(numbers))


def _exact_rule(numbers: tuple[int, ...]) -> TumbleRule:
    wanted = sorted(numbers)
    return lambda tumble: _win_if(sorted(tumble.dice) == wanted)


def _has_different(numbers: tuple[int, ...]) -> bool:
    return len(set(numbers)) == len(numbers)


def _has_same(numbers: tuple[int, ...]) -> bool:
    return len(set(numbers)) == 1


def _has_two_and_one(numbers: tuple[int, ...]) -> bool:
    return numbers[0] == numbers[1] != numbers[2]


_AreaKind = tuple[int, Callable[[tuple[int, ...]], bool], Callable[[tuple[int, ...]], TumbleRule]]
_AREA_KINDS: Mapping[str, _AreaKind] = {
    "single": (1, _has_same, _single_rule),
    "domino": (2, _has_different, _domino_rule),
    "double": (2, _has_same, _double_rule),
    "triple": (3, _has_same, _exact_rule),
    "four": (4, _has_different, _four_rule),
    "three": (3, _has_different, _exact_rule),
    "pair_single": (3, _has_two_and_one, _exact_rule),
}
"""By kind of area: how many numbers its code has, what they must be like, and the rule they make."""


def tumble_rule(area: Area) -> TumbleRule | None:
    """The rule by which this area wins; None if no such area can exist."""
    if area in _EVEN_CHANCES:
        return _EVEN_CHANCES[area]
    kind, _, digits = area.partition(":")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    if kind == "sum":
        total = int(digits)
        written_plainly = str(total) == digits
        return (lambda tumble: _win_if(tumble.total == total)) if total in _SUMS and written_plainly else None
    if kind not in _AREA_KINDS:
        return None
    count, fits, make = _AREA_KINDS[kind]
    numbers = tuple(int(digit) for digit in digits)
    if len(numbers) != count or not set(numbers) <= set(DIE_FACES) or not fits(numbers):
        return None
    return make(numbers)


def prize_tiers(area: Area) -> frozenset[Prize]:
    """The prizes of a bet that has several; empty for all others."""
    return frozenset(_SINGLE_PRIZES.values()) if area.startswith("single:") else frozenset()


VerdictRow = tuple[Verdict, ...]
"""One verdict for each area of the layout, in the order of Layout.areas."""


@cache
def tumbles_in_order() -> tuple[Tumble, ...]:
    return tuple(every_tumble())


def area_verdicts(area: Area, prizes: Mapping[Prize, Odds]) -> tuple[Verdict, ...]:
    """What the bet comes to in each of the 216 tumbles. The verdicts are shared objects."""
    rule = tumble_rule(area)
    assert rule is not None, f"{area} is no Tai Sai area: the rulebook was not checked"
    won = {prize: Verdict(Result.WIN, odds) for prize, odds in prizes.items()}
    judged = [rule(tumble) for tumble in tumbles_in_order()]
    return tuple(won.get(prize) or won[Prize.WIN] if isinstance(prize, Prize) else LOST for prize in judged)


class TumbleTable:
    """The verdicts of one layout, by the dice in whatever order they were reported."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        columns = [area_verdicts(area, layout.prizes(area)) for area in layout.areas]
        rows = zip(*columns, strict=True)
        self.rows = {tumble.dice: row for tumble, row in zip(tumbles_in_order(), rows, strict=True)}

    def verdict_row(self, tumble: Tumble) -> VerdictRow:
        return self.rows[tumble.dice]

    def wins(self, tumble: Tumble) -> Mapping[Area, Verdict]:
        """The areas to light and pay, in the order of the pay table (3.9)."""
        verdicts = zip(self.layout.areas, self.verdict_row(tumble), strict=True)
        return {area: verdict for area, verdict in verdicts if verdict.result is Result.WIN}
