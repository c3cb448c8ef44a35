"""When a backup is due follows from the journal and no clock alone; what went wrong stays until it is put right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.clock import Timestamp
from dealer_app.domain.values import replace
from dealer_app.station import backups
from dealer_app.station.backups import AT_CLOSE, HOUR, RETRY_TIME, BackupAttempt, BackupCopy, BackupState, is_backup_due
from dealer_app.station_events import (
    BackupAlarmSeen,
    BackupFailed,
    BackupMade,
    BackupsPlanned,
    BackupsRemoved,
    NoBackup,
)

BEGUN = 1_800_000_000_000_000
PLAN = BackupsPlanned(place="/backups", mark="mark", hours=4, most=2, approval=1)


def at(utc: int, counter: int) -> Timestamp:
    return Timestamp(utc=utc, offset=480, counter=counter)


def made(number: int = 1, *, closings: int = 0) -> BackupMade:
    return BackupMade(
        place="/backups",
        name=f"copy {number}",
        sequence=number,
        hash="ab" * 32,
        begun=BEGUN,
        counter=100,
        closings=closings,
    )


def failed(why: NoBackup) -> BackupFailed:
    return BackupFailed(place="/backups", why=why, detail="", at=BEGUN, counter=100)


def after(*events: backups.BackupEvent, before: BackupState | None = None) -> BackupState:
    state = before or BackupState()
    for event in events:
        state = backups.apply_backup_event(state, event)
    return state


def test_none_is_due_where_none_is_planned_and_one_at_once_where_one_is() -> None:
    assert not is_backup_due(BackupState(), at(BEGUN, 0))
    assert is_backup_due(after(PLAN), at(BEGUN, 0))
    assert not is_backup_due(after(PLAN, replace(PLAN, place="", mark="")), at(BEGUN, 0))


@given(hours=st.integers(1, 168), passed=st.integers(-(10**12), 10**12), counted=st.integers(-(10**12), 10**12))
def test_hours_pass_by_whichever_clock_is_first_and_one_set_back_puts_nothing_off(
    hours: int, passed: int, counted: int
) -> None:
    state = after(replace(PLAN, hours=hours), made())
    due = passed < 0 or passed >= hours * HOUR or counted >= hours * HOUR
    assert is_backup_due(state, at(BEGUN + passed, 100 + counted)) is due


def test_when_a_table_has_closed_it_is_due_until_one_covers_that() -> None:
    state = after(replace(PLAN, hours=AT_CLOSE), made())
    now = at(BEGUN, 100)
    assert not is_backup_due(state, at(BEGUN + 1000 * HOUR, 100))
    closed = backups.count_closing(state)
    assert is_backup_due(closed, now)
    # It was begun before that.
    assert is_backup_due(after(made(2, closings=0), before=closed), now)
    assert not is_backup_due(after(made(2, closings=1), before=closed), now)


@pytest.mark.parametrize("hours", [AT_CLOSE, 4])
@pytest.mark.parametrize("why", [why for why in NoBackup if why is not NoBackup.NOT_REMOVED])
def test_what_failed_is_tried_again_soon(hours: int, why: NoBackup) -> None:
    state = after(replace(PLAN, hours=hours), failed(why))
    assert not is_backup_due(state, at(BEGUN + RETRY_TIME - 1, 100 + RETRY_TIME - 1))
    assert is_backup_due(state, at(BEGUN + RETRY_TIME, 100))
    assert is_backup_due(state, at(BEGUN, 100 + RETRY_TIME))


def test_what_could_not_be_removed_makes_no_more_of_them() -> None:
    state = after(PLAN, made(), failed(NoBackup.NOT_REMOVED))
    assert not is_backup_due(state, at(BEGUN + RETRY_TIME, 100 + RETRY_TIME))
    assert is_backup_due(state, at(BEGUN + 4 * HOUR, 100))
    # The next copy puts that not right; the removal does.
    assert after(made(2), before=state).alarm is not None
    removed = BackupsRemoved(place="/backups", removed=("copy 1",), unknown=())
    assert after(made(2), removed, before=state).failed is None


@pytest.mark.parametrize("why", NoBackup)
def test_an_alarm_stays_until_it_is_noted_or_put_right(why: NoBackup) -> None:
    state = after(PLAN, failed(why))
    assert state.alarm == failed(why)
    seen = after(BackupAlarmSeen(why=why), before=state)
    assert (seen.alarm, seen.failed) == (None, failed(why))
    assert after(failed(why), before=seen).alarm is None
    other = next(each for each in NoBackup if each is not why)
    assert after(failed(other), before=seen).alarm == failed(other)
    assert backups.reset_alarm(seen).alarm == failed(why)
    if why is not NoBackup.NOT_REMOVED:
        right = after(made(), before=seen)
        assert right.failed is None
        assert after(failed(why), before=right).alarm == failed(why)


def test_at_another_place_nothing_is_ours_and_at_the_same_all_that_was() -> None:
    state = after(PLAN, made(1), made(2), failed(NoBackup.FULL))
    copies = tuple(BackupCopy(name=f"copy {number}", sequence=number, hash="ab" * 32) for number in (1, 2))
    assert state.made == copies
    same = after(replace(PLAN, hours=1), before=state)
    assert (same.made, same.failed, same.tried) == (copies, None, None)
    assert after(replace(PLAN, place="/other"), before=state).made == ()
    assert after(BackupsRemoved(place="/backups", removed=("copy 1",), unknown=("none",)), before=state).made == (
        copies[1],
    )


def test_what_was_tried_last_is_when_it_was_begun() -> None:
    assert after(PLAN, made()).tried == BackupAttempt(at=BEGUN, counter=100)
    assert after(PLAN, made(), failed(NoBackup.NOT_REMOVED)).tried == BackupAttempt(at=BEGUN, counter=100)


@pytest.mark.parametrize(("hours", "most", "fits"), [(0, 1, True), (168, 100, True), (169, 1, False), (1, 0, False)])
def test_how_often_and_how_many(hours: int, most: int, fits: bool) -> None:
    assert backups.is_valid_plan(hours, most) is fits
    assert not backups.is_valid_plan(-1, 1)
    assert not backups.is_valid_plan(1, 101)
