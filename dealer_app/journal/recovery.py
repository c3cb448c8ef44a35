"""Reads a journal back at a start: checks it, and folds it from the newest snapshot.

All of it happens on a connection that cannot write, and the whole chain is followed. A snapshot is a cache:
one whose digest or program differs is ignored. Nothing sealed is in it.
"""

import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from dealer_app.fault_points import fault_point
from dealer_app.journal.codec import FindSealed, UnknownEventError, decode, decode_body
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE, OnProgress, Reader, open_reader, verify_chain
from dealer_app.journal.records import EMPTY_HEAD, Head, JournalEntry, SnapshotTaken, entry_hash
from dealer_app.journal_errors import DamagedError, JournalError, read_error
from dealer_app.private_files import write_bytes

_SNAPSHOTS_KEPT = 2


def snapshot_path(folder: Path, through: int) -> Path:
    return folder / f"snapshot-{through:012d}.json"


def write_snapshot(folder: Path, through: int, state: bytes) -> str:
    """Writes the snapshot of the state after an entry; gives its SHA-256, for the event that announces it."""
    fault_point("snapshot.before_write")
    path = snapshot_path(folder, through)
    unfinished = path.with_suffix(".new")
    write_bytes(unfinished, state)
    fault_point("snapshot.written")
    unfinished.replace(path)
    fault_point("snapshot.renamed")
    return sha256(state).hexdigest()


def load_snapshot(folder: Path, through: int, digest: str) -> bytes | None:
    """The snapshot, if it is there and the one that was announced."""
    try:
        state = snapshot_path(folder, through).read_bytes()
    except OSError:
        return None
    return state if sha256(state).hexdigest() == digest else None


def drop_old_snapshots(folder: Path) -> None:
    """Leaves the newest ones, and the last announced one: those after it may have been cut off before they were."""
    old = sorted(folder.glob("snapshot-*.json"))[:-_SNAPSHOTS_KEPT]
    if not old:
        return
    try:
        announced = _find_announced(folder)
    except (JournalError, sqlite3.Error):
        return
    for path in old:
        if path != announced:
            path.unlink(missing_ok=True)


def drop_other_snapshots(folder: Path, through: int) -> None:
    """Leaves at a start the one that was read: another may be of an older form, which held what was sealed."""
    for path in folder.glob("snapshot-*.json"):
        if path != snapshot_path(folder, through):
            path.unlink(missing_ok=True)


def _find_announced(folder: Path) -> Path | None:
    reader = open_reader(folder)
    try:
        entry = reader.latest("snapshot-taken")
        taken = None if entry is None else decode(entry, reader.read_sealed)
    finally:
        reader.close()
    return snapshot_path(folder, taken.through) if isinstance(taken, SnapshotTaken) else None


_MOST_ENTRIES = 2**62
_ENTRIES_BETWEEN_REPORTS = 500
"""Events between two reports of progress, as there may be a window to paint."""
State = TypeVar("State")
State_co = TypeVar("State_co", covariant=True)


class StateFold(Protocol[State_co]):
    """One fold under way."""

    def add(self, event: object) -> None: ...

    def state(self) -> State_co:
        """What the events come to so far."""
        ...


class FoldMethod(Struct, Generic[State], frozen=True, kw_only=True):
    """What the entries add up to, and how that is kept in a snapshot."""

    start: Callable[[State | None], "StateFold[State]"]
    """Begins with a state, or with the one before the first entry."""
    read: Callable[[bytes, FindSealed], State]
    program: str
    """Names the program that writes snapshots: one of another program is not read."""


class Recovered(Struct, Generic[State], frozen=True, kw_only=True):
    """A journal that is in order, and what it folds to."""

    state: State
    head: Head
    last: JournalEntry | None
    snapshot: int
    """The entry to which the snapshot goes from which was folded on; 0 if none was read."""


class NotFollowedError(Exception):
    """The caller, who was shown how far the chain is followed, did not want to wait for its end."""


