"""The tables of a journal, and how an older file becomes a newer one: named migrations, each whole or not at all.

Importing sqlite-utils takes a while, and a journal that is up to date has no need of it: it is imported only to
migrate. Events are never rebuilt by a migration; what changes in their bodies is raised when they are read.
"""

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION = 0x44535441
"""Stands in the file's header (SQLite's application_id) and says whose file it is: the letters DSTA."""

VERSION = 2
"""Stands in the file's header as user_version. Rises with each migration, and where an older program would misread."""

OLDEST = 1
"""Has the same tables, and always begins with event 1; a program that knows no other takes a volume for damaged."""

COLUMNS = (
    "sequence",
    "decision",
    "day",
    "utc",
    "offset",
    "counter",
    "badge",
    "position",
    "name",
    "version",
    "body",
    "hash",
)


def _follow(after: int) -> str:
    return f"""CREATE TRIGGER events_follow BEFORE INSERT ON events
        WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), {after}) + 1 FROM events)
        BEGIN SELECT RAISE(ABORT, 'an event comes after the last one'); END"""  # noqa: S608 - a number of ours


_FIRST = (
    """CREATE TABLE events (
        sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
        decision INTEGER NOT NULL CHECK (decision BETWEEN 1 AND sequence),
        day TEXT NOT NULL,
        utc INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        counter INTEGER NOT NULL,
        badge TEXT NOT NULL,
        position TEXT NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT""",
    "CREATE TABLE sealed (digest TEXT PRIMARY KEY, value TEXT NOT NULL, salt TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE secrets (digest TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE room (filler BLOB) STRICT",
    # What a start looks for; each is small, and costs an append of another event nothing.
    "CREATE INDEX snapshots ON events (sequence) WHERE name = 'snapshot-taken'",
    "CREATE INDEX verifications ON events (sequence) WHERE name = 'journal-verified'",
    # A row that would come at another place than the end is refused, and so is REPLACE, which deletes silently.
    _follow(0),
    # What is sealed twice is the same value, since the digest is over it.
    *(
        f"""CREATE TRIGGER {table}_once BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE digest = NEW.digest) BEGIN SELECT RAISE(IGNORE); END"""  # noqa: S608
        for table in ("sealed", "secrets")
    ),
    *(
        f"""CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END"""
        for table in ("events", "sealed", "secrets")
        for verb in ("UPDATE", "DELETE")
    ),
)


def _add_migrations(steps: "Migrations") -> None:
    """All migrations there are, in their order."""

    @steps(name="first tables")
    def _(database: "Database") -> None:
        for statement in _FIRST:
            database.conn.execute(statement)
        database.conn.execute(f"PRAGMA application_id = {APPLICATION}")
        database.conn.execute("PRAGMA user_version = 1")


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a file up to this program's version."""
    from sqlite_utils import Database, Migrations  # noqa: PLC0415 - it takes numpy along; a journal at hand needs neither

    steps = Migrations("journal")
    _add_migrations(steps)
    steps.apply(Database(connection))
    # Each step says its own version; whatever the header said before, all of them are there now.
    connection.execute(f"PRAGMA user_version = {VERSION}")


def begin_after(connection: sqlite3.Connection, sequence: int) -> None:
    """Has the events of an empty journal begin after those of the volume before it."""
    connection.execute("DROP TRIGGER events_follow")
    connection.execute(_follow(sequence))
