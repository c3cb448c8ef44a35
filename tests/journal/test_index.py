"""The index is a cache: whatever becomes of its file, the answers stay the same."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from dealer_app.journal import index
from dealer_app.journal import index as indexing
from dealer_app.journal.event_registry import EVENT_NAMES
from dealer_app.journal.index import INDEX_FILE, Index
from dealer_app.journal.reader import open_reader
from dealer_app.journal.recall import recall_last_rounds, recall_round
from dealer_app.journal.round_summaries import BODY_READERS
from dealer_app.journal.search import RoundQuery, search_rounds
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, record
from tests.support.long_journals import fill, golden_decisions
from tests.support.long_tests import mostly_long


@pytest.fixture
def folder(golden_folder: Path, tmp_path: Path) -> Path:
    """A copy with an index of its own."""
    for name in ("journal.db", "journal.head"):
        shutil.copy(golden_folder / name, tmp_path / name)
    assert contents(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of some rounds, with an index that was made of it."""
    folder = tmp_path_factory.mktemp("small")
    fill(folder, islice(golden_decisions(), 600))
    contents(folder)
    return folder


def contents(folder: Path) -> dict[str, list[str]]:
    """All that the index says, after it has caught up."""
    reader = open_reader(folder)
    index = Index(folder, reader)
    try:
        index.update()
        assert index.is_whole()
        return {name: sorted(map(repr, index.database.table(name).rows)) for name in ("rounds", "marks", "context")}
    finally:
        index.close()
        reader.close()


def test_every_name_that_it_reads_is_one_that_is_written() -> None:
    assert set(BODY_READERS) <= set(EVENT_NAMES)
    assert {name for name in indexing.CONTEXT_EVENTS if name != indexing.BOOK_IN_FORCE} <= set(EVENT_NAMES)


@pytest.mark.parametrize(("step", "of"), [(1, "small"), (7, "small"), (1000, "folder")])
def test_it_says_the_same_in_whatever_steps_it_was_made(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, of: str
) -> None:
    folder = request.getfixturevalue(of)
    whole = contents(folder)
    made_again = tmp_path / "again"
    made_again.mkdir()
    shutil.copy(folder / "journal.db", made_again / "journal.db")
    monkeypatch.setattr(indexing, "_ENTRIES_A_STEP", step)
    assert contents(made_again) == whole


def test_a_first_build_tells_how_far_it_is_and_may_be_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contents(folder)
    (folder / INDEX_FILE).unlink()
    monkeypatch.setattr(indexing, "_ENTRIES_A_STEP", 100)
    reader = open_reader(folder)
    index = Index(folder, reader)
    told: list[tuple[int, int]] = []

    def first_ten(at: int, of: int) -> bool:
        told.append((at, of))
        return len(told) <= 10

    index.update(first_ten)
    index.close()
    reader.close()
    assert told[:2] == [(0, told[0][1]), (100, told[0][1])]
    assert contents(folder) == whole


def test_it_goes_on_where_it_was_when_the_journal_has_grown(tmp_path: Path) -> None:
    decisions = list(golden_decisions())
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
    spoil(folder / INDEX_FILE)
    assert contents(folder) == whole


def test_where_it_cannot_be_written_it_lives_in_memory(folder: Path) -> None:
    whole = contents(folder)
    (folder / INDEX_FILE).unlink()
    (folder / INDEX_FILE).mkdir()
    assert contents(folder) == whole
    assert list((folder / INDEX_FILE).iterdir()) == []


