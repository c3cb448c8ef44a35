"""Reads a journal's database without writing, and finds the round in play by its event names.

Several readers may work while the station plays. Recall does not show the round in play, and an export ends
before it.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from dealer_app.journal.records import EMPTY_HEAD, GENESIS, Head, JournalEntry, is_broken_link
from dealer_app.journal.schema import APPLICATION_ID, ENTRY_COLUMNS, SCHEMA_VERSION, SqliteConnection
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, read_error

DATABASE = "journal.db"

_SELECT = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM events"  # noqa: S608 - our own column names
_SELECT_RANGE = f"{_SELECT} WHERE sequence BETWEEN ? AND ? ORDER BY sequence"
_FIRST_ENTRY = f"{_SELECT} ORDER BY sequence LIMIT 1"
_LAST_ENTRY = f"{_SELECT} ORDER BY sequence DESC LIMIT 1"
# The name is in the statement itself, for only so SQLite sees that the small index of that name answers it.
_LATEST_BY_NAME = {
    name: f"{_SELECT} WHERE name = '{name}' AND sequence <= ? ORDER BY sequence DESC LIMIT 1"
    for name in ("snapshot-taken", "journal-verified")
}
_SEALED_QUERY = "SELECT CAST(value AS BLOB), CAST(salt AS BLOB) FROM sealed WHERE digest = ?"
_PIN_QUERY = "SELECT CAST(value AS BLOB) FROM secrets WHERE digest = ?"
_MOST_ENTRIES = 2**62
_JOURNAL_BEGAN = "journal-began"


class _BeganBody(msgspec.Struct):
    previous_sequence: int = 0
    previous_hash: str = ""


_read_began = msgspec.json.Decoder(_BeganBody).decode


_COLUMN_TYPES = tuple(JournalEntry.__annotations__.values())


def _read_row(row: tuple[Any, ...]) -> JournalEntry:
    """The entry of a row. Raises DamagedError for a column of another kind: SQLite gives whatever it finds there."""
    if tuple(map(type, row)) != _COLUMN_TYPES:
        raise DamagedError(f"event {row[0]} is not as it was written", 0)
    return JournalEntry._make(row)


class Reader:
    """Reads entries through one connection, on the thread that made it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def entries(self, first: int = 1, last: int = _MOST_ENTRIES) -> Iterator[JournalEntry]:
        """The entries from one sequence to another, in their order."""
        return map(_read_row, self.rows(first, last))

    def rows(self, first: int = 1, last: int = _MOST_ENTRIES) -> Iterator[tuple[Any, ...]]:
        """The same as bare rows, for callers that follow the whole chain: what no row can hold breaks it."""
        return self.connection.execute(_SELECT_RANGE, (first, last))

    def first(self) -> JournalEntry | None:
        row = self.connection.execute(_FIRST_ENTRY).fetchone()
        return _read_row(row) if row else None

    def base(self) -> Head:
        """What the first entry follows: nothing, or the head of the volume before, which it names."""
        first = self.first()
        if first is None or first.sequence == 1 or first.name != _JOURNAL_BEGAN:
            return EMPTY_HEAD
        try:
            began = _read_began(first.body)
            named = Head(began.previous_sequence, bytes.fromhex(began.previous_hash))
        except ValueError:
            return EMPTY_HEAD
        is_before = named.sequence == first.sequence - 1 and len(named.hash) == len(GENESIS)
        return named if is_before else EMPTY_HEAD

    def head(self) -> Head:
        last = self.last()
        return Head(last.sequence, last.hash) if last else EMPTY_HEAD

    def last(self) -> JournalEntry | None:
        row = self.connection.execute(_LAST_ENTRY).fetchone()
        return _read_row(row) if row else None

    def latest(self, name: str, before: int = _MOST_ENTRIES) -> JournalEntry | None:
        """The last entry of one of the few names that a start looks for, not after a sequence."""
        row = self.connection.execute(_LATEST_BY_NAME[name], (before,)).fetchone()
        return _read_row(row) if row else None

    def read_sealed(self, digest: str) -> tuple[str, str]:
        """The value and the salt behind a digest. What is kept beside the chain is checked by its digest, each time."""
        found = self._read_apart(_SEALED_QUERY, digest)
        if found is None:
            raise DamagedError("a sealed value is missing", 0)
        value, salt = found
        if sha256(salt + value).hexdigest() != digest:
            raise DamagedError(f"what was sealed as {digest} is not what is there", 0)
        return value.decode(), salt.decode()

    def read_secret(self, digest: str) -> str:
        found = self._read_apart(_PIN_QUERY, digest)
        if found is None:
            raise DamagedError("what a PIN is checked against is missing", 0)
        (value,) = found
        if sha256(value).hexdigest() != digest:
            raise DamagedError(f"the secret {digest}, against which a PIN is checked, is not what is there", 0)
        return value.decode()

    def _read_apart(self, query: str, digest: str) -> list[bytes] | None:
        """As bytes: what is damaged may be no text at all. Raises JournalError for what SQLite cannot read."""
        try:
            row = self.connection.execute(query, (digest,)).fetchone()
        except sqlite3.DatabaseError as problem:
            raise read_error(problem, Path(DATABASE), 0) from problem
        return None if row is None else [b"" if value is None else value for value in row]

    def close(self) -> None:
        self.connection.close()


