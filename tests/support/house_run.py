"""A station that is really started on a data folder, with the people of a test, and journals as a kill leaves them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dealer_app.journal.disk import RESERVE_FILE as RESERVE
from dealer_app.journal.disk import RESERVE_SIZE
from dealer_app.journal.folder import is_new_folder
from dealer_app.private_files import open_bytes
from dealer_app.station.fold import station_fold_method
from dealer_app.station.startup import Program, start_station
from dealer_app.station.station import Station
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.traces import Script, read_scripts

PROGRAM = Program(station="T1", version="test", rulebooks="")
FOLDING = station_fold_method(PROGRAM.version)


def station_people(station: Station, clock: SteppingClock, before: StaffedStation | None = None) -> StaffedStation:
    """The people of a test at a started station: new ones, or those that were there before it was started again."""
    house = StaffedStation.from_station(station, clock)
    if before is None:
        house.staff()
        return house
    house.m1, house.m2 = house.begin_session("M1"), house.begin_session("M2")
    house._staff = {
        known: house.begin_session(proof.terminal.removeprefix("of ")) for known, proof in before._staff.items()
    }
    return house


def find_script(name: str) -> Script:
    return next(script for script in read_scripts() if script.name == name)


def lay_reserve(folder: Path) -> None:
    """The reserve without its bytes, quick to make. Where no journal is yet it would be the remains of one."""
    if is_new_folder(folder):
        return
    with open_bytes(folder / RESERVE, "wb") as reserve:
        reserve.truncate(RESERVE_SIZE)


@contextmanager
def run_house(folder: Path, clock: SteppingClock | None = None) -> Iterator[StaffedStation]:
    """A new station with its people."""
    clock = clock or SteppingClock()
    folder.mkdir(parents=True, exist_ok=True)
    lay_reserve(folder)
    with start_station(folder, PROGRAM, clock, make_environment()) as station:
        yield station_people(station, clock)
