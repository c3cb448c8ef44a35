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
from dealer_app.journal.checking import check_all, compare_end
from dealer_app.journal.codec import decode
from dealer_app.journal.head_file import NAME as HEAD
from dealer_app.journal.head_file import HeadFile, read_head
from dealer_app.journal.making import sync_folder
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Head
from dealer_app.journal.recovery import Folding, NotFollowedError
from dealer_app.journal.trouble import DamagedError, Fault, JournalError, fault_of
from dealer_app.journal.unfinished_copy import unfinished_copy, unfinished_name
from dealer_app.journal.verifying import Told
from dealer_app.journal.volumes import CLOSED_FILE, closed_volumes, damaged_volume, described, volume_folder

_JOURNAL = "journal"
_PAGES = 1024
"""Copied at a time; each is a few kilobytes."""


class Backup(Struct, frozen=True):
    """Where the copy is, and how far it goes."""

    folder: Path
    head: Head


def back_up(folder: Path, into: Path, told: Told = lambda _at, _of: True) -> Backup:
    """Copies the journal of a data folder into a new folder within `into`, named by how far the journal goes.

    Before that the volumes that are closed and not copied there yet: where one is damaged, nothing is made.
    `told` is asked every few milliseconds whether to go on; NotFollowedError if not, and then nothing is left of it.
    """

    def goes_on(at: int, of: int) -> bool:
        if not told(at, of):
            raise NotFollowedError
        return True

    for volume in closed_volumes(folder).values():
        _back_up_volume(volume, into, goes_on)
    return _copy_of(folder, into, goes_on)


def _back_up_volume(volume: Path, into: Path, told: Told) -> None:
    try:
        if not (into / name_of(described(volume).head, volume.name)).exists():
            _copy_of(volume, into, told, volume.name)
    except DamagedError as problem:
        raise damaged_volume(volume, problem) from problem


def _copy_of(folder: Path, into: Path, goes_on: Told, what: str = _JOURNAL) -> Backup:
    acknowledged = read_head(folder)
    reader = read_only(folder)
    try:
        with _said_of(into), _there(into), unfinished_copy(into) as unfinished:
            head = _copied(reader, unfinished, goes_on)
            _compare(unfinished, acknowledged)
            # What is damaged is no backup, and this is when somebody can still do something about it.
            check_all(unfinished, goes_on)
            name = into / name_of(head, what)
            _put_in_place(unfinished, name)
            if name.exists() and unfinished.exists() and _proved(name, goes_on) != head:
                raise DamagedError(f"the older backup {name.name} is not what it was", 0)
    finally:
        reader.close()
    return Backup(name, head)


def name_of(head: Head, what: str = _JOURNAL) -> str:
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


def is_backup_of(path: Path, head: Head) -> bool:
    """Whether exactly a copy that ends with this head lies there, by its own head file, and nothing beside it."""
    if path.is_symlink() or not path.is_dir() or path.name != name_of(head):
        return False
    there = sorted(each.name for each in path.iterdir() if each.is_file() and not each.is_symlink())
    everything = len(list(path.iterdir()))
    return there == sorted((DATABASE, HEAD)) and everything == len(there) and read_head(path) == head


def remove_backup(path: Path) -> None:
    """First it has the name of what is not whole: a kill leaves no half of a backup. Raises OSError."""
    aside = unfinished_name(path.parent)
    path.replace(aside)
    shutil.rmtree(aside)
    sync_folder(path.parent)


def restore(backup: Path, folder: Path, folding: Folding[Any], told: Told = lambda _at, _of: True) -> Head:
    """Makes an empty or new folder the data folder that the copy was made of, and proves that it is equal.

    Raises JournalError, and leaves the folder as it was, if anything is in it or the copy is not what it says.
    """
    whole = folder.resolve()
    with _said_of(folder):
        if whole.exists() and any(whole.iterdir()):
            raise JournalError(Fault.NOT_EMPTY, {"folder": str(folder)})
    head = _proved(backup, told)
    unfinished = whole.with_name(f"{whole.name}.restoring")
    with _unfinished(unfinished, folder):
        _restored(backup, unfinished)
        if _proved(unfinished, told) != head or _folded(unfinished, folding) != _folded(backup, folding):
            raise DamagedError("the restored journal is not the one that was backed up", 0)
        _restore_volumes(backup, unfinished)
        if whole.exists():
            whole.rmdir()
        unfinished.replace(whole)
        sync_folder(whole.parent)
    return head


