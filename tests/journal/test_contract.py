"""What every journal promises, on the one in SQLite and on the one in memory alike."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import (
    EMPTY_HEAD,
    GENESIS,
    DecisionContext,
    Head,
    Journal,
    Record,
    SealedValue,
    Secret,
    is_broken_link,
)
from dealer_app.journal.store import MemoryJournal
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from tests.support.journals import WRITTEN, record, sqlite_journal

PATIENCE_SECONDS = 5


@pytest.fixture(params=["sqlite", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    made: Journal = sqlite_journal(tmp_path) if request.param == "sqlite" else MemoryJournal()
    yield made
    made.close()


def test_an_empty_journal_has_an_empty_head(journal: Journal) -> None:
    assert journal.head() == EMPTY_HEAD == Head(0, GENESIS)
    assert journal.last() is None
    assert list(journal.entries()) == []


def test_entries_of_one_decision_share_it_and_follow_one_another(journal: Journal) -> None:
    journal.append([record("one")], WRITTEN)
    made = journal.append([record("two"), record("three")], WRITTEN)
    assert [(entry.sequence, entry.decision) for entry in made] == [(2, 2), (3, 2)]
    assert [entry.sequence for entry in journal.entries()] == [1, 2, 3]


def test_what_is_read_is_what_was_written(journal: Journal) -> None:
    written = DecisionContext(day="2026-02-28", utc=-5, offset=-480, counter=2**60, badge="D1", position="dealer")
    (made,) = journal.append([Record(name="say", version=3, body='{"word":"補牌"}')], written)
    assert list(journal.entries()) == [made]
    assert made == journal.last()
    assert (made.day, made.utc, made.offset, made.counter) == ("2026-02-28", -5, -480, 2**60)
    assert (made.badge, made.position, made.name, made.version) == ("D1", "dealer", "say", 3)
    assert made.body == '{"word":"補牌"}'


def test_every_entry_is_chained_to_the_one_before(journal: Journal) -> None:
    for name in ("one", "two", "three"):
        journal.append([record(name), record(name)], WRITTEN)
    at = EMPTY_HEAD
    for entry in journal.entries():
        assert not is_broken_link(entry, at)
        assert is_broken_link(entry._replace(body='{"a":1}'), at)
        at = Head(entry.sequence, entry.hash)
    assert journal.head() == at


def test_a_part_is_read_by_its_sequences(journal: Journal) -> None:
    journal.append([record(str(number)) for number in range(1, 10)], WRITTEN)
    assert [entry.sequence for entry in journal.entries(3, 5)] == [3, 4, 5]
    assert [entry.sequence for entry in journal.entries(8)] == [8, 9]
    assert list(journal.entries(10)) == []


def test_the_latest_of_a_name_is_found_also_before_another(journal: Journal) -> None:
    for name in ("snapshot-taken", "other", "snapshot-taken", "other"):
        journal.append([record(name)], WRITTEN)
    latest = journal.latest("snapshot-taken")
    assert latest is not None
    assert latest.sequence == 3
    before = journal.latest("snapshot-taken", 2)
    assert before is not None
    assert before.sequence == 1
    assert journal.latest("journal-verified") is None


def test_what_is_sealed_stands_apart_and_once(journal: Journal) -> None:
    sealed = SealedValue(sha256(b"salt7S").hexdigest(), "7S", "salt")
    for _ in range(2):
        journal.append([Record(name="card-drawn", version=1, body="{}", sealed=(sealed,))], WRITTEN)
    assert journal.read_sealed(sealed.digest) == ("7S", "salt")
    assert all("7S" not in entry.body for entry in journal.entries())
    with pytest.raises(DamagedError):
        journal.read_sealed("cd34")


def test_a_secret_is_kept_beside_the_chain(journal: Journal) -> None:
    secret = Secret(sha256(b"what a PIN is checked against").hexdigest(), "what a PIN is checked against")
    journal.append([record("pin-set")], WRITTEN, [secret])
    assert journal.read_secret(secret.digest) == secret.value
    with pytest.raises(DamagedError):
        journal.read_secret("cd")


def test_making_room_adds_nothing(journal: Journal) -> None:
    journal.append([record("one")], WRITTEN)
    journal.make_room()
    assert [entry.name for entry in journal.entries()] == ["one"]
    (made,) = journal.append([record("two")], WRITTEN)
    assert made.sequence == 2


def test_the_log_is_as_long_before_play_as_it_is_in_it(tmp_path: Path) -> None:
    """It is written over from its start: nothing has to grow while a card waits."""
    with closing(sqlite_journal(tmp_path)) as journal:
        journal.make_room()
        log = tmp_path / f"{DATABASE}-wal"
        long = log.stat().st_size
        for _ in range(300):
            journal.append([record("card-drawn")], WRITTEN)
        assert log.stat().st_size == long


def test_who_reads_or_writes_meanwhile_is_not_waited_for(tmp_path: Path) -> None:
    """The log is then made long in play; nothing of it is a reason to stop."""
    with closing(sqlite_journal(tmp_path)) as journal:
        journal.append([record("one")], WRITTEN)
        other = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
        for begins in ("BEGIN", "BEGIN IMMEDIATE"):
            other.execute(begins)
            other.execute("SELECT count(*) FROM events").fetchone()
            began = time.monotonic()
            journal.make_room()
            assert time.monotonic() - began < PATIENCE_SECONDS
            other.execute("ROLLBACK")
            journal.append([record("two")], WRITTEN)
        other.close()
        assert journal.connection.execute("PRAGMA busy_timeout").fetchone() == (1000 * PATIENCE_SECONDS,)


def test_a_full_disk_is_no_reason_to_stop(tmp_path: Path) -> None:
    with closing(sqlite_journal(tmp_path)) as journal:
        execute = journal.connection.execute
        (pages,) = execute("PRAGMA page_count").fetchone()
        (most,) = execute("PRAGMA max_page_count").fetchone()
        execute(f"PRAGMA max_page_count = {pages}")
        journal.make_room()
        assert execute("SELECT count(*) FROM room").fetchone() == (0,)
        execute(f"PRAGMA max_page_count = {most}")
        journal.append([record("one")], WRITTEN)


def test_a_disk_that_fails_at_it_is_told(tmp_path: Path) -> None:
    with closing(sqlite_journal(tmp_path)) as journal:
        with patch("dealer_app.journal.store._LOG_BYTES", Refuses()), pytest.raises(JournalError) as raised:
            journal.make_room()
        assert raised.value.fault is JournalFault.NOT_WRITTEN


class Refuses:
    """Stands for what a disk does not take."""

    def __conform__(self, _: object) -> object:
        raise sqlite3.OperationalError("disk I/O error")


def test_a_decision_of_nothing_is_our_own_mistake(journal: Journal) -> None:
    with pytest.raises(AssertionError):
        journal.append([], WRITTEN)
    assert journal.head() == EMPTY_HEAD
    (made,) = journal.append([record("one")], WRITTEN)
    assert made.sequence == 1


@pytest.mark.parametrize("line_break", ["\n", "\r"])
def test_a_line_break_in_who_acts_is_our_own_mistake(journal: Journal, line_break: str) -> None:
    """Fields are hashed one a line: a break inside one could make two entries hash alike."""
    two_lines = DecisionContext(
        day="2026-01-01", utc=0, offset=0, counter=0, badge=f"D1{line_break}dealer", position=""
    )
    with pytest.raises(AssertionError):
        journal.append([record("one")], two_lines)
    assert journal.head() == EMPTY_HEAD
