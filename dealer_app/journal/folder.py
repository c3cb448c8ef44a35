"""Opens the journal of a data folder for play: its lock, its remains, or a new empty journal.

The order matters: a journal is checked on a connection that cannot write, so that damaged files can be
copied as they are. SQLite's lock on a file beside the journal makes one station its only writer. A power
cut while a journal is created leaves none or an empty one.
"""

import json
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from dealer_app import private_files
from dealer_app.journal import store
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import HeadFile, read_head
from dealer_app.journal.reader import DATABASE, Follow, follow_silently
from dealer_app.journal.recovery import FoldMethod, Recovered, recover
from dealer_app.journal.replacement import finish_replacement, is_replacement_ready
from dealer_app.journal.schema import OLDEST_VERSION, migrate
from dealer_app.journal.store import SqliteJournal, open_writable
from dealer_app.journal.volumes import refuse_closed_volume
from dealer_app.journal_errors import JournalError, JournalFault, sqlite_fault

LOCK_FILE = "station.lock"
HOLDER_FILE = "station.holder"
_UNKNOWN_HOLDER = {"station": "?", "process": "?", "computer": "?"}


class FolderLock:
    """The data folder is ours until this is let go."""

    def __init__(self, folder: Path, *, station: str) -> None:
        """Raises JournalError, with who holds it, if another station does."""
        _make_lock(folder)
        self._connection = sqlite3.connect(folder / LOCK_FILE, isolation_level=None, timeout=0)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            self._connection.close()
            raise _lock_error(folder, problem) from problem
        self._holder = folder / HOLDER_FILE
        about = {"station": station, "process": str(os.getpid()), "computer": socket.gethostname()}
        # Only for the next program that opens it: a full disk is reported by the journal.
        with suppress(OSError):
            private_files.write_text(self._holder, json.dumps(about))

    def release(self) -> None:
        self._holder.unlink(missing_ok=True)
        self._connection.close()


def _make_lock(folder: Path) -> None:
    """For this account alone. What is in the way SQLite says better."""
    with suppress(OSError):
        private_files.make_file(folder / LOCK_FILE)


def _lock_error(folder: Path, problem: sqlite3.OperationalError) -> JournalError:
    match sqlite_fault(problem):
        case JournalFault.DISK_FULL:
            return JournalError(JournalFault.DISK_FULL, {"file": str(folder / LOCK_FILE), "reason": str(problem)})
        case JournalFault.LOCKED:
            pass
        case _:
            return JournalError(JournalFault.FOLDER_NOT_WRITABLE, {"folder": str(folder), "reason": str(problem)})
    return JournalError(JournalFault.HELD_BY_ANOTHER, {"folder": str(folder), **_UNKNOWN_HOLDER, **lock_holder(folder)})


def lock_holder(folder: Path) -> dict[str, str]:
    """Who last claimed the folder; an empty answer if nobody did."""
    try:
        found = json.loads((folder / HOLDER_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


_LEFT_FILES = ("snapshot-*", "renewal-*")
_LEFT_FOLDERS = ("damaged-*", "volume-*", "journal-renewed*")
"""No start makes these before the first event is durable; a folder of such a name that is empty was once full."""
_LEFT_WITH_DATABASE = ("journal.db-*", "index.db*", "reserve", "**/*.bytes", "**/*.bytes.[0-9]")
"""These can be there beside an empty database, when a first start was cut off. Records of devices reveal its cards."""
_MOST_NAMED = 3


def refuse_remains(folder: Path, *, has_database: bool) -> None:
    """Raises JournalError if a journal that is empty, or not there, was once more than that."""
    found = tuple(_find_remains(folder, () if has_database else _LEFT_WITH_DATABASE))
    if found:
        more = ", ..." if len(found) > _MOST_NAMED else ""
        facts = {"folder": str(folder), "remains": ", ".join(found[:_MOST_NAMED]) + more}
        raise JournalError(JournalFault.REMAINS, facts)


def _find_remains(folder: Path, more: tuple[str, ...]) -> Iterator[str]:
    for pattern in _LEFT_FOLDERS:
        for found in filter(Path.is_dir, sorted(folder.glob(pattern))):
            within = sorted(found.glob("*"))
            yield from (str(path.relative_to(folder)) for path in within or (found,))
    for pattern in (*_LEFT_FILES, *more):
        yield from (str(path.relative_to(folder)) for path in sorted(folder.glob(pattern)) if path.is_file())


State = TypeVar("State")


class OpenedJournal(Struct, Generic[State], frozen=True, kw_only=True):
    """A journal that is ours to write, and what it folded to when it was opened."""

    journal: SqliteJournal
    hold: FolderLock
    recovered: Recovered[State]

    def close(self) -> None:
        try:
            self.journal.close()
        finally:
            self.hold.release()


def _accept_recovered(_: Recovered[Any]) -> None:
    """What there is, is good enough."""


def _accept_new() -> None:
    """Any folder is good enough for a new journal."""


def open_journal(
    folder: Path,
    folding: FoldMethod[State],
    *,
    station: str,
    follow: Follow = follow_silently,
    judge: Callable[[Recovered[State]], None] = _accept_recovered,
    judge_new: Callable[[], None] = _accept_new,
) -> OpenedJournal[State]:
    """Opens the journal of a data folder, a new one where there is none; nothing is written before all is followed.

    `judge` sees what was read before anything can be written, and raises for what its state says against it;
    `judge_new` is asked where there is no journal yet, before anything is made in the folder. Raises JournalError for
    what is in the way, and NotFollowedError if the caller, who is shown how far it is, does not wait.
    """
    refuse_closed_volume(folder)
    store.prepare_folder(folder)
    if is_new_folder(folder):
        # Not even a lock is left behind in a folder that is another's.
        judge_new()
    hold = FolderLock(folder, station=station)
    try:
        finish_replacement(folder)
        if is_new_folder(folder):
            refuse_remains(folder, has_database=False)
            judge_new()
            store.create_journal(folder)
        recovered = follow(lambda on_progress: recover(folder, folding, on_progress))
        judge(recovered)
        journal = _open_writer(folder)
        assert journal.head() == recovered.head, "nobody else writes while the folder is held"
    except BaseException:
        hold.release()
        raise
    return OpenedJournal(journal=journal, hold=hold, recovered=recovered)


def _open_writer(folder: Path) -> SqliteJournal:
    connection: sqlite3.Connection | None = None
    try:
        connection = open_writable(folder)
        if connection.execute("PRAGMA user_version").fetchone()[0] < OLDEST_VERSION:
            migrate(connection)
        # Whether somebody else writes, who never asked who holds the folder; that it can be written at all shows with
        # the first words of the start.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
        return SqliteJournal(folder, connection, HeadFile(folder))
    except (sqlite3.Error, OSError) as problem:
        if connection is not None:
            connection.close()
        facts = {"folder": str(folder), "file": str(folder / DATABASE), "reason": str(problem)}
        raise JournalError(sqlite_fault(problem), facts) from problem


def is_new_folder(folder: Path) -> bool:
    """Whether nothing was ever written here: an empty head without a database is a journal that was being made.

    Where a power cut has left a new journal that is ready, a start finishes it.
    """
    if (folder / DATABASE).exists() or is_replacement_ready(folder):
        return False
    head = read_head(folder)
    return not (folder / HEAD).exists() if head is None else head.sequence == 0
