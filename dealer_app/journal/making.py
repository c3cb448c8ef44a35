"""Making a journal where there is none, so that a power cut leaves either none or a whole empty one."""

import errno
import os
import sqlite3
from pathlib import Path

from dealer_app import private_files
from dealer_app.journal.head_file import HeadFile
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.record import EMPTY, Head
from dealer_app.journal.schema import begin_after, migrate
from dealer_app.journal.trouble import Fault, JournalError, fault_of

_UNFINISHED = "journal.new"


def make_folder(folder: Path) -> None:
    """Raises JournalError if the folder cannot be there, or nothing can be written in it."""
    try:
        if folder.is_dir() and not any(folder.iterdir()):
            # It is taken for a station here and now, and nothing lies in it that somebody else could be reading.
            private_files.secure(folder)
        private_files.make_folder(folder)
        private_files.keeps_modes(folder)
    except OSError as problem:
        facts = {"folder": str(folder), "reason": problem.strerror or str(problem)}
        raise JournalError(Fault.FOLDER_NOT_WRITABLE, facts) from problem


def make_journal(folder: Path, after: Head = EMPTY) -> None:
    """An empty journal, or an empty volume of one whose events go on after this head.

    The head stands first, so that a database without one is never in order.
    """
    unfinished = folder / _UNFINISHED
    unfinished.unlink(missing_ok=True)
    try:
        HeadFile.make(folder).close()
        private_files.make_file(unfinished)
        connection = sqlite3.connect(unfinished, isolation_level=None)
        try:
            migrate(connection)
            if after.sequence:
                begin_after(connection, after.sequence)
        finally:
            connection.close()
        unfinished.replace(folder / DATABASE)
    except sqlite3.OperationalError as problem:
        raise JournalError(fault_of(problem), {"file": str(unfinished), "reason": str(problem)}) from problem
    except OSError as problem:
        fault = Fault.DISK_FULL if problem.errno == errno.ENOSPC else Fault.NOT_WRITTEN
        raise JournalError(fault, {"file": str(unfinished), "reason": problem.strerror or str(problem)}) from problem


def sync_folder(folder: Path) -> None:
    """What was made, renamed or removed in it stays so: on the systems that let a folder be brought to the disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
