"""The station makes backups while it plays: planned by two, each verified, the older ones removed, a failure said.

What is restored of one folds to exactly what the journal was when it was made.
"""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app import station_events
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal import backup, backup_work
from dealer_app.journal.backup import restore_backup
from dealer_app.journal.backup_work import BackupWork, backup_mark, mark_place
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import OnProgress, Reader, open_reader
from dealer_app.journal.records import Head, JournalEntry
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.people.positions import Position
from dealer_app.station.backups import AT_CLOSE, HOUR, RETRY_TIME
from dealer_app.station.fold import station_fold_method
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.station.startup import Program, start_station
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.two_people import ProposeBackups
from dealer_app.station_events import NoBackup
from tests.station.open_house import RULES, code, open_house_table
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import SUPERVISOR

PROGRAM = Program(station="T1", version="test", rulebooks="")
MARK = backup_mark("ab" * 32)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    made = tmp_path / "another disk"
    made.mkdir()
    mark_place(made, MARK)
    return made


class BackupStation:
    """A station on a folder, with two managers; `looks` is called as a running station calls it."""

    def __init__(self, station: Station, clock: SteppingClock) -> None:
        self.station = station
        self.clock = clock
        self.house = StaffedStation.from_station(station, clock)

    def plan(self, place: Path, *, hours: int = AT_CLOSE, most: int = 3) -> None:
        self.house.two(ProposeBackups(place=str(place), mark=MARK, hours=hours, most=most))

    def looks(self) -> tuple[object, ...]:
        """Until nothing is under way any more: what came of it."""
        work = self.station.backups._work
        assert work is not None
        done = [*self.station.run_checks()]
        while work.is_busy:
            work.wait(10_000)
            done += self.station.run_checks()
        return tuple(done)

    def signs_in(self) -> None:
        """Hours may have passed, or a start been between."""
        self.house.m1, self.house.m2 = self.house.begin_session("M1"), self.house.begin_session("M2")

    def closes(self) -> None:
        self.signs_in()
        if len(self.station.state.people.accounts) > 2:
            self.house.again(SUPERVISOR)
        open_house_table(self.house)
        self.house.check_done(self.house.play(commands.CloseTable(by=SUPERVISOR, at=0), RULES))


@contextmanager
def playing(folder: Path, clock: SteppingClock | None = None) -> Iterator[BackupStation]:
    """The two are founded at the first start."""
    clock = clock or SteppingClock()
    with start_station(folder, PROGRAM, clock, make_environment()) as station:
        at = BackupStation(station, clock)
        if station.state.people.kind is None:
            at.house.staff()
        else:
            at.signs_in()
        yield at


def copies(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.name != MARK)


def kinds(done: tuple[object, ...]) -> list[type]:
    return [type(event) for event in done]


def entries_of(folder: Path) -> list[JournalEntry]:
    reader = open_reader(folder)
    try:
        return list(reader.entries())
    finally:
        reader.close()


