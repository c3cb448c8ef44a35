"""Grades an answer: right or wrong, by which mistake, what it would have cost, and how well it is known.

Nobody is asked how hard it was: the rating follows from the answer, its time and its hints.
"""

from enum import Enum
from itertools import pairwise

from msgspec import Struct

from dealer_app.domain.money import Money
from dealer_app.practice.questions import Answer, AnswerForm, DrillQuestion, Slip


class Mark(Struct, frozen=True, kw_only=True):
    """What an answer comes to."""

    right: bool
    slips: tuple[Slip, ...] = ()
    """None where it is right; several where one answer can come of several mistakes, or areas are missed and wrong."""
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    money: Money = Money(0)
    """Of an amount: how much too much was paid; what the bettor is short is below zero."""


def grade_answer(question: DrillQuestion, answer: Answer) -> Mark:
    """Right, or wrong and why. Areas are compared one by one, everything else as a whole."""
    if question.form is AnswerForm.AREAS:
        return _grade_areas(question, answer)
    if answer in question.right:
        return Mark(right=True)
    known = next((mistake.slips for mistake in question.mistakes if mistake.answer == answer), (question.usual,))
    return Mark(right=False, slips=known, money=_money_difference(question, answer))


def _money_difference(question: DrillQuestion, answer: Answer) -> Money:
    if question.form is not AnswerForm.AMOUNT:
        return Money(0)
    return Money(int(answer[0]) - int(question.right[0][0]))


def _grade_areas(question: DrillQuestion, answer: Answer) -> Mark:
    """The areas nearest to what was chosen are those it is compared with: of several right answers one is enough."""
    chosen = frozenset(answer)
    wanted = _nearest_areas(question, chosen)
    missed = tuple(area for area in question.choices if area in wanted - chosen)
    wrong = tuple(area for area in question.choices if area in chosen - wanted)
    slips = (
        *(Slip(question.missed, f"{question.part}-missed", {question.part: each}) for each in missed),
        *(Slip(question.wrong, f"{question.part}-wrong", {question.part: each}) for each in wrong),
    )
    return Mark(right=not slips, slips=slips, missed=missed, wrong=wrong)


def _nearest_areas(question: DrillQuestion, chosen: frozenset[str]) -> frozenset[str]:
    if question.one_is_enough:
        found = chosen & {area for right in question.right for area in right}
        return found or frozenset(question.right[0])
    return min((frozenset(right) for right in question.right), key=lambda right: len(right ^ chosen))


def is_answer(question: DrillQuestion, answer: Answer) -> bool:
    """Whether it can be an answer at all: one that cannot is asked again and not counted."""
    match question.form:
        case AnswerForm.NUMBER | AnswerForm.AMOUNT:
            return len(answer) == 1 and answer[0].isascii() and answer[0].isdecimal() and len(answer[0]) <= _MOST_DIGITS
        case AnswerForm.CHOICE:
            return len(answer) == 1 and answer[0] in question.choices
        case AnswerForm.AREAS:
            return len(set(answer)) == len(answer) and set(answer) <= set(question.choices)
        case AnswerForm.ORDER:
            return sorted(answer) == sorted(question.choices)


_MOST_DIGITS = 12


class Rating(Enum):
    """How well something is known: what a memory is scheduled by."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


def rate_answer(mark: Mark, *, milliseconds: int, limit_seconds: int, hints: int, first_try: bool) -> Rating:
    """Wrong or with a hint: again. Right but late: hard. Right at the first try in half the time: easy."""
    if not mark.right or hints:
        return Rating.AGAIN
    if milliseconds > limit_seconds * 1000:
        return Rating.HARD
    return Rating.EASY if first_try and 2 * milliseconds < limit_seconds * 1000 else Rating.GOOD


GradeRule = tuple[tuple[int, int, int], ...]
"""A grade, and how many per cent of first tries it takes, right and right in time, from 5 down to 2."""
GRADE_RULE: GradeRule = ((5, 95, 90), (4, 90, 80), (3, 80, 70), (2, 65, 50))
"""Where the house has set no other; who is below all of them has 1."""
FEWEST_ITEMS = 10
"""Of fewer first tries nothing is said: it was not seen."""


def grade_tries(tries: str, rule: GradeRule = GRADE_RULE) -> int | None:
    """The grade of first tries, as they are kept: `r` right in time, `l` right and late, `w` wrong."""
    if len(tries) < FEWEST_ITEMS:
        return None
    right, in_time = per_cent(tries, "rl"), per_cent(tries, "r")
    return next((grade for grade, of_right, of_time in rule if right >= of_right and in_time >= of_time), 1)


def per_cent(tries: str, good: str) -> int:
    """How many of the tries are one of these, as a whole number rounded down."""
    return 100 * sum(map(tries.count, good)) // len(tries) if tries else 0


def is_grade_rule(rule: GradeRule) -> bool:
    """Whether thresholds can be a rule: from 5 down to 2, each grade asking no more than the one above."""
    grades = tuple(grade for grade, _, _ in rule)
    falling = all(
        right >= next_right and in_time >= next_time
        for (_, right, in_time), (_, next_right, next_time) in pairwise(rule)
    )
    possible = all(0 <= in_time <= right <= 100 for _, right, in_time in rule)
    return grades == (5, 4, 3, 2) and falling and possible
