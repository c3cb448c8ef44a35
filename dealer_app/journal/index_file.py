"""The file of the index: its tables, and how it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealer_app.journal.connection import Connection
from dealer_app.private_files import make_file

if TYPE_CHECKING:
    from sqlite_utils import Database

VERSION = 3
_PATIENCE = 5

COLUMNS = ("first", "number", "day", "shoe", "result", "last", "began", "about")
"""Of a round."""
TABLES = ("rounds", "marks", "context")


def opened(path: Path | str) -> "Database":
    """The index in a file, a new one where there is none, or in memory. Raises sqlite3.DatabaseError for others."""
    from sqlite_utils import Database  # noqa: PLC0415 - it takes numpy along, and only a search needs it

    if isinstance(path, Path):
        # Its log takes its mode. What is in the way shows in a moment.
        with suppress(OSError):
            make_file(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE, factory=Connection)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        database = Database(connection)
        _check_version(database)
        # Whether it can be written at all is asked here, where there is still memory to fall back on.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("SELECT through, hash, kept, digest FROM progress")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return database


def _check_version(database: "Database") -> None:
    version = database.conn.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and not database.table_names():
        _make(database)
    elif version != VERSION:
        raise sqlite3.DatabaseError(f"the index is of version {version}")


def _make(database: "Database") -> None:
    with writing(database.conn):
        if database.table_names():
            return
        rounds = database.table("rounds")
        columns: dict[str, Any] = dict.fromkeys(COLUMNS, int) | {"day": str, "result": str}
        rounds.create(columns, pk=("first", "number"))
        for column in ("number", "day", "shoe", "result"):
            rounds.create_index([column, "first"])
        marks: dict[str, Any] = {"kind": str, "value": str, "first": int}
        database.table("marks").create(marks, pk=("kind", "value", "first"))
        context: dict[str, Any] = {"name": str, "sequence": int}
        database.table("context").create(context, pk=("name", "sequence"))
        progress: dict[str, Any] = {"id": int, "through": int, "hash": bytes, "kept": bytes, "digest": bytes}
        database.table("progress").create(progress, pk="id")
        database.conn.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction, whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
