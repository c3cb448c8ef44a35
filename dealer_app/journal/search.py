"""Searches rounds by day, shoe, number, seat, result, irregularity and person, through all volumes.

The index finds; each hit is confirmed by the events of its round, and a wrong index is rebuilt.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.journal.disputed_round import RoundInPlay, find_round_in_play
from dealer_app.journal.index import Index, WrongIndexError
from dealer_app.journal.reader import OnProgress, Reader, open_reader
from dealer_app.journal.recall import (
    NoSuchRoundError,
    RecalledRound,
    RecallStep,
    RoundInPlayError,
    check_chain,
    is_whole_round,
    read_late_voids,
    recall_last_rounds,
    recall_round,
    visible_end,
)
from dealer_app.journal.records import JournalEntry
from dealer_app.journal.recovery import check_acknowledged_end
from dealer_app.journal.round_summaries import SCAN_QUERY, VOID, LateChange, RoundSummary, Scan
from dealer_app.journal.volumes import all_volumes, explain_volume_damage

MOST_ROUNDS = 50


class RoundQuery(Struct, frozen=True, kw_only=True):
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
    clause: str | None = None
    """On which one of its events rests."""


class SearchResult(Struct, frozen=True, kw_only=True):
    """The rounds, the latest first, and whether there are more."""

    rounds: tuple[RoundSummary, ...]
    more: bool


def search_rounds(
    reader: Reader, index: Index, wanted: RoundQuery, most: int = MOST_ROUNDS, voided: frozenset[int] = frozenset()
) -> SearchResult:
    """The latest rounds that have all that is wanted. The round that is being played is not among them unless it is
    disputed.

    `voided` are the numbers of those that a later volume made void.
    """
    return index.ask(lambda: _search_index(reader, index, wanted, most, voided))


def _search_index(reader: Reader, index: Index, wanted: RoundQuery, most: int, voided: frozenset[int]) -> SearchResult:
    on = find_round_in_play(reader, index)
    conditions = [*_query_conditions(wanted), *_result_conditions(wanted.result, voided)]
    where = " AND ".join(["first IS NOT ?", *(condition for condition, _ in conditions)])
    unseen = on.first if on is not None and on.seen_to is None else None
    values: list[Any] = [unseen, *(value for _, value in conditions)]
    if wanted.clause is not None:
        where += " AND first IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(_find_clause(reader, index, wanted.clause)))
    held: set[int] = set()
    confirmed = [
        _confirm_round(reader, index, wanted, place, held, on=on, is_void=place[1] in voided)
        for place in list(index.select_rounds(where, values, most + 1))
    ]
    found = [one for one in confirmed if one is not None]
    return SearchResult(rounds=tuple(found[:most]), more=len(found) > most)


_CLAUSE_QUERY = "SELECT sequence FROM events NOT INDEXED WHERE sequence <= ? AND instr(body, ?) ORDER BY sequence"


def _find_clause(reader: Reader, index: Index, clause: str) -> list[int]:
    """Where the rounds begin that have an event which rests on the clause: all events of the volume are looked at.

    SQLite does it in one pass and holds no other thread up.
    """
    found = reader.connection.execute(_CLAUSE_QUERY, (index.last_sequence, _clause_mark(clause))).fetchall()
    begins = sorted(first for first, _, _, _ in index.select_rounds("1", [], index.last_sequence))
    places = {bisect_right(begins, sequence) for (sequence,) in found}
    return [begins[place - 1] for place in sorted(places) if place]


def _clause_mark(clause: str) -> str:
    return f'"clause":{json.dumps(clause, ensure_ascii=False)}'


def _query_conditions(wanted: RoundQuery) -> Iterator[tuple[str, Any]]:
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


def _result_conditions(result: str | None, voided: frozenset[int]) -> Iterator[tuple[str, Any]]:
    numbers = ", ".join(map(str, sorted(voided)))
    if result == VOID:
        yield f"(result = ? OR number IN ({numbers}))", result
    elif result is not None:
        yield f"result = ? AND number NOT IN ({numbers})", result


def _confirm_round(  # noqa: PLR0913 - a place, what is wanted of it, and what is known already
    reader: Reader,
    index: Index,
    wanted: RoundQuery,
    place: tuple[int, int, int, int | None],
    held: set[int],
    *,
    on: RoundInPlay | None,
    is_void: bool,
) -> RoundSummary | None:
    """The round, read from its own events. Raises WrongIndexError if it is not what the index says.

    What holds before it holds for others too: `held` are those events that are true already. Nothing of a disputed
    round that is on and has what is wanted only by what may not be seen yet.
    """
    first, number, end, about = place
    last = visible_end(on, first, end)
    assert last is not None, "a round of which nothing may be seen is not selected"
    entries = list(reader.entries(first, last))
    if not is_whole_round(reader, number, entries, on):
        raise WrongIndexError
    check_chain(reader, entries)
    read = Scan()
    for sequence in index.context_sequences(first):
        if sequence not in held:
            check_chain(reader, list(reader.entries(sequence, sequence)))
            held.add(sequence)
        read.read_rows(reader.connection.execute(SCAN_QUERY, (sequence, sequence)))
    read.read_rows(reader.connection.execute(SCAN_QUERY, (first, last)))
    every = read.ended if read.open is None else [*read.ended, read.open]
    found = next((one for one in every if one.first == first and one.number == number), None)
    is_void = is_void or (about is not None and _is_voided_later(reader, about, number))
    if found is None or not _is_match(found, wanted, void=is_void) or not _has_clause(entries, wanted.clause):
        if on is not None and on.first == first:
            return None
        raise WrongIndexError
    return found


def _is_voided_later(reader: Reader, sequence: int, number: int) -> bool:
    read = Scan()
    check_chain(reader, list(reader.entries(sequence, sequence)))
    read.read_rows(reader.connection.execute(SCAN_QUERY, (sequence, sequence)))
    return read.later == [LateChange(sequence, read.later[0].numbers)] and number in read.later[0].numbers


def _is_match(found: RoundSummary, wanted: RoundQuery, *, void: bool) -> bool:
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


def _has_clause(entries: Iterable[JournalEntry], clause: str | None) -> bool:
    return clause is None or any(_clause_mark(clause) in entry.body for entry in entries)


class RoundPlace(Struct, frozen=True, order=True):
    """Where a round is in the journal: its first event, its number, and the last event before the next round."""

    first: int
    number: int
    last: int


LateVoids = tuple[tuple[frozenset[int], RecallStep], ...]


class _Volume(Struct, frozen=True):
    path: Path
    reader: Reader
    index: Index


class PastRounds:
    """The volumes of a journal, opened to be asked of their rounds."""

    def __init__(self, folder: Path, volumes: tuple[_Volume, ...]) -> None:
        self._folder = folder
        self._volumes = volumes

    def recall(self, number: int) -> tuple[RecalledRound, ...]:
        """The round of this number. Raises NoSuchRoundError if there is none, RoundOnError while it is being played."""
        found: list[RecalledRound] = []
        on: RoundInPlayError | None = None
        for volume, voided in self._latest_first():
            try:
                with explain_volume_damage(volume.path, self._folder):
                    some = recall_round(volume.reader, volume.index, number)
            except NoSuchRoundError:
                continue
            except RoundInPlayError as problem:
                on = problem
                continue
            found = [*(_add_late_voids(one, voided) for one in some), *found]
        if found:
            return tuple(found)
        raise on or NoSuchRoundError(number)

    def recall_last(self, count: int) -> tuple[RecalledRound, ...]:
        """The last rounds that have ended, the latest first."""
        found: list[RecalledRound] = []
        for volume, voided in self._latest_first():
            if len(found) < count:
                with explain_volume_damage(volume.path, self._folder):
                    some = recall_last_rounds(volume.reader, volume.index, count - len(found))
                found += [_add_late_voids(one, voided) for one in some]
        return tuple(found)

    def search(self, wanted: RoundQuery, most: int = MOST_ROUNDS) -> SearchResult:
        """The latest rounds that have all that is wanted, and whether there are more."""
        rounds: tuple[RoundSummary, ...] = ()
        more = False
        for volume, voided in self._latest_first():
            numbers = frozenset[int]().union(*(numbers for numbers, _ in voided))
            with explain_volume_damage(volume.path, self._folder):
                answer = search_rounds(volume.reader, volume.index, wanted, most - len(rounds), numbers)
            rounds, more = (*rounds, *answer.rounds), more or answer.more
        return SearchResult(rounds=rounds, more=more)

    def last_place(self) -> RoundPlace | None:
        """The last round that may be seen."""
        found = (self._last_place(volume) for volume, _ in self._latest_first())
        return next((place for place in found if place is not None), None)

    @staticmethod
    def _last_place(volume: _Volume) -> RoundPlace | None:
        def find() -> RoundPlace | None:
            on = find_round_in_play(volume.reader, volume.index)
            places = (_seen_place(on, *place) for place in volume.index.last_rounds(2))
            return next((place for place in places if place is not None), None)

        return volume.index.ask(find)

    def find_neighbours(self, place: RoundPlace) -> tuple[RoundPlace | None, RoundPlace | None]:
        """The rounds before it and after it, as far as they may be seen."""
        before: RoundPlace | None = None
        after: RoundPlace | None = None
        for volume in self._volumes:
            on = find_round_in_play(volume.reader, volume.index)
            former = volume.index.former_round(place.first, place.number)
            later = volume.index.next_round(place.first, place.number)
            before = before if former is None else RoundPlace(*former)
            if after is None and later is not None:
                after = _seen_place(on, *later)
        return before, after

    def renew_place(self, place: RoundPlace) -> RoundPlace | None:
        """Where this round ends now: it may go on, or be put right, while somebody looks back on it."""
        _, reader, index = self.find_volume(place.first)
        ends = (last for first, last in index.find_rounds(place.number) if first == place.first)
        last = next(ends, None)
        return None if last is None else _seen_place(find_round_in_play(reader, index), place.first, place.number, last)

    def find_volume(self, sequence: int) -> tuple[Path, Reader, Index]:
        """The volume that has the entry of this sequence: its folder, and what reads it."""
        found = next(volume for volume in reversed(self._volumes) if volume.reader.base().sequence < sequence)
        return found.path, found.reader, found.index

    def _latest_first(self) -> Iterator[tuple[_Volume, LateVoids]]:
        """With what later volumes of the same chain made void."""
        voided: LateVoids = ()
        for volume in reversed(self._volumes):
            yield volume, voided
            goes_on = volume.reader.base().sequence
            with explain_volume_damage(volume.path, self._folder):
                voided = (*read_late_voids(volume.reader, volume.index), *voided) if goes_on else ()


def _seen_place(on: RoundInPlay | None, first: int, number: int, last: int) -> RoundPlace | None:
    end = visible_end(on, first, last)
    return None if end is None else RoundPlace(first, number, end)


def _add_late_voids(recalled: RecalledRound, voided: LateVoids) -> RecalledRound:
    """The last of what made it void, as in one volume."""
    later = tuple(step for numbers, step in voided if recalled.number in numbers)
    return replace(recalled, notes=later[-1:] or recalled.notes)


@contextmanager
def open_past_rounds(
    folder: Path,
    shown: Callable[[], AbstractContextManager[OnProgress]],
    *,
    rebuild: bool = False,
    keeps_index: bool = True,
) -> Iterator[PastRounds]:
    """All volumes, each with its index up to date, or rebuilt; `shown` shows how far one is read.

    Without `keeps_index` no byte of the folder changes: another program's journal is read.
    """
    with ExitStack() as opened:
        volumes = []
        for path in all_volumes(folder):
            reader = open_reader(path, leaves_no_file=not keeps_index)
            opened.callback(reader.close)
            index = Index(path, reader, is_kept=keeps_index)
            opened.callback(index.close)
            with explain_volume_damage(path, folder), shown() as on_progress:
                check_acknowledged_end(path, leaves_no_file=not keeps_index)
                (index.rebuild if rebuild else index.update)(on_progress)
            volumes.append(_Volume(path, reader, index))
        yield PastRounds(folder, tuple(volumes))
