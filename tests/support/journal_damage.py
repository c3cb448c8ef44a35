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


def alter_journal(folder: Path, statement: str) -> None:
    triggers = ("events_update", "events_delete", "secrets_delete")
    by_hand(folder, *(f"DROP TRIGGER {trigger}" for trigger in triggers), statement)


def by_hand(folder: Path, *statements: str) -> int:
    """Each by itself, and durable. How many rows they changed."""
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    try:
        for statement in statements:
            connection.execute(statement)
        return connection.total_changes
    finally:
        connection.close()
