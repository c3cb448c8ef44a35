"""The tables of a journal, their migrations, and a connection that fails as SQLite does."""

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations


APPLICATION_ID = 0x44535441
"""Written in the file's header (SQLite's application_id) to say whose file it is: the letters DSTA."""

SCHEMA_VERSION = 2
"""Written in the file's header as user_version. Rises with each migration, and where an older program would misread."""

OLDEST_VERSION = 1
"""Has the same tables, and always begins with event 1; a program that knows no other takes a volume for damaged."""

ENTRY_COLUMNS = (
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


def _order_trigger(after: int) -> str:
    return f"""CREATE TRIGGER events_follow BEFORE INSERT ON events
        WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), {after}) + 1 FROM events)
        BEGIN SELECT RAISE(ABORT, 'an event comes after the last one'); END"""  # noqa: S608 - a number of ours


_FIRST_TABLES = (
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
    _order_trigger(0),
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
        for statement in _FIRST_TABLES:
            database.conn.execute(statement)
        database.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.conn.execute("PRAGMA user_version = 1")


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a file up to this program's version."""
    from sqlite_utils import Database, Migrations  # noqa: PLC0415 - it takes numpy along; a journal at hand needs neither

    steps = Migrations("journal")
    _add_migrations(steps)
    steps.apply(Database(connection))
    # Each step says its own version; whatever the header said before, all of them are there now.
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def set_first_sequence(connection: sqlite3.Connection, sequence: int) -> None:
    """Has the events of an empty journal begin after those of the volume before it."""
    connection.execute("DROP TRIGGER events_follow")
    connection.execute(_order_trigger(sequence))


_SCHEMA_ERROR = "malformed database schema"


class SqliteConnection(sqlite3.Connection):
    """SQLite names the table it cannot make out. Where that name is no text, Python complains of the name alone."""

    def execute(self, *words: Any) -> sqlite3.Cursor:
        """As the base class does it. Raises sqlite3.DatabaseError for what cannot be made out, and nothing else."""
        try:
            return super().execute(*words)
        except UnicodeDecodeError as problem:
            raise sqlite3.DatabaseError(_SCHEMA_ERROR) from problem

    def executemany(self, *words: Any) -> sqlite3.Cursor:
        """As `execute`."""
        try:
            return super().executemany(*words)
        except UnicodeDecodeError as problem:
            raise sqlite3.DatabaseError(_SCHEMA_ERROR) from problem
