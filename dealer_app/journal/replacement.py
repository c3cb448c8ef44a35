"""A new journal in the place of a damaged one, or of a volume that is closed. A power cut leaves the one or the other.

The damaged files are copied aside and never written; a volume that is closed is moved aside as it is. The new journal
is made whole in a folder beside them; once that folder is renamed it is the journal, and the next program that opens
the data folder finishes the move.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from dealer_app import private_files
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import EMPTY_HEAD, DecisionContext, Head, JournalEntry, Record, Secret
from dealer_app.journal.store import SqliteJournal, create_journal, open_writable, sync_folder
from dealer_app.journal.volumes import CLOSED_MODE, VOLUME_PATTERN, volume_folder
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, sqlite_fault

SUMS_FILE = "SHA256SUMS"
_NEW_FOLDER, _READY_FOLDER = "journal-renewed.new", "journal-renewed"
_LOG_FILE, _SHARED_FILE, _SNAPSHOTS = f"{DATABASE}-wal", f"{DATABASE}-shm", "snapshot-*.json"
_READ_BYTES = 1024 * 1024


class DamagedCopy(Struct, frozen=True):
    """Where the damaged files were copied to, and the SHA-256 of each."""

    folder: Path
    digests: Mapping[str, str]


class ClosedVolume(Struct, frozen=True):
    """A volume that is closed when the next one takes its place: its number, and how far it goes."""

    volume: int
    head: Head


NO_VOLUME = ClosedVolume(0, EMPTY_HEAD)


def journal_digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of the journal, by its name.

    What SQLite shares between programs is no part of it, nor an empty log, which any reader of the database makes.
    """
    names = [DATABASE, _LOG_FILE, HEAD, *(path.name for path in sorted(folder.glob(_SNAPSHOTS)))]
    with _explain_errors(folder):
        there = [name for name in names if (folder / name).is_file()]
        return {
            name: _file_digest(folder / name) for name in there if name != _LOG_FILE or (folder / name).stat().st_size
        }


