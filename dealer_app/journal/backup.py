"""A copy of the journal, made while the station plays, and a journal made of such a copy.

A copy is a folder: the database as one file, and its head. It is there whole or not at all. It is used only after its
chain was followed from the first entry on, and what is made of it folds to the same state.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from dealer_app import private_files
from dealer_app.domain.values import dataclass
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

_PAGES = 1024
"""Copied at a time; each is a few kilobytes."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Where the copy is, and how far it goes."""

    folder: Path
    head: Head


def back_up(folder: Path, into: Path, told: Told = lambda _at, _of: True) -> Backup:
    """Copies the journal of a data folder into a new folder within `into`, named by how far the journal goes.

    `told` is asked every few milliseconds whether to go on; NotFollowedError if not, and then nothing is left of it.
    """

    def goes_on(at: int, of: int) -> bool:
        if not told(at, of):
            raise NotFollowedError
        return True

    acknowledged = read_head(folder)
    reader = read_only(folder)
    try:
        with _said_of(into), _there(into), unfinished_copy(into) as unfinished:
            head = _copied(reader, unfinished, goes_on)
            _compare(unfinished, acknowledged)
            # What is damaged is no backup, and this is when somebody can still do something about it.
            check_all(unfinished, goes_on)
            name = into / name_of(head)
            _put_in_place(unfinished, name)
            if name.exists() and unfinished.exists() and _proved(name, goes_on) != head:
                raise DamagedError(f"the older backup {name.name} is not what it was", 0)
    finally:
        reader.close()
    return Backup(name, head)


def name_of(head: Head) -> str:
    """What a copy is called that ends with this head."""
    return f"journal-{head.sequence:012d}-{head.hash.hex()[:8]}"


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
        if whole.exists():
            whole.rmdir()
        unfinished.replace(whole)
        sync_folder(whole.parent)
    return head


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
