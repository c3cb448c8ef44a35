"""A station that is really started on a data folder, with the people of a test, and journals as a kill leaves them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from dealer_app.journal.ballast import NAME as RESERVE
from dealer_app.journal.ballast import SIZE
from dealer_app.journal.opening import is_new
from dealer_app.private_files import open_bytes
from dealer_app.station import keeping
from dealer_app.station.fold import folding
from dealer_app.station.starting import Program, started
from dealer_app.station.station import Station
from tests.support.journals import played
from tests.support.killing import copied
from tests.support.live_station import House, SteppingClock, around
from tests.support.traces import Script, scripts

PROGRAM = Program(station="T1", version="test", rulebooks="")
FOLDING = folding(PROGRAM.version)


def people_at(station: Station, clock: SteppingClock, before: House | None = None) -> House:
    """The people of a test at a started station: new ones, or those that were there before it was started again."""
    house = House.at(station, clock)
    if before is None:
        house.staff()
        return house
    house.m1, house.m2 = house.sign_in("M1"), house.sign_in("M2")
    house._staff = {known: house.sign_in(proof.terminal.removeprefix("of ")) for known, proof in before._staff.items()}
    return house


def script_named(name: str) -> Script:
    return next(script for script in scripts() if script.name == name)


def lay_reserve(folder: Path) -> None:
    """The reserve without its bytes, quick to make. Where no journal is yet it would be the remains of one."""
    if is_new(folder):
        return
    with open_bytes(folder / RESERVE, "wb") as reserve:
        reserve.truncate(SIZE)


@contextmanager
def running(folder: Path, clock: SteppingClock | None = None) -> Iterator[House]:
    """A new station with its people."""
    clock = clock or SteppingClock()
    folder.mkdir(parents=True, exist_ok=True)
    lay_reserve(folder)
    with started(folder, PROGRAM, clock, around()) as station:
        yield people_at(station, clock)


def left_by_a_kill(folder: Path, name: str, *, snapshots: Sequence[int] = (), short_of: int = 2) -> Path:
    """The folder of a station that was cut off some commands before the end of a script, in a round that is on.

    After these rounds it took snapshots.
    """
    known = played(script_named(name))
    ended = 0
    with running(folder / "running") as house:
        for command in known.given[:-short_of]:
            was_on = house.station.state.table.round is not None
            house.done(house.play(command, known.rules))
            if was_on and house.station.state.table.round is None:
                ended += 1
                if ended in snapshots:
                    with patch.object(keeping, "EVERY", 1):
                        house.done(house.station.keep())
        assert house.station.state.table.round is not None
        left = copied(folder / "running", folder / "left")
    (left / RESERVE).unlink()
    return left
