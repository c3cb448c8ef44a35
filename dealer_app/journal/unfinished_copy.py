"""Where a copy is made until it is whole: a folder of its own for each attempt; what a killed one has left is cleared.

Beside the folder lies a lock that ends with the process which holds it, however that ends: what is locked is being made
by somebody else, at this moment, and is let alone. A folder without a lock was left behind.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dealer_app import private_files
from dealer_app.journal.trouble import Fault, fault_of

_OURS = re.compile(r"journal-copy(-[0-9a-f]{16})?\.(new|lock)")
_COPY, _LOCK = ".new", ".lock"


def unfinished_name(into: Path) -> Path:
    """A name that nobody else has; what bears it without a lock beside it is cleared by the next attempt."""
    return into / f"journal-copy-{os.urandom(8).hex()}{_COPY}"


@contextmanager
def unfinished_copy(into: Path) -> Iterator[Path]:
    """A new folder within `into`, to be renamed when what is in it is whole; else it is gone afterwards."""
    clear_left_copies(into)
    copy, lock = _locked_name(into)
    try:
        private_files.make_folder(copy)
        yield copy
    finally:
        shutil.rmtree(copy, ignore_errors=True)
        _unlock(copy.with_suffix(_LOCK), lock)


def clear_left_copies(into: Path) -> None:
    """What was left behind by attempts that were killed, and by programs that had one name for all of them."""
    for path in sorted(into.iterdir()):
        if not _OURS.fullmatch(path.name) or path.is_symlink():
            continue
        lock = path.with_suffix(_LOCK)
        held = _hold(lock) if lock.exists() else None
        if held is None and lock.exists():
            continue
        shutil.rmtree(path.with_suffix(_COPY), ignore_errors=True)
        if held is not None:
            _unlock(lock, held)


def _locked_name(into: Path) -> tuple[Path, sqlite3.Connection | None]:
    """On a disk that knows no locks there is none: nobody can clear it away there either."""
    while True:
        copy = unfinished_name(into)
        lock = copy.with_suffix(_LOCK)
        private_files.make_file(lock)
        try:
            held = _locked(lock)
        except sqlite3.OperationalError as problem:
            if fault_of(problem) is Fault.LOCKED:
                continue
            return copy, None
        if lock.exists():
            return copy, held
        # Somebody who cleared away took it for one that was left, in the moment before it was held.
        held.close()


def _hold(lock: Path) -> sqlite3.Connection | None:
    try:
        return _locked(lock)
    except sqlite3.Error:
        return None


def _locked(lock: Path) -> sqlite3.Connection:
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
