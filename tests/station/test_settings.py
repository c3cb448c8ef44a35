"""What a manager sets is an event, holds at once and after a start, and nobody else sets it."""

from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.reader import open_reader
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.positions import Position
from dealer_app.station.startup import Program, start_station
from dealer_app.station_events import SettingChanged, ShiftBegan
from tests.support.live_station import StaffedStation, SteppingClock, make_environment

PROGRAM = Program(station="T1", version="test", rulebooks="")
MINUTE = 60_000_000


@pytest.mark.assurance("A25")
def test_the_gaming_day_changes_when_it_is_set_to_and_after_a_start_as_well(tmp_path: Path) -> None:
    clock = SteppingClock()
    local = clock.at.utc // MINUTE + clock.at.offset
    now = local % (24 * 60)
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        # A day that changes a minute from now has not begun yet.
        changed = house.check_done(station.settings.change(house.m1, "gaming-day", (now + 1) % (24 * 60)))
        assert changed == (SettingChanged(setting="gaming-day", before="", after=str((now + 1) % (24 * 60))),)
        house.check_done(station.record(ShiftBegan(number=1)))
    with start_station(tmp_path, PROGRAM, clock, make_environment()):
        pass
    reader = open_reader(tmp_path)
    entries = list(reader.entries())
    reader.close()
    at = next(place for place, entry in enumerate(entries) if entry.name == "setting-changed")
    days = {entry.day for entry in entries[at + 1 :]}
    assert len(days) == 1
    assert days != {entry.day for entry in entries[: at + 1]}


def test_sessions_end_after_the_minutes_that_are_set() -> None:
    house = StaffedStation(MemoryJournal())
    house.add("D1", Position.DEALER)
    house.check_done(house.station.settings.change(house.m1, "idle:dealer", 2))
    house.begin_session("D1", terminal="table")
    house.clock.wait(2 * MINUTE)
    house.station.people.end_expired()
    assert "table" not in house.station.state.people.sessions
    assert "of M1" in house.station.state.people.sessions


@pytest.mark.parametrize(
    ("badge", "setting", "minutes", "code"),
    [
        ("D1", "gaming-day", 60, "may-not-set"),
        ("M1", "luck", 60, "no-such-setting"),
        ("M1", "gaming-day", 24 * 60, "no-such-setting"),
        ("M1", "gaming-day", -1, "no-such-setting"),
        ("M1", "idle:dealer", 0, "no-such-setting"),
    ],
)
def test_nobody_else_sets_and_nothing_else_is_set(badge: str, setting: str, minutes: int, code: str) -> None:
    house = StaffedStation(MemoryJournal())
    house.add("D1", Position.DEALER)
    answer = house.station.settings.change(house.begin_session(badge), setting, minutes)
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert house.station.state.settings == {}
