"""Several backups at once do not touch one another; what a killed or ended one leaves is cleared, and nothing else."""

import os
from pathlib import Path
from threading import Event, Thread

import pytest

from dealer_app.journal.backup import Backup, make_backup
from dealer_app.journal.codec import encode
from dealer_app.journal.records import Record
from dealer_app.journal.recovery import NotFollowedError, verify_all
from dealer_app.journal_errors import DamagedError
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, script_decisions, sqlite_journal
from tests.support.long_journals import fill
from tests.support.traces import read_scripts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of a whole script."""
    made = tmp_path / "station"
    fill(made, [([encode(event) for event in done], WRITTEN) for done in script_decisions(read_scripts()[0])[0]])
    return made


def test_two_at_once_are_two_backups_and_neither_clears_what_the_other_makes(folder: Path, tmp_path: Path) -> None:
    """The second begins, makes its copy and ends while the first is in the middle of its own."""
    into, begun, goes_on = tmp_path / "backups", Event(), Event()
    done: list[Backup] = []

    def told(at: int, of: int) -> bool:
        del at, of
        begun.set()
        return goes_on.wait(10)

    first = Thread(target=lambda: done.append(make_backup(folder, into, told)))
    first.start()
    assert begun.wait(10)
    under_way = sorted(into.iterdir())
    assert [path.suffix for path in under_way] == [".lock", ".new"]
    journal = sqlite_journal(folder)
    journal.append([Record(name="shift-began", version=1, body='{"number":1}')], WRITTEN)
    journal.close()
    done.append(make_backup(folder, into))
    assert [path for path in sorted(into.iterdir()) if path.suffix] == under_way
    goes_on.set()
    first.join()
    assert len({made.folder for made in done}) == 2
    assert sorted(into.iterdir()) == sorted(made.folder for made in done)
    for made in done:
        assert verify_all(made.folder) == made.head


def test_two_at_once_of_the_same_head_are_one(folder: Path, tmp_path: Path) -> None:
    into, done = tmp_path / "backups", list[Backup]()
    threads = [Thread(target=lambda: done.append(make_backup(folder, into))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 4
    assert len(set(map(str, done))) == 1
    assert list(into.iterdir()) == [done[0].folder]
    assert verify_all(done[0].folder) == done[0].head


def test_one_that_is_there_already_is_followed_too(folder: Path, tmp_path: Path) -> None:
    made = make_backup(folder, tmp_path / "backups")
    by_hand(made.folder, "DROP TRIGGER events_update", "UPDATE events SET badge = 'D9' WHERE sequence = 3")
    with pytest.raises(DamagedError):
        make_backup(folder, tmp_path / "backups")
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [made.folder.name]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_who_does_not_want_to_go_on_leaves_nothing(folder: Path, tmp_path: Path, after: int) -> None:
    asked: list[int] = []

    def told(at: int, of: int) -> bool:
        del of
        asked.append(at)
        return len(asked) <= after

    with pytest.raises(NotFollowedError):
        make_backup(folder, tmp_path / "new" / "backups", told)
    assert not (tmp_path / "new").exists()


def test_all_of_it_is_for_this_account_alone(folder: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        made = make_backup(folder, tmp_path / "backups").folder
    finally:
        os.umask(before)
    modes = {path.relative_to(tmp_path).name: path.stat().st_mode & 0o777 for path in (made, *made.iterdir())}
    assert modes == {made.name: 0o700, "journal.db": 0o600, "journal.head": 0o600}


def test_nothing_is_cleared_that_has_another_name(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "backups"
    kept = ["journal-copy-1.new", "journal-copy-0123456789abcdef.old", "other.new", "journal-000000000001-abcdef01"]
    left = ["journal-copy.new", "journal-copy-0123456789abcdef.new", "journal-copy-fedcba9876543210.lock"]
    for name in (*kept, *left):
        (into / name).mkdir(parents=True)
    (into / left[2]).rmdir()
    (into / left[2]).write_bytes(b"")
    made = make_backup(folder, into)
    assert sorted(path.name for path in into.iterdir()) == sorted((*kept, made.folder.name))
