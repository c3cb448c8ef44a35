"""The journal in SQLite. The append is written by hand: one transaction a decision, durable when it returns.

Where what was acknowledged cannot be told apart from what was not (a write that failed half-way), the store refuses
everything until the journal is opened anew and read back.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dealer_app.faults import fault_point
from dealer_app.journal import schema
from dealer_app.journal.connection import Connection
from dealer_app.journal.head_file import HeadFile
from dealer_app.journal.reader import DATABASE, Reader
from dealer_app.journal.record import EMPTY, Entry, Head, Record, Secret, Written, entries
from dealer_app.journal.trouble import Fault, JournalError, fault_of

_INSERT = f"INSERT INTO events ({', '.join(schema.COLUMNS)}) VALUES ({', '.join('?' * len(schema.COLUMNS))})"  # noqa: S608
_ROOM = 2 * 1024 * 1024
"""A write-ahead log that has been as long before is written faster than one that grows."""
_MOST_UNSETTLED = 5000
"""The log is folded into the database between rounds; should no round end, after so many entries all the same."""
_FULL = 2
_PATIENCE_SECONDS = 5
"""So long a write waits for somebody else's."""


class SqliteJournal(Reader):
    """The one writer of a journal; all of it on the thread that opened it."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, head_file: HeadFile, after: Head = EMPTY) -> None:
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

    def append(self, records: Sequence[Record], written: Written, secrets: Sequence[Secret] = ()) -> tuple[Entry, ...]:
        """Writes the records of one decision, all or none. When it returns, they outlive a power cut.

        Raises JournalError if it could not; then nothing of them is part of the journal.
        """
        if self._broken:
            raise JournalError(Fault.NOT_WRITTEN, {"reason": "an earlier write failed"})
        made = tuple(entries(self._head, records, written))
        try:
            self._write(made, records, secrets)
            fault_point("journal.committed")
            self._head = Head(made[-1].sequence, made[-1].hash)
            self._file.write(self._head)
            fault_point("journal.head_written")
        except (sqlite3.Error, OSError) as problem:
            raise self._failed(problem) from problem
        self._unsettled += len(made)
        if self._unsettled >= _MOST_UNSETTLED:
            self.settle()
        return made

    def _write(self, made: Sequence[Entry], records: Sequence[Record], secrets: Sequence[Secret]) -> None:
        fault_point("journal.before_begin")
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        fault_point("journal.begun")
        self.connection.executemany(_INSERT, made)
        fault_point("journal.inserted")
        for record in records:
            for sealed in record.sealed:
                execute("INSERT INTO sealed VALUES (?, ?, ?)", (sealed.digest, sealed.value, sealed.salt))
        fault_point("journal.sealed")
        for secret in secrets:
            execute("INSERT INTO secrets VALUES (?, ?)", (secret.digest, secret.value))
        fault_point("journal.before_commit")
        execute("COMMIT")

    def _failed(self, problem: Exception) -> JournalError:
        """Takes back what was begun. A full disk leaves the journal as it was; after any other failure it is unsure."""
        fault = fault_of(problem)
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            fault = Fault.NOT_WRITTEN
        self._broken = fault is not Fault.DISK_FULL
        return JournalError(fault, {"file": str(self._path), "reason": str(problem)})

    def make_room(self) -> None:
        """See below. Raises JournalError if the disk fails at it; that it is full or locked is no reason."""
        try:
            make_room(self.connection)
        except sqlite3.Error as problem:
            raise self._failed(problem) from problem

    def settle(self) -> None:
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


def writable(folder: Path) -> sqlite3.Connection:
    """A connection that keeps the journal's promises, which is asserted at every open: WAL, and FULL at each commit."""
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None, timeout=_PATIENCE_SECONDS, factory=Connection)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    connection.execute("PRAGMA synchronous = FULL")
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    if mode != "wal" or level != _FULL:
        connection.close()
        raise JournalError(Fault.NOT_WRITTEN, {"reason": f"journal_mode {mode}, synchronous {level}"})
    return connection


def make_room(connection: sqlite3.Connection) -> None:
    """Lets the write-ahead log grow before play, not during it. It is only faster so, and waits for nobody.

    On a full disk it does not grow: a round may have to end. While somebody else is at the file it grows in play.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM,))
        connection.execute("DELETE FROM room")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.OperationalError as problem:
        if fault_of(problem) not in (Fault.DISK_FULL, Fault.LOCKED):
            raise
    finally:
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_SECONDS * 1000}")
