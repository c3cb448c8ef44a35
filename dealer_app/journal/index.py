"""The index of rounds beside the journal: where in the journal each round is.

It is a cache and may be deleted at any time. Before use it is checked against its own digest and counted
against the journal; at any doubt it is rebuilt. Where no file can be written it lives in memory.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from dealer_app.journal.reader import DATABASE, ROUND_BEGAN, OnProgress, Reader
from dealer_app.journal.records import GENESIS, Head, entry_hash
from dealer_app.journal.round_summaries import VOID, RoundSummary, Scan
from dealer_app.journal.schema import SqliteConnection
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, read_error
from dealer_app.private_files import make_file

if TYPE_CHECKING:
    from sqlite_utils import Database


INDEX_VERSION = 3
_PATIENCE_SECONDS = 5

ROUND_COLUMNS = ("first", "number", "day", "shoe", "result", "last", "began", "about")
"""Of a round."""
INDEX_TABLES = ("rounds", "marks", "context")


def open_index_file(path: Path | str) -> "Database":
    """The index in a file, a new one where there is none, or in memory. Raises sqlite3.DatabaseError for others."""
    from sqlite_utils import Database  # noqa: PLC0415 - it takes numpy along, and only a search needs it

    if isinstance(path, Path):
        # Its log takes its mode. What is in the way shows in a moment.
        with suppress(OSError):
            make_file(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE_SECONDS, factory=SqliteConnection)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        database = Database(connection)
        _check_version(database)
        # Whether it can be written at all is asked here, where there is still memory to fall back on.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("SELECT through, hash, kept, digest FROM progress")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return database


def _check_version(database: "Database") -> None:
    version = database.conn.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and not database.table_names():
        _create_tables(database)
    elif version != INDEX_VERSION:
        raise sqlite3.DatabaseError(f"the index is of version {version}")


def _create_tables(database: "Database") -> None:
    with index_transaction(database.conn):
        if database.table_names():
            return
        rounds = database.table("rounds")
        columns: dict[str, Any] = dict.fromkeys(ROUND_COLUMNS, int) | {"day": str, "result": str}
        rounds.create(columns, pk=("first", "number"))
        for column in ("number", "day", "shoe", "result"):
            rounds.create_index([column, "first"])
        marks: dict[str, Any] = {"kind": str, "value": str, "first": int}
        database.table("marks").create(marks, pk=("kind", "value", "first"))
        context: dict[str, Any] = {"name": str, "sequence": int}
        database.table("context").create(context, pk=("name", "sequence"))
        progress: dict[str, Any] = {"id": int, "through": int, "hash": bytes, "kept": bytes, "digest": bytes}
        database.table("progress").create(progress, pk="id")
        database.conn.execute(f"PRAGMA user_version = {INDEX_VERSION}")


@contextmanager
def index_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction, whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


Answer = TypeVar("Answer")

INDEX_FILE = "index.db"
_ENTRIES_A_STEP = 100_000
_ROWS_AT_A_TIME = 10_000

SETTING_EVENTS = ("method-chosen", "device-passed", "wagers-allowed", "limits-changed", "insurance-offer-changed")
"""What is set at the table between rounds: the last of each holds."""
SHOE_EVENTS = ("shoe-step-done", "cards-burned", "cutting-card-came", "shoe-closed", "shoe-ended")
TABLE_OPENED, CARDS_BROUGHT, BOOK_IN_FORCE = "table-opened", "cards-brought", "rulebook-in-force"
ROUNDS_VOIDED = "rounds-voided"
CONTEXT_EVENTS = (BOOK_IN_FORCE, TABLE_OPENED, CARDS_BROUGHT, *SETTING_EVENTS, *SHOE_EVENTS, ROUNDS_VOIDED)


class WrongIndexError(Exception):
    """What the index says is not what the events say: it has to be rebuilt."""


_DOUBTS = (
    WrongIndexError,
    DamagedError,
    sqlite3.Error,
    msgspec.MsgspecError,
    LookupError,
    ValueError,
    TypeError,
    AssertionError,
    StopIteration,
)
"""What an index may come to that is not what it was: where it points, any of these may follow."""


class Index:
    """The index of the journal that a reader reads; all of it on the thread that made it."""

    def __init__(self, folder: Path, reader: Reader, *, is_kept: bool = True) -> None:
        """One that is not kept is in memory alone, and leaves no file in the folder."""
        self._folder = folder
        self._is_kept = is_kept
        self._reader = reader
        self._damage: DamagedError | None = None
        """For which the journal could not be read to its end."""
        self._open()

    def _open(self) -> None:
        path = self._folder / INDEX_FILE
        if not self._is_kept:
            self.database = open_index_file(":memory:")
            return
        try:
            self.database = open_index_file(path)
        except sqlite3.DatabaseError as problem:
            self._stop_if_locked(problem)
            self._discard()
            try:
                self.database = open_index_file(path)
            except sqlite3.DatabaseError:
                self.database = open_index_file(":memory:")

    def _stop_if_locked(self, problem: Exception) -> None:
        if isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem):
            raise JournalError(JournalFault.LOCKED, {"file": str(self._folder / INDEX_FILE)}) from problem

    def _discard(self) -> None:
        if not self._is_kept:
            return
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                (self._folder / f"{INDEX_FILE}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        self.database.close()

    def update(self, on_progress: OnProgress = lambda _at, _of: True) -> None:
        """Reads what the journal has gained since. Stops, to go on another time, if the callback says no."""
        if not self._is_sound():
            self.rebuild(on_progress)
            return
        try:
            self._read_new(on_progress)
        except sqlite3.Error as problem:
            self._stop_if_locked(problem)
            self.rebuild(on_progress)

    def rebuild(self, on_progress: OnProgress = lambda _at, _of: True) -> None:
        """Throws the index away and makes it from the whole journal; in memory, if no file will hold it."""
        self.close()
        self._discard()
        self._open()
        try:
            self._read_new(on_progress)
        except sqlite3.Error as problem:
            self._stop_if_locked(problem)
            self.close()
            self.database = open_index_file(":memory:")
            self._read_new(on_progress)

    def ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer of the index to a question. At the first doubt the index is rebuilt, so that the answer is the
        journal's.

        Raises JournalError for what is wrong with the journal.
        """
        if self._damage is not None:
            # What there is of an index would answer that there is nothing.
            raise self._damage
        try:
            return question()
        except _DOUBTS as problem:
            self._stop_if_locked(problem)
            self.rebuild()
            try:
                return question()
            except WrongIndexError:
                raise DamagedError("what the events say of a round is not what they said before", 0) from problem

    def _read_new(self, on_progress: OnProgress) -> None:
        with _explain_journal_errors(self._folder):
            base, end = self._reader.base().sequence, self._reader.head().sequence
        at, _, kept, _ = self._progress()
        at = max(at, base)
        while at < end and on_progress(at - base, end - base):
            last = min(at + _ENTRIES_A_STEP, end)
            with index_transaction(self.database.conn):
                # Somebody else may have gone on meanwhile.
                at, _, kept, _ = self._progress()
                at = max(at, base)
                if at < last:
                    self._step(at, last, kept)
                    at = last
        on_progress(at - base, end - base)

    def _progress(self) -> tuple[int, bytes, bytes | None, bytes]:
        row = self.database.conn.execute("SELECT through, hash, kept, digest FROM progress").fetchone()
        return row or (0, GENESIS, None, b"")

    def _hash(self, sequence: int) -> bytes:
        return next((entry.hash for entry in self._reader.entries(sequence, sequence)), b"")

    def _step(self, at: int, last: int, kept: bytes | None) -> None:
        done = Scan(kept)
        with self._remember_damage(), _explain_journal_errors(self._folder):
            try:
                done.read_rows(self._chain_rows(at, last))
            except msgspec.MsgspecError as problem:
                raise DamagedError(f"an event after {at} cannot be read: {problem}", at) from problem
            context = self._reader.connection.execute(_CONTEXT_QUERY, (at + 1, last)).fetchall()
            hash_ = self._hash(last)
        execute = self.database.conn
        every = [*done.ended, done.open] if done.open is not None else done.ended
        execute.executemany(_INSERT_ROUND, map(_round_row, every))
        execute.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?, ?)", _mark_rows(every))
        for later in done.later:
            execute.executemany(
                _MARK_VOID, ((VOID, later.sequence, number, later.sequence) for number in later.numbers)
            )
        execute.executemany("INSERT OR IGNORE INTO context VALUES (?, ?)", context)
        kept = done.position_bytes()
        digest = self._digest(last, hash_, kept)
        execute.execute("REPLACE INTO progress VALUES (1, ?, ?, ?, ?)", (last, hash_, kept, digest))

    @contextmanager
    def _remember_damage(self) -> Iterator[None]:
        self._damage = None
        try:
            yield
        except DamagedError as problem:
            self._damage = problem
            raise

    def _chain_rows(self, at: int, last: int) -> Iterator[tuple[Any, ...]]:
        """The rows of a pass. Raises DamagedError where the chain breaks: what is left would not say what is gone."""
        before = next(self._reader.entries(at, at), None)
        sequence, digest = self._reader.base() if before is None else Head(before.sequence, before.hash)
        for row in self._reader.rows(at + 1, last):
            if row[0] != sequence + 1 or entry_hash(digest, row[:-1]) != row[-1]:
                break
            sequence, digest = row[0], row[-1]
            yield sequence, row[2], row[6], row[8], row[10]
        if sequence != last:
            raise DamagedError(f"event {sequence + 1} does not follow from the one before", sequence)

    @property
    def last_sequence(self) -> int:
        return self._progress()[0]

    # Is it as it was made, and of this journal

    def _is_sound(self) -> bool:
        """Whether it is as it was written, whole, and what it holds is as many as the journal holds."""
        execute = self.database.conn.execute
        try:
            execute("BEGIN")
            try:
                return self._is_as_written() and self._is_of_the_journal() and self.is_whole()
            finally:
                execute("ROLLBACK")
        except JournalError:
            raise
        except Exception as problem:  # noqa: BLE001 - it is a cache: whatever it cannot be read for, it is rebuilt
            self._stop_if_locked(problem)
            return False

    def _is_as_written(self) -> bool:
        execute = self.database.conn.execute
        if execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return False
        through, hash_, kept, digest = self._progress()
        if not through:
            return not any(execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in INDEX_TABLES)  # noqa: S608
        return self._digest(through, hash_, kept) == digest

    def _digest(self, through: int, hash_: bytes, kept: bytes | None) -> bytes:
        """Over all that it holds: no part of it can become another without a word."""
        digest = sha256(_encode_row((INDEX_VERSION, through, hash_, kept)))
        for table in INDEX_TABLES:
            rows = self.database.conn.execute(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608 - our own names
            while some := rows.fetchmany(_ROWS_AT_A_TIME):
                digest.update(_encode_row(some))
        return digest.digest()

    def _is_of_the_journal(self) -> bool:
        """The entry to which it goes is that of the journal, and rounds and context are as many as there."""
        through, hash_, _, _ = self._progress()
        if not through:
            return True
        with _explain_journal_errors(self._folder):
            if self._hash(through) != hash_:
                return False
            there = dict(self._reader.connection.execute(_COUNT_QUERY, (through,)).fetchall())
        execute = self.database.conn.execute
        rounds = execute("SELECT count(*) FROM rounds WHERE began").fetchone()[0]
        context = dict(execute("SELECT name, count(*) FROM context GROUP BY name").fetchall())
        return rounds == there.pop(ROUND_BEGAN, 0) and context == there

    def is_whole(self) -> bool:
        """Whether the rounds lie one after the other without a gap, up to where the index goes."""
        query = """SELECT count(*) AS rounds, min(first) AS first, max(last) AS last, sum(last - first + 1) AS length
            FROM rounds WHERE began"""
        row = next(self.database.query(query))
        gaps = row["rounds"] and row["length"] != row["last"] - row["first"] + 1
        return not gaps and (not row["rounds"] or row["last"] == self.last_sequence)

    # Where is what

    def find_rounds(self, number: int) -> list[tuple[int, int]]:
        """The first and last sequence of the rounds of this number; of one dealt by hand both are of its entry."""
        rows = self.database.query("SELECT first, last FROM rounds WHERE number = ? ORDER BY first", [number])
        return [(row["first"], row["last"]) for row in rows]

    def last_rounds(self, count: int) -> list[tuple[int, int, int]]:
        """The last rounds, the latest first: first sequence, number, last sequence."""
        return [(first, number, last) for first, number, last, _ in self.select_rounds("1", [], count)]

    def former_round(self, first: int, number: int) -> tuple[int, int, int] | None:
        """The round before the one that begins with this sequence and has this number, in the same form."""
        found = self.select_rounds("(first, number) < (?, ?)", [first, number], 1)
        return next(((one, other, last) for one, other, last, _ in found), None)

    def next_round(self, first: int, number: int) -> tuple[int, int, int] | None:
        """The round after it."""
        query = "SELECT first, number, last FROM rounds WHERE (first, number) > (?, ?) ORDER BY first, number LIMIT 1"
        row = next(self.database.query(query, [first, number]), None)
        return None if row is None else (row["first"], row["number"], row["last"])

    def void_sequence(self, first: int, number: int) -> int | None:
        """The sequence of a later event that made this round void."""
        rows = self.database.query("SELECT about FROM rounds WHERE first = ? AND number = ?", [first, number])
        row = next(rows, None)
        return row["about"] if row else None

    def context_sequences(self, first: int) -> list[int]:
        """The sequences of what holds at the table and of the shoe when a round begins, in their order."""
        opened = self._latest(TABLE_OPENED, 0, first)
        if not opened:
            return []
        brought = self._latest(CARDS_BROUGHT, opened, first)
        found = [opened, *self._last_of_each(SETTING_EVENTS, opened, first)]
        if brought:
            found += [brought, *self._last_of_each(SHOE_EVENTS, brought, first)]
        return sorted(found)

    def book_sequence(self, first: int) -> int | None:
        """The sequence of the document in force: written just before the table was opened, by the same decision."""
        return self._latest(BOOK_IN_FORCE, 0, first)

    def void_sequences(self) -> list[int]:
        """The sequences of what made rounds void afterwards, which may have been those of the volume before."""
        rows = self.database.query("SELECT sequence FROM context WHERE name = ? ORDER BY sequence", [ROUNDS_VOIDED])
        return [row["sequence"] for row in rows]

    def _last_of_each(self, names: Iterable[str], after: int, before: int) -> list[int]:
        return [last for last in (self._latest(name, after, before) for name in names) if last is not None]

    def _latest(self, name: str, after: int, before: int) -> int | None:
        query = "SELECT max(sequence) AS last FROM context WHERE name = ? AND sequence > ? AND sequence < ?"
        last: int | None = next(self.database.query(query, [name, after, before]))["last"]
        return last

    def select_rounds(self, where: str, values: list[Any], most: int) -> Iterator[tuple[int, int, int, int | None]]:
        """Rounds, the latest first: first sequence, number, last sequence, and a later event about it."""
        query = f"SELECT first, number, last, about FROM rounds WHERE {where} ORDER BY first DESC, number DESC LIMIT ?"  # noqa: S608
        for row in self.database.query(query, [*values, most]):
            yield row["first"], row["number"], row["last"], row["about"]


_INSERT_ROUND = f"""INSERT INTO rounds ({", ".join(ROUND_COLUMNS)}) VALUES ({", ".join("?" * len(ROUND_COLUMNS))})
    ON CONFLICT DO UPDATE SET last = excluded.last, result = excluded.result"""  # noqa: S608 - our own column names
_MARK_VOID = """UPDATE rounds SET result = ?, about = ? WHERE first =
    (SELECT max(first) FROM rounds WHERE number = ? AND first < ?)"""
_encode_row = msgspec.json.Encoder().encode
_CONTEXT_QUERY = f"""SELECT name, sequence FROM events NOT INDEXED WHERE sequence BETWEEN ? AND ?
    AND name IN ({", ".join(f"'{name}'" for name in CONTEXT_EVENTS)})"""  # noqa: S608 - our own names

_COUNT_QUERY = f"""SELECT name, count(*) FROM events WHERE sequence <= ?
    AND name IN ({", ".join(f"'{name}'" for name in (ROUND_BEGAN, *CONTEXT_EVENTS))}) GROUP BY name"""  # noqa: S608 - our own names


def _round_row(found: RoundSummary) -> tuple[Any, ...]:
    return (*(getattr(found, column) for column in ROUND_COLUMNS[:-1]), None)


def _mark_rows(every: Iterable[RoundSummary]) -> Iterator[tuple[str, str, int]]:
    for found in every:
        for kind, values in (
            ("irregularity", found.troubles),
            ("person", found.badges),
            ("seat", map(str, found.seats)),
            ("table", [found.table]),
        ):
            yield from ((kind, value, found.first) for value in values)


@contextmanager
def _explain_journal_errors(folder: Path) -> Iterator[None]:
    """Reports a fault of the journal's file in SQLite as that, and never as a fault of the index."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, folder / DATABASE, 0) from problem
