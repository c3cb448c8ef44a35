"""A backup is whole or not there, is made while the station plays, and what is restored from it is equal to it."""

import errno
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from dealer_app.domain.round.state import TableState
from dealer_app.journal.backup import make_backup, restore_backup
from dealer_app.journal.codec import encode
from dealer_app.journal.heads import HeadFile, read_head
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import Record
from dealer_app.journal.recovery import FoldMethod, recover, verify_all
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from dealer_app.station.fold import station_fold_method
from dealer_app.station.state import StationState
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, script_decisions, sqlite_journal
from tests.support.long_journals import fill
from tests.support.traces import read_scripts

FOLDING: FoldMethod[StationState] = station_fold_method("test")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of a whole script."""
    made = tmp_path / "station"
    fill(made, [([encode(event) for event in done], WRITTEN) for done in script_decisions(read_scripts()[0])[0]])
    return made


def rows(folder: Path) -> list[tuple[object, ...]]:
    opened = open_reader(folder)
    try:
        tables = ("events", "sealed", "secrets")
        return [row for name in tables for row in opened.connection.execute(f"SELECT * FROM {name}")]  # noqa: S608
    finally:
        opened.close()


@pytest.mark.assurance("A13")
def test_what_is_restored_is_what_was_there(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    restored = tmp_path / "restored"
    assert restore_backup(made.folder, restored, FOLDING) == made.head == read_head(folder) == read_head(restored)
    assert rows(restored) == rows(folder)
    state = recover(restored, FOLDING).state
    assert state == recover(folder, FOLDING).state
    assert state.table != TableState()
    assert verify_all(restored) == made.head


def test_a_station_plays_on_after_what_was_restored(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    restore_backup(made.folder, tmp_path / "restored", FOLDING)
    journal = sqlite_journal(tmp_path / "restored")
    journal.append([Record(name="shift-began", version=1, body='{"number":1}')], WRITTEN)
    journal.close()
    assert verify_all(tmp_path / "restored").sequence == made.head.sequence + 1


def test_a_backup_is_a_folder_that_says_how_far_it_goes(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    assert made.folder.name == f"journal-{made.head.sequence:012d}-{made.head.hash.hex()[:8]}"
    assert sorted(path.name for path in made.folder.iterdir()) == ["journal.db", "journal.head"]
    again = make_backup(folder, tmp_path / "backups")
    assert again == made
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [made.folder.name]


@pytest.mark.assurance("A13")
def test_it_is_made_while_the_station_writes(folder: Path, tmp_path: Path) -> None:
    """Each is a true beginning of the journal, whatever is written meanwhile, and holds all acknowledged before."""
    stop, wrote = Event(), list[int]()

    def play() -> None:
        journal = sqlite_journal(folder)
        while not stop.is_set():
            journal.append([Record(name="shift-began", version=1, body='{"number":1}')], WRITTEN)
            wrote.append(journal.head().sequence)
        journal.close()

    playing = Thread(target=play)
    playing.start()
    try:
        backups = []
        for turn in range(5):
            while len(wrote) < 10 * turn:
                sleep(0.001)
            acknowledged = wrote[-1] if wrote else 0
            made = make_backup(folder, tmp_path / "backups")
            assert made.head.sequence >= acknowledged
            backups.append(made)
    finally:
        stop.set()
        playing.join()
    entries = rows(folder)
    for made in backups:
        assert verify_all(made.folder) == made.head
        assert rows(made.folder)[: made.head.sequence] == entries[: made.head.sequence]


def test_nothing_is_restored_over_anything(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    before = rows(folder)
    with pytest.raises(JournalError) as raised:
        restore_backup(made.folder, folder, FOLDING)
    assert raised.value.fault is JournalFault.NOT_EMPTY
    assert rows(folder) == before
    empty = tmp_path / "empty"
    empty.mkdir()
    restore_backup(made.folder, empty, FOLDING)
    assert rows(empty) == before


def shorter(copy: Path) -> None:
    by_hand(
        copy, "DROP TRIGGER events_delete", "DELETE FROM events WHERE sequence = (SELECT max(sequence) FROM events)"
    )


def edited(copy: Path) -> None:
    by_hand(copy, "DROP TRIGGER events_update", "UPDATE events SET badge = 'D9' WHERE sequence = 3")


def with_a_hole(copy: Path) -> None:
    by_hand(copy, "DROP TRIGGER events_delete", "DELETE FROM events WHERE sequence > 3 AND sequence < 8")


def with_another_seal(copy: Path) -> None:
    by_hand(copy, "INSERT INTO sealed VALUES ('ab', '7S', 'salt')")


def with_another_secret(copy: Path) -> None:
    by_hand(copy, "INSERT INTO secrets VALUES ('ab', 'one that everybody knows')")


def headless(copy: Path) -> None:
    (copy / "journal.head").unlink()


def longer(copy: Path) -> None:
    journal = sqlite_journal(copy)
    head = (copy / "journal.head").read_bytes()
    journal.append([Record(name="shift-began", version=1, body="{}")], WRITTEN)
    journal.close()
    (copy / "journal.head").write_bytes(head)


SPOILT = [shorter, edited, with_a_hole, with_another_seal, with_another_secret, headless, longer]


@pytest.mark.assurance("A10")
@pytest.mark.parametrize("spoil", SPOILT)
def test_a_backup_that_is_not_what_it_was_is_not_restored(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    made = make_backup(folder, tmp_path / "backups")
    spoil(made.folder)
    with pytest.raises(DamagedError):
        restore_backup(made.folder, tmp_path / "restored", FOLDING)
    assert not (tmp_path / "restored").exists()
    assert not list(tmp_path.glob("*.restoring"))


@pytest.mark.parametrize("spoil", [shorter, headless])
def test_no_backup_is_made_of_a_journal_that_lost_its_end(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(folder)
    with pytest.raises(DamagedError):
        make_backup(folder, tmp_path / "backups")
    assert not list((tmp_path / "backups").glob("journal-0*"))


def test_what_an_older_attempt_left_is_no_hindrance(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "backups" / "journal-copy.new").mkdir(parents=True)
    (tmp_path / "backups" / "journal-copy.new" / "journal.db").write_bytes(b"half")
    (tmp_path / "restored.restoring").mkdir()
    made = make_backup(folder, tmp_path / "backups")
    restore_backup(made.folder, tmp_path / "restored", FOLDING)
    assert rows(tmp_path / "restored") == rows(folder)


def test_a_folder_that_is_a_file_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(JournalError) as raised:
        make_backup(folder, tmp_path / "file")
    assert raised.value.fault is JournalFault.FOLDER_NOT_WRITABLE


def test_an_event_that_this_program_does_not_know_is_told_before_anything_is_restored(tmp_path: Path) -> None:
    fill(tmp_path / "station", [([Record(name="bird-flown", version=1, body="{}")], WRITTEN)])
    made = make_backup(tmp_path / "station", tmp_path / "backups")
    with pytest.raises(JournalError) as raised:
        restore_backup(made.folder, tmp_path / "restored", FOLDING)
    assert raised.value.fault is JournalFault.NEWER
    assert not (tmp_path / "restored").exists()


def test_the_database_alone_is_no_backup(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    (tmp_path / "copy" / "journal.db").unlink()
    with pytest.raises(JournalError) as raised:
        restore_backup(tmp_path / "copy", tmp_path / "restored", FOLDING)
    assert raised.value.fault is JournalFault.NO_JOURNAL


FULL = OSError(errno.ENOSPC, "No space left on device")
FORBIDDEN = PermissionError(errno.EACCES, "Permission denied")


class FullError(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_FULL


class BadDiskError(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE


@pytest.mark.parametrize("where", ["copying", "syncing", "renaming"])
@pytest.mark.parametrize(
    ("problem", "fault"),
    [
        (FULL, JournalFault.DISK_FULL),
        (FORBIDDEN, JournalFault.FOLDER_NOT_WRITABLE),
        (FullError("database or disk is full"), JournalFault.DISK_FULL),
        (BadDiskError("disk I/O error"), JournalFault.FOLDER_NOT_WRITABLE),
        (KeyboardInterrupt(), None),
    ],
)
def test_whatever_fails_while_it_is_copied_is_said_and_leaves_nothing_half(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    problem: BaseException,
    fault: JournalFault | None,
) -> None:
    whole = make_backup(folder, tmp_path / "kept").folder
    before = sorted(path for path in tmp_path.rglob("*") if path.is_dir())

    def fail(*_: object) -> None:
        raise problem

    if where == "copying":
        monkeypatch.setattr(HeadFile, "write", fail)
    elif where == "syncing":
        monkeypatch.setattr(HeadFile, "sync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    for attempt in (
        lambda: make_backup(folder, tmp_path / "new" / "backups"),
        lambda: restore_backup(whole, tmp_path / "far" / "away" / "station", FOLDING),
    ):
        with pytest.raises(KeyboardInterrupt if fault is None else JournalError) as raised:
            attempt()
        assert getattr(raised.value, "fault", None) is fault
        assert sorted(path for path in tmp_path.rglob("*") if path.is_dir()) == before


def test_a_journal_that_may_not_be_read_is_not_called_damaged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise FORBIDDEN

    monkeypatch.setattr(Path, "is_file", forbidden)
    for attempt in (
        lambda: make_backup(folder, tmp_path / "backups"),
        lambda: restore_backup(folder, tmp_path / "restored", FOLDING),
    ):
        with pytest.raises(JournalError) as raised:
            attempt()
        assert raised.value.fault is JournalFault.NOT_READ
        assert raised.value.facts["reason"] == "Permission denied"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["station"]


def test_a_target_that_is_a_file_or_lies_in_one_is_said(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    (tmp_path / "file").write_bytes(b"")
    for target in (tmp_path / "file", tmp_path / "file" / "station"):
        with pytest.raises(JournalError) as raised:
            restore_backup(made.folder, target, FOLDING)
        assert raised.value.fault is JournalFault.FOLDER_NOT_WRITABLE
    assert (tmp_path / "file").read_bytes() == b""


def test_it_is_restored_where_one_stands(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path without a name of its own, as `.`, is a folder like any other."""
    made = make_backup(folder, tmp_path / "backups")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    restore_backup(made.folder, Path(), FOLDING)
    assert rows(tmp_path / "here") == rows(folder)


KILLED = """
import os, signal, sys
from pathlib import Path
from dealer_app.journal import backup
from dealer_app.station.fold import station_fold_method
copied = backup._copy_database
def killed(reader, into, *told):
    copied(reader, into, *told)
    os.kill(os.getpid(), signal.SIGKILL)
backup._copy_database = killed
if sys.argv[1] == "backup":
    backup.make_backup(Path(sys.argv[2]), Path(sys.argv[3]))
else:
    backup.restore_backup(Path(sys.argv[2]), Path(sys.argv[3]), station_fold_method("test"))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows kills otherwise")
def test_what_was_killed_in_the_middle_is_no_backup_and_no_station(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "kept")
    for words in (["backup", folder, tmp_path / "backups"], ["restore", made.folder, tmp_path / "restored"]):
        done = subprocess.run([sys.executable, "-c", KILLED, *map(str, words)], check=False)
        assert done.returncode == -signal.SIGKILL
    assert not list((tmp_path / "backups").glob("journal-0*"))
    assert not (tmp_path / "restored").exists()
    again = make_backup(folder, tmp_path / "backups")
    restore_backup(made.folder, tmp_path / "restored", FOLDING)
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [again.folder.name]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backups", "kept", "restored", "station"]
