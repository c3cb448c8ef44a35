"""The journal in SQLite: its tables, its one writer, its connection, and a journal in memory.

One decision is one transaction, durable when `append` returns. After a write that failed half-way the store
refuses everything until the journal is opened again. Migrations never rewrite events.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from dealer_app import private_files
from dealer_app.fault_points import fault_point
from dealer_app.journal import schema
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.reader import DATABASE, Reader
from dealer_app.journal.records import EMPTY_HEAD, DecisionContext, Head, JournalEntry, Record, Secret, chain_entries
from dealer_app.journal.schema import SqliteConnection, migrate, set_first_sequence
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, sqlite_fault

_INSERT_ENTRY = (
    f"INSERT INTO events ({', '.join(schema.ENTRY_COLUMNS)}) VALUES ({', '.join('?' * len(schema.ENTRY_COLUMNS))})"  # noqa: S608
)
_LOG_BYTES = 2 * 1024 * 1024
"""A write-ahead log that has been as long before is written faster than one that grows."""
_MOST_IN_LOG = 5000
"""The log is folded into the database between rounds; should no round end, after so many entries all the same."""
_SYNCHRONOUS_FULL = 2
_PATIENCE_SECONDS = 5
"""So long a write waits for somebody else's."""


class SqliteJournal(Reader):
    """The one writer of a journal; all of it on the thread that opened it."""

    def __init__(
        self, folder: Path, connection: sqlite3.Connection, head_file: HeadFile, after: Head = EMPTY_HEAD
    ) -> None:
        """`after` is what the first entry of an empty journal follows."""
        super().__init__(connection)
        self._path = folder / DATABASE
        self._file = head_file
        self._head = max(super().head(), after)
        self._broken = False
        self._unsettled = 0
        self._file.write(self._head)

    def head(self) -> Head:
        return self._head

    def append(
        self, records: Sequence[Record], written: DecisionContext, secrets: Sequence[Secret] = ()
    ) -> tuple[JournalEntry, ...]:
        """Writes the records of one decision, all or none. When it returns, they outlive a power cut.

        Raises JournalError if it could not; then nothing of them is part of the journal.
        """
        if self._broken:
            raise JournalError(JournalFault.NOT_WRITTEN, {"reason": "an earlier write failed"})
        made = tuple(chain_entries(self._head, records, written))
        try:
            self._write(made, records, secrets)
            fault_point("journal.committed")
            self._head = Head(made[-1].sequence, made[-1].hash)
            self._file.write(self._head)
            fault_point("journal.head_written")
        except (sqlite3.Error, OSError) as problem:
            raise self._write_error(problem) from problem
        self._unsettled += len(made)
        if self._unsettled >= _MOST_IN_LOG:
            self.checkpoint()
        return made

    def _write(self, made: Sequence[JournalEntry], records: Sequence[Record], secrets: Sequence[Secret]) -> None:
        fault_point("journal.before_begin")
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        fault_point("journal.begun")
        self.connection.executemany(_INSERT_ENTRY, made)
        fault_point("journal.inserted")
        for record in records:
            for sealed in record.sealed:
                execute("INSERT INTO sealed VALUES (?, ?, ?)", (sealed.digest, sealed.value, sealed.salt))
        fault_point("journal.sealed")
        for secret in secrets:
            execute("INSERT INTO secrets VALUES (?, ?)", (secret.digest, secret.value))
        fault_point("journal.before_commit")
        execute("COMMIT")

    def _write_error(self, problem: Exception) -> JournalError:
        """Takes back what was begun. A full disk leaves the journal as it was; after any other failure it is unsure."""
        fault = sqlite_fault(problem)
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            fault = JournalFault.NOT_WRITTEN
        self._broken = fault is not JournalFault.DISK_FULL
        return JournalError(fault, {"file": str(self._path), "reason": str(problem)})

    def make_room(self) -> None:
        """See below. Raises JournalError if the disk fails at it; that it is full or locked is no reason."""
        try:
            grow_log(self.connection)
        except sqlite3.Error as problem:
            raise self._write_error(problem) from problem

    def checkpoint(self) -> None:
        """Between rounds: the head to the disk, and the log folded into the database."""
        self._unsettled = 0
        try:
            fault_point("journal.before_checkpoint")
            self._file.sync()
            # PASSIVE waits for nobody: what a reader is still in, or the disk has no room for, is folded another time.
            with suppress(sqlite3.OperationalError):
                self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            fault_point("journal.checkpointed")
        except (sqlite3.Error, OSError):
            # What was given is durable, and that was the question; but nothing more is taken on such a disk.
            self._broken = True

    def close(self) -> None:
        try:
            # It would have been brought to the disk some time anyway.
            with suppress(OSError):
                self._file.sync()
            self._file.close()
        finally:
            super().close()


