"""Reading a journal's database. A reader never writes, and several may read while the station plays."""

import os
import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from dealer_app.journal.connection import Connection
from dealer_app.journal.record import EMPTY, GENESIS, Entry, Head
from dealer_app.journal.schema import APPLICATION, COLUMNS, VERSION
from dealer_app.journal.trouble import DamagedError, Fault, JournalError, not_read

DATABASE = "journal.db"

_ALL = f"SELECT {', '.join(COLUMNS)} FROM events"  # noqa: S608 - our own column names
_RANGE = f"{_ALL} WHERE sequence BETWEEN ? AND ? ORDER BY sequence"
_FIRST = f"{_ALL} ORDER BY sequence LIMIT 1"
_LAST = f"{_ALL} ORDER BY sequence DESC LIMIT 1"
# The name stands in the statement itself, for only so SQLite sees that the small index of that name answers it.
_LATEST = {
    name: f"{_ALL} WHERE name = '{name}' AND sequence <= ? ORDER BY sequence DESC LIMIT 1"
    for name in ("snapshot-taken", "journal-verified")
}
_SEAL_OF = "SELECT CAST(value AS BLOB), CAST(salt AS BLOB) FROM sealed WHERE digest = ?"
_BEHIND_A_PIN = "SELECT CAST(value AS BLOB) FROM secrets WHERE digest = ?"
_END = 2**62
_BEGAN = "journal-began"


class _Began(msgspec.Struct):
    previous_sequence: int = 0
    previous_hash: str = ""


_read_began = msgspec.json.Decoder(_Began).decode


class Reader:
    """Reads entries through one connection, on the thread that made it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def entries(self, first: int = 1, last: int = _END) -> Iterator[Entry]:
        """The entries from one sequence to another, in their order."""
        return map(Entry._make, self.rows(first, last))

    def rows(self, first: int = 1, last: int = _END) -> Iterator[tuple[Any, ...]]:
        """The same as bare rows, for whoever reads the whole journal."""
        return self.connection.execute(_RANGE, (first, last))

    def first(self) -> Entry | None:
        row = self.connection.execute(_FIRST).fetchone()
        return Entry._make(row) if row else None

    def base(self) -> Head:
        """What the first entry follows: nothing, or the head of the volume before, which it names."""
        first = self.first()
        if first is None or first.sequence == 1 or first.name != _BEGAN:
            return EMPTY
        try:
            began = _read_began(first.body)
            named = Head(began.previous_sequence, bytes.fromhex(began.previous_hash))
        except ValueError:
            return EMPTY
        is_before = named.sequence == first.sequence - 1 and len(named.hash) == len(GENESIS)
        return named if is_before else EMPTY

    def head(self) -> Head:
        row = self.connection.execute(_LAST).fetchone()
        return Head(row[0], row[-1]) if row else EMPTY

    def last(self) -> Entry | None:
        row = self.connection.execute(_LAST).fetchone()
        return Entry._make(row) if row else None

    def latest(self, name: str, before: int = _END) -> Entry | None:
        """The last entry of one of the few names that a start looks for, not after a sequence."""
        row = self.connection.execute(_LATEST[name], (before,)).fetchone()
        return Entry._make(row) if row else None

    def sealed(self, digest: str) -> tuple[str, str]:
        """The value and the salt behind a digest. What lies beside the chain is held to it by its digest, each time."""
        found = self._beside(_SEAL_OF, digest)
        if found is None:
            raise DamagedError("a sealed value is missing", 0)
        value, salt = found
        if sha256(salt + value).hexdigest() != digest:
            raise DamagedError(f"what was sealed as {digest} is not what lies there", 0)
        return value.decode(), salt.decode()

    def secret(self, digest: str) -> str:
        found = self._beside(_BEHIND_A_PIN, digest)
        if found is None:
            raise DamagedError("what a PIN is checked against is missing", 0)
        (value,) = found
        if sha256(value).hexdigest() != digest:
            raise DamagedError(f"the secret {digest}, against which a PIN is checked, is not what lies there", 0)
        return value.decode()

    def _beside(self, query: str, digest: str) -> list[bytes] | None:
        """As bytes: what is damaged may be no text at all. Raises JournalError for what SQLite cannot read."""
        try:
            row = self.connection.execute(query, (digest,)).fetchone()
        except sqlite3.DatabaseError as problem:
            raise not_read(problem, Path(DATABASE), 0) from problem
        return None if row is None else [b"" if value is None else value for value in row]

    def close(self) -> None:
        self.connection.close()


def read_only(folder: Path) -> Reader:
    """A reader of the journal in a folder; nothing that it does can change a byte of the journal.

    Raises JournalError for what is no journal of this program, and DamagedError for what SQLite cannot read.
    """
    path = folder / DATABASE
    try:
        if not path.is_file():
            raise JournalError(Fault.NO_JOURNAL, {"folder": str(folder)})
        where = f"{path.resolve().as_uri()}?mode=ro{_unchanging(folder)}"
        connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=2, factory=Connection)
    except (OSError, sqlite3.OperationalError) as problem:
        raise JournalError(Fault.NOT_READ, {"file": str(path), "reason": _reason(problem)}) from problem
    try:
        check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    return Reader(connection)


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def _unchanging(folder: Path) -> str:
    """In a folder that cannot be written, as a copy kept as evidence, SQLite cannot make the file that readers share.

    Without a log there is no need of one; with a log what is in it could not be read, and it is not passed over.
    """
    if os.access(folder, os.W_OK):
        return ""
    log = folder / f"{DATABASE}-wal"
    if log.exists() and log.stat().st_size:
        raise JournalError(Fault.FOLDER_NOT_WRITABLE, {"folder": str(folder), "reason": "its log has to be read"})
    return "&immutable=1"


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raises if the database is not one that this program may read."""
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        if "not a database" in str(problem):
            raise JournalError(Fault.FOREIGN, {"file": str(path)}) from problem
        raise not_read(problem, path, 0) from problem
    if application != APPLICATION:
        raise JournalError(Fault.FOREIGN, {"file": str(path)})
    if version > VERSION:
        raise JournalError(Fault.NEWER, {"file": str(path), "version": str(version), "known": str(VERSION)})