def _restore_volumes(backup: Path, into: Path) -> None:
    """The volumes before it, of which copies lie beside the backup. One that does not is missing, as a start says."""
    at = described(into)
    while at.base.sequence:
        target = volume_folder(into, at.number - 1)
        copy = backup.absolute().parent / name_of(at.base, target.name)
        if not (copy / DATABASE).is_file():
            return
        private_files.make_folder(target)
        _restored(copy, target)
        if _proved(target, lambda _at, _of: True) != at.base:
            raise DamagedError(f"{copy.name} does not end as its name says", at.base.sequence)
        for name in (DATABASE, HEAD):
            private_files.set_mode(target / name, CLOSED_FILE)
        sync_folder(target)
        at = described(target)


@contextmanager
def _there(folder: Path) -> Iterator[None]:
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
def _unfinished(copy: Path, of: Path) -> Iterator[None]:
    """A folder in which a copy is made, to be renamed when it is whole: whatever happens, nothing half is left behind.

    What a killed attempt has left is cleared away by the next one.
    """
    with _said_of(of), _there(copy.parent):
        try:
            shutil.rmtree(copy, ignore_errors=True)
            private_files.make_folder(copy)
            yield
        finally:
            shutil.rmtree(copy, ignore_errors=True)


@contextmanager
def _said_of(folder: Path) -> Iterator[None]:
    """What the system or SQLite says while a copy is written becomes what is wrong with its folder."""
    facts = {"folder": str(folder), "file": str(folder / DATABASE)}
    try:
        yield
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = problem.strerror or str(problem)
        raise JournalError(
            Fault.DISK_FULL if full else Fault.FOLDER_NOT_WRITABLE, {**facts, "reason": reason}
        ) from problem
    except sqlite3.OperationalError as problem:
        fault = fault_of(problem)
        named = Fault.FOLDER_NOT_WRITABLE if fault is Fault.NOT_WRITTEN else fault
        raise JournalError(named, {**facts, "reason": str(problem)}) from problem
    except sqlite3.DatabaseError as problem:
        raise DamagedError(str(problem), 0) from problem


def _restored(backup: Path, into: Path) -> None:
    reader = read_only(backup)
    try:
        _copied(reader, into)
    finally:
        reader.close()


def _copied(reader: Reader, into: Path, told: Told = lambda _at, _of: True) -> Head:
    """One file without a log, and the head of exactly what is in it, both on the disk.

    It is copied some pages at a time, all of them as they were at the beginning: a station may write meanwhile.
    """
    target = into / DATABASE
    private_files.make_file(target)
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        reader.connection.execute("BEGIN")
        reader.head()
        reader.connection.backup(copy, pages=_PAGES, progress=lambda _status, left, of: told(of - left, of) and None)
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


def _compare(copy: Path, acknowledged: Head | None) -> None:
    """Nobody shall trust a copy of a journal that has lost its end."""
    reader = read_only(copy)
    try:
        compare_end(reader, acknowledged)
    finally:
        reader.close()


def _proved(folder: Path, told: Told) -> Head:
    """The head of a copy in which everything is in order, and which ends exactly where its head file says."""
    head = check_all(folder, told)
    if read_head(folder) != head:
        raise DamagedError("the copy does not end where its journal.head says", head.sequence)
    return head


def _folded(folder: Path, folding: Folding[Any]) -> object:
    reader = read_only(folder)
    fold = folding.start(None)
    try:
        for entry in reader.entries():
            fold.add(decode(entry, reader.sealed))
    finally:
        reader.close()
    return fold.state()
