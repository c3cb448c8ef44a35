"""What happened at the table, with when and by whom: of the round in hand, and of the rounds before it.

A desk begins with an empty one and gives it each decision as it becomes durable; what the journal had before that
moment is read beside it and laid under it, like the history. What is told is kept, as it was; what of it may be seen is
said where it is put in words.
"""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct, field

from dealer_app.domain.round.events import RoundBegan
from dealer_app.domain.round.table_events import TableOpened
from dealer_app.domain.values import replace
from dealer_app.showing.what_is_told import is_told

ROUNDS_KEPT = 100
"""More than a shoe has, which are seventy to ninety; for older ones there is the recall of the journal."""
OF_A_ROUND = 600
"""Many times what a full table makes; a device whose line comes and goes takes no more room than this."""


class Happened(Struct, frozen=True):
    """An event, when it was written by the clock on the wall, and who acted; nobody for the station itself."""

    event: object
    utc: int
    offset: int
    badge: str
    position: str


class Chronicle(Struct, frozen=True, kw_only=True):
    """`now` is of the round in hand, or the last one with what came after it; the earliest first."""

    number: int = 0
    now: tuple[Happened, ...] = ()
    before: Mapping[int, tuple[Happened, ...]] = field(default_factory=dict)

    def of(self, number: int) -> tuple[Happened, ...]:
        return self.now if number == self.number else self.before.get(number, ())


def after(chronicle: Chronicle, happened: Happened) -> Chronicle:
    """With one thing more, if it is told."""
    if not is_told(happened.event):
        return chronicle
    match happened.event:
        case TableOpened():
            return Chronicle(now=(happened,))
        case RoundBegan(number=number):
            before = {**chronicle.before, chronicle.number: chronicle.now}
            while len(before) > ROUNDS_KEPT:
                del before[next(iter(before))]
            return Chronicle(number=number, now=(happened,), before=before)
        case _:
            return replace(chronicle, now=(*chronicle.now, happened)[-OF_A_ROUND:])


def chronicle_of(happened: Iterable[Happened]) -> Chronicle:
    return reduce(after, happened, Chronicle())


def merged(before: Chronicle, later: Chronicle) -> Chronicle:
    """What was before a desk followed, with what it has heard since."""
    heard = (*(one for lines in later.before.values() for one in lines), *later.now)
    return reduce(after, heard, before)
