"""Seven attacks on the chain by somebody with the file in his hands, who drops the triggers first.

The chain finds the first four. A chain that is cut, or made anew, is a whole chain: the last three are found only by a
head that was kept where the attacker did not reach.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from dealer_app.journal import reader, schema
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import GENESIS, JournalEntry, entry_hash
from dealer_app.journal.recovery import gap_text, recover
from dealer_app.journal_errors import DamagedError
from tests.support.house_run import FOLDING, find_script
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation

_INSERT = f"INSERT INTO events VALUES ({', '.join('?' * len(schema.ENTRY_COLUMNS))})"  # noqa: S608
PLACE = 40
"""Somewhere in the middle."""


@pytest.fixture
def attacked(folder: Path) -> Path:
    """A journal of a round, closed in order."""
    known = play_script(find_script("ts-normal"))
    journal = sqlite_journal(folder)
    StaffedStation(journal).play_all(known.given, known.rules)
    journal.close()
    return folder


def tamper(folder: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("BEGIN")
    change(connection)
    connection.execute("COMMIT")
    connection.close()


def all_entries(connection: sqlite3.Connection) -> list[JournalEntry]:
    return [JournalEntry._make(row) for row in connection.execute("SELECT * FROM events ORDER BY sequence")]


def edit(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE events SET badge = badge || '0' WHERE sequence = ?", (PLACE,))


def delete(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM events WHERE sequence = ?", (PLACE,))


def insert(connection: sqlite3.Connection) -> None:
    """One more in the middle, chained to the one before it; the others move on."""
    connection.execute("UPDATE events SET sequence = -sequence - 1 WHERE sequence >= ?", (PLACE,))
    connection.execute("UPDATE events SET sequence = -sequence WHERE sequence < 0")
    before = all_entries(connection)[PLACE - 2]
    fields = (PLACE, PLACE, *before[2:-1])
    connection.execute(_INSERT, (*fields, entry_hash(before.hash, fields)))


def swap(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE events SET sequence = 1000000 WHERE sequence = ?", (PLACE,))
    connection.execute("UPDATE events SET sequence = ? WHERE sequence = ?", (PLACE, PLACE + 1))
    connection.execute("UPDATE events SET sequence = ? WHERE sequence = 1000000", (PLACE + 1,))


def cut_the_tail(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM events WHERE sequence > ?", (PLACE,))


def _chain_anew(connection: sqlite3.Connection, entries: Iterable[JournalEntry], before: bytes) -> None:
    for entry in entries:
        before = entry_hash(before, entry[:-1])
        connection.execute(_INSERT, entry._replace(hash=before))


def cut_and_append(connection: sqlite3.Connection) -> None:
    """The tail is another one, as long as before."""
    entries = all_entries(connection)
    cut_the_tail(connection)
    others = (entry._replace(utc=entry.utc + 1) for entry in entries[PLACE:])
    _chain_anew(connection, others, entries[PLACE - 1].hash)


def rewrite(connection: sqlite3.Connection) -> None:
    """Every entry by somebody else."""
    entries = all_entries(connection)
    connection.execute("DELETE FROM events")
    _chain_anew(connection, (entry._replace(badge=entry.badge and "X1") for entry in entries), GENESIS)


@pytest.mark.assurance("A27")
@pytest.mark.parametrize("attack", [edit, delete, insert, swap])
def test_the_chain_finds_who_changes_what_is_in_it(
    attacked: Path, attack: Callable[[sqlite3.Connection], object]
) -> None:
    last = reader.verify_chain(attacked).sequence
    assert recover(attacked, FOLDING).head.sequence == last
    tamper(attacked, attack)
    with pytest.raises(DamagedError) as raised:
        reader.verify_chain(attacked)
    # What was put in follows from the one before it; the next one does not.
    assert raised.value.last_verified == (PLACE if attack is insert else PLACE - 1)
    with pytest.raises(DamagedError):
        recover(attacked, FOLDING)


@pytest.mark.assurance("A27")
@pytest.mark.parametrize("attack", [cut_the_tail, cut_and_append, rewrite])
def test_who_cuts_the_chain_or_makes_another_is_found_by_the_head_alone(
    attacked: Path, attack: Callable[[sqlite3.Connection], object]
) -> None:
    anchored = reader.verify_chain(attacked)
    tamper(attacked, attack)
    left = reader.verify_chain(attacked)  # whole, as far as the chain can tell
    assert left != anchored
    with pytest.raises(DamagedError) as raised:
        recover(attacked, FOLDING)
    if attack is cut_the_tail:
        assert raised.value.facts["reason"] == gap_text(PLACE, anchored)
    else:
        assert left.sequence == anchored.sequence
        assert raised.value.facts["reason"] == f"event {anchored.sequence} is not the one that was acknowledged"


@pytest.mark.assurance("A25")
@pytest.mark.parametrize("table", ["events", "sealed", "secrets"])
def test_the_tables_themselves_refuse_a_change(attacked: Path, table: str) -> None:
    column = "badge" if table == "events" else "value"
    connection = sqlite3.connect(attacked / DATABASE, isolation_level=None)
    connection.execute("INSERT INTO sealed VALUES ('ab', '7S', 'salt')")
    before = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
    assert before
    for words in (f"UPDATE {table} SET {column} = ''", f"DELETE FROM {table}"):  # noqa: S608
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            connection.execute(words)
    assert connection.execute(f"SELECT * FROM {table}").fetchall() == before  # noqa: S608
    connection.close()


def test_replacing_what_is_there_changes_nothing(attacked: Path) -> None:
    """REPLACE deletes without asking the triggers on deletion."""
    connection = sqlite3.connect(attacked / DATABASE, isolation_level=None)
    connection.execute("INSERT INTO sealed VALUES ('ab', '7S', 'salt')")
    with pytest.raises(sqlite3.IntegrityError, match="an event comes after the last one"):
        connection.execute("REPLACE INTO events SELECT * FROM events")
    connection.execute("REPLACE INTO sealed VALUES ('ab', 'AH', 'salt')")
    assert connection.execute("SELECT value FROM sealed").fetchall() == [("7S",)]
    ((digest,), *_) = connection.execute("SELECT digest FROM secrets")
    connection.execute("REPLACE INTO secrets VALUES (?, '')", (digest,))
    assert connection.execute("SELECT count(*) FROM secrets WHERE value = ''").fetchone() == (0,)
    connection.close()


def test_what_lies_beside_the_chain_may_be_no_text_any_more(attacked: Path) -> None:
    """A byte that flipped there is told as damage, and not as a fault of the program."""
    with closing(sqlite3.connect(attacked / DATABASE, isolation_level=None)) as connection:
        connection.execute("INSERT INTO secrets VALUES ('ab', CAST(x'C3' AS TEXT))")
        connection.execute("INSERT INTO sealed VALUES ('ab', CAST(x'C3' AS TEXT), 'salt')")
    reader = open_reader(attacked)
    for read in (reader.read_secret, reader.read_sealed):
        with pytest.raises(DamagedError):
            read("ab")
    reader.close()


@pytest.mark.assurance("A25")
def test_an_entry_at_another_place_than_the_end_is_refused(attacked: Path) -> None:
    reader = open_reader(attacked)
    last = reader.last()
    reader.close()
    assert last is not None
    connection = sqlite3.connect(attacked / DATABASE, isolation_level=None)
    for sequence in (1, last.sequence, last.sequence + 2):
        with pytest.raises(sqlite3.IntegrityError, match="an event comes after the last one"):
            connection.execute(_INSERT, last._replace(sequence=sequence, decision=1))
    connection.close()