def test_one_that_another_program_holds_is_told_and_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_PATIENCE_SECONDS", 0)
    other = sqlite3.connect(folder / INDEX_FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    reader = open_reader(folder)
    try:
        with pytest.raises(JournalError) as raised:
            Index(folder, reader)
    finally:
        reader.close()
        other.close()
    assert raised.value.fault is JournalFault.LOCKED
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
    reader = open_reader(folder)
    index = Index(folder, reader)
    try:
        index.update()
        wanted = (
            RoundQuery(since="2026-01-31", until="2026-01-31"),
            RoundQuery(seat=3),
            RoundQuery(number=2),
            RoundQuery(result="player"),
        )
        right = [search_rounds(reader, index, one, 10_000) for one in wanted]
        recalled = recall_round(reader, index, 2)
        index.database.execute(statement)
        index.update()
        assert [search_rounds(reader, index, one, 10_000) for one in wanted] == right
        assert recall_round(reader, index, 2) == recalled
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


FLIPS, SOME_FLIPS = 118, 40


def answers(folder: Path) -> tuple[object, ...]:
    """What is told of a journal with the help of its index."""
    reader = open_reader(folder)
    index = Index(folder, reader)
    try:
        index.update()
        wanted = (
            RoundQuery(),
            RoundQuery(seat=3),
            RoundQuery(result="player"),
            RoundQuery(person="D1"),
            RoundQuery(number=1),
        )
        found = [search_rounds(reader, index, one, 1000) for one in wanted]
        return *found, recall_last_rounds(reader, index, 20), recall_round(reader, index, 1)
    finally:
        index.close()
        reader.close()


@pytest.mark.assurance("A10")
@pytest.mark.parametrize("flips", mostly_long([SOME_FLIPS, FLIPS], keep_every=2))
def test_any_flipped_byte_of_the_index_changes_no_answer_and_is_never_called_damage_of_the_journal(
    small: Path, tmp_path: Path, flips: int
) -> None:
    right, whole = answers(small), (small / INDEX_FILE).read_bytes()
    chance = random.Random(20_261_119)
    for name in ("journal.db", "journal.head"):
        shutil.copy(small / name, tmp_path / name)
    for number in range(flips):
        # One from each part of the file, so that they are spread over all of it.
        at = chance.randrange(number * len(whole) // flips, (number + 1) * len(whole) // flips)
        flipped = bytes([whole[at] ^ chance.randrange(1, 256)])
        (tmp_path / INDEX_FILE).write_bytes(whole[:at] + flipped + whole[at + 1 :])
        assert answers(tmp_path) == right, f"byte {at}"


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
def test_an_index_that_was_cut_off_is_made_anew(small: Path, tmp_path: Path, part: float) -> None:
    whole = (small / INDEX_FILE).read_bytes()
    for name in ("journal.db", "journal.head"):
        shutil.copy(small / name, tmp_path / name)
    (tmp_path / INDEX_FILE).write_bytes(whole[: int(len(whole) * part)])
    assert answers(tmp_path) == answers(small)


HIDDEN = {
    "a mark": "DELETE FROM marks WHERE kind = 'seat' AND value = '3'",
    "a round and its neighbours": "DELETE FROM rounds WHERE first >= (SELECT first FROM rounds LIMIT 1 OFFSET 3)",
    "what holds at a table": "DELETE FROM context WHERE name = 'table-opened'",
    "where the next part goes on": "UPDATE progress SET kept = x'00'",
    "how far it goes": "UPDATE progress SET through = through - 5",
}


@pytest.mark.parametrize("statement", HIDDEN.values(), ids=HIDDEN)
def test_what_is_taken_out_of_an_index_by_hand_is_there_again(folder: Path, statement: str) -> None:
    whole = contents(folder)
    connection = sqlite3.connect(folder / INDEX_FILE, isolation_level=None)
    connection.execute(statement)
    connection.close()
    assert contents(folder) == whole


def test_an_index_is_counted_against_the_journal_even_where_its_digest_is_right(folder: Path) -> None:
    """Somebody who knows how it is made can make the digest anew; rounds and context stay as many as there were."""
    whole = contents(folder)
    reader = open_reader(folder)
    index = Index(folder, reader)
    index.update()
    index.database.conn.execute("DELETE FROM context WHERE name = 'cards-brought'")
    through, hash_, kept, _ = index._progress()
    index.database.conn.execute("UPDATE progress SET digest = ?", (index._digest(through, hash_, kept),))
    index.close()
    reader.close()
    assert contents(folder) == whole


@pytest.mark.parametrize("gone", ["round-began", "bet-placed"])
def test_no_index_is_made_of_what_is_left_of_a_journal(small: Path, tmp_path: Path, gone: str) -> None:
    """It would find fewer rounds, and nobody would be told."""
    shutil.copy(small / "journal.db", tmp_path / "journal.db")
    first = f"(SELECT min(sequence) FROM events WHERE name = '{gone}')"  # noqa: S608
    by_hand(tmp_path, "DROP TRIGGER events_delete", f"DELETE FROM events WHERE sequence = {first}")  # noqa: S608
    with pytest.raises(DamagedError, match="does not follow"):
        answers(tmp_path)


def test_an_index_in_which_a_table_has_a_name_that_is_no_text_is_made_anew(small: Path, tmp_path: Path) -> None:
    """SQLite names it in what it complains of, and Python cannot read that."""
    for name in ("journal.db", "journal.head"):
        shutil.copy(small / name, tmp_path / name)
    whole = (small / INDEX_FILE).read_bytes()
    for word in (b"rounds", b"marks", b"context", b"progress"):
        (tmp_path / INDEX_FILE).write_bytes(
            whole.replace(b"CREATE TABLE [" + word, b"CREATE TABLX [" + word).replace(
                b"table" + word + word, b"table" + b"\xff" + word[1:] + word
            )
        )
        assert (tmp_path / INDEX_FILE).read_bytes() != whole
        assert answers(tmp_path) == answers(small)


def test_damage_of_the_journal_is_still_called_that(small: Path, tmp_path: Path) -> None:
    for name in ("journal.db", "journal.head"):
        shutil.copy(small / name, tmp_path / name)
    by_hand(tmp_path, "DROP TRIGGER events_update", "UPDATE events SET badge = 'X' WHERE name = 'round-began'")
    with pytest.raises(DamagedError):
        answers(tmp_path)
