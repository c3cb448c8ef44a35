"""Snapshots: what the journal folds to at some point, kept so that a start need not fold it all again.

A snapshot is a cache. The event that announces it holds its SHA-256, what it goes to and which program wrote it; one
that does not agree, or cannot be read, is as good as none. What is sealed is not in it.
"""

import sqlite3
from hashlib import sha256
from pathlib import Path

from dealer_app.faults import fault_point
from dealer_app.journal.codec import decode
from dealer_app.journal.facts import SnapshotTaken
from dealer_app.journal.reader import read_only
from dealer_app.journal.trouble import JournalError
from dealer_app.private_files import write_bytes

_KEPT = 2


def path_of(folder: Path, through: int) -> Path:
    return folder / f"snapshot-{through:012d}.json"


def write(folder: Path, through: int, state: bytes) -> str:
    """Writes the snapshot of the state after an entry; gives its SHA-256, for the event that announces it."""
    fault_point("snapshot.before_write")
    path = path_of(folder, through)
    unfinished = path.with_suffix(".new")
    write_bytes(unfinished, state)
    fault_point("snapshot.written")
    unfinished.replace(path)
    fault_point("snapshot.renamed")
    return sha256(state).hexdigest()


def read(folder: Path, through: int, digest: str) -> bytes | None:
    """The snapshot, if it is there and the one that was announced."""
    try:
        state = path_of(folder, through).read_bytes()
    except OSError:
        return None
    return state if sha256(state).hexdigest() == digest else None


def drop_old(folder: Path) -> None:
    """Leaves the newest ones, and the last announced one: those after it may have been cut off before they were."""
    old = sorted(folder.glob("snapshot-*.json"))[:-_KEPT]
    if not old:
        return
    try:
        announced = _announced(folder)
    except (JournalError, sqlite3.Error):
        return
    for path in old:
        if path != announced:
            path.unlink(missing_ok=True)


def drop_others(folder: Path, through: int) -> None:
    """Leaves at a start the one that was read: another may be of an older form, which held what was sealed."""
    for path in folder.glob("snapshot-*.json"):
        if path != path_of(folder, through):
            path.unlink(missing_ok=True)


def _announced(folder: Path) -> Path | None:
    reader = read_only(folder)
    try:
        entry = reader.latest("snapshot-taken")
        taken = None if entry is None else decode(entry, reader.sealed)
    finally:
        reader.close()
    return path_of(folder, taken.through) if isinstance(taken, SnapshotTaken) else None
