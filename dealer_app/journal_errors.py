"""What can be wrong with a journal, as typed errors of the environment: each has a code, and facts for its message.

The messages are in the catalogues of words; here is only what happened.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


class JournalFault(Enum):
    """Why a journal cannot be opened or written."""

    FOLDER_MISSING = "journal-folder-missing"
    FOLDER_NOT_WRITABLE = "journal-folder-not-writable"
    HELD_BY_ANOTHER = "journal-held"
    NO_JOURNAL = "journal-none"
    FOREIGN = "journal-foreign"
    NEWER = "journal-newer"
    LOCKED = "journal-locked"
    DAMAGED = "journal-damaged"
    DISK_FULL = "journal-disk-full"
    NOT_WRITTEN = "journal-not-written"
    NOT_EMPTY = "journal-not-empty"
    OPEN_TO_OTHERS = "journal-open-to-others"
    OF_ANOTHER_ACCOUNT = "journal-of-another-account"
    LINKED = "journal-linked"
    REMAINS = "journal-remains"
    SECOND_HEAD_MISSED = "journal-second-head-missed"
    NOT_READ = "journal-not-read"
    VOLUME = "journal-volume"
    """A volume that is closed is not the one that the journal goes on from."""
    COPIED_BACK = "journal-copied-back"
    """The journal is one that has been closed."""
    CLOSED = "journal-closed"
    """It is a volume that is closed: nothing is played on it."""
    FOR_PRACTICE = "journal-for-practice"
    """No table is played in a practice folder."""
    OF_A_TABLE = "journal-of-a-table"
    """Nothing is practised in the folder of a table."""


@dataclass
class JournalError(Exception):
    """The journal cannot be used as asked. Nothing of what was asked has been recorded."""

    fault: JournalFault
    facts: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join((self.fault.value, *(f"{key}={value}" for key, value in self.facts.items())))


class DamagedError(JournalError):
    """The journal is not what was acknowledged: up to `last_verified` it is, after it nothing is known to be true."""

    def __init__(self, reason: str, last_verified: int) -> None:
        # SQLite may quote the damaged text itself, which has many lines.
        reason = reason.partition("\n")[0]
        super().__init__(JournalFault.DAMAGED, {"reason": reason, "last_verified": str(last_verified)})
        self.last_verified = last_verified


def sqlite_fault(problem: Exception) -> JournalFault:
    """What SQLite, or the system, says in its own way."""
    if not isinstance(problem, sqlite3.Error):
        return JournalFault.NOT_WRITTEN
    code = getattr(problem, "sqlite_errorcode", 0)
    # Reading, too, needs some room: for the memory that readers and the writer share.
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return JournalFault.DISK_FULL
    # The upper bits only say more of the same.
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return JournalFault.DISK_FULL
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalFault.LOCKED
        case _:
            return JournalFault.NOT_WRITTEN


def read_error(problem: Exception, file: Path, last_verified: int) -> JournalError:
    """What reading came to. A disk without room, or a file that is locked, is no damage."""
    fault = sqlite_fault(problem)
    if fault in (JournalFault.DISK_FULL, JournalFault.LOCKED):
        return JournalError(fault, {"file": str(file), "reason": str(problem)})
    return DamagedError(str(problem) or type(problem).__name__, last_verified)