def test_two_managers_plan_them_and_nobody_else(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        assert kinds(at.looks()) == []
        planned = ProposeBackups(place=str(place), mark=MARK, hours=4, most=3)
        number = at.station.two_people.propose(at.house.m1, planned)
        assert isinstance(number, int)
        assert code(at.station.two_people.agree(at.house.m1, number)) == "own-request"
        assert code(at.station.two_people.execute(at.house.m1, number)) == "not-approved-yet"
        at.house.add("S1", Position.PIT_SUPERVISOR)
        supervisor = at.house.begin_session("S1")
        assert isinstance(at.station.two_people.agree(supervisor, number), Refusal)
        for hours, most in ((-1, 3), (169, 3), (4, 0), (4, 101)):
            wrong = ProposeBackups(place=str(place), mark=MARK, hours=hours, most=most)
            assert code(at.station.two_people.propose(at.house.m1, wrong)) == "no-such-setting"
        assert not at.station.state.backups.place
        at.plan(place, hours=4)
        assert at.station.state.backups.place == str(place)
        assert kinds(at.looks()) == [station_events.BackupMade]


def test_each_is_whole_and_the_older_ones_go(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place, hours=1, most=2)
        made = []
        for turn in range(5):
            done = at.looks()
            assert kinds(done) == [station_events.BackupMade, *([station_events.BackupsRemoved] if turn > 1 else [])]
            made += [event for event in done if isinstance(event, station_events.BackupMade)]
            assert kinds(at.looks()) == []
            at.clock.wait(HOUR)
        assert copies(place) == sorted(each.name for each in made[-2:])
        for each in made[-2:]:
            head = verify_all(place / each.name)
            assert (head.sequence, head.hash.hex()) == (each.sequence, each.hash)
            assert {path.stat().st_mode & 0o777 for path in (place / each.name).iterdir()} == {0o600}
        written = {entry.sequence: entry.hash.hex() for entry in entries_of(tmp_path / "data")}
        assert all(written[each.sequence] == each.hash for each in made)


def test_one_is_made_whenever_a_table_has_closed(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place)
        assert kinds(at.looks()) == [station_events.BackupMade]
        for _ in range(2):
            at.clock.wait(10 * HOUR)
            assert kinds(at.looks()) == []
            at.closes()
            assert kinds(at.looks()) == [station_events.BackupMade]


def test_after_a_start_the_next_is_due_when_it_was(tmp_path: Path, place: Path) -> None:
    clock = SteppingClock()
    with playing(tmp_path / "data", clock) as at:
        at.plan(place, hours=2)
        at.looks()
    clock.wait(HOUR)
    with playing(tmp_path / "data", clock) as at:
        assert kinds(at.looks()) == []
        clock.wait(HOUR)
        assert kinds(at.looks()) == [station_events.BackupMade]
        at.closes()
    with playing(tmp_path / "data", clock) as at:
        at.house.two(ProposeBackups(place=str(place), mark=MARK, hours=AT_CLOSE, most=9))
        at.looks()
        at.closes()
    # It was not made any more; a snapshot says so as the events do.
    with playing(tmp_path / "data", clock) as at:
        assert kinds(at.looks()) == [station_events.BackupMade]
        at.house.check_done(at.station.stop(at.house.m1))
    with playing(tmp_path / "data", clock) as at:
        assert at.station.state.backups.most == 9
        assert len(at.station.state.backups.made) == 4
        assert kinds(at.looks()) == []


def test_a_failure_is_in_the_journal_and_an_alarm_until_it_is_put_right(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place, hours=1)
        at.looks()
        place.rename(tmp_path / "away")
        at.clock.wait(HOUR)
        (failed,) = at.looks()
        assert isinstance(failed, station_events.BackupFailed)
        assert (failed.why, failed.place) == (NoBackup.AWAY, str(place))
        assert at.station.state.backups.alarm == failed
        assert kinds(at.looks()) == []
        at.clock.wait(RETRY_TIME)
        assert kinds(at.looks()) == [station_events.BackupFailed]
        assert not place.exists()
        (tmp_path / "away").rename(place)
        at.clock.wait(RETRY_TIME)
        assert kinds(at.looks()) == [station_events.BackupMade]
        assert at.station.state.backups.failed is None


def test_who_is_in_charge_notes_it_and_a_start_says_it_again(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place, hours=1)
        shutil.rmtree(place)
        assert code(at.station.backups.acknowledge(at.house.m1)) == "no-backup-alarm"
        at.looks()
        at.house.add("D1", Position.DEALER)
        at.house.add("S1", Position.PIT_SUPERVISOR)
        assert code(at.station.backups.acknowledge(at.house.begin_session("D1"))) == "backup-in-charge"
        done = at.house.check_done(at.station.backups.acknowledge(at.house.begin_session("S1")))
        assert done == (station_events.BackupAlarmSeen(why=NoBackup.AWAY),)
        assert at.station.state.backups.alarm is None
        at.clock.wait(RETRY_TIME)
        assert kinds(at.looks()) == [station_events.BackupFailed]
        assert at.station.state.backups.alarm is None
    last = entries_of(tmp_path / "data")
    assert [entry.badge for entry in last if entry.name == "backup-alarm-seen"] == ["S1"]
    with playing(tmp_path / "data") as at:
        assert at.station.state.backups.alarm is not None


def test_one_that_is_not_whole_counts_for_nothing(tmp_path: Path, place: Path) -> None:
    """The disk gives back something else than was written to it."""
    copied = backup._copy_database

    def spoilt(reader: Reader, into: Path, told: OnProgress) -> Head:
        head = copied(reader, into, told)
        database = into / "journal.db"
        data = bytearray(database.read_bytes())
        at = data.find(b"station-started")
        data[at] ^= 1
        database.write_bytes(data)
        return head

    with playing(tmp_path / "data") as at:
        at.plan(place, most=1, hours=1)
        at.looks()
        good = copies(place)
        at.clock.wait(HOUR)
        with patch.object(backup, "_copy_database", spoilt):
            (failed,) = at.looks()
        assert isinstance(failed, station_events.BackupFailed)
        assert failed.why is NoBackup.DAMAGED
        # Nothing half is left, and the one before stays.
        assert copies(place) == good


def test_a_stop_waits_for_what_is_due_and_a_cut_leaves_it_due(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place)
        at.looks()
        at.closes()
        at.house.check_done(at.station.stop(at.house.m1))
    names = [entry.name for entry in entries_of(tmp_path / "data")]
    assert names.index("station-stopped") > max(at for at, name in enumerate(names) if name == "backup-made")
    assert len(copies(place)) == 2
    with playing(tmp_path / "data") as at:
        at.closes()
        at.station.run_checks()
    assert len(copies(place)) == 2
    assert not [path for path in place.iterdir() if path.name.startswith("journal-copy")]
    with playing(tmp_path / "data") as at:
        assert kinds(at.looks()) == [station_events.BackupMade]
    assert len(copies(place)) == 3


def test_nobody_waits_for_a_disk_that_hangs(tmp_path: Path, place: Path) -> None:
    goes_on = threading.Event()

    def hangs(*_: object) -> None:
        goes_on.wait(10)
        raise OSError(5, "Input/output error")

    with (
        patch.object(backup_work, "make_backup", hangs),
        patch("dealer_app.station.backup_desk._PATIENCE_MILLISECONDS", 10),
        playing(tmp_path / "data") as at,
    ):
        at.plan(place)
        at.station.backups.use_work(BackupWork(tmp_path / "data", silent=-1))
        begun = time.monotonic()
        at.station.run_checks()
        (failed,) = at.station.run_checks()
        assert isinstance(failed, station_events.BackupFailed)
        assert failed.why is NoBackup.UNANSWERED
        assert at.station.run_checks() == ()
        at.closes()
        at.house.check_done(at.station.stop(at.house.m1))
        assert time.monotonic() - begun < 5
        goes_on.set()


def digest_of(state: StationState) -> str:
    return sha256(snapshot_bytes(state)).hexdigest()


def test_what_is_restored_folds_to_what_it_was(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place)
        at.looks()
        at.closes()
        (made,) = at.looks()
        assert isinstance(made, station_events.BackupMade)
        at.closes()
    restored = tmp_path / "restored"
    head = restore_backup(place / made.name, restored, station_fold_method("test"))
    assert (head.sequence, head.hash.hex()) == (made.sequence, made.hash)
    assert verify_all(restored) == head
    reader = open_reader(tmp_path / "data")
    fold = station_fold_method("test").start(None)
    for entry in reader.entries(1, made.sequence):
        fold.add(decode(entry, reader.read_sealed))
    reader.close()
    assert digest_of(recover(restored, station_fold_method("test")).state) == digest_of(fold.state())
    # A station plays on after it, and its next backup is due as the journal says.
    with playing(restored) as at:
        assert at.station.state.table.table is None
        assert kinds(at.looks()) == [station_events.BackupMade]


def test_the_place_is_named_in_what_two_people_agree_to(tmp_path: Path, place: Path) -> None:
    with playing(tmp_path / "data") as at:
        at.plan(place, hours=4, most=5)
    asked = next(entry for entry in entries_of(tmp_path / "data") if entry.name == "approval-asked")
    assert f"every 4 h, 5 kept in {place} ({MARK})" in asked.body
