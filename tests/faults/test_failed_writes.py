"""Writes that fail, by SQLite or at a fault point: nothing more is taken until the journal is opened anew."""

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app import fault_points
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.recovery import recover
from dealer_app.journal.store import SqliteJournal
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station import snapshot
from dealer_app.station.startup import start_station
from tests.faults.one_round import (
    append_decision,
    begin_commands,
    begin_round,
    count_rows,
    end_round,
    event_names,
    golden_script,
    next_command,
)
from tests.support.house_run import FOLDING, PROGRAM, run_house, station_people
from tests.support.journals import WRITTEN, record, sqlite_journal
from tests.support.kill_child import copy_folder
from tests.support.live_station import StaffedStation, SteppingClock, make_environment

WAL = f"{DATABASE}-wal"


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """No file of this process grows beyond it: a write that would is an error of the disk, as SQLite sees it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_fails_leaves_a_journal_that_stands_at_a_commit_and_takes_no_more(folder: Path) -> None:
    """A real SQLITE_IOERR, after so many bytes of the log as there are."""
    base = folder / "base"
    base.mkdir()
    journal = sqlite_journal(base)
    append_decision(journal, 1)
    first = journal.head()
    at = (base / WAL).stat().st_size
    kept = copy_folder(base, folder / "kept")
    append_decision(journal, 2)
    second, whole = journal.head(), (base / WAL).stat().st_size
    journal.close()
    for size in range(at, whole, 509):
        copy = copy_folder(kept, folder / "copy")
        journal = sqlite_journal(copy)
        with file_size_limit(size), pytest.raises(JournalError) as raised:
            append_decision(journal, 2)
        assert raised.value.fault is JournalFault.NOT_WRITTEN
        assert "disk I/O error" in raised.value.facts["reason"]
        _takes_no_more(journal)
        journal.close()
        assert count_rows(copy) == (4, 4, 1)
        journal = sqlite_journal(copy)
        assert journal.head() == first
        append_decision(journal, 2)
        assert journal.head() == second
        journal.close()


def _takes_no_more(journal: SqliteJournal) -> None:
    with pytest.raises(JournalError) as raised:
        journal.append([record("more")], WRITTEN)
    assert raised.value.facts == {"reason": "an earlier write failed"}


BEFORE_IT_IS_DURABLE = ("before_begin", "begun", "inserted", "sealed", "before_commit")
AFTERWARDS = ("committed", "head_written")
BETWEEN_ROUNDS = ("before_checkpoint", "checkpointed")


def fail_at(point: str, number: int) -> None:
    def fail(name: str) -> None:
        if name == point:
            fault_points.disarm()
            raise OSError(number, os.strerror(number))

    fault_points.arm(fail)


@pytest.mark.assurance("A12")
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("point", [*BEFORE_IT_IS_DURABLE, *AFTERWARDS])
def test_where_writing_fails_the_station_takes_nothing_until_it_is_opened_anew(
    folder: Path, point: str, number: int
) -> None:
    with run_house(folder) as house:
        begin_round(house)
        before = house.station.state
        command, rules = next_command(), golden_script().rules
        house.person_proof(command.by)
        fail_at(f"journal.{point}", number)
        with pytest.raises(JournalError) as raised:
            house.play(command, rules)
        assert raised.value.fault is JournalFault.NOT_WRITTEN
        _nothing_more(house, command, rules)
        assert house.station.state == before
    found = recover(folder, FOLDING)
    happened = found.state != before
    # What was written whole before the fault is not taken back: whoever opens the journal anew finds it in there.
    assert happened == (point in AFTERWARDS)
    with start_station(folder, PROGRAM, SteppingClock(), make_environment()) as station:
        again = station_people(station, house.clock, house)
        assert station.state.table == found.state.table
        again.begin_session("M1")


def _nothing_more(house: StaffedStation, command: Command, rules: Rules) -> None:
    for _ in range(2):
        with pytest.raises(JournalError) as raised:
            house.play(command, rules)
        assert raised.value.facts["reason"] == "an earlier write failed"


@pytest.mark.parametrize("point", BETWEEN_ROUNDS)
def test_where_the_disk_fails_between_rounds_what_was_given_stands_and_nothing_more_is_taken(
    folder: Path, point: str
) -> None:
    with run_house(folder) as house:
        begin_round(house)
        fail_at(f"journal.{point}", errno.EIO)
        end_round(house)
        after = house.station.state
        _nothing_more(house, golden_script().given[begin_commands() - 1], golden_script().rules)
    assert recover(folder, FOLDING).state == after


@pytest.mark.parametrize("point", [point for point in fault_points.POINTS if point.startswith("snapshot.")])
def test_a_snapshot_that_cannot_be_written_is_done_without(folder: Path, point: str) -> None:
    with run_house(folder) as house, patch.object(snapshot, "SNAPSHOT_EVERY", 1):
        begin_round(house)
        end_round(house)
        fail_at(point, errno.ENOSPC)
        assert house.station.snapshot_if_due() == ()
        house.check_done(house.station.stop(house.m1))
        state = house.station.state
    found = recover(folder, FOLDING)
    assert found.state == state
    assert not found.state.running


def test_a_stop_on_a_disk_that_takes_no_snapshot_is_a_stop_in_order(folder: Path) -> None:
    with run_house(folder) as house:
        begin_round(house)
        end_round(house)
        fail_at("snapshot.before_write", errno.ENOSPC)
        house.check_done(house.station.stop(house.m1))
    found = recover(folder, FOLDING)
    assert not found.state.running
    assert "snapshot-taken" not in event_names(folder)


def test_the_points_of_writing_are_all_among_those_that_fail() -> None:
    tried = {f"journal.{point}" for point in (*BEFORE_IT_IS_DURABLE, *AFTERWARDS, *BETWEEN_ROUNDS)}
    assert tried == {point for point in fault_points.POINTS if point.startswith("journal.")}
