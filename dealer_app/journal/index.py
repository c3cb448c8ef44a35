"""The index: where in the journal each round is, in a file of its own beside it. It finds; events are what is told.

It is a cache: it may be deleted at any time. One of another version or another journal, or that SQLite finds broken, is
thrown away and made anew; where no file can be written it lives in memory.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from dealer_app.journal.found import ROWS, VOID, Found, Pass
from dealer_app.journal.reader import Reader
from dealer_app.journal.record import GENESIS
from dealer_app.journal.trouble import DamagedError, Fault, JournalError
from dealer_app.journal.verifying import Told
from dealer_app.private_files import make_file

if TYPE_CHECKING:
    from sqlite_utils import Database

NAME = "index.db"
VERSION = 1
_STEP = 25_000
_PATIENCE = 5
_BEYOND = 2**62

SETTINGS = ("method-chosen", "device-passed", "wagers-allowed", "limits-changed")
"""What the table is told between rounds: the last of each holds."""
OF_THE_SHOE = ("shoe-step-done", "cards-burned", "cutting-card-came", "shoe-closed", "shoe-ended")
OPENED, BROUGHT, BOOK = "table-opened", "cards-brought", "rulebook-in-force"
CONTEXT = (BOOK, OPENED, BROUGHT, *SETTINGS, *OF_THE_SHOE)
_COLUMNS = ("first", "number", "day", "shoe", "result", "last", "began", "about")


class Index:
    """The index of the journal that a reader reads; all of it on the thread that made it."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        self._folder = folder
        self._reader = reader
        self._open()

    def _open(self) -> None:
        path = self._folder / NAME
        try:
            self.database = _opened(path)
        except sqlite3.DatabaseError as problem:
            if _is_locked(problem):
                raise JournalError(Fault.LOCKED, {"file": str(path)}) from problem
            self._discard()
            try:
                self.database = _opened(path)
            except sqlite3.DatabaseError:
                self.database = _opened(":memory:")

    def _discard(self) -> None:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                (self._folder / f"{NAME}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        self.database.close()

    def catch_up(self, told: Told = lambda _at, _of: True) -> None:
        """Reads what the journal has gained since. Stops, to go on another time, if `told` says no."""
        try:
            self._catch_up(told)
            in_order = self.is_whole()
        except (sqlite3.DatabaseError, ValueError) as problem:
            if _is_locked(problem):
                raise JournalError(Fault.LOCKED, {"file": str(self._folder / NAME)}) from problem
            in_order = False
        if not in_order:
            self.make_anew(told)

    def make_anew(self, told: Told = lambda _at, _of: True) -> None:
        """Throws the index away and makes it from the whole journal."""
        self.close()
        self._discard()
        self._open()
        self._catch_up(told)

    def _catch_up(self, told: Told) -> None:
        end = self._reader.head().sequence
        at, hash_, kept = self._progress()
        if at and self._hash(at) != hash_:
            raise ValueError("another journal's index")
        while at < end and told(at, end):
            last = min(at + _STEP, end)
            with _writing(self.database.conn):
                # Somebody else may have gone on meanwhile.
                at, _, kept = self._progress()
                if at < last:
                    kept = self._step(at, last, kept)
                    at = last
        told(at, end)

    def _progress(self) -> tuple[int, bytes, bytes | None]:
        row = next(self.database.query("SELECT through, hash, kept FROM progress"), None)
        return (row["through"], row["hash"], row["kept"]) if row else (0, GENESIS, None)

    def _hash(self, sequence: int) -> bytes:
        return next((entry.hash for entry in self._reader.entries(sequence, sequence)), b"")

    def _step(self, at: int, last: int, kept: bytes | None) -> bytes:
        done = Pass(kept)
        try:
            done.go(self._reader.connection.execute(ROWS, (at + 1, last)))
        except msgspec.MsgspecError as problem:
            raise DamagedError(f"an event after {at} cannot be read: {problem}", at) from problem
        execute = self.database.conn
        every = [*done.ended, done.open] if done.open is not None else done.ended
        execute.executemany(_INSERT, map(_row, every))
        execute.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?, ?)", _marks(every))
        for later in done.later:
            execute.executemany(_VOIDED, ((VOID, later.sequence, number, later.sequence) for number in later.numbers))
        execute.executemany(
            "INSERT OR IGNORE INTO context VALUES (?, ?)", self._reader.connection.execute(_NAMED, (at + 1, last))
        )
        kept = done.kept()
        execute.execute("REPLACE INTO progress VALUES (1, ?, ?, ?)", (last, self._hash(last), kept))
        return kept

    @property
    def through(self) -> int:
        return self._progress()[0]

    def is_whole(self) -> bool:
        """Whether the rounds lie one after the other without a gap, up to where the index goes."""
        query = """SELECT count(*) AS rounds, min(first) AS first, max(last) AS last, sum(last - first + 1) AS length
            FROM rounds WHERE began"""
        row = next(self.database.query(query))
        gaps = row["rounds"] and row["length"] != row["last"] - row["first"] + 1
        return not gaps and (not row["rounds"] or row["last"] == self.through)

    # Where is what

    def rounds(self, number: int) -> list[tuple[int, int]]:
        """The first and last sequence of the rounds of this number; of one dealt by hand both are of its entry."""
        rows = self.database.query("SELECT first, last FROM rounds WHERE number = ? ORDER BY first", [number])
        return [(row["first"], row["last"]) for row in rows]

    def last(self, count: int) -> list[tuple[int, int, int]]:
        """The last rounds, the latest first: first sequence, number, last sequence."""
        return [(first, number, last) for first, number, last, _ in self.find("1", [], count)]

    def about(self, first: int, number: int) -> int | None:
        """The sequence of a later event that made this round void."""
        rows = self.database.query("SELECT about FROM rounds WHERE first = ? AND number = ?", [first, number])
        row = next(rows, None)
        return row["about"] if row else None

    def context(self, first: int) -> list[int]:
        """The sequences of what holds at the table and of the shoe when a round begins, in their order."""
        opened = self._latest(OPENED, 0, first)
        if not opened:
            return []
        brought = self._latest(BROUGHT, opened, first)
        found = [opened, *self._last_of_each(SETTINGS, opened, first)]
        if brought:
            found += [brought, *self._last_of_each(OF_THE_SHOE, brought, first)]
        return sorted(found)

    def book(self, first: int) -> int | None:
        """The sequence of the document in force: written just before the table was opened, by the same decision."""
        return self._latest(BOOK, 0, first)

    def _last_of_each(self, names: Iterable[str], after: int, before: int) -> list[int]:
        return [last for last in (self._latest(name, after, before) for name in names) if last is not None]

    def _latest(self, name: str, after: int, before: int) -> int | None:
        query = "SELECT max(sequence) AS last FROM context WHERE name = ? AND sequence > ? AND sequence < ?"
        last: int | None = next(self.database.query(query, [name, after, before]))["last"]
        return last

    def find(self, where: str, values: list[Any], most: int) -> Iterator[tuple[int, int, int, int | None]]:
        """Rounds, the latest first: first sequence, number, last sequence, and a later event about it."""
        query = f"SELECT first, number, last, about FROM rounds WHERE {where} ORDER BY first DESC, number DESC LIMIT ?"  # noqa: S608
        for row in self.database.query(query, [*values, most]):
            yield row["first"], row["number"], row["last"], row["about"]


