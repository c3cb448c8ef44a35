"""A call of a supervisor is journalled, stays over a restart, and ends when one has come."""

from pathlib import Path

from dealer_app.journal.store import MemoryJournal
from dealer_app.station.startup import Program, start_station
from dealer_app.station_events import SupervisorCalled, SupervisorCame
from tests.support.live_station import StaffedStation, SteppingClock, make_environment

PROGRAM = Program(station="T1", version="test", rulebooks="")


def test_a_call_that_nobody_has_answered_is_there_after_a_restart(tmp_path: Path) -> None:
    clock = SteppingClock()
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        assert house.check_done(station.calls.begin(house.m1, "21:47:08")) == (SupervisorCalled(time="21:47:08"),)
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        assert station.state.called == "21:47:08"


def test_it_ends_once() -> None:
    house = StaffedStation(MemoryJournal())
    house.check_done(house.station.calls.begin(house.m1, "21:47:08"))
    assert house.check_done(house.station.calls.end(house.m1)) == (SupervisorCame(),)
    assert not house.station.state.called
    assert house.station.calls.end(house.m1) == ()