def recover(
    folder: Path, folding: FoldMethod[State], on_progress: OnProgress = lambda _at, _of: True
) -> Recovered[State]:
    """Raises JournalError if there is no journal to be read, DamagedError if it is not what was acknowledged.

    The callback gets every few milliseconds how far the chain is followed; NotFollowedError if it answers no.
    """
    acknowledged = read_head(folder)
    if not (folder / DATABASE).is_file() and (folder / HEAD).exists():
        raise DamagedError(gap_text(0, acknowledged) if acknowledged else "the database is missing", 0)
    reader = open_reader(folder)
    try:
        return _Recovery(reader, folder, folding, acknowledged).recover(on_progress)
    finally:
        reader.close()


def gap_text(last: int, acknowledged: Head) -> str:
    return f"events {last + 1} to {acknowledged.sequence} were acknowledged and are missing"


class _Recovery(Generic[State]):
    """One reading of a journal; `at` is how far the chain is followed."""

    def __init__(self, reader: Reader, folder: Path, folding: FoldMethod[State], acknowledged: Head | None) -> None:
        self._reader = reader
        self._folder = folder
        self._folding = folding
        self._acknowledged = acknowledged
        self._at = self._base = EMPTY_HEAD

    def recover(self, on_progress: OnProgress) -> Recovered[State]:
        try:
            return self._recover(on_progress)
        except sqlite3.DatabaseError as problem:
            raise read_error(problem, self._folder / DATABASE, self._at.sequence) from problem
        except (ValueError, KeyError, TypeError) as problem:
            raise DamagedError(f"{type(problem).__name__}: {problem}", self._at.sequence) from problem

    def _recover(self, on_progress: OnProgress) -> Recovered[State]:
        self._at = self._base = self._reader.base()
        through, snapshot = self._newest_snapshot()
        fold = self._folding.start(snapshot)
        last = self._follow_chain(fold, through, on_progress)
        self._compare_end()
        return Recovered(state=fold.state(), head=self._at, last=last or self._reader.last(), snapshot=through)

    def _follow_chain(self, fold: StateFold[State], through: int, on_progress: OnProgress) -> JournalEntry | None:
        """Follows the chain to its end and folds what no snapshot holds; names are local, for it is done to all."""
        sequence, digest = self._at
        base, end = sequence, self._reader.head().sequence
        add, sealed, row = fold.add, self._reader.read_sealed, None
        link, read = entry_hash, decode_body
        try:
            for row in self._reader.rows(sequence + 1):
                if row[0] != sequence + 1 or link(digest, row[:-1]) != row[-1]:
                    raise DamagedError(f"event {sequence + 1} does not follow from the one before", sequence)
                sequence, digest = row[0], row[-1]
                if sequence > through:
                    add(read(row[8], row[9], row[10], sealed))
                if not sequence % _ENTRIES_BETWEEN_REPORTS and not on_progress(sequence - base, end - base):
                    raise NotFollowedError
        finally:
            self._at = Head(sequence, digest)
        on_progress(sequence - base, end - base)
        return None if row is None else JournalEntry._make(row)

    def _compare_end(self) -> None:
        acknowledged, end = self._acknowledged, self._at
        if acknowledged is None:
            raise DamagedError("journal.head is missing or cannot be read, so the end cannot be checked", end.sequence)
        if acknowledged.sequence > end.sequence:
            raise DamagedError(gap_text(end.sequence, acknowledged), end.sequence)
        if self._find_head(acknowledged.sequence) != acknowledged:
            raise DamagedError(f"event {acknowledged.sequence} is not the one that was acknowledged", 0)

    def _find_head(self, sequence: int) -> Head:
        if sequence == self._base.sequence:
            return self._base
        entry = next(self._reader.entries(sequence, sequence), None)
        if entry is None:
            raise DamagedError(f"event {sequence} is missing", 0)
        return Head(entry.sequence, entry.hash)

    def _newest_snapshot(self) -> tuple[int, State | None]:
        return find_snapshot(self._reader, self._folder, self._folding)


