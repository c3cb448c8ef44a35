"""Searching the journal: rounds by day, shoe, number, seat, result, irregularity and person.

The index finds; each hit is confirmed by the events of its round, and an index that is wrong is made anew.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dealer_app.journal.found import ROWS, VOID, Found, Later, Pass
from dealer_app.journal.in_play import round_on
from dealer_app.journal.index import Index, WrongIndexError
from dealer_app.journal.reader import Reader
from dealer_app.journal.recall import follow, is_all_of

MOST = 50


class Wanted(Struct, frozen=True, kw_only=True):
    """What a round must have; what is None does not matter."""

    since: str | None = None
    """The first gaming day, as YYYY-MM-DD, and the last one."""
    until: str | None = None
    shoe: int | None = None
    number: int | None = None
    seat: int | None = None
    result: str | None = None
    irregularity: str | None = None
    person: str | None = None
    """By badge."""
    table: str | None = None


class Answer(Struct, frozen=True, kw_only=True):
    """The rounds, the latest first, and whether there are more."""

    rounds: tuple[Found, ...]
    more: bool


def search(
    reader: Reader, index: Index, wanted: Wanted, most: int = MOST, voided: frozenset[int] = frozenset()
) -> Answer:
    """The latest rounds that have all that is wanted. The round that is being played is not among them.

    `voided` are the numbers of those that a later volume made void.
    """
    return index.ask(lambda: _searched(reader, index, wanted, most, voided))


def _searched(reader: Reader, index: Index, wanted: Wanted, most: int, voided: frozenset[int]) -> Answer:
    on = round_on(reader, index.through)
    conditions = [*_conditions(wanted), *_of_result(wanted.result, voided)]
    where = " AND ".join(["first IS NOT ?", *(condition for condition, _ in conditions)])
    values: list[Any] = [on, *(value for _, value in conditions)]
    held: set[int] = set()
    found = [
        _confirmed(reader, index, wanted, (first, number, last, about), held, is_void=number in voided)
        for first, number, last, about in list(index.find(where, values, most + 1))
    ]
    return Answer(rounds=tuple(found[:most]), more=len(found) > most)


def _conditions(wanted: Wanted) -> Iterator[tuple[str, Any]]:
    for condition, value in (
        ("day >= ?", wanted.since),
        ("day <= ?", wanted.until),
        ("shoe = ?", wanted.shoe),
        ("number = ?", wanted.number),
    ):
        if value is not None:
            yield condition, value
    for kind, mark in (
        ("seat", wanted.seat),
        ("irregularity", wanted.irregularity),
        ("person", wanted.person),
        ("table", wanted.table),
    ):
        if mark is not None:
            yield f"first IN (SELECT first FROM marks WHERE kind = '{kind}' AND value = ?)", str(mark)  # noqa: S608


def _of_result(result: str | None, voided: frozenset[int]) -> Iterator[tuple[str, Any]]:
    numbers = ", ".join(map(str, sorted(voided)))
    if result == VOID:
        yield f"(result = ? OR number IN ({numbers}))", result
    elif result is not None:
        yield f"result = ? AND number NOT IN ({numbers})", result


def _confirmed(
    reader: Reader,
    index: Index,
    wanted: Wanted,
    place: tuple[int, int, int, int | None],
    held: set[int],
    *,
    is_void: bool,
) -> Found:
    """The round, read from its own events. Raises WrongIndexError if it is not what the index says.

    What holds before it holds for others too: `held` are those events that are true already.
    """
    first, number, last, about = place
    entries = list(reader.entries(first, last))
    if not is_all_of(reader, number, entries):
        raise WrongIndexError
    follow(reader, entries)
    read = Pass()
    for sequence in index.context(first):
        if sequence not in held:
            follow(reader, list(reader.entries(sequence, sequence)))
            held.add(sequence)
        read.go(reader.connection.execute(ROWS, (sequence, sequence)))
    read.go(reader.connection.execute(ROWS, (first, last)))
    every = read.ended if read.open is None else [*read.ended, read.open]
    found = next((one for one in every if one.first == first and one.number == number), None)
    is_void = is_void or (about is not None and _voids(reader, about, number))
    if found is None or not _has(found, wanted, void=is_void):
        raise WrongIndexError
    return found


def _voids(reader: Reader, sequence: int, number: int) -> bool:
    read = Pass()
    follow(reader, list(reader.entries(sequence, sequence)))
    read.go(reader.connection.execute(ROWS, (sequence, sequence)))
    return read.later == [Later(sequence, read.later[0].numbers)] and number in read.later[0].numbers


def _has(found: Found, wanted: Wanted, *, void: bool) -> bool:
    if void:
        found.result = VOID
    return (
        (wanted.since is None or found.day >= wanted.since)
        and (wanted.until is None or found.day <= wanted.until)
        and wanted.shoe in (None, found.shoe)
        and wanted.number in (None, found.number)
        and wanted.result in (None, found.result)
        and wanted.table in (None, found.table)
        and (wanted.seat is None or wanted.seat in found.seats)
        and (wanted.irregularity is None or wanted.irregularity in found.troubles)
        and (wanted.person is None or wanted.person in found.badges)
    )
