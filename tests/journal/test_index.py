"""The index is a cache: whatever becomes of its file, the answers stay the same."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.journal import index as index_file
from dealer_app.journal.event_names import NAMES
from dealer_app.journal.found import READ
from dealer_app.journal.index import NAME, Index
from dealer_app.journal.reader import read_only
from dealer_app.journal.recall import recall
from dealer_app.journal.search import Wanted, search
from dealer_app.journal.trouble import DamagedError, Fault, JournalError
from tests.support.journals import WRITTEN, record
from tests.support.long_journals import fill, golden


@pytest.fixture
def folder(golden_folder: Path, tmp_path: Path) -> Path:
    """A copy with an index of its own."""
    for name in ("journal.db", "journal.head"):
        shutil.copy(golden_folder / name, tmp_path / name)
    assert contents(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, list[str]]:
    """All that the index says, after it has caught up."""
    reader = read_only(folder)
    index = Index(folder, reader)
    try:
        index.catch_up()
        assert index.is_whole()
        return {name: sorted(map(repr, index.database.table(name).rows)) for name in ("rounds", "marks", "context")}
    finally:
        index.close()
        reader.close()


def test_every_name_that_it_reads_is_one_that_is_written() -> None:
    assert set(READ) <= set(NAMES)
    assert {name for name in index_file.CONTEXT if name != index_file.BOOK} <= set(NAMES)


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_it_says_the_same_in_whatever_steps_it_was_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    whole = contents(folder)
    (folder / NAME).unlink()
    monkeypatch.setattr(index_file, "_STEP", step)
    assert contents(folder) == whole


def test_a_first_build_tells_how_far_it_is_and_may_be_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contents(folder)
    (folder / NAME).unlink()
    monkeypatch.setattr(index_file, "_STEP", 100)
    reader = read_only(folder)
    index = Index(folder, reader)
    told: list[tuple[int, int]] = []

    def first_ten(at: int, of: int) -> bool:
        told.append((at, of))
        return len(told) <= 10

    index.catch_up(first_ten)
    index.close()
    reader.close()
    assert told[:2] == [(0, told[0][1]), (100, told[0][1])]
    assert contents(folder) == whole


def test_it_goes_on_where_it_was_when_the_journal_has_grown(tmp_path: Path) -> None:
    decisions = list(golden())
    some, all_ = tmp_path / "some", tmp_path / "all"
    fill(some, decisions[: len(decisions) // 2])
    fill(all_, decisions)
    contents(some)
    shutil.copy(all_ / "journal.db", some / "journal.db")
    assert contents(some) == contents(all_)


def broken_bytes(file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)


def broken_page(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[4096:] = bytes(len(whole) - 4096)
    file.write_bytes(whole)


def older_version(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def of_another_journal(file: Path) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("UPDATE progress SET hash = zeroblob(32)")
    connection.close()


def gone(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("spoil", [broken_bytes, broken_page, older_version, of_another_journal, gone])
def test_one_that_is_broken_or_not_ours_is_made_anew(folder: Path, spoil: Callable[[Path], None]) -> None:
    whole = contents(folder)
    spoil(folder / NAME)
    assert contents(folder) == whole


def test_where_it_cannot_be_written_it_lives_in_memory(folder: Path) -> None:
    whole = contents(folder)
    (folder / NAME).unlink()
    (folder / NAME).mkdir()
    assert contents(folder) == whole
    assert list((folder / NAME).iterdir()) == []


def test_one_that_another_program_holds_is_told_and_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "_PATIENCE", 0)
    other = sqlite3.connect(folder / NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    reader = read_only(folder)
    try:
        with pytest.raises(JournalError) as raised:
            Index(folder, reader)
    finally:
        reader.close()
        other.close()
    assert raised.value.fault is Fault.LOCKED
    assert contents(folder)


WRONG = {
    "a round is missing": "DELETE FROM rounds WHERE first = (SELECT max(first) FROM rounds WHERE shoe = 1)",
    "a round has another day": "UPDATE rounds SET day = '2026-01-31'",
    "rounds are numbered otherwise": "UPDATE rounds SET number = 3 - number WHERE number < 3",
    "marks are of other rounds": "UPDATE OR REPLACE marks SET value = '3' WHERE kind = 'seat' AND value = '1'",
    "the bounds of a round are wrong": "UPDATE rounds SET last = last - 1, first = first - 1",
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
def test_an_index_that_is_wrong_is_found_out_by_the_events(folder: Path, statement: str) -> None:
    reader = read_only(folder)
    index = Index(folder, reader)
    try:
        index.catch_up()
        wanted = (
            Wanted(since="2026-01-31", until="2026-01-31"),
            Wanted(seat=3),
            Wanted(number=2),
            Wanted(result="player"),
        )
        right = [search(reader, index, one, 10_000) for one in wanted]
        recalled = recall(reader, index, 2)
        index.database.execute(statement)
        index.catch_up()
        assert [search(reader, index, one, 10_000) for one in wanted] == right
        assert recall(reader, index, 2) == recalled
    finally:
        index.close()
        reader.close()


def test_a_journal_without_rounds_has_an_index_without_rounds(tmp_path: Path) -> None:
    fill(tmp_path, [([record("shift-began", '{"number":1}')], WRITTEN)])
    assert contents(tmp_path) == {"rounds": [], "marks": [], "context": []}


def test_an_event_that_cannot_be_read_is_damage_and_not_a_wrong_index(tmp_path: Path) -> None:
    fill(tmp_path, [([record("round-began", '{"number":"one"}')], WRITTEN)])
    with pytest.raises(DamagedError, match="cannot be read"):
        contents(tmp_path)
