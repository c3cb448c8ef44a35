"""A look-up that keeps its last answer.

At every step the guide and many conditions ask the same of the same round. Values are frozen, so the very same objects
give the very same answer; nothing else is kept.
"""

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple, cast

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def last_remembered(look_up: Callable[[*Given], Answer]) -> Callable[[*Given], Answer]:
    """A look-up of one to three values, done anew only if one of them is another object than the last time."""
    last: tuple[tuple[Any, ...], Answer] | None = None

    def asked(*given: *Given) -> Answer:
        nonlocal last
        known, now = last, cast("tuple[Any, ...]", given)
        if known is not None:
            before = known[0]
            if before[0] is now[0] and before[-1] is now[-1] and (len(now) < 3 or before[1] is now[1]):
                return known[1]
        answer = look_up(*given)
        last = now, answer
        return answer

    asked.__doc__ = look_up.__doc__
    return asked
