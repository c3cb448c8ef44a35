"""A byte that flips in any file of a played folder is told in words, or changes no answer; `make proof` flips more."""

from collections.abc import Iterator

import pytest

from dealer_app.journal.reader import DATABASE
from tests.faults.byte_flips import SAID, SAME, FolderCopy, as_it_was, judge_folder, prove_file
from tests.faults.sample_folder import DATA
from tests.support.journal_damage import forge_column

FLIPS = 3
NEVER_READ = ("data/reserve", "data/records/angel_eye.bytes")


@pytest.fixture(scope="module")
def played() -> Iterator[FolderCopy]:
    with as_it_was() as whole:
        yield whole


@pytest.mark.assurance("A8")
def test_a_flipped_byte_of_any_file_is_told_in_words_or_changes_no_answer(played: FolderCopy) -> None:
    for name, content in played.files.items():
        found, faults = prove_file(played, name, FLIPS, seed=3)
        assert faults == []
        assert found.total() == (FLIPS if content else 0)
        assert set(found) <= {SAME, SAID}


def test_the_folder_has_whatever_a_station_leaves_there(played: FolderCopy) -> None:
    """What it does not have nobody flips."""
    kinds = ("journal.db", "journal.db-wal", "journal.head", "index.db", "snapshot-", "reserve", "station.lock")
    others = ("station.holder", "screen.json", "records/", "second place/journal-")
    for kind in (*kinds, *others):
        assert any(kind in name for name in played.files), kind


def test_what_nobody_reads_changes_nothing(played: FolderCopy) -> None:
    for name in NEVER_READ:
        found, faults = prove_file(played, name, FLIPS, seed=4)
        assert (set(found), faults) == ({SAME}, [])


@pytest.mark.assurance("A8")
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("decision", "NULL"),
        ("utc", "9e999"),
        ("badge", "x'ff'"),
        ("version", "NULL"),
        ("version", "1.5"),
        ("version", "-5"),
        ("body", "NULL"),
        ("hash", "NULL"),
    ],
)
def test_a_column_of_another_kind_is_damage_said_in_words(played: FolderCopy, column: str, value: str) -> None:
    """One flipped bit makes a number nothing, or text a number: SQLite gives what it finds, whatever the table says."""
    for sequence in (1, played.head.sequence):
        played.lay()
        forge_column(played.root / DATA, sequence, column, value)
        assert judge_folder(played, f"{DATA}/{DATABASE}") == SAID