def find_snapshot(
    reader: Reader, folder: Path, folding: FoldMethod[State], before: int = _MOST_ENTRIES
) -> tuple[int, State | None]:
    """The newest snapshot that is what was announced, up to an entry, and the entry to which it goes; 0 for none."""
    entry = reader.latest("snapshot-taken", before)
    while entry is not None:
        taken = _decode_mark(entry, reader)
        if taken is not None and taken.through <= before:
            state = _read_state(reader, folder, folding, taken)
            if state is not None:
                return taken.through, state
        entry = reader.latest("snapshot-taken", before=entry.sequence - 1)
    return 0, None


def _decode_mark(entry: JournalEntry, reader: Reader) -> SnapshotTaken | None:
    """None for one of a newer program. The chain says whether that or damage: it is followed past it then."""
    try:
        taken = decode(entry, reader.read_sealed)
    except UnknownEventError:
        return None
    assert isinstance(taken, SnapshotTaken), "the name says so"
    return taken


def _read_state(reader: Reader, folder: Path, folding: FoldMethod[State], taken: SnapshotTaken) -> State | None:
    """None for what is not there, not what was announced, of another program, or not to be read by this one."""
    kept = load_snapshot(folder, taken.through, taken.digest)
    if kept is None or taken.program != folding.program:
        return None
    try:
        return folding.read(kept, reader.read_sealed)
    except Exception:  # noqa: BLE001 - it is a cache: whatever it cannot be read for, the events say the same
        return None


_VALUES_BETWEEN_REPORTS = 500
"""Sealed values between two reports of progress."""


def verify_all(folder: Path, on_progress: OnProgress = lambda _at, _of: True) -> Head:
    """Gives up to where the journal is whole. Raises DamagedError for the first thing that is not as it was."""
    acknowledged = read_head(folder)
    head = verify_chain(folder, on_progress)
    reader = open_reader(folder)
    try:
        compare_end(reader, acknowledged)
        check_sealed_values(reader, on_progress)
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, folder / DATABASE, head.sequence) from problem
    finally:
        reader.close()
    return head


def check_acknowledged_end(folder: Path, *, leaves_no_file: bool = False) -> None:
    """For programs that only read: raises DamagedError if the end that journal.head knows of has been lost."""
    acknowledged = read_head(folder)
    if acknowledged is None:
        return
    reader = open_reader(folder, leaves_no_file=leaves_no_file)
    try:
        compare_end(reader, acknowledged)
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, folder / DATABASE, 0) from problem
    finally:
        reader.close()


def compare_end(reader: Reader, acknowledged: Head | None) -> None:
    """Raises DamagedError if the journal does not go as far as was acknowledged, or goes there by another way."""
    end = reader.head()
    if acknowledged is None:
        raise DamagedError("journal.head is missing or cannot be read, so the end cannot be checked", end.sequence)
    if end.sequence < acknowledged.sequence:
        raise DamagedError(gap_text(end.sequence, acknowledged), end.sequence)
    at = next(reader.entries(acknowledged.sequence, acknowledged.sequence), None)
    if at is not None and at.hash != acknowledged.hash:
        raise DamagedError(f"event {acknowledged.sequence} is not the one that was acknowledged", 0)


def check_sealed_values(reader: Reader, on_progress: OnProgress = lambda _at, _of: True) -> None:
    """Raises DamagedError for the first sealed value or secret that is not the one of its digest."""
    for query, read in (
        ("SELECT digest FROM sealed", reader.read_sealed),
        ("SELECT digest FROM secrets", reader.read_secret),
    ):
        digests = reader.connection.execute(query).fetchall()
        for number, (digest,) in enumerate(digests, 1):
            read(digest)
            if not number % _VALUES_BETWEEN_REPORTS and not on_progress(number, len(digests)):
                return
