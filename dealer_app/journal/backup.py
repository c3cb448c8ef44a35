"""A copy of the journal, made while the station plays, and a journal made of such a copy.

A copy is a folder: the database as one file, and its head. It is there whole or not at all. It is used only after its
chain was followed from the first entry on, and what is made of it folds to the same state. Volumes that are closed are
copied once, each into a folder of its own beside the copies, for they never change.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_app import private_files
from dealer_app.journal.codec import decode
from dealer_app.journal.disk import open_temporary_copy, temporary_name
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import HeadFile, read_head
from dealer_app.journal.reader import DATABASE, OnProgress, Reader, open_reader
from dealer_app.journal.records import Head
from dealer_app.journal.recovery import FoldMethod, NotFollowedError, compare_end, verify_all
from dealer_app.journal.store import sync_folder
from dealer_app.journal.volumes import CLOSED_MODE, find_closed_volumes, read_volume_info, volume_damage, volume_folder
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, sqlite_fault

_JOURNAL_NAME = "journal"
_PAGES_AT_A_TIME = 1024
"""Copied at a time; each is a few kilobytes."""


class Backup(Struct, frozen=True):
    """Where the copy is, and how far it goes."""

    folder: Path
    head: Head


def make_backup(folder: Path, into: Path, on_progress: OnProgress = lambda _at, _of: True) -> Backup:
    """Copies the journal of a data folder into a new folder within `into`, named by how far the journal goes.

    Before that the volumes that are closed and not copied there yet: where one is damaged, nothing is made. The
    callback is asked every few milliseconds whether to go on. If not, NotFollowedError is raised and nothing is left.
    """

    def goes_on(at: int, of: int) -> bool:
        if not on_progress(at, of):
            raise NotFollowedError
        return True

    for volume in find_closed_volumes(folder).values():
        _copy_volume(volume, into, goes_on)
    return _make_copy(folder, into, goes_on)


def _copy_volume(volume: Path, into: Path, on_progress: OnProgress) -> None:
    try:
        if not (into / backup_name(read_volume_info(volume).head, volume.name)).exists():
            _make_copy(volume, into, on_progress, volume.name)
    except DamagedError as problem:
        raise volume_damage(volume, problem) from problem


def _make_copy(folder: Path, into: Path, goes_on: OnProgress, what: str = _JOURNAL_NAME) -> Backup:
    acknowledged = read_head(folder)
    reader = open_reader(folder)
    try:
        with _explain_errors(into), _ensure_folder(into), open_temporary_copy(into) as unfinished:
            head = _copy_database(reader, unfinished, goes_on)
            _check_end(unfinished, acknowledged)
            # What is damaged is no backup, and this is when somebody can still do something about it.
            verify_all(unfinished, goes_on)
            name = into / backup_name(head, what)
            _put_in_place(unfinished, name)
            if name.exists() and unfinished.exists() and _verify_copy(name, goes_on) != head:
                raise DamagedError(f"the older backup {name.name} is not what it was", 0)
    finally:
        reader.close()
    return Backup(name, head)


def backup_name(head: Head, what: str = _JOURNAL_NAME) -> str:
    """What a copy is called that ends with this head, of the journal or of a volume."""
    return f"{what}-{head.sequence:012d}-{head.hash.hex()[:8]}"


def _put_in_place(unfinished: Path, name: Path) -> None:
    """One that is there already, of the same head, stays: somebody else may have been quicker."""
    if name.exists():
        return
    sync_folder(unfinished)
    try:
        unfinished.replace(name)
    except OSError:
        if not name.exists():
            raise
        return
    sync_folder(name.parent)


def is_backup_copy(path: Path, head: Head) -> bool:
    """Whether this folder is exactly a copy that ends with this head, by its own head file, with nothing beside it."""
    if path.is_symlink() or not path.is_dir() or path.name != backup_name(head):
        return False
    there = sorted(each.name for each in path.iterdir() if each.is_file() and not each.is_symlink())
    everything = len(list(path.iterdir()))
    return there == sorted((DATABASE, HEAD)) and everything == len(there) and read_head(path) == head


def remove_backup(path: Path) -> None:
    """First it has the name of what is not whole: a kill leaves no half of a backup. Raises OSError."""
    aside = temporary_name(path.parent)
    path.replace(aside)
    shutil.rmtree(aside)
    sync_folder(path.parent)


def restore_backup(
    backup: Path, folder: Path, folding: FoldMethod[Any], on_progress: OnProgress = lambda _at, _of: True
) -> Head:
    """Makes an empty or new folder the data folder that the copy was made of, and proves that it is equal.

    Raises JournalError, and leaves the folder as it was, if anything is in it or the copy is not what it says.
    """
    whole = folder.resolve()
    with _explain_errors(folder):
        if whole.exists() and any(whole.iterdir()):
            raise JournalError(JournalFault.NOT_EMPTY, {"folder": str(folder)})
    head = _verify_copy(backup, on_progress)
    unfinished = whole.with_name(f"{whole.name}.restoring")
    with _new_folder(unfinished, folder):
        _copy_journal(backup, unfinished)
        if _verify_copy(unfinished, on_progress) != head or _fold_state(unfinished, folding) != _fold_state(
            backup, folding
        ):
            raise DamagedError("the restored journal is not the one that was backed up", 0)
        _restore_volumes(backup, unfinished)
        if whole.exists():
            whole.rmdir()
        unfinished.replace(whole)
        sync_folder(whole.parent)
    return head


def _restore_volumes(backup: Path, into: Path) -> None:
    """The volumes before it, of which copies lie beside the backup. One that does not is missing, as a start says."""
    at = read_volume_info(into)
    while at.base.sequence:
        target = volume_folder(into, at.number - 1)
        copy = backup.absolute().parent / backup_name(at.base, target.name)
        if not (copy / DATABASE).is_file():
            return
        private_files.make_folder(target)
        _copy_journal(copy, target)
        if _verify_copy(target, lambda _at, _of: True) != at.base:
            raise DamagedError(f"{copy.name} does not end as its name says", at.base.sequence)
        for name in (DATABASE, HEAD):
            private_files.set_mode(target / name, CLOSED_MODE)
        sync_folder(target)
        at = read_volume_info(target)


@contextmanager
def _ensure_folder(folder: Path) -> Iterator[None]:
    """The folder is made if it has to be, and is gone again, with those above it, if nothing came to lie in it."""
    made = [each for each in (folder.absolute(), *folder.absolute().parents) if not each.exists()]
    try:
        private_files.make_folder(folder)
        yield
    finally:
        with suppress(OSError):
            for each in made:
                each.rmdir()


@contextmanager
def _new_folder(copy: Path, of: Path) -> Iterator[None]:
    """A folder in which a copy is made, to be renamed when it is whole: whatever happens, nothing half is left behind.

    What a killed attempt has left is cleared away by the next one.
    """
    with _explain_errors(of), _ensure_folder(copy.parent):
        try:
            shutil.rmtree(copy, ignore_errors=True)
            private_files.make_folder(copy)
            yield
        finally:
            shutil.rmtree(copy, ignore_errors=True)


@contextmanager
def _explain_errors(folder: Path) -> Iterator[None]:
    """What the system or SQLite says while a copy is written becomes what is wrong with its folder."""
    facts = {"folder": str(folder), "file": str(folder / DATABASE)}
    try:
        yield
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = problem.strerror or str(problem)
        raise JournalError(
            JournalFault.DISK_FULL if full else JournalFault.FOLDER_NOT_WRITABLE, {**facts, "reason": reason}
        ) from problem
    except sqlite3.OperationalError as problem:
        fault = sqlite_fault(problem)
        named = JournalFault.FOLDER_NOT_WRITABLE if fault is JournalFault.NOT_WRITTEN else fault
        raise JournalError(named, {**facts, "reason": str(problem)}) from problem
    except sqlite3.DatabaseError as problem:
        raise DamagedError(str(problem), 0) from problem


def _copy_journal(backup: Path, into: Path) -> None:
    reader = open_reader(backup)
    try:
        _copy_database(reader, into)
    finally:
        reader.close()


def _copy_database(reader: Reader, into: Path, on_progress: OnProgress = lambda _at, _of: True) -> Head:
    """One file without a log, and the head of exactly what is in it, both on the disk.

    It is copied some pages at a time, all of them as they were at the beginning: a station may write meanwhile.
    """
    target = into / DATABASE
    private_files.make_file(target)
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        reader.connection.execute("BEGIN")
        reader.head()
        reader.connection.backup(
            copy, pages=_PAGES_AT_A_TIME, progress=lambda _status, left, of: on_progress(of - left, of) and None
        )
        reader.connection.execute("COMMIT")
        copy.execute("PRAGMA journal_mode = DELETE")
        head = Reader(copy).head()
    finally:
        copy.close()
    with target.open("rb") as file:
        os.fsync(file.fileno())
    written = HeadFile(into)
    try:
        written.write(head)
        written.sync()
    finally:
        written.close()
    return head


def _check_end(copy: Path, acknowledged: Head | None) -> None:
    """Nobody shall trust a copy of a journal that has lost its end."""
    reader = open_reader(copy)
    try:
        compare_end(reader, acknowledged)
    finally:
        reader.close()


def _verify_copy(folder: Path, on_progress: OnProgress) -> Head:
    """The head of a copy in which everything is in order, and which ends exactly where its head file says."""
    head = verify_all(folder, on_progress)
    if read_head(folder) != head:
        raise DamagedError("the copy does not end where its journal.head says", head.sequence)
    return head


def _fold_state(folder: Path, folding: FoldMethod[Any]) -> object:
    reader = open_reader(folder)
    fold = folding.start(None)
    try:
        for entry in reader.entries():
            fold.add(decode(entry, reader.read_sealed))
    finally:
        reader.close()
    return fold.state()
