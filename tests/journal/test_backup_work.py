"""Backups on a thread: begun without waiting, taken once, and only what was made by it is ever removed."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dealer_app.journal import backup_work
from dealer_app.journal.backup import is_backup_copy, make_backup
from dealer_app.journal.backup_work import BackupOutcome, BackupWork, Cleared, Copied, Hindered, backup_mark, mark_place
from dealer_app.journal.codec import encode
from dealer_app.journal.records import Head, JournalBegan, Record
from dealer_app.journal.recovery import verify_all
from dealer_app.journal.second_head import SecondHeadRecord, journal_identity, read_second_head, write_second_head
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from dealer_app.station_events import NoBackup, SecondHeadPlaced
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, sqlite_journal
from tests.support.long_journals import fill

MARK = backup_mark("0123456789abcdef" * 4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fill(tmp_path / "station", [([Record(name="shift-began", version=1, body='{"number":1}')], WRITTEN)] * 5)
    return tmp_path / "station"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "place").mkdir()
    mark_place(tmp_path / "place", MARK)
    return tmp_path / "place"


@pytest.fixture
def work(folder: Path) -> Iterator[BackupWork]:
    made = BackupWork(folder, rest=0)
    yield made
    made.close()


def write_more(folder: Path) -> None:
    journal = sqlite_journal(folder)
    journal.append([Record(name="shift-began", version=1, body='{"number":1}')], WRITTEN)
    journal.close()


def outcome_of(work: BackupWork) -> BackupOutcome:
    work.wait(10_000)
    found = work.take()
    assert found is not None
    assert work.take() is None
    assert not work.is_busy
    return found


def copied(work: BackupWork, place: Path) -> Copied:
    work.copy(place, MARK)
    assert work.is_busy
    found = outcome_of(work)
    assert isinstance(found, Copied)
    return found


def several(work: BackupWork, folder: Path, place: Path, number: int) -> list[tuple[str, Head]]:
    made = []
    for _ in range(number):
        write_more(folder)
        one = copied(work, place)
        made.append((one.name, one.head))
    return made


@pytest.mark.assurance("A10")
def test_a_copy_is_whole_and_is_taken_once(work: BackupWork, place: Path) -> None:
    made = copied(work, place)
    assert verify_all(place / made.name) == made.head
    assert sorted(path.name for path in place.iterdir()) == sorted((made.name, MARK))
    assert (place / MARK).stat().st_mode & 0o777 == 0o600


def test_a_place_without_its_mark_is_another_disk(work: BackupWork, tmp_path: Path) -> None:
    """Where a disk is not plugged in, its empty folder lies on the disk of the journal."""
    empty = tmp_path / "empty"
    empty.mkdir()
    for place in (empty, tmp_path / "nowhere"):
        work.copy(place, MARK)
        assert outcome_of(work) == Hindered(NoBackup.AWAY)
    assert not list(empty.iterdir())
    assert not (tmp_path / "nowhere").exists()


def failing(problem: BaseException) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise problem

    return fail


@pytest.mark.parametrize(
    ("problem", "why", "detail"),
    [
        (JournalError(JournalFault.DISK_FULL, {"reason": "No space left"}), NoBackup.FULL, "No space left"),
        (JournalError(JournalFault.FOLDER_NOT_WRITABLE, {"reason": "Read-only"}), NoBackup.FORBIDDEN, "Read-only"),
        (JournalError(JournalFault.LOCKED, {}), NoBackup.FAULTY, ""),
        (DamagedError("event 3 is missing", 2), NoBackup.DAMAGED, "event 3 is missing"),
        (OSError(28, "No space left on device"), NoBackup.FULL, "No space left on device"),
        (OSError(5, "Input/output error"), NoBackup.AWAY, "Input/output error"),
        (ValueError("what"), NoBackup.FAULTY, "what"),
    ],
)
def test_what_is_in_the_way_is_told_by_what_it_is(
    work: BackupWork,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    problem: BaseException,
    why: NoBackup,
    detail: str,
) -> None:
    monkeypatch.setattr(backup_work, "make_backup", failing(problem))
    work.copy(place, MARK)
    assert outcome_of(work) == Hindered(why, detail)


@pytest.mark.assurance("A13")
def test_a_journal_that_is_damaged_is_no_backup(work: BackupWork, folder: Path, place: Path) -> None:
    by_hand(folder, "DROP TRIGGER events_update", "UPDATE events SET badge = 'D9' WHERE sequence = 3")
    work.copy(place, MARK)
    found = outcome_of(work)
    assert isinstance(found, Hindered)
    assert found.by is NoBackup.DAMAGED
    assert [path.name for path in place.iterdir()] == [MARK]


@pytest.fixture
def doubled(tmp_path: Path) -> Path:
    """A journal whose head is kept at a second place, by one event of it."""
    for name in ("second", "station"):
        (tmp_path / name).mkdir()
    made = sqlite_journal(tmp_path / "station")
    placed = SecondHeadPlaced(before="", after=str(tmp_path / "second" / "journal.head"), approval=0)
    made.append([encode(JournalBegan(station="T1")), encode(placed)], WRITTEN)
    write_second_head(Path(placed.after), SecondHeadRecord(made.head(), journal_identity(made).journal))
    made.close()
    return tmp_path / "station"


@pytest.mark.assurance("A26")
def test_a_journal_that_is_behind_its_second_head_is_no_backup(doubled: Path, place: Path) -> None:
    file = doubled.parent / "second" / "journal.head"
    kept = read_second_head(file)
    assert kept is not None
    write_second_head(file, SecondHeadRecord(Head(kept.head.sequence + 2, b"\1" * 32), kept.journal))
    with closing(BackupWork(doubled, rest=0)) as work:
        work.copy(place, MARK)
        found = outcome_of(work)
    assert isinstance(found, Hindered)
    assert (found.by, "acknowledged and are missing" in found.detail) == (NoBackup.DAMAGED, True)
    assert [path.name for path in place.iterdir()] == [MARK]


def test_a_second_place_that_is_away_keeps_no_backup_from_being_made(doubled: Path, place: Path) -> None:
    with closing(BackupWork(doubled, rest=0)) as work:
        first = copied(work, place)
        shutil.rmtree(doubled.parent / "second")
        write_more(doubled)
        assert copied(work, place).head.sequence == first.head.sequence + 1


def test_a_share_that_hangs_is_said_once_and_what_it_ends_with_is_taken(
    folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(backup_work, "make_backup", lambda *words: goes_on.wait(10) and make_backup(*words))
    work = BackupWork(folder, silent=-1, rest=0)
    work.copy(place, MARK)
    assert work.take() == Hindered(NoBackup.UNANSWERED)
    assert work.take() is None
    assert work.is_busy
    goes_on.set()
    assert isinstance(outcome_of(work), Copied)
    work.close()


def test_what_is_given_up_leaves_nothing(folder: Path, place: Path) -> None:
    work = BackupWork(folder, rest=60_000)
    work.copy(place, MARK)
    work.close()
    assert not work.is_running
    assert [path.name for path in place.iterdir()] == [MARK]


@pytest.mark.assurance("A13")
def test_only_the_older_ones_that_it_made_are_removed(work: BackupWork, folder: Path, place: Path) -> None:
    made = several(work, folder, place, 5)
    names = [name for name, _ in made]
    others = [f"journal-{number:012d}-abcdef01" for number in (1, 99)]
    for name in others:
        (place / name).mkdir()
    work.clear(place, MARK, made, 2)
    assert outcome_of(work) == Cleared(tuple(reversed(names[:3])), ())
    assert sorted(path.name for path in place.iterdir()) == sorted((MARK, *others, *names[3:]))
    assert all(verify_all(place / name) == head for name, head in made[3:])


def edited_head(copy: Path) -> None:
    (copy / "journal.head").write_text(f"{1:020d} {'0' * 64}\n")


def with_something(copy: Path) -> None:
    (copy / "notes.txt").write_text("mine")


def with_a_folder(copy: Path) -> None:
    (copy / "more").mkdir()


def a_link(copy: Path) -> None:
    copy.rename(copy.with_name("elsewhere"))
    copy.symlink_to(copy.with_name("elsewhere"))


def a_file(copy: Path) -> None:
    shutil.rmtree(copy)
    copy.write_text("mine")


@pytest.mark.parametrize("changed", [edited_head, with_something, with_a_folder, a_link, a_file])
def test_what_is_not_as_it_was_made_stays_and_is_forgotten(
    work: BackupWork, folder: Path, place: Path, changed: Callable[[Path], None]
) -> None:
    made = several(work, folder, place, 4)
    changed(place / made[0][0])
    before = (place / made[0][0]).stat()
    work.clear(place, MARK, made, 2)
    assert outcome_of(work) == Cleared((made[1][0],), (made[0][0],))
    assert (place / made[0][0]).stat().st_ino == before.st_ino


def test_those_that_somebody_took_away_do_not_count(work: BackupWork, folder: Path, place: Path) -> None:
    """So many are kept as there are to be: two of four are gone, and the two that are left stay."""
    made = several(work, folder, place, 4)
    for name, _ in made[2:]:
        shutil.rmtree(place / name)
    work.clear(place, MARK, made, 2)
    assert outcome_of(work) == Cleared((), (made[3][0], made[2][0]))
    assert all(is_backup_copy(place / name, head) for name, head in made[:2])


def test_a_disk_that_goes_away_meanwhile_has_lost_nothing(
    work: BackupWork, folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = several(work, folder, place, 3)

    def pulled_out(path: Path, head: Head) -> bool:
        del path, head
        if place.exists():
            place.rename(place.with_name("away"))
        return False

    monkeypatch.setattr(backup_work, "is_backup_copy", pulled_out)
    work.clear(place, MARK, made, 1)
    assert outcome_of(work) == Hindered(NoBackup.NOT_REMOVED)


def test_what_cannot_be_removed_is_said(
    work: BackupWork, folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = several(work, folder, place, 2)
    monkeypatch.setattr(backup_work, "remove_backup", failing(PermissionError(13, "Permission denied")))
    work.clear(place, MARK, made, 1)
    assert outcome_of(work) == Hindered(NoBackup.NOT_REMOVED, "Permission denied")
