"""The index: where in the journal each round is, in a file of its own beside it. It finds; events are what is told.

It is a cache: it may be deleted at any time. Before it is asked it is held against its own digest and counted against
the journal; at any doubt it is thrown away and made anew. Where no file can be written it lives in memory.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dealer_app.journal.found import VOID, Found, Pass
from dealer_app.journal.in_play import BEGAN
from dealer_app.journal.index_file import COLUMNS, TABLES, VERSION, opened, writing
from dealer_app.journal.reader import DATABASE, Reader
from dealer_app.journal.record import GENESIS, Head, chained
from dealer_app.journal.trouble import DamagedError, Fault, JournalError, not_read
from dealer_app.journal.verifying import Told

Answer = TypeVar("Answer")

NAME = "index.db"
_STEP = 100_000
_ROWS_AT_A_TIME = 10_000

SETTINGS = ("method-chosen", "device-passed", "wagers-allowed", "limits-changed")
"""What the table is told between rounds: the last of each holds."""
OF_THE_SHOE = ("shoe-step-done", "cards-burned", "cutting-card-came", "shoe-closed", "shoe-ended")
OPENED, BROUGHT, BOOK = "table-opened", "cards-brought", "rulebook-in-force"
VOIDED = "rounds-voided"
CONTEXT = (BOOK, OPENED, BROUGHT, *SETTINGS, *OF_THE_SHOE, VOIDED)


class WrongIndexError(Exception):
    """What the index says is not what the events say: it has to be made anew."""


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

    def __init__(self, folder: Path, reader: Reader) -> None:
        self._folder = folder
        self._reader = reader
        self._damage: DamagedError | None = None
        """For which the journal could not be read to its end."""
        self._open()

    def _open(self) -> None:
        path = self._folder / NAME
        try:
            self.database = opened(path)
        except sqlite3.DatabaseError as problem:
            self._stop_if_locked(problem)
            self._discard()
            try:
                self.database = opened(path)
            except sqlite3.DatabaseError:
                self.database = opened(":memory:")

    def _stop_if_locked(self, problem: Exception) -> None:
        if isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem):
            raise JournalError(Fault.LOCKED, {"file": str(self._folder / NAME)}) from problem

    def _discard(self) -> None:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                (self._folder / f"{NAME}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        self.database.close()

    def catch_up(self, told: Told = lambda _at, _of: True) -> None:
        """Reads what the journal has gained since. Stops, to go on another time, if `told` says no."""
        if not self._is_sound():
            self.make_anew(told)
            return
        try:
            self._go_on(told)
        except sqlite3.Error as problem:
            self._stop_if_locked(problem)
            self.make_anew(told)

    def make_anew(self, told: Told = lambda _at, _of: True) -> None:
        """Throws the index away and makes it from the whole journal; in memory, if no file will hold it."""
        self.close()
        self._discard()
        self._open()
        try:
            self._go_on(told)
        except sqlite3.Error as problem:
            self._stop_if_locked(problem)
            self.close()
            self.database = opened(":memory:")
            self._go_on(told)

    def ask(self, question: Callable[[], Answer]) -> Answer:
        """What a question of the index comes to. At the first doubt it is made anew: what then comes is the journal's.

        Raises JournalError for what is wrong with the journal.
        """
        if self._damage is not None:
            # What there is of an index would answer that there is nothing.
            raise self._damage
        try:
            return question()
        except _DOUBTS as problem:
            self._stop_if_locked(problem)
            self.make_anew()
            try:
                return question()
            except WrongIndexError:
                raise DamagedError("what the events say of a round is not what they said before", 0) from problem

    def _go_on(self, told: Told) -> None:
        with _of_the_journal(self._folder):
            base, end = self._reader.base().sequence, self._reader.head().sequence
        at, _, kept, _ = self._progress()
        at = max(at, base)
        while at < end and told(at - base, end - base):
            last = min(at + _STEP, end)
            with writing(self.database.conn):
                # Somebody else may have gone on meanwhile.
                at, _, kept, _ = self._progress()
                at = max(at, base)
                if at < last:
                    self._step(at, last, kept)
                    at = last
        told(at - base, end - base)

    def _progress(self) -> tuple[int, bytes, bytes | None, bytes]:
        row = self.database.conn.execute("SELECT through, hash, kept, digest FROM progress").fetchone()
        return row or (0, GENESIS, None, b"")

    def _hash(self, sequence: int) -> bytes:
        return next((entry.hash for entry in self._reader.entries(sequence, sequence)), b"")

    def _step(self, at: int, last: int, kept: bytes | None) -> None:
        done = Pass(kept)
        with self._remembered_damage(), _of_the_journal(self._folder):
            try:
                done.go(self._followed(at, last))
            except msgspec.MsgspecError as problem:
                raise DamagedError(f"an event after {at} cannot be read: {problem}", at) from problem
            context = self._reader.connection.execute(_NAMED, (at + 1, last)).fetchall()
            hash_ = self._hash(last)
        execute = self.database.conn
        every = [*done.ended, done.open] if done.open is not None else done.ended
        execute.executemany(_INSERT, map(_row, every))
        execute.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?, ?)", _marks(every))
        for later in done.later:
            execute.executemany(_VOIDED, ((VOID, later.sequence, number, later.sequence) for number in later.numbers))
        execute.executemany("INSERT OR IGNORE INTO context VALUES (?, ?)", context)
        kept = done.kept()
        digest = self._digest(last, hash_, kept)
        execute.execute("REPLACE INTO progress VALUES (1, ?, ?, ?, ?)", (last, hash_, kept, digest))

    @contextmanager
    def _remembered_damage(self) -> Iterator[None]:
        self._damage = None
        try:
            yield
        except DamagedError as problem:
            self._damage = problem
            raise

    def _followed(self, at: int, last: int) -> Iterator[tuple[Any, ...]]:
        """The rows of a pass. Raises DamagedError where the chain breaks: what is left would not say what is gone."""
        before = next(self._reader.entries(at, at), None)
        sequence, digest = self._reader.base() if before is None else Head(before.sequence, before.hash)
        for row in self._reader.rows(at + 1, last):
            if row[0] != sequence + 1 or chained(digest, row[:-1]) != row[-1]:
                break
            sequence, digest = row[0], row[-1]
            yield sequence, row[2], row[6], row[8], row[10]
        if sequence != last:
            raise DamagedError(f"event {sequence + 1} does not follow from the one before", sequence)

    @property
    def through(self) -> int:
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
        except Exception as problem:  # noqa: BLE001 - it is a cache: whatever it cannot be read for, it is made anew
            self._stop_if_locked(problem)
            return False

    def _is_as_written(self) -> bool:
        execute = self.database.conn.execute
        if execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return False
        through, hash_, kept, digest = self._progress()
        if not through:
            return not any(execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in TABLES)  # noqa: S608
        return self._digest(through, hash_, kept) == digest

    def _digest(self, through: int, hash_: bytes, kept: bytes | None) -> bytes:
        """Over all that it holds: no part of it can become another without a word."""
        digest = sha256(_encode((VERSION, through, hash_, kept)))
        for table in TABLES:
            rows = self.database.conn.execute(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608 - our own names
            while some := rows.fetchmany(_ROWS_AT_A_TIME):
                digest.update(_encode(some))
        return digest.digest()

    def _is_of_the_journal(self) -> bool:
        """The entry to which it goes is that of the journal, and rounds and context are as many as there."""
        through, hash_, _, _ = self._progress()
        if not through:
            return True
        with _of_the_journal(self._folder):
            if self._hash(through) != hash_:
                return False
            there = dict(self._reader.connection.execute(_COUNTED, (through,)).fetchall())
        execute = self.database.conn.execute
        rounds = execute("SELECT count(*) FROM rounds WHERE began").fetchone()[0]
        context = dict(execute("SELECT name, count(*) FROM context GROUP BY name").fetchall())
        return rounds == there.pop(BEGAN, 0) and context == there

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

    def voiding(self) -> list[int]:
        """The sequences of what made rounds void afterwards, which may have been those of the volume before."""
        rows = self.database.query("SELECT sequence FROM context WHERE name = ? ORDER BY sequence", [VOIDED])
        return [row["sequence"] for row in rows]

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


_INSERT = f"""INSERT INTO rounds ({", ".join(COLUMNS)}) VALUES ({", ".join("?" * len(COLUMNS))})
    ON CONFLICT DO UPDATE SET last = excluded.last, result = excluded.result"""  # noqa: S608 - our own column names
_VOIDED = """UPDATE rounds SET result = ?, about = ? WHERE first =
    (SELECT max(first) FROM rounds WHERE number = ? AND first < ?)"""
_encode = msgspec.json.Encoder().encode
_NAMED = f"""SELECT name, sequence FROM events NOT INDEXED WHERE sequence BETWEEN ? AND ?
    AND name IN ({", ".join(f"'{name}'" for name in CONTEXT)})"""  # noqa: S608 - our own names

_COUNTED = f"""SELECT name, count(*) FROM events WHERE sequence <= ?
    AND name IN ({", ".join(f"'{name}'" for name in (BEGAN, *CONTEXT))}) GROUP BY name"""  # noqa: S608 - our own names


def _row(found: Found) -> tuple[Any, ...]:
    return (*(getattr(found, column) for column in COLUMNS[:-1]), None)


def _marks(every: Iterable[Found]) -> Iterator[tuple[str, str, int]]:
    for found in every:
        for kind, values in (
            ("irregularity", found.troubles),
            ("person", found.badges),
            ("seat", map(str, found.seats)),
            ("table", [found.table]),
        ):
            yield from ((kind, value, found.first) for value in values)


@contextmanager
def _of_the_journal(folder: Path) -> Iterator[None]:
    """What SQLite says of the journal's file is told as that, and never taken for a fault of the index."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, 0) from problem
