"""Opening a journal to play: who else has it, is it in order, and only then a connection that may write.

The order matters. What is damaged is told from a connection that cannot write, so that its files are still as they
were found when somebody copies them aside.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from dealer_app.journal import making
from dealer_app.journal.head_file import NAME as HEAD
from dealer_app.journal.head_file import HeadFile, read_head
from dealer_app.journal.holding import Hold
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.recovery import Folding, Recovered, recover
from dealer_app.journal.remains import refuse_remains
from dealer_app.journal.replacing import finish_replacing, is_replacing
from dealer_app.journal.schema import OLDEST, migrate
from dealer_app.journal.store import SqliteJournal, writable
from dealer_app.journal.trouble import JournalError, fault_of
from dealer_app.journal.verifying import Follow, at_once
from dealer_app.journal.volumes import refuse_closed

State = TypeVar("State")


class Opened(Struct, Generic[State], frozen=True, kw_only=True):
    """A journal that is ours to write, and what it folded to when it was opened."""

    journal: SqliteJournal
    hold: Hold
    recovered: Recovered[State]

    def close(self) -> None:
        try:
            self.journal.close()
        finally:
            self.hold.release()


def _no_judge(_: Recovered[Any]) -> None:
    """What there is, is good enough."""


def _nothing_against_it() -> None:
    """Any folder is good enough for a new journal."""


def open_journal(
    folder: Path,
    folding: Folding[State],
    *,
    station: str,
    follow: Follow = at_once,
    judge: Callable[[Recovered[State]], None] = _no_judge,
    judge_new: Callable[[], None] = _nothing_against_it,
) -> Opened[State]:
    """Opens the journal of a data folder, a new one where there is none; nothing is written before all is followed.

    `judge` sees what was read before anything can be written, and raises for what its state says against it;
    `judge_new` is asked where there is no journal yet, before anything is made in the folder. Raises JournalError for
    what is in the way, and NotFollowedError if whoever is shown how far it is does not wait.
    """
    refuse_closed(folder)
    making.make_folder(folder)
    if is_new(folder):
        # Not even a lock is left behind in a folder that is another's.
        judge_new()
    hold = Hold(folder, station=station)
    try:
        finish_replacing(folder)
        if is_new(folder):
            refuse_remains(folder, has_database=False)
            judge_new()
            making.make_journal(folder)
        recovered = follow(lambda told: recover(folder, folding, told))
        judge(recovered)
        journal = _writing(folder)
        assert journal.head() == recovered.head, "nobody else writes while the folder is held"
    except BaseException:
        hold.release()
        raise
    return Opened(journal=journal, hold=hold, recovered=recovered)


def _writing(folder: Path) -> SqliteJournal:
    connection: sqlite3.Connection | None = None
    try:
        connection = writable(folder)
        if connection.execute("PRAGMA user_version").fetchone()[0] < OLDEST:
            migrate(connection)
        # Whether somebody else writes, who never asked who holds the folder; that it can be written at all shows with
        # the first words of the start.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
        return SqliteJournal(folder, connection, HeadFile(folder))
    except (sqlite3.Error, OSError) as problem:
        if connection is not None:
            connection.close()
        facts = {"folder": str(folder), "file": str(folder / DATABASE), "reason": str(problem)}
        raise JournalError(fault_of(problem), facts) from problem


def is_new(folder: Path) -> bool:
    """Whether nothing was ever written here: an empty head without a database is a journal that was being made.

    Where a power cut has left a new journal that is ready, a start finishes it.
    """
    if (folder / DATABASE).exists() or is_replacing(folder):
        return False
    head = read_head(folder)
    return not (folder / HEAD).exists() if head is None else head.sequence == 0
