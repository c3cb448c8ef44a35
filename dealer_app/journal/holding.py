"""One station writes a journal: whoever holds the data folder, and who that is.

SQLite's own lock on a file beside the journal is the hold: it works alike on every system, and ends with the process
that had it, however that ended.
"""

import json
import os
import socket
import sqlite3
from contextlib import suppress
from pathlib import Path

from dealer_app import private_files
from dealer_app.journal.trouble import Fault, JournalError, fault_of

LOCK = "station.lock"
HOLDER = "station.holder"
_NOBODY_KNOWN = {"station": "?", "process": "?", "computer": "?"}


class Hold:
    """The data folder is ours until this is let go."""

    def __init__(self, folder: Path, *, station: str) -> None:
        """Raises JournalError, with who holds it, if another station does."""
        _make_lock(folder)
        self._connection = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=0)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            self._connection.close()
            raise _why(folder, problem) from problem
        self._holder = folder / HOLDER
        about = {"station": station, "process": str(os.getpid()), "computer": socket.gethostname()}
        # Only for whoever comes next: a full disk is told of by the journal.
        with suppress(OSError):
            private_files.write_text(self._holder, json.dumps(about))

    def release(self) -> None:
        self._holder.unlink(missing_ok=True)
        self._connection.close()


def _make_lock(folder: Path) -> None:
    """For this account alone. What is in the way SQLite says better."""
    with suppress(OSError):
        private_files.make_file(folder / LOCK)


def _why(folder: Path, problem: sqlite3.OperationalError) -> JournalError:
    match fault_of(problem):
        case Fault.DISK_FULL:
            return JournalError(Fault.DISK_FULL, {"file": str(folder / LOCK), "reason": str(problem)})
        case Fault.LOCKED:
            pass
        case _:
            return JournalError(Fault.FOLDER_NOT_WRITABLE, {"folder": str(folder), "reason": str(problem)})
    return JournalError(Fault.HELD_BY_ANOTHER, {"folder": str(folder), **_NOBODY_KNOWN, **holder(folder)})


def holder(folder: Path) -> dict[str, str]:
    """Who said last that the folder is his; an empty answer if nobody did."""
    try:
        found = json.loads((folder / HOLDER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
