"""Reading a journal back: is it what was acknowledged, and what does it fold to?

All of it happens on a connection that cannot write. The whole chain is followed, whatever was known of it before, and
what no snapshot holds is folded in the same pass.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from dealer_app.journal import snapshots
from dealer_app.journal.codec import Find, UnknownEventError, decode, decoded
from dealer_app.journal.facts import SnapshotTaken
from dealer_app.journal.head_file import NAME as HEAD
from dealer_app.journal.head_file import read_head
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import EMPTY, Entry, Head, chained
from dealer_app.journal.trouble import DamagedError, not_read
from dealer_app.journal.verifying import Told

_SLICE = 500
"""Events between two times that somebody is told, who may have a window to paint."""
State = TypeVar("State")
Folded_co = TypeVar("Folded_co", covariant=True)


class Fold(Protocol[Folded_co]):
    """One fold under way."""

    def add(self, event: object) -> None: ...

    def state(self) -> Folded_co:
        """What the events come to so far."""
        ...


class Folding(Struct, Generic[State], frozen=True, kw_only=True):
    """What the entries add up to, and how that is kept in a snapshot."""

    start: Callable[[State | None], "Fold[State]"]
    """Begins with a state, or with the one before the first entry."""
    read: Callable[[bytes, Find], State]
    program: str
    """Names the program that writes snapshots: one of another program is not read."""


class Recovered(Struct, Generic[State], frozen=True, kw_only=True):
    """A journal that is in order, and what it folds to."""

    state: State
    head: Head
    last: Entry | None
    snapshot: int
    """The entry to which the snapshot goes from which was folded on; 0 if none was read."""


class NotFollowedError(Exception):
    """Whoever was told how far the chain is followed did not want to wait for its end."""


def recover(folder: Path, folding: Folding[State], told: Told = lambda _at, _of: True) -> Recovered[State]:
    """Raises JournalError if there is no journal to be read, DamagedError if it is not what was acknowledged.

    `told` is told every few milliseconds how far the chain is followed; NotFollowedError if it does not want to go on.
    """
    acknowledged = read_head(folder)
    if not (folder / DATABASE).is_file() and (folder / HEAD).exists():
        raise DamagedError(missing(0, acknowledged) if acknowledged else "the database is missing", 0)
    reader = read_only(folder)
    try:
        return _Reading(reader, folder, folding, acknowledged).recovered(told)
    finally:
        reader.close()


def missing(last: int, acknowledged: Head) -> str:
    return f"events {last + 1} to {acknowledged.sequence} were acknowledged and are missing"


class _Reading(Generic[State]):
    """One reading of a journal; `at` is how far the chain is followed."""

    def __init__(self, reader: Reader, folder: Path, folding: Folding[State], acknowledged: Head | None) -> None:
        self._reader = reader
        self._folder = folder
        self._folding = folding
        self._acknowledged = acknowledged
        self._at = self._base = EMPTY

    def recovered(self, told: Told) -> Recovered[State]:
        try:
            return self._recovered(told)
        except sqlite3.DatabaseError as problem:
            raise not_read(problem, self._folder / DATABASE, self._at.sequence) from problem
        except (ValueError, KeyError, TypeError) as problem:
            raise DamagedError(f"{type(problem).__name__}: {problem}", self._at.sequence) from problem

    def _recovered(self, told: Told) -> Recovered[State]:
        self._at = self._base = self._reader.base()
        through, snapshot = self._snapshot()
        fold = self._folding.start(snapshot)
        last = self._followed(fold, through, told)
        self._compare_end()
        return Recovered(state=fold.state(), head=self._at, last=last or self._reader.last(), snapshot=through)

    def _followed(self, fold: Fold[State], through: int, told: Told) -> Entry | None:
        """Follows the chain to its end and folds what no snapshot holds; names are local, for it is done to all."""
        sequence, digest = self._at
        base, end = sequence, self._reader.head().sequence
        add, sealed, row = fold.add, self._reader.sealed, None
        link, read = chained, decoded
        try:
            for row in self._reader.rows(sequence + 1):
                if row[0] != sequence + 1 or link(digest, row[:-1]) != row[-1]:
                    raise DamagedError(f"event {sequence + 1} does not follow from the one before", sequence)
                sequence, digest = row[0], row[-1]
                if sequence > through:
                    add(read(row[8], row[9], row[10], sealed))
                if not sequence % _SLICE and not told(sequence - base, end - base):
                    raise NotFollowedError
        finally:
            self._at = Head(sequence, digest)
        told(sequence - base, end - base)
        return None if row is None else Entry._make(row)

    def _compare_end(self) -> None:
        acknowledged, end = self._acknowledged, self._at
        if acknowledged is None:
            raise DamagedError("journal.head is missing or cannot be read, so the end cannot be checked", end.sequence)
        if acknowledged.sequence > end.sequence:
            raise DamagedError(missing(end.sequence, acknowledged), end.sequence)
        if self._head_at(acknowledged.sequence) != acknowledged:
            raise DamagedError(f"event {acknowledged.sequence} is not the one that was acknowledged", 0)

    def _head_at(self, sequence: int) -> Head:
        if sequence == self._base.sequence:
            return self._base
        entry = next(self._reader.entries(sequence, sequence), None)
        if entry is None:
            raise DamagedError(f"event {sequence} is missing", 0)
        return Head(entry.sequence, entry.hash)

    def _snapshot(self) -> tuple[int, State | None]:
        """The newest snapshot that is what was announced, if there is one, and the entry to which it goes."""
        entry = self._reader.latest("snapshot-taken")
        while entry is not None:
            taken = self._mark(entry)
            if taken is not None:
                assert isinstance(taken, SnapshotTaken), "the name says so"
                state = self._kept(taken)
                if state is not None:
                    return taken.through, state
            entry = self._reader.latest("snapshot-taken", before=entry.sequence - 1)
        return 0, None

    def _mark(self, entry: Entry) -> object | None:
        """None for one of a newer program. The chain says whether that or damage: it is followed past it then."""
        try:
            return decode(entry, self._reader.sealed)
        except UnknownEventError:
            return None

    def _kept(self, taken: SnapshotTaken) -> State | None:
        """None for what is not there, not what was announced, of another program, or not to be read by this one."""
        kept = snapshots.read(self._folder, taken.through, taken.digest)
        if kept is None or taken.program != self._folding.program:
            return None
        try:
            return self._folding.read(kept, self._reader.sealed)
        except Exception:  # noqa: BLE001 - it is a cache: whatever it cannot be read for, the events say the same
            return None
