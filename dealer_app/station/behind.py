"""What stands behind the damage of a journal: what was taken from an account there still counts, what was given not.

Nobody comes back by a flipped byte: an account that was disabled stays so, an old PIN is good no more, a lock goes on.
How far it can be relied on that nothing else was taken is said with it.
"""

import sqlite3
from collections.abc import Collection, Sequence

from msgspec import Struct

from dealer_app.journal.codec import decode
from dealer_app.journal.event_names import NAMES, PEOPLE
from dealer_app.journal.reader import Reader
from dealer_app.journal.record import Entry, Head, breaks
from dealer_app.people import events
from dealer_app.people.events import Outcome, PeopleEvent
from dealer_app.station.facts import SecondHeadPlaced

_PLACED = "second-head-placed"
_BACKWARDS = "SELECT sequence FROM events WHERE sequence > ? ORDER BY sequence DESC"


class Behind(Struct, frozen=True, kw_only=True):
    """What was read there of people, and of where the head is kept."""

    taken: tuple[PeopleEvent, ...] = ()
    set_back: frozenset[str] = frozenset()
    """Badges whose PIN or position became another one, by events that cannot be relied on."""
    second_head: str = ""
    sure: bool = True
    """Nothing about an account can be missing: one event of a round is damaged, and all others are there."""


def read_behind(reader: Reader, last: Entry | None, ends: Collection[Head | None], badges: Collection[str]) -> Behind:
    """Reads on after the last true event. `ends` are the heads that were acknowledged: none may be unknown."""
    rows, complete = _readable(reader, 0 if last is None else last.sequence)
    told, read = _told(reader, rows)
    sure = complete and read and _is_all_there(reader, ends, last, rows)
    placed = [event.after for event in told if isinstance(event, SecondHeadPlaced) and event.after]
    doubtful = events.AccountChanged if sure else (events.AccountChanged, events.PinSet)
    return Behind(
        taken=tuple(event for event in told if isinstance(event, PeopleEvent) and _takes(event, badges, sure=sure)),
        set_back=frozenset(event.badge for event in told if isinstance(event, doubtful) and event.badge in badges),
        second_head=placed[-1] if placed else "",
        sure=sure,
    )


def _told(reader: Reader, rows: Sequence[Entry]) -> tuple[list[object], bool]:
    """What the rows say of people and of the second place, and whether all of that could be read."""
    told: list[object] = []
    read = True
    for entry in rows:
        if entry.name in PEOPLE or entry.name == _PLACED:
            try:
                told.append(decode(entry, reader.sealed))
            except Exception:  # noqa: BLE001 - it is damaged: whatever it cannot be read for, it may be about anybody
                read = False
    return told, read


def _readable(reader: Reader, after: int) -> tuple[list[Entry], bool]:
    """All that can be read, and whether that is all there is: from the front, and from the back where that fails."""
    rows: list[Entry] = []
    try:
        for entry in reader.entries(after + 1):
            rows.append(entry)  # noqa: PERF402 - what was read before it fails is kept
    except (sqlite3.DatabaseError, ValueError, TypeError):
        front = rows[-1].sequence if rows else after
        return [*rows, *_from_the_back(reader, front)], False
    return rows, True


def _from_the_back(reader: Reader, front: int) -> list[Entry]:
    found: list[Entry] = []
    try:
        for (sequence,) in reader.connection.execute(_BACKWARDS, (front,)):
            found.extend(reader.entries(sequence, sequence))
    except (sqlite3.DatabaseError, ValueError, TypeError):
        pass
    return found[::-1]


def _is_all_there(reader: Reader, ends: Collection[Head | None], last: Entry | None, rows: Sequence[Entry]) -> bool:
    try:
        return _leads_to(reader, ends, last, rows) and (not rows or _is_of_no_account(last, rows))
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return False


def _leads_to(reader: Reader, ends: Collection[Head | None], last: Entry | None, rows: Sequence[Entry]) -> bool:
    """Whether one event alone is damaged, and what follows from it goes as far as was acknowledged, by the same way."""
    at = reader.base() if last is None else Head(last.sequence, last.hash)
    for number, entry in enumerate(rows):
        if breaks(entry, at) if number else entry.sequence != at.sequence + 1:
            return False
        at = Head(entry.sequence, entry.hash)
    return all(head is not None and head.sequence <= at.sequence and _has(reader, head) for head in ends)


def _has(reader: Reader, head: Head) -> bool:
    if not head.sequence:
        return True
    entry = next(reader.entries(head.sequence, head.sequence), None)
    return entry is not None and entry.hash == head.hash


def _is_of_no_account(last: Entry | None, rows: Sequence[Entry]) -> bool:
    """Neither the damaged event nor those beside it are about people.

    Whoever turns the end of an account into something else leaves its approval, or the PIN that was keyed, beside it.
    """
    beside = [*([] if last is None else [last]), *rows[:2], *(row for row in rows if row.decision == rows[0].decision)]
    return all(entry.name in NAMES and entry.name not in PEOPLE for entry in beside)


def _takes(event: PeopleEvent, badges: Collection[str], *, sure: bool) -> bool:
    match event:
        case events.AccountDisabled() | events.PinSet() | events.AccountChanged() | events.LockedOut():
            return event.badge in badges
        case events.PinAttempted(badge=badge, outcome=outcome):
            # A right one ends a row of wrong ones: that is given.
            return badge in badges and (sure or outcome is not Outcome.RIGHT)
        case events.CounterBeganAnew():
            return True
        case _:
            return False
