"""Damages a journal in a test, and tells what its files are."""

import sqlite3
from hashlib import sha256
from pathlib import Path

from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.reader import DATABASE


def sums(folder: Path) -> dict[str, str]:
    """Of all that is of the journal, but for an empty log, which reading makes."""
    files = [path for path in folder.iterdir() if path.name in (DATABASE, f"{DATABASE}-wal", HEAD)]
    files += folder.glob("snapshot-*.json")
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files if path.stat().st_size}


_DROP_TRIGGERS = tuple(f"DROP TRIGGER {trigger}" for trigger in ("events_update", "events_delete", "secrets_delete"))
_ALLOW_ANY_VALUE = (
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET sql = replace(replace(sql, 'NOT NULL', ''), ' STRICT', '') WHERE name = 'events'",
    "PRAGMA writable_schema = RESET",
    "PRAGMA ignore_check_constraints = ON",
)


def alter_journal(folder: Path, statement: str) -> None:
    by_hand(folder, *_DROP_TRIGGERS, statement)


def forge_column(folder: Path, sequence: int, column: str, value: str) -> None:
    """A column of an event as no program writes it, of another kind than the table has, as flipped bytes make it."""
    forged = f"UPDATE events SET {column} = {value} WHERE sequence = {sequence}"  # noqa: S608 - a test's own words
    by_hand(folder, *_DROP_TRIGGERS, *_ALLOW_ANY_VALUE, forged)


def by_hand(folder: Path, *statements: str) -> int:
    """Each by itself, and durable. How many rows they changed."""
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    try:
        for statement in statements:
            connection.execute(statement)
        return connection.total_changes
    finally:
        connection.close()
