"""Backups that the station makes by itself, planned and seen at the terminal; and a clock that nothing keeps right."""

import shutil
import time
from pathlib import Path

import pytest

from dealer_app.clock import SystemClock
from dealer_app.journal.backup_work import BackupWork, Job
from dealer_app.station.backups import HOUR
from dealer_app.station_events import BackupFailed, NoBackup
from dealer_app.terminal.lines import HouseState, alarm_change_lines
from dealer_app.texts import Language, Words
from tests.cli.late_damage import break_late
from tests.support.run_station import run_station
from tests.support.typist import OPENED, V4, Typist, check_stopped, event_counts, read_entries

OFF = "The clock of this computer is not synchronised"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    made = tmp_path / "another disk"
    made.mkdir()
    return made


@pytest.fixture(autouse=True)
def _without_a_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are typed here faster than any disk answers: what is begun at one has ended at the next."""
    begin = BackupWork._begin

    def begin_and_end(self: BackupWork, job: Job) -> None:
        begin(self, job)
        self.wait(10_000)

    monkeypatch.setattr(BackupWork, "_begin", begin_and_end)


@pytest.fixture
def planned(staffed: Typist, place: Path) -> Typist:
    """Two managers have decided that one is made whenever a table closes."""
    shown = staffed.type("folder", "backups", str(place), "--at-close", lines=staffed.agreement_lines("M1", "M2"))
    assert (
        f"A backup whenever a table has closed, into {place}; the latest 7 are kept."
        in staffed.check_done(shown).output
    )
    return staffed


def copies(place: Path) -> list[Path]:
    return sorted(path for path in place.iterdir() if path.is_dir())


def test_what_is_planned_is_shown_and_can_be_taken_back(planned: Typist, place: Path) -> None:
    (mark,) = place.iterdir()
    first = read_entries(planned.folder)[0].hash.hex()
    assert mark.name == f"journal-{first[:12]}.backups"
    assert f"into {place}" in planned.check_done(planned.type("folder", "backups")).output
    lines = planned.agreement_lines("M1", "M2")
    more = planned.check_done(planned.type("folder", "backups", str(place), "--every", "4", "--keep", "2", lines=lines))
    assert f"A backup every 4 h, into {place}; the latest 2 are kept." in more.output
    none = planned.check_done(planned.type("folder", "backups", "--none", lines=lines))
    assert "The station makes no backups by itself" in none.output
    assert event_counts(planned.folder)["backups-planned"] == 3


def test_it_takes_two_managers_and_a_folder_elsewhere(staffed: Typist, place: Path) -> None:
    for lines in (
        staffed.agreement_lines("M1", "S1", "S1", "S1"),
        staffed.agreement_lines("D1", "M1"),
        staffed.agreement_lines("M1"),
    ):
        assert staffed.type("folder", "backups", str(place), "--every", "4", lines=lines).exit_code != 0
    assert "backups-planned" not in event_counts(staffed.folder)
    for wrong, says in ((staffed.folder / "below", "another folder"), (place / "none", "cannot be used for backups")):
        shown = staffed.type("folder", "backups", str(wrong), "--at-close", lines=staffed.agreement_lines("M1", "M2"))
        assert (shown.exit_code, says in shown.output) == (1, True), shown.output
    for usage in (
        [str(place)],
        [str(place), "--every", "4", "--at-close"],
        [str(place), "--none"],
        [str(place), "--every", "0"],
        ["--every", "4"],
        ["--at-close"],
    ):
        assert staffed.type("folder", "backups", *usage).exit_code == 2, usage


def test_a_table_that_closes_is_backed_up_and_the_backup_restored(planned: Typist, place: Path, tmp_path: Path) -> None:
    lines = [
        *planned.open_lines(),
        *planned.command_lines("S1", "close table"),
        "backups",
        *planned.command_lines("S1", "stop"),
    ]
    shown = check_stopped(planned.run(lines, *V4))
    assert "A backup whenever a table has closed" in shown
    made = [entry.body for entry in read_entries(planned.folder) if entry.name == "backup-made"]
    assert len(made) == len(copies(place)) == 2
    last = copies(place)[-1]
    shown = planned.check_done(planned.type("journal", "verify")).output
    assert "the chain is whole" in shown
    # Of a backup, and of what is restored from it.
    there = Typist(tmp_path / "restored")
    restored = there.check_done(there.type("journal", "restore", str(last))).output
    verified = there.check_done(there.type("journal", "verify")).output
    assert restored.split("Head: ")[1].strip() == verified.split("Head: ")[1].strip()
    check_stopped(there.run(there.command_lines("S1", "stop")))
    listed = planned.check_done(planned.type("folder", "backups")).output
    assert all(copy.name in listed for copy in copies(place)[:2])


def test_a_failure_stays_on_the_terminal_until_it_is_noted(planned: Typist, place: Path) -> None:
    alarm = "! The backup that was due was not made: the place is not there."
    shutil.rmtree(place)
    shown = check_stopped(
        planned.run(["", "", *planned.command_lines("S1", "backups seen"), "", *planned.command_lines("S1", "stop")])
    )
    before, _, after = shown.partition("Noted.")
    assert before.count(alarm) >= 2
    assert alarm not in after
    again = planned.run(
        ["", *planned.command_lines("D1", "backups seen"), "backups", *planned.command_lines("S1", "stop")]
    ).output
    assert alarm in again
    assert "Only a Pit Supervisor or above can note a failed backup." in again
    assert "The last attempt failed: the place is not there." in again
    for words in ("backups now", "backups seen now"):
        assert "it is written" in planned.run([words]).output


def test_a_place_that_is_there_again_is_said_once(planned: Typist, place: Path) -> None:
    place.rename(place.with_name("away"))
    check_stopped(planned.run(["", *planned.command_lines("S1", "stop")]))
    place.with_name("away").rename(place)
    planned.clock.wait(HOUR)
    shown = check_stopped(planned.run(["", "", "", *planned.command_lines("S1", "stop")]))
    assert shown.count("Backups work again.") == 1
    assert shown.count("! The backup") == 1
    assert len(copies(place)) == 1
    assert "not made" not in check_stopped(planned.run(["", *planned.command_lines("S1", "stop")]))


def test_a_new_journal_after_a_damaged_one_keeps_the_plan(planned: Typist, place: Path) -> None:
    planned.run([*planned.open_lines(), *OPENED], *V4)
    break_late(planned.folder)
    planned.check_done(planned.type("journal", "renew", lines=planned.agreement_lines("S1", "T1")))
    made = len(copies(place))
    check_stopped(planned.run(["", *planned.command_lines("S1", "stop")]))
    assert f"into {place}; the latest 7 are kept." in planned.type("folder", "backups").output
    assert len(copies(place)) == made + 1


def test_one_is_made_while_nobody_types(tmp_path: Path, place: Path) -> None:
    typist = Typist(tmp_path / "data")
    typist.clock = SystemClock()  # type: ignore[assignment]
    typist.check_done(typist.begin_house())
    typist.check_done(
        typist.type("folder", "backups", str(place), "--every", "1", lines=typist.agreement_lines("M1", "M2"))
    )
    with run_station(typist.folder) as station:
        station.sees("Type a command")
        give_up = time.monotonic() + 30
        while "backup-made" not in event_counts(typist.folder):
            assert time.monotonic() < give_up, station.output
            time.sleep(0.05)
        station.gives_command("M1", "stop").sees("Stopped in order.")
        assert station.ends() == 0
    assert len(copies(place)) == 1


# The clock


def test_a_clock_that_nothing_keeps_right_is_said_once_and_written_once(staffed: Typist) -> None:
    staffed.clock.synchronised = False
    shown = check_stopped(staffed.run(["", "", *staffed.command_lines("S1", "stop")]))
    assert shown.count(OFF) == 1
    # Each start says it; the journal knows it.
    assert check_stopped(staffed.run(["", *staffed.command_lines("S1", "stop")])).count(OFF) == 1
    assert event_counts(staffed.folder)["clock-checked"] == 1
    staffed.clock.synchronised = True
    for _ in range(2):
        assert OFF not in check_stopped(staffed.run(["", *staffed.command_lines("S1", "stop")]))
    assert event_counts(staffed.folder)["clock-checked"] == 2


@pytest.mark.parametrize("answer", [None, True])
def test_where_the_system_does_not_tell_or_all_is_right_nothing_is_said(staffed: Typist, answer: bool | None) -> None:
    staffed.clock.synchronised = answer
    assert "synchronised" not in check_stopped(staffed.run(["", *staffed.command_lines("S1", "stop")]))
    assert "clock-checked" not in event_counts(staffed.folder)


def test_what_is_right_again_is_said_once() -> None:
    words = Words.load(Language.EN)
    failed = BackupFailed(place="/backups", why=NoBackup.FULL, detail="", at=1, counter=1)
    wrong, right = HouseState(is_clock_right=False, failed=failed), HouseState()
    again = ["The clock of this computer is synchronised again.", "Backups work again."]
    assert list(alarm_change_lines(wrong, right, words)) == again
    assert [OFF in line for line in alarm_change_lines(right, wrong, words)] == [True]
    assert not list(alarm_change_lines(wrong, wrong, words))
    assert not list(alarm_change_lines(right, right, words))


def test_a_demonstration_does_not_ask(typist: Typist) -> None:
    typist.check_done(typist.begin_house(demo=True))
    typist.clock.synchronised = False
    assert "synchronised" not in typist.run(["", "quit", "quit"]).output
    assert "clock-checked" not in event_counts(typist.folder)
