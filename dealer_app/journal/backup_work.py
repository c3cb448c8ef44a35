"""Copies of the journal that are made while a station plays: on a thread of their own, gently, and one at a time.

Nobody at a table waits for a disk or a share: what is begun here is taken later, and a share that hangs is left behind.
"""

import errno
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from dealer_app import private_files
from dealer_app.journal.backup import is_backup_copy, make_backup, remove_backup
from dealer_app.journal.records import Head
from dealer_app.journal.recovery import NotFollowedError
from dealer_app.journal.second_head import compare_second_head
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station_events import NoBackup

_REST_MILLISECONDS = 5
"""After each few milliseconds of work it rests so long: the table's own thread never waits for its turn."""
_SILENT_MILLISECONDS = 120_000
"""A disk that has taken nothing for so long does not answer."""
_CLOSING_MILLISECONDS = 5_000
_DIGITS = 12


class Copied(Struct, frozen=True):
    """A copy that is whole, by its name within the place."""

    name: str
    head: Head


class Cleared(Struct, frozen=True):
    """Which copies beyond the number kept are removed, and which were not there, or not as they were made."""

    removed: tuple[str, ...]
    unknown: tuple[str, ...]


class Hindered(Struct, frozen=True):
    """What was in the way, and the system's own words for it."""

    by: NoBackup
    detail: str = ""


BackupOutcome = Copied | Cleared | Hindered
Job = Callable[[], BackupOutcome]


class _PlaceMissing(Exception):  # noqa: N818 - it becomes an Outcome
    """The place is not there, or is not the one that was named."""


class BackupWork:
    """Copies the journal of a data folder. `copy` and `clear` begin, `take` gives what came of it, once."""

    def __init__(self, folder: Path, *, silent: int = _SILENT_MILLISECONDS, rest: int = _REST_MILLISECONDS) -> None:
        self._folder = folder
        self._silent = silent
        self._rest = rest
        self._thread: threading.Thread | None = None
        self._outcome: BackupOutcome | None = None
        self._alive = 0
        self._given_up = False
        self._leaving = threading.Event()
        self._hurry = False

    @property
    def is_busy(self) -> bool:
        """Whether something is under way, or has ended and was not taken yet."""
        return self._thread is not None

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def copy(self, place: Path, mark: str) -> None:
        """Begins a copy into the place, if the mark shows that it is the one that was named."""
        self._begin(lambda: self._copy(place, mark))

    def clear(self, place: Path, mark: str, made: Sequence[tuple[str, Head]], most: int) -> None:
        """Begins to remove what was made beyond the latest `most`; nothing that is not exactly what was made."""
        self._begin(lambda: self._clear(place, mark, made, most))

    def take(self) -> BackupOutcome | None:
        """What came of it; nothing while it is under way. A disk that does not answer is said once, meanwhile."""
        if self._thread is None:
            return None
        if self._thread.is_alive():
            if not self._given_up and _now_milliseconds() - self._alive > self._silent:
                self._given_up = True
                return Hindered(NoBackup.UNANSWERED)
            return None
        outcome, self._thread, self._outcome = self._outcome, None, None
        # Our own fault ends the thread without one; the log has it.
        return outcome or Hindered(NoBackup.FAULTY)

    def wait(self, milliseconds: int) -> None:
        """For the end of what is under way, which is done without rests from now on."""
        if self._thread is not None:
            self._hurry = True
            self._thread.join(milliseconds / 1000)
            self._hurry = False

    def abandon(self) -> None:
        """What is under way is given up, and nothing of it is left, if the disk answers; nothing is begun any more."""
        self._leaving.set()

    def close(self) -> None:
        """The same, and its end is waited for, if that does not take too long."""
        self.abandon()
        if self._thread is not None:
            self._thread.join(_CLOSING_MILLISECONDS / 1000)

    def _begin(self, job: Job) -> None:
        assert self._thread is None, "one thing at a time"
        self._alive, self._given_up = _now_milliseconds(), False

        def run() -> None:
            self._outcome = _run_job(job)

        self._thread = threading.Thread(target=run, name="backup", daemon=True)
        self._thread.start()

    def _report_progress(self, _at: int, _of: int) -> bool:
        self._alive = _now_milliseconds()
        if self._hurry:
            return not self._leaving.is_set()
        return not self._leaving.wait(self._rest / 1000)

    def _copy(self, place: Path, mark: str) -> Copied:
        _check_place(place, mark)
        # A start may have been let go without: what is behind its second head is no backup then either.
        compare_second_head(self._folder)
        made = make_backup(self._folder, place, self._report_progress)
        return Copied(made.folder.name, made.head)

    def _clear(self, place: Path, mark: str, made: Sequence[tuple[str, Head]], most: int) -> BackupOutcome:
        there, removed, unknown = 0, [], []
        try:
            for name, head in reversed(made):
                if self._leaving.is_set():
                    break
                self._report_progress(0, 0)
                if not is_backup_copy(place / name, head):
                    unknown.append(name)
                elif there < most:
                    there += 1
                else:
                    remove_backup(place / name)
                    removed.append(name)
            # What was looked for on a disk that is away is not gone for that.
            _check_place(place, mark)
        except _PlaceMissing:
            return Hindered(NoBackup.NOT_REMOVED)
        except OSError as problem:
            return Hindered(NoBackup.NOT_REMOVED, problem.strerror or str(problem))
        return Cleared(tuple(removed), tuple(unknown))


def backup_mark(journal: str) -> str:
    """The name of the file that marks a place for the backups of this journal."""
    return f"journal-{journal[:_DIGITS]}.backups"


def mark_place(place: Path, mark: str) -> int:
    """Marks a folder that is there; which disk it is on. Raises OSError for one that is not, or cannot be written."""
    private_files.write_text(
        place / mark, "Backups of a dealer station are made in this folder. Leave this file here.\n"
    )
    return place.stat().st_dev


def _check_place(place: Path, mark: str) -> None:
    """A disk that is not plugged in leaves an empty folder, on a disk that nobody meant."""
    if not (place / mark).is_file():
        raise _PlaceMissing


_OBSTACLES = {
    JournalFault.DISK_FULL: NoBackup.FULL,
    JournalFault.FOLDER_NOT_WRITABLE: NoBackup.FORBIDDEN,
    JournalFault.DAMAGED: NoBackup.DAMAGED,
    JournalFault.VOLUME: NoBackup.DAMAGED,
}


def _run_job(job: Job) -> BackupOutcome:
    """Whatever goes wrong on this thread is said by the station, which is on another."""
    try:
        return job()
    except _PlaceMissing:
        return Hindered(NoBackup.AWAY)
    except JournalError as problem:
        reason = problem.facts.get("reason", "")
        return Hindered(_OBSTACLES.get(problem.fault, NoBackup.FAULTY), reason)
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        return Hindered(NoBackup.FULL if full else NoBackup.AWAY, problem.strerror or str(problem))
    except NotFollowedError:
        return Hindered(NoBackup.FAULTY, "given up")
    except (sqlite3.Error, ValueError) as problem:
        return Hindered(NoBackup.FAULTY, str(problem))


def _now_milliseconds() -> int:
    """In milliseconds."""
    return time.monotonic_ns() // 1_000_000