def open_writable(folder: Path) -> sqlite3.Connection:
    """A connection that keeps the journal's promises, which is asserted at every open: WAL, and FULL at each commit."""
    connection = sqlite3.connect(
        folder / DATABASE, isolation_level=None, timeout=_PATIENCE_SECONDS, factory=SqliteConnection
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    connection.execute("PRAGMA synchronous = FULL")
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    if mode != "wal" or level != _SYNCHRONOUS_FULL:
        connection.close()
        raise JournalError(JournalFault.NOT_WRITTEN, {"reason": f"journal_mode {mode}, synchronous {level}"})
    return connection


def grow_log(connection: sqlite3.Connection) -> None:
    """Lets the write-ahead log grow before play, not during it. It is only faster so, and waits for nobody.

    On a full disk it does not grow: a round may have to end. While somebody else is at the file it grows in play.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_LOG_BYTES,))
        connection.execute("DELETE FROM room")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.OperationalError as problem:
        if sqlite_fault(problem) not in (JournalFault.DISK_FULL, JournalFault.LOCKED):
            raise
    finally:
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_SECONDS * 1000}")


class MemoryJournal:
    """Keeps entries in a list."""

    def __init__(self, after: Head = EMPTY_HEAD) -> None:
        """`after` is what the first entry follows."""
        self._after = after
        self._entries: list[JournalEntry] = []
        self._sealed: dict[str, tuple[str, str]] = {}
        self._secrets: dict[str, str] = {}

    def head(self) -> Head:
        last = self.last()
        return Head(last.sequence, last.hash) if last else self._after

    def last(self) -> JournalEntry | None:
        return self._entries[-1] if self._entries else None

    def append(
        self, records: Sequence[Record], written: DecisionContext, secrets: Sequence[Secret] = ()
    ) -> tuple[JournalEntry, ...]:
        made = tuple(chain_entries(self.head(), records, written))
        self._entries.extend(made)
        for record in records:
            for sealed in record.sealed:
                self._sealed.setdefault(sealed.digest, (sealed.value, sealed.salt))
        for secret in secrets:
            self._secrets.setdefault(secret.digest, secret.value)
        return made

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[JournalEntry]:
        before = self._after.sequence
        return iter(self._entries[max(0, first - 1 - before) : None if last is None else max(0, last - before)])

    def latest(self, name: str, before: int | None = None) -> JournalEntry | None:
        return next((entry for entry in reversed(list(self.entries(1, before))) if entry.name == name), None)

    def read_sealed(self, digest: str) -> tuple[str, str]:
        if digest not in self._sealed:
            raise DamagedError("a sealed value is missing", 0)
        return self._sealed[digest]

    def read_secret(self, digest: str) -> str:
        if digest not in self._secrets:
            raise DamagedError("what a PIN is checked against is missing", 0)
        return self._secrets[digest]

    def make_room(self) -> None:
        """Memory has it."""

    def checkpoint(self) -> None:
        """There is nothing that could wait."""

    def close(self) -> None:
        """There is nothing to let go."""


_NEW_DATABASE = "journal.new"


def prepare_folder(folder: Path) -> None:
    """Raises JournalError if the folder cannot be there, or nothing can be written in it."""
    try:
        if folder.is_dir() and not any(folder.iterdir()):
            # It is taken for a station here and now, and nothing is in it that somebody else could be reading.
            private_files.secure(folder)
        private_files.make_folder(folder)
        private_files.can_keep_modes(folder)
    except OSError as problem:
        facts = {"folder": str(folder), "reason": problem.strerror or str(problem)}
        raise JournalError(JournalFault.FOLDER_NOT_WRITABLE, facts) from problem


def create_journal(folder: Path, after: Head = EMPTY_HEAD) -> None:
    """An empty journal, or an empty volume of one whose events go on after this head.

    The head is made first, so that a database without one is never in order.
    """
    unfinished = folder / _NEW_DATABASE
    unfinished.unlink(missing_ok=True)
    try:
        HeadFile.make(folder).close()
        private_files.make_file(unfinished)
        connection = sqlite3.connect(unfinished, isolation_level=None)
        try:
            migrate(connection)
            if after.sequence:
                set_first_sequence(connection, after.sequence)
        finally:
            connection.close()
        unfinished.replace(folder / DATABASE)
    except sqlite3.OperationalError as problem:
        raise JournalError(sqlite_fault(problem), {"file": str(unfinished), "reason": str(problem)}) from problem
    except OSError as problem:
        fault = JournalFault.DISK_FULL if problem.errno == errno.ENOSPC else JournalFault.NOT_WRITTEN
        raise JournalError(fault, {"file": str(unfinished), "reason": problem.strerror or str(problem)}) from problem


def sync_folder(folder: Path) -> None:
    """What was made, renamed or removed in it stays so: on the systems that let a folder be brought to the disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
