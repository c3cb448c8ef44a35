"""A disk that is full, or does not write any more: never half a decision, and the round in hand ends if it can."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.disk import RESERVE_FILE as RESERVE
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.folder import FolderLock, open_journal
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.recovery import recover
from dealer_app.journal.store import SqliteJournal
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station.startup import start_station
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.transaction import JournalWriter
from dealer_app.station_events import StationStarted
from tests.faults.one_round import append_decision, begin_another, begin_round, count_rows, end_round, event_names
from tests.support.house_run import FOLDING, PROGRAM, run_house, station_people
from tests.support.journals import sqlite_journal
from tests.support.live_station import StaffedStation, SteppingClock, make_environment

WAL = f"{DATABASE}-wal"


def limit_pages(journal: SqliteJournal, more: int) -> None:
    """The database may grow by so many pages; then SQLite says that the disk is full."""
    pages = journal.connection.execute("PRAGMA page_count").fetchone()[0]
    journal.connection.execute(f"PRAGMA max_page_count = {pages + more}")


@pytest.mark.assurance("A12")
@pytest.mark.parametrize("more", range(9))
def test_a_decision_that_a_full_disk_does_not_take_has_not_happened(folder: Path, more: int) -> None:
    journal = sqlite_journal(folder)
    append_decision(journal, 1)
    before = journal.head()
    limit_pages(journal, more)
    with pytest.raises(JournalError) as raised:
        append_decision(journal, 2)
    assert raised.value.fault is JournalFault.DISK_FULL
    assert journal.head() == before
    assert count_rows(folder) == (4, 4, 1)
    limit_pages(journal, 1000)
    append_decision(journal, 2)
    assert count_rows(folder) == (8, 8, 2)
    journal.close()


class Pages(DiskReserve):
    """A reserve of pages: as long as the disk has no room again, it cannot be laid anew once it was given up."""

    MORE = 300

    def __init__(self, folder: Path, journal: SqliteJournal) -> None:
        super().__init__(folder)
        self._journal = journal
        self.laid = self.room = True

    def ensure(self) -> bool:
        self.laid = self.laid or self.room
        return self.laid

    def release(self) -> bool:
        there, self.laid = self.laid, False
        if there:
            limit_pages(self._journal, self.MORE)
        return there


class Paged:
    """A station whose disk is a database's largest number of pages."""

    def __init__(self, folder: Path) -> None:
        self.journal = sqlite_journal(folder)
        self.reserve = Pages(folder, self.journal)
        clock = SteppingClock()
        station = Station(StationState(), JournalWriter(self.journal, clock, self.reserve), make_environment())
        station.record(StationStarted(station="T1", program="test", rulebooks=""))
        self.house = station_people(station, clock)

    def fill_up(self) -> None:
        self.reserve.room = False
        limit_pages(self.journal, 0)


@pytest.mark.assurance("A12")
def test_the_round_in_hand_ends_on_the_reserve_and_no_other_begins_until_there_is_room(folder: Path) -> None:
    disk = Paged(folder)
    house = disk.house
    begin_round(house)
    disk.fill_up()
    end_round(house)
    _fill_what_is_left_of_a_page(house)
    assert "disk-filled-up" in event_names(folder)
    refusal = begin_another(house)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "disk-full"
    disk.reserve.room = True
    house.check_done(begin_another(house))
    assert recover(folder, FOLDING).state == house.station.state
    disk.journal.close()


def _fill_what_is_left_of_a_page(house: StaffedStation) -> None:
    """A short round may fit into the page that was begun: sign-ins come after it until the reserve is given up."""
    for _ in range(40):
        house.begin_session("M1")


def test_when_the_reserve_is_gone_too_nothing_has_happened(folder: Path) -> None:
    disk = Paged(folder)
    house = disk.house
    begin_round(house)
    disk.reserve.laid = False
    disk.fill_up()
    # Until the page that was begun is full, too.
    with suppress(JournalError):
        for _ in range(40):
            house.begin_session("M1")
    before, head = house.station.state, disk.journal.head()
    with pytest.raises(JournalError) as raised:
        house.begin_session("M1")
    assert raised.value.fault is JournalFault.DISK_FULL
    assert house.station.state == before
    assert disk.journal.head() == head
    assert recover(folder, FOLDING).state == before
    disk.reserve.room = True
    limit_pages(disk.journal, 1000)
    end_round(house)
    assert recover(folder, FOLDING).state == house.station.state
    disk.journal.close()


# A real disk that is full


@contextmanager
def _small_disk(folder: Path, not_run_here: Callable[[str], None], size: str) -> Iterator[Path]:
    disk = folder / "disk"
    disk.mkdir()
    words = [shutil.which("mount") or "mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "none", str(disk)]
    try:
        mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        not_run_here("a small disk of its own, for which mounting has to be allowed")
    try:
        yield disk
    finally:
        subprocess.run([shutil.which("umount") or "umount", disk], check=True)


def _fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    assert not shutil.disk_usage(disk).free
    return filler


@pytest.mark.assurance("A12")
def test_a_disk_that_is_really_full_lets_the_round_in_hand_end(
    folder: Path, not_run_here: Callable[[str], None]
) -> None:
    with _small_disk(folder, not_run_here, "12m") as disk:
        # Without the room that is made before play, for else the log would have it for a long time yet.
        with run_house(disk) as house:
            (disk / RESERVE).write_bytes(bytes((disk / RESERVE).stat().st_size))
            begin_round(house)
            filler = _fill(disk)
            end_round(house)
            _fill_what_is_left_of_a_page(house)
            assert not (disk / RESERVE).exists()
            refusal = begin_another(house)
            assert isinstance(refusal, Refusal)
            assert refusal.code == "disk-full"
            filler.unlink()
            house.check_done(begin_another(house))
            assert (disk / RESERVE).exists()
            state = house.station.state
        assert "disk-filled-up" in event_names(disk)
        assert recover(disk, FOLDING).state == state


@pytest.mark.assurance("A2")
def test_a_start_on_a_full_disk_is_one_clear_error_and_changes_nothing(
    folder: Path, not_run_here: Callable[[str], None]
) -> None:
    with _small_disk(folder, not_run_here, "16m") as disk:
        with run_house(disk) as house:
            begin_round(house)
            state = house.station.state
        (disk / RESERVE).unlink()
        before = event_names(disk)
        filler = _fill(disk)
        with pytest.raises(JournalError) as raised, start_station(disk, PROGRAM, SteppingClock(), make_environment()):
            pytest.fail("there is no room to say that the station started")
        assert raised.value.fault is JournalFault.DISK_FULL
        filler.unlink()
        assert event_names(disk) == before
        with start_station(disk, PROGRAM, SteppingClock(), make_environment()) as station:
            assert station.state.table == state.table


@pytest.mark.parametrize("held_before", [False, True])
def test_a_new_journal_that_finds_no_room_is_none(
    folder: Path, not_run_here: Callable[[str], None], held_before: bool
) -> None:
    with _small_disk(folder, not_run_here, "1m") as disk:
        if held_before:
            FolderLock(disk, station="T1").release()
        filler = _fill(disk)
        with pytest.raises(JournalError) as raised:
            open_journal(disk, FOLDING, station="T1")
        assert raised.value.fault is JournalFault.DISK_FULL
        filler.unlink()
        opened = open_journal(disk, FOLDING, station="T1")
        assert opened.recovered.head.sequence == 0
        opened.close()
