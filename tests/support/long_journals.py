"""Journals written faster than a station can: the same tables, hashes and heads, without a sync for each decision."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.round.events import RoundBegan
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.state import Round, TableState
from dealer_app.domain.values import replace
from dealer_app.journal.codec import encode
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import (
    EMPTY_HEAD,
    DecisionContext,
    Head,
    JournalEntry,
    Record,
    SealedValue,
    chain_entries,
)
from dealer_app.journal.schema import ENTRY_COLUMNS
from dealer_app.journal.store import create_journal
from tests.support.journals import WRITTEN, script_decisions
from tests.support.traces import read_scripts

Decision = tuple[Sequence[Record], DecisionContext]

_INSERT = f"INSERT INTO events VALUES ({', '.join('?' * len(ENTRY_COLUMNS))})"  # noqa: S608 - only places for values
_AT_ONCE = 20_000


def fill(folder: Path, decisions: Iterable[Decision]) -> Head:
    """Makes the journal of a folder of these decisions."""
    folder.mkdir(parents=True, exist_ok=True)
    create_journal(folder)
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        head = _fill(connection, decisions)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    file = HeadFile(folder)
    file.write(head)
    file.close()
    return head


def _fill(connection: sqlite3.Connection, decisions: Iterable[Decision]) -> Head:
    head, made = EMPTY_HEAD, list[JournalEntry]()
    sealed: list[SealedValue] = []
    for records, written in decisions:
        made += chain_entries(head, records, written)
        head = Head(made[-1].sequence, made[-1].hash)
        for record in records:
            sealed += record.sealed
        if len(made) >= _AT_ONCE:
            connection.executemany(_INSERT, made)
            made.clear()
    connection.executemany(_INSERT, made)
    connection.executemany(
        "INSERT INTO sealed VALUES (?, ?, ?)", ((kept.digest, kept.value, kept.salt) for kept in sealed)
    )
    return head


class ExpectedRound(Struct, frozen=True):
    """A round of a golden script: where it begins, and how it stood at last in the fold of all that happened before."""

    first: int
    number: int
    script: str
    day: str
    round: Round


def golden_decisions() -> Iterator[Decision]:
    """Every golden script after the other, each on a day of its own, by three dealers in turn."""
    for number, script in enumerate(read_scripts()):
        written = replace(WRITTEN, day=f"20{26 + number // 300}-{number % 12 + 1:02d}-{number // 12 % 28 + 1:02d}")
        written = replace(written, badge=f"D{number % 3}", utc=WRITTEN.utc + number * 3_600_000_000)
        for turn, happened in enumerate(script_decisions(script)[0]):
            yield [encode(event) for event in happened], replace(written, utc=written.utc + turn * 1_000_000)


@cache
def recall_rounds() -> tuple[ExpectedRound, ...]:
    """What recall has to come to, folded from the beginning of each script."""
    found: list[ExpectedRound] = []
    sequence = 0
    days = iter(golden_decisions())
    for script in read_scripts():
        state, mine = TableState(), list[ExpectedRound]()
        for happened in script_decisions(script)[0]:
            _, written = next(days)
            for event in happened:
                sequence += 1
                state = apply_event(state, event)
                now = state.round or state.last
                if isinstance(event, RoundBegan):
                    assert state.round is not None
                    mine.append(ExpectedRound(sequence, event.number, script.name, written.day, state.round))
                if mine and now is not None and now.number == mine[-1].number:
                    mine[-1] = replace(mine[-1], round=now)
        found += mine
    return tuple(found)
