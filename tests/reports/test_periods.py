"""Which events a period has, what state it begins and ends with, and how fast its rounds were."""

from pathlib import Path

import pytest

from dealer_app import VERSION
from dealer_app.domain.values import replace
from dealer_app.journal.codec import encode
from dealer_app.journal.pace import PaceEntry, PacePhase, phase_medians
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import SnapshotTaken
from dealer_app.journal.recovery import NotFollowedError, recover, snapshot_path, write_snapshot
from dealer_app.journal_errors import DamagedError
from dealer_app.reports.periods import read_record
from dealer_app.reports.shift import rounds_by_hour
from dealer_app.station.fold import station_fold_method
from dealer_app.station.report_orders import LAST_SHIFT, ReportKind, ReportPeriod
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.station.state import shift_start
from dealer_app.station_events import ShiftBegan, ShiftEnded
from tests.reports.shift_journals import ShiftPlan, write_shift
from tests.support.journal_damage import alter_journal
from tests.support.journals import WRITTEN, sqlite_journal
from tests.support.long_journals import fill, golden_decisions

SECOND = 1_000_000


def test_the_state_after_a_period_is_that_of_a_start(shift_folder: Path) -> None:
    record = read_record(shift_folder, ReportKind.SHIFT, ReportPeriod(shift=LAST_SHIFT))
    recovered = recover(shift_folder, station_fold_method("test"))
    assert recovered.head.sequence == record.last.sequence
    assert record.end == recovered.state
    assert record.begin.shift is None
    assert [record.happenings[0].entry.name, record.happenings[-1].entry.name] == ["shift-began", "shift-ended"]


def test_a_snapshot_before_the_period_spares_reading_and_changes_nothing(tmp_path: Path) -> None:
    house = write_shift(tmp_path, ShiftPlan(rounds=2))
    journal = sqlite_journal(tmp_path)
    through = journal.head().sequence
    digest = write_snapshot(tmp_path, through, snapshot_bytes(house.station.state))
    taken = SnapshotTaken(through=through, digest=digest, program=VERSION)
    written = replace(WRITTEN, utc=house.clock.at.utc)
    journal.append([encode(taken)], written)
    journal.append([encode(ShiftBegan(number=2))], written)
    journal.append([encode(ShiftEnded(number=2))], written)
    journal.close()
    read: list[int] = []

    def note_progress(_at: int, end: int) -> bool:
        read.append(end)
        return True

    quick = read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=2), note_progress)
    assert max(read) == 3
    snapshot_path(tmp_path, through).unlink()
    whole = read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=2), note_progress)
    assert max(read) > through
    assert (quick.begin, quick.end, quick.happenings) == (whole.begin, whole.end, whole.happenings)


def test_days_without_an_event_end_with_the_last_event_before_them(shift_folder: Path) -> None:
    record = read_record(shift_folder, ReportKind.SHIFT, ReportPeriod(first_day="2027-02-01"))
    assert record.happenings == ()
    assert record.last.name == "shift-ended"
    assert record.begin == record.end


def test_where_nobody_begins_shifts_they_go_by_the_clock(tmp_path: Path) -> None:
    fill(tmp_path, list(golden_decisions())[:400])
    record = read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=LAST_SHIFT))
    start = shift_start(record.last.utc, record.last.offset, {})
    assert {each.entry.utc >= start for each in record.happenings} == {True}
    before = record.happenings[0].entry.sequence - 1
    reader = open_reader(tmp_path)
    assert next(reader.entries(before, before)).utc < start
    reader.close()


@pytest.mark.parametrize(
    ("hours", "minutes", "begins"),
    [(6, 0, 6 * 60), (13, 59, 6 * 60), (14, 0, 14 * 60), (23, 0, 22 * 60), (5, 59, 22 * 60 - 24 * 60)],
)
def test_a_shift_by_the_clock_counts_from_the_change_of_the_gaming_day(hours: int, minutes: int, begins: int) -> None:
    midnight = WRITTEN.utc // (86_400 * SECOND) * 86_400 * SECOND
    assert shift_start(midnight + (hours * 60 + minutes) * 60 * SECOND, 0, {}) == midnight + begins * 60 * SECOND


def test_an_event_that_was_changed_is_damage_and_no_report(tmp_path: Path) -> None:
    write_shift(tmp_path, ShiftPlan(rounds=2))
    record = read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=1))
    changed = record.happenings[3].entry.sequence
    alter_journal(tmp_path, f"UPDATE events SET badge = 'X' WHERE sequence = {changed}")  # noqa: S608 - our own number
    with pytest.raises(DamagedError):
        read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=1))


def test_reading_ends_where_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    fill(tmp_path, list(golden_decisions())[:400])
    with pytest.raises(NotFollowedError):
        read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=LAST_SHIFT), lambda _at, _of: False)


def test_a_phase_lasts_from_the_event_that_begins_it_to_the_one_that_ends_it() -> None:
    cards = [PaceEntry("card-drawn", (20 + second) * SECOND) for second in range(4)]
    one = [
        PaceEntry("round-began", 0),
        PaceEntry("bets-closed", 20 * SECOND),
        *cards,
        PaceEntry("result-announced", 30 * SECOND),
        PaceEntry("round-concluded", 42 * SECOND),
        PaceEntry("round-began", 45 * SECOND),
    ]
    assert phase_medians(one) == {
        PacePhase.BETS: 200,
        PacePhase.FIRST_CARDS: 30,
        PacePhase.THIRD_CARDS: 70,
        PacePhase.SETTLEMENT: 120,
        PacePhase.CLEAR: 30,
    }


def test_an_irregularity_breaks_a_phase_and_a_pause_is_none() -> None:
    broken = [PaceEntry("round-began", 0), PaceEntry("case-opened", SECOND), PaceEntry("bets-closed", 90 * SECOND)]
    assert phase_medians(broken) == {}
    paused = [PaceEntry("round-concluded", 0), PaceEntry("round-began", 3_600 * SECOND)]
    assert phase_medians(paused) == {}


def test_an_hour_without_a_round_is_there_as_well(shift_folder: Path) -> None:
    record = read_record(shift_folder, ReportKind.SHIFT, ReportPeriod(shift=1))
    entries = [each.entry for each in record.happenings if each.entry.name == "round-began"]
    later = entries[0]._replace(utc=entries[0].utc + 2 * 3_600 * SECOND)
    hours = rounds_by_hour([entries[0], later])
    assert [hour.rounds for hour in hours] == [1, 0, 1]
    assert [hour.whole for hour in hours] == [False, True, False]