def copy_damaged_files(folder: Path, head: Head) -> DamagedCopy:
    """Copies the damaged files into a folder named by how far they are true; whole, or not at all."""
    digests = journal_digests(folder)
    with _explain_errors(folder):
        into = _free_name(folder, f"damaged-{head.sequence:012d}-{head.hash.hex()[:8]}", digests)
        if into.exists():
            return DamagedCopy(into, digests)
        unfinished = into.with_name(f"{into.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        private_files.make_folder(unfinished)
        for name in digests:
            private_files.copy_file(folder / name, unfinished / name)
            _sync_file(unfinished / name)
        private_files.write_text(unfinished / SUMS_FILE, _sums_text(digests))
        _sync_file(unfinished / SUMS_FILE)
        for name, digest in digests.items():
            if _file_digest(unfinished / name) != digest:
                raise DamagedError(f"{name} could not be copied as it is", head.sequence)
        sync_folder(unfinished)
        unfinished.replace(into)
        sync_folder(folder)
    return DamagedCopy(into, digests)


def _free_name(folder: Path, name: str, digests: Mapping[str, str]) -> Path:
    """A folder that holds exactly these files already, or one that is not there yet."""
    number, into = 1, folder / name
    while into.exists() and (into / SUMS_FILE).read_text(encoding="utf-8") != _sums_text(digests):
        number += 1
        into = folder / f"{name}-{number}"
    return into


def _sums_text(digests: Mapping[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items())


def replace_journal(
    folder: Path, entries: Iterable[JournalEntry], secrets: Iterable[Secret], closed: ClosedVolume = NO_VOLUME
) -> Head:
    """Makes these entries the journal of the folder. Of the one before the files have to be set aside already, or it
    is the volume that is `closed` with this.
    """
    made = folder / _NEW_FOLDER
    with _explain_errors(folder), _clean_folder(made):
        private_files.make_folder(made)
        create_journal(made, closed.head)
        journal = SqliteJournal(made, open_writable(made), HeadFile(made), closed.head)
        try:
            _copy_entries(journal, entries, tuple(secrets))
            journal.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            head = journal.head()
        finally:
            journal.close()
        # Only two files are moved: what is still in a log would be lost.
        (made / _LOG_FILE).unlink(missing_ok=True)
        (made / _SHARED_FILE).unlink(missing_ok=True)
        _sync_file(made / DATABASE)
        if closed.volume:
            _prepare_volume(made, closed)
        sync_folder(made)
        made.replace(folder / _READY_FOLDER)
        sync_folder(folder)
    finish_replacement(folder)
    return head


@contextmanager
def _clean_folder(made: Path) -> Iterator[None]:
    """What an attempt before has left is cleared away, and what this one leaves where it comes to nothing."""
    shutil.rmtree(made, ignore_errors=True)
    try:
        yield
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _copy_entries(journal: SqliteJournal, entries: Iterable[JournalEntry], secrets: tuple[Secret, ...]) -> None:
    """Decision by decision, as they were made."""
    for _, decision in groupby(entries, key=lambda entry: entry.decision):
        same = tuple(decision)
        first = same[0]
        written = DecisionContext(
            day=first.day,
            utc=first.utc,
            offset=first.offset,
            counter=first.counter,
            badge=first.badge,
            position=first.position,
        )
        records = [Record(name=entry.name, version=entry.version, body=entry.body) for entry in same]
        made = journal.append(records, written, secrets)
        assert made == same, "an entry says of itself where it stands"
        secrets = ()


def is_replacement_ready(folder: Path) -> bool:
    """Whether a new journal is ready that is not in its place yet."""
    return (folder / _READY_FOLDER).is_dir()


def finish_replacement(folder: Path) -> None:
    """Moves a new journal that is ready into its place, and a volume that is closed out of it.

    The caller holds the folder's lock, and calls this before reading.
    """
    ready = folder / _READY_FOLDER
    if not ready.is_dir():
        return
    with _explain_errors(folder):
        if (ready / DATABASE).exists():
            # Without a head no journal is in order: what is here in between is never taken for one.
            (folder / HEAD).unlink(missing_ok=True)
            sync_folder(folder)
            for closed in ready.glob(VOLUME_PATTERN):
                _move_volume(folder, closed)
            for old in (folder / _LOG_FILE, folder / _SHARED_FILE, *folder.glob(_SNAPSHOTS)):
                old.unlink(missing_ok=True)
            sync_folder(folder)
            (ready / DATABASE).replace(folder / DATABASE)
            sync_folder(folder)
        if (ready / HEAD).exists():
            (ready / HEAD).replace(folder / HEAD)
            sync_folder(folder)
        ready.rmdir()
        sync_folder(folder)


def merge_log(folder: Path) -> None:
    """Brings all of a journal into its database, which needs no log beside it then. Raises JournalError."""
    try:
        connection = open_writable(folder)
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error as problem:
        facts = {"file": str(folder / DATABASE), "reason": str(problem)}
        raise JournalError(sqlite_fault(problem), facts) from problem
    if mode != "delete" or (folder / _LOG_FILE).exists():
        raise JournalError(JournalFault.LOCKED, {"file": str(folder / DATABASE), "reason": f"journal_mode {mode}"})


def _prepare_volume(made: Path, closed: ClosedVolume) -> None:
    """The folder of the volume that is closed, with its head; the database is moved into it when all is ready."""
    into = volume_folder(made, closed.volume)
    private_files.make_folder(into)
    file = HeadFile.make(into)
    try:
        file.write(closed.head)
        file.sync()
    finally:
        file.close()
    sync_folder(into)


def _move_volume(folder: Path, closed: Path) -> None:
    """Moves the database that is no longer the journal into the folder of its volume, and that beside the journal."""
    if not (closed / DATABASE).exists():
        (folder / DATABASE).replace(closed / DATABASE)
        sync_folder(closed)
    for name in (DATABASE, HEAD):
        private_files.set_mode(closed / name, CLOSED_MODE)
    closed.replace(folder / closed.name)
    sync_folder(folder)


@contextmanager
def _explain_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise JournalError(JournalFault.NOT_WRITTEN, {"folder": str(folder), "reason": reason}) from problem


def _file_digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(_READ_BYTES):
            digest.update(part)
    return digest.hexdigest()


def _sync_file(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
