"""A byte that flips in any file of a played folder is told in words, or changes no answer; `make proof` flips more."""

from collections.abc import Iterator

import pytest

from tests.faults.byte_flips import SAID, SAME, FolderCopy, as_it_was, prove_file

FLIPS = 3
NEVER_READ = ("data/reserve", "data/records/angel_eye.bytes")


@pytest.fixture(scope="module")
def played() -> Iterator[FolderCopy]:
    with as_it_was() as whole:
        yield whole


@pytest.mark.assurance("A8")
def test_a_flipped_byte_of_any_file_is_told_in_words_or_changes_no_answer(played: FolderCopy) -> None:
    for name, content in played.files.items():
        found = prove_file(played, name, FLIPS, seed=3)
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
        assert set(prove_file(played, name, FLIPS, seed=4)) == {SAME}
