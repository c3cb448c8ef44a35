"""The wall clock jumps: each jump is told once, the order stays, and no lock ends by it."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import JournalEntry
from dealer_app.people.events import Purpose
from dealer_app.people.sessions import PinAttempt, PinResult
from dealer_app.station.startup import start_station
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from tests.support.house_run import PROGRAM, run_house, station_people
from tests.support.live_station import FIRST, StaffedStation, SteppingClock, make_environment

SECOND = 1_000_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE


def entries(folder: Path) -> Sequence[JournalEntry]:
    reader = open_reader(folder)
    try:
        return list(reader.entries())
    finally:
        reader.close()


def jumps(folder: Path) -> list[tuple[int, int, int]]:
    bodies = (json.loads(entry.body) for entry in entries(folder) if entry.name == "clock-jumped")
    return [(body["microseconds"], body["offset_before"], body["offset"]) for body in bodies]


def in_order(folder: Path) -> None:
    """By the sequence, and within a run by the counter; never by the wall clock."""
    all_entries = entries(folder)
    assert [entry.sequence for entry in all_entries] == list(range(1, len(all_entries) + 1))


@pytest.mark.assurance("A30")
@pytest.mark.parametrize("moved", [-DAY, 365 * DAY, -3 * SECOND, 3 * SECOND])
def test_a_jump_while_the_station_runs_is_told_once(folder: Path, moved: int) -> None:
    with run_house(folder) as house:
        house.begin_session("M1")
        house.clock.jump(moved)
        house.begin_session("M1")
        house.begin_session("M2")
    assert jumps(folder) == [(moved, 480, 480)]
    in_order(folder)
    counters = [entry.counter for entry in entries(folder)]
    assert counters == sorted(counters)


def test_the_clock_that_is_put_right_a_little_is_not_told(folder: Path) -> None:
    with run_house(folder) as house:
        for moved in (-SECOND, SECOND, SECOND):
            house.clock.jump(moved)
            house.begin_session("M1")
    assert jumps(folder) == []


@pytest.mark.assurance("A30")
def test_summer_time_comes_and_goes(folder: Path) -> None:
    """The instant goes on; only its distance from UTC is another, twice."""
    with run_house(folder) as house:
        for offset in (540, 480):
            house.clock.at = replace(house.clock.at, offset=offset)
            house.begin_session("M1")
            house.begin_session("M2")
    assert jumps(folder) == [(0, 480, 540), (0, 540, 480)]
    in_order(folder)


@pytest.mark.assurance("A30")
@pytest.mark.parametrize(("moved", "told"), [(-DAY, True), (365 * DAY, False)])
def test_between_two_starts_only_a_clock_that_went_back_is_sure_to_have_jumped(
    folder: Path, moved: int, told: bool
) -> None:
    with run_house(folder) as house:
        at = house.clock.at
    clock = SteppingClock(replace(at, utc=at.utc + moved, counter=1))
    with start_station(folder, PROGRAM, clock, make_environment()) as station:
        station_people(station, clock, house)
    assert len(jumps(folder)) == told
    in_order(folder)


def wrong_pin(house: StaffedStation, badge: str = "M2") -> Refusal:
    digest, _ = house.station.people.pin_challenge(badge)
    refusal = house.station.people.record_attempt(
        PinAttempt(badge=badge, terminal="pit", purpose=Purpose.SIGN_IN, check=PinResult.WRONG, digest=digest)
    )
    assert isinstance(refusal, Refusal)
    return refusal


def is_locked(station: Station) -> bool:
    return station.people.pin_challenge("M2") == (None, None)


@pytest.mark.parametrize("moved", [-DAY, 0, 365 * DAY])
def test_a_lock_outlives_the_clock_and_a_restart(folder: Path, moved: int) -> None:
    with run_house(folder) as house:
        assert [wrong_pin(house).code for _ in range(6)] == ["wrong-badge-or-pin"] * 4 + ["locked-out"] * 2
        house.clock.jump(moved)
        assert is_locked(house.station)
        house.clock.wait(10 * MINUTE)
        house.begin_session("M1")
        assert is_locked(house.station)
        at = house.clock.at
    # Five minutes were left when the station last wrote. However long it was off, they are counted from its start.
    clock = SteppingClock(replace(at, utc=at.utc + moved + DAY, counter=7))
    with start_station(folder, PROGRAM, clock, make_environment()) as station:
        assert is_locked(station)
        clock.jump(-moved)
        clock.wait(4 * MINUTE)
        assert is_locked(station)
        clock.wait(MINUTE)
        assert not is_locked(station)
        _signs_in(station)


def _signs_in(station: Station) -> None:
    house = StaffedStation.from_station(station, SteppingClock(FIRST))
    house.begin_session("M2")
    state: StationState = station.state
    assert state.people.sessions
