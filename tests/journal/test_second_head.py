"""The writer of the second head: it keeps nobody waiting, tries again, and overwrites nothing it has not compared."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.journal import second_head
from dealer_app.journal.codec import encode
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import Head, JournalBegan
from dealer_app.journal.second_head import (
    MissedError,
    SecondHead,
    SecondHeadRecord,
    check_second_head,
    journal_identity,
    read_second_head,
    run_with_timeout,
)
from dealer_app.journal.store import SqliteJournal
from dealer_app.journal_errors import DamagedError
from dealer_app.station_events import ShiftBegan
from tests.support.journals import WRITTEN, sqlite_journal

PATIENCE_SECONDS = 10


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    (tmp_path / "data").mkdir()
    with closing(sqlite_journal(tmp_path / "data")) as made:
        made.append([encode(JournalBegan(station="T1"))], WRITTEN)
        yield made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "place").mkdir()
    return tmp_path / "place" / "journal.head"


@pytest.fixture
def second(tmp_path: Path, file: Path, journal: SqliteJournal) -> Iterator[SecondHead]:
    made = SecondHead(tmp_path / "data", file, first_of(journal), again=20)
    yield made
    made.close()


def first_of(journal: SqliteJournal) -> str:
    return journal_identity(journal).journal


def goes_on(journal: SqliteJournal, number: int) -> Head:
    journal.append([encode(ShiftBegan(number=number))], WRITTEN)
    return journal.head()


def until(holds: Callable[[], bool]) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.002)


def test_the_last_head_is_there_in_the_end(journal: SqliteJournal, second: SecondHead, file: Path) -> None:
    for number in range(200):
        second.keep(goes_on(journal, number))
    second.close()
    assert read_second_head(file) == SecondHeadRecord(journal.head(), first_of(journal))
    assert second.miss_reason() == ""
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_share_that_hangs_keeps_nobody_waiting_and_is_missed_after_a_while(
    journal: SqliteJournal, second: SecondHead, file: Path
) -> None:
    free = threading.Event()
    write = second_head.write_second_head

    def hang(path: Path, kept: SecondHeadRecord) -> None:
        free.wait()
        write(path, kept)

    with patch.object(second_head, "write_second_head", hang), patch.object(second_head, "PATIENCE_MILLISECONDS", 50):
        began = time.monotonic()
        for number in range(50):
            second.keep(goes_on(journal, number))
        second.close(100)
        assert time.monotonic() - began < PATIENCE_SECONDS
        until(lambda: "no answer within" in second.miss_reason())
        free.set()
        until(lambda: second.miss_reason() == "")
    until(lambda: read_second_head(file) == SecondHeadRecord(journal.head(), first_of(journal)))


def test_a_place_that_was_lost_is_tried_again_without_being_asked(
    journal: SqliteJournal, second: SecondHead, file: Path
) -> None:
    away = file.parent.with_name("away")
    file.parent.rename(away)
    second.keep(journal.head())
    until(lambda: "No such file" in second.miss_reason())
    away.rename(file.parent)
    until(lambda: second.miss_reason() == "")
    assert read_second_head(file) == SecondHeadRecord(journal.head(), first_of(journal))


@pytest.mark.parametrize("number", [28, 5, 13, 116])
def test_what_the_system_says_is_said(journal: SqliteJournal, second: SecondHead, number: int) -> None:
    def fails(*_: object) -> None:
        raise OSError(number, f"error {number}")

    with patch.object(second_head, "write_second_head", fails):
        second.keep(journal.head())
        until(lambda: second.miss_reason() == f"error {number}")
        second.raise_damage()
        second.close()


@pytest.mark.parametrize("what", ["ahead", "another way", "another journal"])
def test_more_than_this_journal_has_is_damage_and_is_not_overwritten(
    journal: SqliteJournal, second: SecondHead, file: Path, what: str
) -> None:
    goes_on(journal, 1)
    lies = {
        "ahead": SecondHeadRecord(Head(journal.head().sequence + 1, b"\1" * 32), first_of(journal)),
        "another way": SecondHeadRecord(Head(journal.head().sequence, b"\1" * 32), first_of(journal)),
        "another journal": SecondHeadRecord(Head(1, b"\1" * 32), "01" * 32),
    }[what]
    second_head.write_second_head(file, lies)
    with pytest.raises(DamagedError):
        check_second_head(file.parents[1] / "data", file)
    second.keep(journal.head())

    def found() -> bool:
        try:
            second.raise_damage()
        except DamagedError:
            return True
        return False

    until(found)
    second.keep(goes_on(journal, 2))
    second.close()
    assert read_second_head(file) == lies


def test_the_head_of_the_journal_before_is_taken_over(tmp_path: Path, file: Path) -> None:
    (tmp_path / "data").mkdir()
    with closing(sqlite_journal(tmp_path / "data")) as journal:
        journal.append([encode(JournalBegan(station="T1", previous_journal="ab" * 32))], WRITTEN)
        second_head.write_second_head(file, SecondHeadRecord(Head(5000, b"\1" * 32), "ab" * 32))
        check_second_head(tmp_path / "data", file)
        second = SecondHead(tmp_path / "data", file, first_of(journal))
        second.keep(journal.head())
        second.close()
        second.raise_damage()
        assert read_second_head(file) == SecondHeadRecord(journal.head(), first_of(journal))


@pytest.mark.parametrize("text", ["", "\n", "1 2 3\n", f"{5:020d} {'0' * 64}\n", f"{5:020d} {'0' * 64} {'0' * 63}\n"])
def test_what_says_nothing_is_missed(tmp_path: Path, file: Path, journal: SqliteJournal, text: str) -> None:
    assert journal.head().sequence == 1
    file.write_text(text, encoding="ascii")
    assert read_second_head(file) is None
    with pytest.raises(MissedError):
        check_second_head(tmp_path / "data", file)


def test_a_flipped_bit_makes_no_head_of_which_the_journal_falls_short(file: Path) -> None:
    second_head.write_second_head(file, SecondHeadRecord(Head(5000, b"\1" * 32), "ab" * 32))
    whole = file.read_bytes()
    for at in range(len(whole)):
        for bit in range(8):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            assert read_second_head(file) is None


def test_what_was_kept_before_there_was_a_check_is_read(file: Path) -> None:
    file.write_text(f"{5000:020d} {'01' * 32} {'ab' * 32}\n", encoding="ascii")
    assert read_second_head(file) == SecondHeadRecord(Head(5000, b"\1" * 32), "ab" * 32)


def test_an_answer_that_does_not_come_in_time_is_none() -> None:
    never = threading.Event()
    with pytest.raises(MissedError, match=r"no answer within 0\.02 seconds"):
        run_with_timeout(never.wait, 20)
    never.set()
    assert run_with_timeout(lambda: 7) == 7


def test_an_older_journal_says_nothing_of_the_one_before(journal: SqliteJournal, tmp_path: Path) -> None:
    assert journal.head().sequence == 1
    with closing(open_reader(tmp_path / "data")) as reader:
        assert journal_identity(reader).previous == ""
