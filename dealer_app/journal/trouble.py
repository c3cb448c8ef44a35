"""What can be wrong with a journal, as typed errors of the environment: each has a code, and facts for its message.

The messages are in the catalogues of words; here is only what happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Fault(Enum):
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


@dataclass
class JournalError(Exception):
    """The journal cannot be used as asked. Nothing of what was asked has been recorded."""

    fault: Fault
    facts: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join((self.fault.value, *(f"{key}={value}" for key, value in self.facts.items())))


class DamagedError(JournalError):
    """The journal is not what was acknowledged: up to `last_verified` it is, after it nothing is known to be true."""

    def __init__(self, reason: str, last_verified: int) -> None:
        super().__init__(Fault.DAMAGED, {"reason": reason, "last_verified": str(last_verified)})
        self.last_verified = last_verified
