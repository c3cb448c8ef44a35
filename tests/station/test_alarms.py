"""Alarms are what somebody must act on: raised once, seen by somebody in charge, shelved only with reason and end."""

from pathlib import Path

import pytest

from dealer_app.journal.store import MemoryJournal
from dealer_app.station.startup import Program, start_station
from dealer_app.station.supervisor.alarms import (
    ALARM_PRIORITIES,
    CALL_PATIENCE,
    MOST_SHELVED,
    AlarmSignals,
    alarm_rate,
    can_shelve,
    count_needing,
    find_lost_devices,
    order_alarms,
)
from dealer_app.station_events import (
    AlarmEnded,
    AlarmKind,
    AlarmRaised,
    ClockChecked,
    DeviceIncident,
    Incident,
)
from tests.station.open_house import RULES, code, open_house_table
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER

PROGRAM = Program(station="T1", version="test", rulebooks="")
MINUTE = 60_000_000


def signal(house: StaffedStation, **facts: bool) -> None:
    house.station.alarms.read_signals = lambda: AlarmSignals(**facts)


def raised(house: StaffedStation) -> list[AlarmKind]:
    return [one.kind for one in order_alarms(house.station.state.alarms, house.clock.now())]


@pytest.fixture
def house() -> StaffedStation:
    return StaffedStation(MemoryJournal())


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"disk_low": True}, AlarmKind.DISK_LOW),
        ({"disk_full": True, "disk_low": True}, AlarmKind.DISK_FULL),
        ({"head_missed": True}, AlarmKind.HEAD_MISSED),
        ({"display_lost": True}, AlarmKind.DISPLAY_LOST),
        ({"monitor_lost": True}, AlarmKind.MONITOR_LOST),
    ],
)
def test_what_the_machine_says_is_raised_once_and_ended_once(
    house: StaffedStation, facts: dict[str, bool], kind: AlarmKind
) -> None:
    signal(house, **facts)
    assert [type(each) for each in house.station.alarms.check()] == [AlarmRaised]
    assert house.station.alarms.check() == ()
    assert raised(house) == [kind]
    signal(house)
    assert house.station.alarms.check() == (AlarmEnded(number=1),)
    assert house.station.alarms.check() == ()


def test_every_kind_of_alarm_has_a_priority() -> None:
    assert set(ALARM_PRIORITIES) == set(AlarmKind)
    assert set(ALARM_PRIORITIES.values()) == {1, 2, 3}


@pytest.mark.assurance("A31")
def test_an_alarm_that_is_over_stays_until_somebody_in_charge_has_acknowledged_it(house: StaffedStation) -> None:
    house.check_done(house.station.record(ClockChecked(synchronised=False)))
    house.station.alarms.check()
    house.check_done(house.station.record(ClockChecked(synchronised=True)))
    house.station.alarms.check()
    assert house.station.state.alarms.open[1].over
    dealer = house.person_proof(DEALER)
    assert code(house.station.alarms.acknowledge(dealer, 1)) == "supervisors-only"
    house.check_done(house.station.alarms.acknowledge(house.m1, 1))
    assert not house.station.state.alarms.open


@pytest.mark.assurance("A31")
def test_a_restart_keeps_an_alarm_and_who_has_seen_it(tmp_path: Path) -> None:
    clock = SteppingClock()
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        signal(house, head_missed=True)
        station.alarms.check()
        house.check_done(station.alarms.acknowledge(house.m1, 1))
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        alarm = station.state.alarms.open[1]
        assert (alarm.kind, alarm.seen_by) == (AlarmKind.HEAD_MISSED, "M1")


def test_an_acknowledged_alarm_goes_when_it_is_over(house: StaffedStation) -> None:
    signal(house, disk_low=True)
    house.station.alarms.check()
    house.check_done(house.station.alarms.acknowledge(house.m1, 1))
    assert count_needing(house.station.state.alarms, house.clock.now()) == 0
    signal(house)
    house.station.alarms.check()
    assert not house.station.state.alarms.open