_INSERT = f"""INSERT INTO rounds ({", ".join(_COLUMNS)}) VALUES ({", ".join("?" * len(_COLUMNS))})
    ON CONFLICT DO UPDATE SET last = excluded.last, result = excluded.result"""  # noqa: S608 - our own column names
_VOIDED = """UPDATE rounds SET result = ?, about = ? WHERE first =
    (SELECT max(first) FROM rounds WHERE number = ? AND first < ?)"""
_NAMED = f"""SELECT name, sequence FROM events WHERE sequence BETWEEN ? AND ?
    AND name IN ({", ".join(f"'{name}'" for name in CONTEXT)})"""  # noqa: S608 - our own names


def _row(found: Found) -> tuple[Any, ...]:
    return (*(getattr(found, column) for column in _COLUMNS[:-1]), None)


def _marks(every: Iterable[Found]) -> Iterator[tuple[str, str, int]]:
    for found in every:
        for kind, values in (
            ("irregularity", found.troubles),
            ("person", found.badges),
            ("seat", map(str, found.seats)),
            ("table", [found.table]),
        ):
            yield from ((kind, value, found.first) for value in values)


def _opened(path: Path | str) -> "Database":
    # It takes a while to import, and only whoever looks back needs it.
    from sqlite_utils import Database  # noqa: PLC0415

    if isinstance(path, Path):
        # Its log takes its mode. What is in the way shows in a moment.
        with suppress(OSError):
            make_file(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        database = Database(connection)
        _check_version(database)
        # Whether it can be written at all is asked here, where there is still memory to fall back on.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("SELECT through, hash, kept FROM progress")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return database


def _check_version(database: "Database") -> None:
    version = database.conn.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and not database.table_names():
        _make(database)
    elif version != VERSION:
        raise sqlite3.DatabaseError(f"the index is of version {version}")


def _make(database: "Database") -> None:
    with _writing(database.conn):
        if database.table_names():
            return
        rounds = database.table("rounds")
        columns: dict[str, Any] = dict.fromkeys(_COLUMNS, int) | {"day": str, "result": str}
        rounds.create(columns, pk=("first", "number"))
        for column in ("number", "day", "shoe", "result"):
            rounds.create_index([column, "first"])
        marks: dict[str, Any] = {"kind": str, "value": str, "first": int}
        database.table("marks").create(marks, pk=("kind", "value", "first"))
        context: dict[str, Any] = {"name": str, "sequence": int}
        database.table("context").create(context, pk=("name", "sequence"))
        progress: dict[str, Any] = {"id": int, "through": int, "hash": bytes, "kept": bytes}
        database.table("progress").create(progress, pk="id")
        database.conn.execute(f"PRAGMA user_version = {VERSION}")


def _is_locked(problem: Exception) -> bool:
    return isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem)


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
