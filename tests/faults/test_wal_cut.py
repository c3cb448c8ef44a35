"""However much of the log's end is lost, what is left ends with a whole decision; what the head knows of is named."""

from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import EMPTY_HEAD, Head
from dealer_app.journal.recovery import gap_text, recover
from dealer_app.journal_errors import DamagedError
from dealer_app.station.state import StationState
from tests.faults.kill_steps import StateTrace
from tests.support.house_run import FOLDING, find_script
from tests.support.journals import play_script, sqlite_journal
from tests.support.kill_child import after_each_commit
from tests.support.live_station import StaffedStation
from tests.support.long_tests import mostly_long
from tests.support.quick_folder import quick_folder

WAL = f"{DATABASE}-wal"
FRAME_HEADER = 24
PAGE = 4096
DECISIONS = 2
"""How many of the last decisions are cut, each at every byte of its frames."""


class Left(Struct, frozen=True):
    """A log that grew decision by decision, and how long it was after each."""

    files: dict[str, bytes]
    ends: tuple[tuple[int, Head], ...]
    states: dict[int, StationState]


@cache
def left() -> Left:
    with quick_folder() as folder:
        course = StateTrace()
        ends: list[tuple[int, Head]] = []
        known = play_script(find_script("ts-normal"))
        with after_each_commit(course.note):
            journal = sqlite_journal(folder)
            house = StaffedStation(journal)
            for command in known.given[:-2]:
                house.check_done(house.play(command, known.rules))
                ends.append(((folder / WAL).stat().st_size, journal.head()))
        files = {name: (folder / name).read_bytes() for name in (DATABASE, WAL, HEAD)}
        journal.close()
        return Left(files, tuple(ends), course.states)


def cut(folder: Path, length: int) -> None:
    for name, content in left().files.items():
        (folder / name).write_bytes(content[:length] if name == WAL else content)
    (folder / f"{DATABASE}-shm").unlink(missing_ok=True)


def lengths() -> range:
    """From the end of an earlier decision to the end of the log."""
    return range(left().ends[-1 - DECISIONS][0], left().ends[-1][0])


def whole_until(length: int) -> Head:
    return max((head for end, head in left().ends if end <= length), default=EMPTY_HEAD)


def test_the_log_grows_with_each_of_the_decisions_that_are_cut() -> None:
    ends = [end for end, _ in left().ends[-1 - DECISIONS :]]
    assert ends == sorted(set(ends))
    assert all((end - 32) % (PAGE + FRAME_HEADER) == 0 for end in ends)


@pytest.mark.assurance("A11")
@pytest.mark.parametrize("step", mostly_long([7, 1], keep_every=2))
def test_a_log_that_is_cut_at_any_byte_is_reported_with_the_events_that_are_missing(folder: Path, step: int) -> None:
    """At each seventh byte with every test run, at each one in the proof."""
    acknowledged = left().ends[-1][1]
    for length in lengths()[::step]:
        cut(folder, length)
        with pytest.raises(DamagedError) as raised:
            recover(folder, FOLDING)
        rest = whole_until(length)
        assert raised.value.facts["reason"] == gap_text(rest.sequence, acknowledged), length
        assert raised.value.last_verified == rest.sequence


@pytest.mark.assurance("A11")
def test_what_is_left_of_a_cut_log_is_a_whole_journal_up_to_a_decision(folder: Path) -> None:
    """Cut at the end of each frame, or a byte before or after it. As far as the head, it is what a power cut leaves."""
    size = PAGE + FRAME_HEADER
    for length in (length for length in lengths() if (length - 32 + 1) % size <= 2):
        cut(folder, length)
        rest = whole_until(length)
        _write_head(folder, rest)
        found = recover(folder, FOLDING)
        assert found.head == rest, length
        assert found.state == left().states[rest.sequence], length


def test_a_head_that_stayed_behind_is_in_order(folder: Path) -> None:
    end = left().ends[-1][1]
    for _, head in left().ends:
        cut(folder, len(left().files[WAL]))
        _write_head(folder, head)
        assert recover(folder, FOLDING).head == end


def _write_head(folder: Path, head: Head) -> None:
    (folder / HEAD).write_text(f"{head.sequence:020d} {head.hash.hex()}\n", encoding="ascii")


def test_the_missing_events_are_named_as_a_person_would() -> None:
    assert gap_text(30, Head(60, bytes(32))) == "events 31 to 60 were acknowledged and are missing"
