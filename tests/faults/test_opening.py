"""Whatever lies where the journal should be is opened in order, or refused with one error; and is left as it was."""

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.journal.codec import encode
from dealer_app.journal.folder import open_journal
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import Record
from dealer_app.journal.recovery import recover
from dealer_app.journal.schema import SCHEMA_VERSION
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from tests.faults.small_journals import STARTS, event_rows, expect_refusal, file_sums, journal_files
from tests.support.house_run import FOLDING
from tests.support.journals import WRITTEN, sqlite_journal
from tests.support.sql_changes import by_hand


def test_a_journal_that_was_closed_in_order_is_opened(kept: Path) -> None:
    before = event_rows(kept)
    opened = open_journal(kept, FOLDING, station="T1")
    assert opened.recovered.head.sequence == len(STARTS) == len(before)
    opened.close()
    assert event_rows(kept) == before


def test_each_byte_of_the_first_page_may_be_lost(kept: Path) -> None:
    """A zero where one was before changes nothing; any other is found, or is of no consequence."""
    true, content = event_rows(kept), journal_files()[DATABASE]
    seen: set[JournalFault | None] = set()
    for at in range(4096):
        if not content[at]:
            continue
        (kept / DATABASE).write_bytes(content[:at] + b"\0" + content[at + 1 :])
        before = file_sums(kept)
        try:
            found = recover(kept, FOLDING)
        except JournalError as problem:
            seen.add(problem.fault)
        else:
            seen.add(None)
            assert found.head.sequence == len(true)
            assert event_rows(kept) == true, at
        assert file_sums(kept) == before
    assert {JournalFault.DAMAGED, JournalFault.FOREIGN, None} <= seen


LENGTHS = [0, 1, 15, 16, 99, 100, 101, 511, 512, 4095, 4096, 4097, 8191, 8192, 8193, -4096, -1]
"""In the header's words, in the header, at its end, in the first page, and at the ends of pages; some from the end."""


@pytest.mark.parametrize("length", LENGTHS)
def test_a_file_that_was_cut_is_refused(kept: Path, length: int) -> None:
    content = journal_files()[DATABASE]
    (kept / DATABASE).write_bytes(content[:length])
    assert expect_refusal(kept).fault in {JournalFault.DAMAGED, JournalFault.FOREIGN}


