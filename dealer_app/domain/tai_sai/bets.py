"""What makes each Tai Sai bet win. The numbers of a bet are in its area's code, as the pay table prints them.

Which bets a layout offers, and at which odds, is the rulebook's; its lists are not completed here (ruling T2).
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.dice import FACES, Tumble
from dealer_app.domain.wagers import Area, Prize, Result

Judged = Prize | Result
Rule = Callable[[Tumble], Judged]

_SINGLE_PRIZES = {1: Prize.ONE_DIE, 2: Prize.TWO_DICE, 3: Prize.THREE_DICE}
_SUMS = range(4, 18)
SMALL, BIG = range(4, 11), range(11, 18)


def _won(condition: bool) -> Judged:
    return Prize.WIN if condition else Result.LOSE


_EVEN_CHANCES: Mapping[str, Rule] = {
    "small": lambda tumble: _won(tumble.total in SMALL and not tumble.triple),
    "big": lambda tumble: _won(tumble.total in BIG and not tumble.triple),
    "odd": lambda tumble: _won(tumble.total % 2 == 1 and not tumble.triple),
    "even": lambda tumble: _won(tumble.total % 2 == 0 and not tumble.triple),
    "any_triple": lambda tumble: _won(tumble.triple),
}


def _single(numbers: tuple[int, ...]) -> Rule:
    (number,) = numbers
    # The prize is that of the number of dice that show it, not the sum of the lower ones (ruling T4).
    return lambda tumble: _SINGLE_PRIZES.get(tumble.dice.count(number), Result.LOSE)


def _domino(numbers: tuple[int, ...]) -> Rule:
    # Paid once, whichever of the two the third die repeats (ruling T7).
    return lambda tumble: _won(set(numbers) <= set(tumble.dice))


def _double(numbers: tuple[int, ...]) -> Rule:
    # The third die may show the same number: a double wins on its triple (3.10.3, ruling T5).
    return lambda tumble: _won(tumble.dice.count(numbers[0]) >= len(numbers))


def _four(numbers: tuple[int, ...]) -> Rule:
    # Three different numbers, all among the four (ruling T6).
    return lambda tumble: _won(len(set(tumble.dice)) == 3 and set(tumble.dice) <= set(numbers))


def _exactly(numbers: tuple[int, ...]) -> Rule:
    wanted = sorted(numbers)
    return lambda tumble: _won(sorted(tumble.dice) == wanted)


def _different(numbers: tuple[int, ...]) -> bool:
    return len(set(numbers)) == len(numbers)


def _same(numbers: tuple[int, ...]) -> bool:
    return len(set(numbers)) == 1


def _two_and_one(numbers: tuple[int, ...]) -> bool:
    return numbers[0] == numbers[1] != numbers[2]


_Kind = tuple[int, Callable[[tuple[int, ...]], bool], Callable[[tuple[int, ...]], Rule]]
_KINDS: Mapping[str, _Kind] = {
    "single": (1, _same, _single),
    "domino": (2, _different, _domino),
    "double": (2, _same, _double),
    "triple": (3, _same, _exactly),
    "four": (4, _different, _four),
    "three": (3, _different, _exactly),
    "pair_single": (3, _two_and_one, _exactly),
}
"""By kind of area: how many numbers its code has, what they must be like, and the rule they make."""


def rule_of(area: Area) -> Rule | None:
    """The rule by which this area wins; None if no such area can exist."""
    if area in _EVEN_CHANCES:
        return _EVEN_CHANCES[area]
    kind, _, digits = area.partition(":")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    if kind == "sum":
        total = int(digits)
        written_plainly = str(total) == digits
        return (lambda tumble: _won(tumble.total == total)) if total in _SUMS and written_plainly else None
    if kind not in _KINDS:
        return None
    count, fits, make = _KINDS[kind]
    numbers = tuple(int(digit) for digit in digits)
    if len(numbers) != count or not set(numbers) <= set(FACES) or not fits(numbers):
        return None
    return make(numbers)


def tiers(area: Area) -> frozenset[Prize]:
    """The prizes of a bet that has several; empty for all others."""
    return frozenset(_SINGLE_PRIZES.values()) if area.startswith("single:") else frozenset()