def open_reader(folder: Path, *, leaves_no_file: bool = False) -> Reader:
    """A reader of the journal in a folder; nothing that it does can change a byte of the journal.

    With `leaves_no_file` it also leaves no file for readers beside a journal that no station has open.
    Raises JournalError for what is no journal of this program, and DamagedError for what SQLite cannot read.
    """
    path = folder / DATABASE
    try:
        if not path.is_file():
            raise JournalError(JournalFault.NO_JOURNAL, {"folder": str(folder)})
        where = f"{path.resolve().as_uri()}?mode=ro{_read_only_options(folder, leaves_no_file=leaves_no_file)}"
        connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=2, factory=SqliteConnection)
    except (OSError, sqlite3.OperationalError) as problem:
        raise JournalError(JournalFault.NOT_READ, {"file": str(path), "reason": _error_reason(problem)}) from problem
    try:
        check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    return Reader(connection)


def _error_reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def _read_only_options(folder: Path, *, leaves_no_file: bool) -> str:
    """In a folder that cannot be written, as a copy kept as evidence, SQLite cannot make the file that readers share.

    Without a log there is no need of one; with a log what is in it could not be read, and it is not passed over.
    """
    log = folder / f"{DATABASE}-wal"
    if leaves_no_file and not log.exists():
        return "&immutable=1"
    if os.access(folder, os.W_OK):
        return ""
    if log.exists() and log.stat().st_size:
        raise JournalError(
            JournalFault.FOLDER_NOT_WRITABLE, {"folder": str(folder), "reason": "its log has to be read"}
        )
    return "&immutable=1"


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raises if the database is not one that this program may read."""
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        if "not a database" in str(problem):
            raise JournalError(JournalFault.FOREIGN, {"file": str(path)}) from problem
        raise read_error(problem, path, 0) from problem
    if application != APPLICATION_ID:
        raise JournalError(JournalFault.FOREIGN, {"file": str(path)})
    if version > SCHEMA_VERSION:
        raise JournalError(
            JournalFault.NEWER, {"file": str(path), "version": str(version), "known": str(SCHEMA_VERSION)}
        )


ROUND_BEGAN = "round-began"
OUTAGE_ROUNDS_ENTERED = "outage-rounds-entered"
"""Ends the round that was on when the station was cut off, and brings those that were dealt without it."""
ROUND_ENDS = frozenset({"round-concluded", "round-voided", "settlement-restored", OUTAGE_ROUNDS_ENTERED})
"""What ends the round that is on."""
SETTLEMENT_UNDONE = "settlement-undone"
"""After it the last round is on again, if it had ended."""

_TURN_EVENTS = (ROUND_BEGAN, SETTLEMENT_UNDONE, *sorted(ROUND_ENDS))
# From the end backwards: the answer is never far from it. In the table itself, which the chain goes through.
_LAST_TURN = f"""SELECT sequence, name FROM events NOT INDEXED
    WHERE sequence <= ? AND name IN ({", ".join("?" * len(_TURN_EVENTS))}) ORDER BY sequence DESC LIMIT 1"""  # noqa: S608 - only places for values
_ROUND_START = "SELECT sequence FROM events NOT INDEXED WHERE sequence <= ? AND name = ? ORDER BY sequence DESC LIMIT 1"


def current_round_start(reader: Reader, through: int) -> int | None:
    """The sequence with which the round began that is on after an entry; None if no round is on."""
    last = reader.connection.execute(_LAST_TURN, (through, *_TURN_EVENTS)).fetchone()
    if last is None or last[1] in ROUND_ENDS:
        return None
    began = reader.connection.execute(_ROUND_START, (last[0], ROUND_BEGAN)).fetchone()
    return None if began is None else int(began[0])


def last_public_sequence(reader: Reader) -> int:
    """The last sequence of what may leave the station: all of it, or all before the round that is on."""
    end = reader.head().sequence
    began = current_round_start(reader, end)
    return end if began is None else began - 1


_ENTRIES_AT_A_TIME = 2_000

OnProgress = Callable[[int, int], bool]
"""Gets how far the chain is followed, and how long it is; its answer is whether to go on."""

WorkResult = TypeVar("WorkResult")


class Follow(Protocol):
    """Has a chain followed, on whatever thread, and shows whom it concerns how far that is."""

    def __call__(self, work: Callable[[OnProgress], WorkResult], /) -> WorkResult: ...


def follow_silently(work: Callable[[OnProgress], WorkResult], /) -> WorkResult:
    """Nobody is shown anything."""
    return work(lambda _at, _of: True)


def verify_chain(folder: Path, on_progress: OnProgress = lambda _at, _of: True) -> Head:
    """Follows the chain of a journal, or of a volume, from its first entry; gives up to where it is whole.

    Raises DamagedError where it breaks.
    """
    reader = open_reader(folder)
    try:
        return _follow_chain(reader, folder / DATABASE, on_progress)
    finally:
        reader.close()


def _follow_chain(reader: Reader, file: Path, on_progress: OnProgress) -> Head:
    at = EMPTY_HEAD
    try:
        at, end = reader.base(), reader.head().sequence
        base = at.sequence
        while at.sequence < end and on_progress(at.sequence - base, end - base):
            # A part at a time: a reader that stayed in one long look would keep the log from being folded.
            some = list(reader.entries(at.sequence + 1, at.sequence + _ENTRIES_AT_A_TIME))
            if not some:
                raise DamagedError(f"event {at.sequence + 1} is missing", at.sequence)
            for entry in some:
                if is_broken_link(entry, at):
                    raise DamagedError(f"event {at.sequence + 1} does not follow from the one before", at.sequence)
                at = Head(entry.sequence, entry.hash)
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, file, at.sequence) from problem
    on_progress(at.sequence - base, end - base)
    return at