def test_a_newer_journal_is_refused(kept: Path) -> None:
    by_hand(kept, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    problem = expect_refusal(kept)
    assert problem.fault is JournalFault.NEWER
    assert (problem.facts["version"], problem.facts["known"]) == (str(SCHEMA_VERSION + 1), str(SCHEMA_VERSION))


def test_an_older_journal_is_brought_up_to_this_version_with_all_that_is_in_it(kept: Path) -> None:
    before = event_rows(kept)
    by_hand(kept, "PRAGMA user_version = 0")
    opened = open_journal(kept, FOLDING, station="T1")
    assert opened.journal.connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    opened.journal.append([encode(STARTS[0])], WRITTEN)
    opened.close()
    assert event_rows(kept)[:-1] == before


@pytest.mark.parametrize("version", [1, 7])
def test_an_event_of_a_newer_program_is_told_as_such(kept: Path, version: int) -> None:
    """By a name that is not known here, or by a version of a known one."""
    name = "bird-flown" if version == 1 else "station-stopped"
    journal = sqlite_journal(kept)
    journal.append([Record(name=name, version=version, body="{}")], WRITTEN)
    journal.close()
    problem = expect_refusal(kept)
    assert problem.fault is JournalFault.NEWER
    known = "–" if version == 1 else "station-stopped 1"
    assert problem.facts == {"file": DATABASE, "version": f"{name} {version}", "known": known}


@pytest.mark.parametrize("name", ["snapshot-taken", "journal-verified"])
def test_a_mark_of_a_newer_program_is_told_as_such_and_a_changed_one_is_damage(kept: Path, name: str) -> None:
    """A start asks for the marks before it has followed the chain to them."""
    journal = sqlite_journal(kept)
    journal.append([Record(name=name, version=2, body="{}")], WRITTEN)
    journal.close()
    assert expect_refusal(kept).fault is JournalFault.NEWER
    by_hand(kept, "DROP TRIGGER events_update", "UPDATE events SET version = 3 WHERE version = 2")
    assert isinstance(expect_refusal(kept), DamagedError)


def text_file(folder: Path) -> None:
    (folder / DATABASE).write_text("The night shift's notes.\n" * 300, encoding="utf-8")


def other_database(folder: Path) -> None:
    (folder / DATABASE).unlink()
    by_hand(folder, "CREATE TABLE chips (colour TEXT)", "INSERT INTO chips VALUES ('red')")


def other_application(folder: Path) -> None:
    by_hand(folder, "PRAGMA application_id = 252006")


def nothing_in_it(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"")


@pytest.mark.parametrize("lay_down", [text_file, other_database, other_application, nothing_in_it])
def test_what_is_no_journal_of_ours_is_refused(kept: Path, lay_down: Callable[[Path], None]) -> None:
    lay_down(kept)
    assert expect_refusal(kept).fault is JournalFault.FOREIGN


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "NORMAL"])
def test_a_journal_that_another_program_has_locked_is_refused(kept: Path, mode: str) -> None:
    """Locked for all, or only for who writes: by a program that does not ask who holds the folder."""
    connection = sqlite3.connect(kept / DATABASE, isolation_level=None)
    connection.execute(f"PRAGMA locking_mode = {mode}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO room VALUES (NULL)")
    before = (kept / DATABASE).read_bytes()
    with pytest.raises(JournalError) as raised:
        open_journal(kept, FOLDING, station="T1")
    assert raised.value.fault is JournalFault.LOCKED
    assert (kept / DATABASE).read_bytes() == before
    connection.execute("ROLLBACK")
    connection.close()
    open_journal(kept, FOLDING, station="T1").close()


def test_a_database_that_is_gone_is_damage_where_a_head_is_left(kept: Path) -> None:
    (kept / DATABASE).unlink()
    problem = expect_refusal(kept)
    assert isinstance(problem, DamagedError)
    assert problem.facts["reason"] == f"events 1 to {len(STARTS)} were acknowledged and are missing"


@pytest.mark.parametrize("head", [None, "", "a word", f"{5:020d} {'0' * 63}\n", f"{5:020d} {'0' * 64}\n"])
def test_a_database_is_damaged_without_its_head(kept: Path, head: str | None) -> None:
    (kept / HEAD).unlink()
    if head is not None:
        (kept / HEAD).write_text(head, encoding="ascii")
    assert isinstance(expect_refusal(kept), DamagedError)


def test_neither_database_nor_readable_head_is_no_new_journal(kept: Path) -> None:
    (kept / DATABASE).unlink()
    (kept / HEAD).write_text("a word", encoding="ascii")
    assert isinstance(expect_refusal(kept), DamagedError)


@pytest.mark.parametrize("made", [0, 1, 2, 3])
def test_a_journal_in_the_making_is_made_again(folder: Path, made: int) -> None:
    """The power failed in the middle of the head, or of the tables: nothing was ever acknowledged."""
    if made == 3:
        (folder / f"{HEAD}.new").write_bytes(b"000")
    elif made:
        HeadFile.make(folder).close()
    if made == 2:
        (folder / "journal.new").write_bytes(journal_files()[DATABASE][:5000])
    opened = open_journal(folder, FOLDING, station="T1")
    assert opened.recovered.head.sequence == 0
    opened.close()
    assert not (folder / "journal.new").exists()


def test_a_journal_that_could_not_be_made_is_made_when_there_is_room(folder: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch("dealer_app.journal.heads.os.fsync", side_effect=full), pytest.raises(JournalError) as raised:
        open_journal(folder, FOLDING, station="T1")
    assert raised.value.fault is JournalFault.DISK_FULL
    assert not (folder / HEAD).exists()
    open_journal(folder, FOLDING, station="T1").close()
