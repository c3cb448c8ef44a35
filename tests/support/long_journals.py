"""Journals written faster than a station can: the same tables, hashes and heads, without a sync for each decision."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

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


def golden_decisions() -> Iterator[Decision]:
    """Every golden script after the other, each on a day of its own, by three dealers in turn."""
    for number, script in enumerate(read_scripts()):
        written = replace(WRITTEN, day=f"20{26 + number // 300}-{number % 12 + 1:02d}-{number // 12 % 28 + 1:02d}")
        written = replace(written, badge=f"D{number % 3}", utc=WRITTEN.utc + number * 3_600_000_000)
        for turn, happened in enumerate(script_decisions(script)[0]):
            yield [encode(event) for event in happened], replace(written, utc=written.utc + turn * 1_000_000)