def test_it_is_shelved_with_a_reason_and_an_end_and_comes_back(house: StaffedStation) -> None:
    signal(house, display_lost=True)
    house.station.alarms.check()
    shelve = house.station.alarms.shelve
    assert code(shelve(house.m1, 1, " ", 30)) == "shelving-incomplete"
    assert code(shelve(house.m1, 1, "monitor is changed", 0)) == "shelving-incomplete"
    assert code(shelve(house.m1, 1, "monitor is changed", MOST_SHELVED // MINUTE + 1)) == "shelving-incomplete"
    assert code(shelve(house.m1, 7, "monitor is changed", 30)) == "no-such-alarm"
    house.check_done(shelve(house.m1, 1, "monitor is changed", 30))
    assert count_needing(house.station.state.alarms, house.clock.now()) == 0
    house.clock.wait(31 * MINUTE)
    assert count_needing(house.station.state.alarms, house.clock.now()) == 1


def test_the_gravest_is_never_shelved_and_stands_first(house: StaffedStation) -> None:
    signal(house, disk_full=True, display_lost=True)
    house.station.alarms.check()
    assert raised(house) == [AlarmKind.DISK_FULL, AlarmKind.DISPLAY_LOST]
    grave = order_alarms(house.station.state.alarms, house.clock.now())[0]
    assert not can_shelve(grave)
    assert code(house.station.alarms.shelve(house.m1, grave.number, "later", 30)) == "alarm-not-shelvable"


def test_a_call_is_an_alarm_once_it_has_waited_and_ends_with_its_answer(house: StaffedStation) -> None:
    house.check_done(house.station.calls.begin(house.m1, "21:47:08"))
    assert house.station.alarms.check() == ()
    house.clock.wait(CALL_PATIENCE)
    house.station.alarms.check()
    assert raised(house) == [AlarmKind.CALL_UNANSWERED]
    house.check_done(house.station.calls.end(house.m1))
    house.station.alarms.check()
    assert house.station.state.alarms.open[1].over


def test_a_device_that_is_lost_is_an_alarm_only_while_a_round_is_on(house: StaffedStation) -> None:
    open_house_table(house)
    lost = DeviceIncident(device="shoe", incident=Incident.LOST, detail="")
    house.check_done(house.station.record(lost))
    assert house.station.alarms.check() == ()
    assert RULES.baccarat is not None
    board = house.station.state.alarms
    assert find_lost_devices(house.station.state.listening, board, in_round=True) == {(AlarmKind.DEVICE_LOST, "shoe")}


def test_the_rate_counts_the_last_hour_alone(house: StaffedStation) -> None:
    for _ in range(3):
        signal(house, display_lost=True)
        house.station.alarms.check()
        signal(house)
        house.station.alarms.check()
    assert len(house.station.state.alarms.open) == 1, "the same again takes the place of the one before"
    assert alarm_rate(house.station.state.alarms, house.clock.now()) == 3
    house.clock.wait(61 * MINUTE)
    assert alarm_rate(house.station.state.alarms, house.clock.now()) == 0


@pytest.mark.parametrize("seen", [False, True])
def test_what_comes_and_goes_stays_shelved_to_the_end_that_was_keyed(house: StaffedStation, *, seen: bool) -> None:
    """A loose cable raises the same alarm again and again: for that it was shelved."""
    signal(house, display_lost=True)
    house.station.alarms.check()
    house.check_done(house.station.alarms.shelve(house.m1, 1, "monitor is changed", 30))
    if seen:
        house.check_done(house.station.alarms.acknowledge(house.m1, 1))
    for _ in range(3):
        signal(house)
        house.station.alarms.check()
        signal(house, display_lost=True)
        house.station.alarms.check()
    (alarm,) = house.station.state.alarms.open.values()
    assert (alarm.number, alarm.shelved_by, alarm.reason) == (4, "M1", "monitor is changed")
    assert count_needing(house.station.state.alarms, house.clock.now()) == 0
    house.clock.wait(31 * MINUTE)
    assert count_needing(house.station.state.alarms, house.clock.now()) == 1
    signal(house)
    house.station.alarms.check()
    signal(house, display_lost=True)
    house.station.alarms.check()
    assert not house.station.state.alarms.open[5].until, "that time is over"


def test_what_is_shelved_of_one_device_is_not_so_of_another(house: StaffedStation) -> None:
    signal(house, display_lost=True)
    house.station.alarms.check()
    house.check_done(house.station.alarms.shelve(house.m1, 1, "monitor is changed", 30))
    signal(house, monitor_lost=True)
    house.station.alarms.check()
    assert count_needing(house.station.state.alarms, house.clock.now()) == 1
