"""PINs that were keyed in a sitting for a new journal, kept beside the damaged one until the new one takes them in.

Nothing is written into the damaged journal, and a sitting may come to nothing: what was tried in vain still counts.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from dealer_app.journal.codec import UnknownEventError, decoded
from dealer_app.journal.memory import MemoryJournal
from dealer_app.journal.record import Entry, Head, Record, Secret, Written
from dealer_app.journal.trouble import Fault, JournalError
from dealer_app.people.events import CounterBeganAnew, LockedOut, PeopleEvent, PinAttempted, UnknownBadgeTried
from dealer_app.private_files import open_text

_NAMES = frozenset({"counter-began-anew", "pin-attempted", "locked-out", "unknown-badge-tried"})
_KEPT = (CounterBeganAnew, PinAttempted, LockedOut, UnknownBadgeTried)


class SittingJournal(MemoryJournal):
    """In memory, but for attempts with PINs: they are on the disk before anybody is told what came of them."""

    def __init__(self, folder: Path, after: Head) -> None:
        super().__init__()
        self._path = folder / f"renewal-{after.sequence:012d}-{after.hash.hex()[:8]}.attempts"
        self._keeps = False

    def earlier(self) -> tuple[PeopleEvent, ...]:
        """What was tried in sittings before this one."""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return ()
        return tuple(event for event in map(_event, lines) if event is not None)

    def keep_attempts(self) -> None:
        """From now on."""
        self._keeps = True

    def append(self, records: Sequence[Record], written: Written, secrets: Sequence[Secret] = ()) -> tuple[Entry, ...]:
        lines = [_line(record) for record in records if record.name in _NAMES] if self._keeps else []
        if lines:
            try:
                with open_text(self._path, "a") as file:
                    file.writelines(lines)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as problem:
                facts = {"file": str(self._path), "reason": problem.strerror or str(problem)}
                raise JournalError(Fault.NOT_WRITTEN, facts) from problem
        return super().append(records, written, secrets)

    def forget(self) -> None:
        """The new journal has them."""
        self._path.unlink(missing_ok=True)


def _line(record: Record) -> str:
    return json.dumps([record.name, record.version, record.body]) + "\n"


def _event(line: str) -> PeopleEvent | None:
    """Nothing for what is no attempt: a line that was being written when the power failed."""
    try:
        name, version, body = json.loads(line)
        event = decoded(name, version, body, lambda digest: (digest, ""))
    except (ValueError, TypeError, KeyError, UnknownEventError):
        return None
    return event if isinstance(event, _KEPT) else None
