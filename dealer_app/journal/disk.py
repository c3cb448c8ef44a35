"""The disk of a journal: its free room, the reserve for a full disk, and copies until they are whole.

The reserve lets a round end on a full disk. A copy is made in a folder of its own for each attempt; what a
killed attempt has left behind is cleared.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from dealer_app import private_files
from dealer_app.journal_errors import JournalFault, sqlite_fault
from dealer_app.private_files import open_bytes

RESERVE_FILE = "reserve"
RESERVE_SIZE = 4 * 1024 * 1024


class DiskReserve:
    """The reserve of a data folder."""

    def __init__(self, folder: Path, size: int = RESERVE_SIZE) -> None:
        self._path = folder / RESERVE_FILE
        self._size = size

    def ensure(self) -> bool:
        """Whether the reserve is there; makes it if it is missing and there is room for it now."""
        try:
            if not self._path.is_file() or self._path.stat().st_size < self._size:
                with open_bytes(self._path, "wb") as file:
                    file.write(os.urandom(self._size))
                    os.fsync(file.fileno())
        except OSError:
            # What is no file at all, as a folder of that name, stays where it is.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return False
        return True

    def release(self) -> bool:
        """Whether there was something to give up."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True


SHORT_BYTES = 256 * 1024 * 1024
"""Less than this raises a warning: with its index and copies a day of rounds takes a good part of it."""


class DiskRoom(Enum):
    ENOUGH = "enough"
    SHORT = "short"
    NONE = "none"
    """The reserve has been given up: no round begins until it can be laid again."""


def disk_room(folder: Path) -> DiskRoom:
    """What cannot be asked is not short: writing will show."""
    try:
        free, reserve = shutil.disk_usage(folder).free, (folder / RESERVE_FILE).is_file()
    except OSError:
        return DiskRoom.ENOUGH
    if not reserve:
        return DiskRoom.NONE
    return DiskRoom.SHORT if free < SHORT_BYTES else DiskRoom.ENOUGH


_OUR_NAMES = re.compile(r"journal-copy(-[0-9a-f]{16})?\.(new|lock)")
_COPY_SUFFIX, _LOCK_SUFFIX = ".new", ".lock"


def temporary_name(into: Path) -> Path:
    """A name that nobody else has; what bears it without a lock beside it is cleared by the next attempt."""
    return into / f"journal-copy-{os.urandom(8).hex()}{_COPY_SUFFIX}"


@contextmanager
def open_temporary_copy(into: Path) -> Iterator[Path]:
    """A new folder within `into`, to be renamed when what is in it is whole; else it is gone afterwards."""
    clear_leftovers(into)
    copy, lock = _lock_new_name(into)
    try:
        private_files.make_folder(copy)
        yield copy
    finally:
        shutil.rmtree(copy, ignore_errors=True)
        _unlock(copy.with_suffix(_LOCK_SUFFIX), lock)


def clear_leftovers(into: Path) -> None:
    """What was left behind by attempts that were killed, and by programs that had one name for all of them."""
    for path in sorted(into.iterdir()):
        if not _OUR_NAMES.fullmatch(path.name) or path.is_symlink():
            continue
        lock = path.with_suffix(_LOCK_SUFFIX)
        held = _try_lock(lock) if lock.exists() else None
        if held is None and lock.exists():
            continue
        shutil.rmtree(path.with_suffix(_COPY_SUFFIX), ignore_errors=True)
        if held is not None:
            _unlock(lock, held)


def _lock_new_name(into: Path) -> tuple[Path, sqlite3.Connection | None]:
    """On a disk that knows no locks there is none: nobody can clear it away there either."""
    while True:
        copy = temporary_name(into)
        lock = copy.with_suffix(_LOCK_SUFFIX)
        private_files.make_file(lock)
        try:
            held = _lock(lock)
        except sqlite3.OperationalError as problem:
            if sqlite_fault(problem) is JournalFault.LOCKED:
                continue
            return copy, None
        if lock.exists():
            return copy, held
        # Somebody who cleared away took it for one that was left, in the moment before it was held.
        held.close()


def _try_lock(lock: Path) -> sqlite3.Connection | None:
    try:
        return _lock(lock)
    except sqlite3.Error:
        return None


def _lock(lock: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(lock, isolation_level=None, timeout=0)
    try:
        # No file but the lock itself: a kill leaves nothing else.
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise
    return connection


def _unlock(lock: Path, held: sqlite3.Connection | None) -> None:
    """Removed while it is held: nobody holds what is not there any more. Some systems remove only what nobody has."""
    with suppress(OSError):
        lock.unlink(missing_ok=True)
    if held is not None:
        held.close()
    with suppress(OSError):
        lock.unlink(missing_ok=True)
