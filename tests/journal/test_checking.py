"""A journal that is checked whole: whatever is not as it was acknowledged is found, and named."""

import sqlite3
from pathlib import Path

import pytest

from dealer_app.journal.heads import HeadFile
from dealer_app.journal.records import Head
from dealer_app.journal.recovery import verify_all
from dealer_app.journal_errors import DamagedError
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, record
from tests.support.long_journals import fill

MANY = 6_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fill(tmp_path, (([record("shift-began")], WRITTEN) for _ in range(MANY)))
    return tmp_path


def noted(folder: Path, head: Head) -> None:
    file = HeadFile(folder)
    file.write(head)
    file.close()


def spoilt(folder: Path, *statements: str) -> None:
    by_hand(folder, "DROP TRIGGER events_delete", "DROP TRIGGER events_update", *statements)


def test_one_that_is_in_order_is_followed_to_its_end_and_says_how_far_it_is(folder: Path) -> None:
    told: list[tuple[int, int]] = []

    def note(at: int, of: int) -> bool:
        told.append((at, of))
        return True

    head = verify_all(folder, note)
    assert head.sequence == MANY
    assert told[0] == (0, MANY)
    assert told[-1] == (MANY, MANY)
    assert [at for at, _ in told] == sorted(at for at, _ in told)


@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 2), (1, 2_500), (100, 5_900), (2_001, 4_000)])
def test_a_hole_is_found_however_wide_it_is(folder: Path, first: int, last: int) -> None:
    spoilt(folder, f"DELETE FROM events WHERE sequence BETWEEN {first} AND {last}")  # noqa: S608
    with pytest.raises(DamagedError) as raised:
        verify_all(folder)
    assert raised.value.last_verified == first - 1


def test_a_cut_tail_is_found_by_the_head_file(folder: Path) -> None:
    spoilt(folder, f"DELETE FROM events WHERE sequence > {MANY - 10}")  # noqa: S608
    with pytest.raises(DamagedError, match=f"events {MANY - 9} to {MANY} were acknowledged and are missing"):
        verify_all(folder)


def test_one_that_went_on_after_its_head_was_written_is_in_order(folder: Path) -> None:
    """A power cut between the commit and the head: nothing is lost."""
    connection = sqlite3.connect(folder / "journal.db")
    hash_ = connection.execute("SELECT hash FROM events WHERE sequence = 5000").fetchone()[0]
    connection.close()
    noted(folder, Head(5_000, hash_))
    assert verify_all(folder).sequence == MANY
    noted(folder, Head(5_000, bytes(32)))
    with pytest.raises(DamagedError, match="event 5000 is not the one that was acknowledged"):
        verify_all(folder)


def test_without_a_head_nobody_can_tell_where_it_ended(folder: Path) -> None:
    (folder / "journal.head").unlink()
    with pytest.raises(DamagedError, match=r"journal\.head is missing"):
        verify_all(folder)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO sealed VALUES ('ab12', '7S', 'salt')",
        "INSERT INTO secrets VALUES ('ab12', 'another')",
    ],
)
def test_what_lies_beside_the_chain_is_what_its_digest_says(folder: Path, statement: str) -> None:
    spoilt(folder, statement)
    with pytest.raises(DamagedError, match="ab12"):
        verify_all(folder)
