"""What tests of commands on a data folder share."""

import shutil
from copy import deepcopy
from pathlib import Path

import pytest

from tests.cli.new_volumes import play_round, start_volume
from tests.support.typist import Typist


@pytest.fixture
def typist(tmp_path: Path) -> Typist:
    return Typist(tmp_path / "station")


def _copy_station(made: Typist, typist: Typist) -> Typist:
    """The same station in the folder of this test, at the same time: a copy takes a tenth of making it."""
    shutil.copytree(made.folder, typist.folder)
    typist.clock = deepcopy(made.clock)
    return typist


@pytest.fixture(scope="session")
def made_staffed(tmp_path_factory: pytest.TempPathFactory) -> Typist:
    made = Typist(tmp_path_factory.mktemp("staffed") / "station")
    made.staff()
    return made


@pytest.fixture(scope="session")
def made_once(made_staffed: Typist, tmp_path_factory: pytest.TempPathFactory) -> Typist:
    made = _copy_station(made_staffed, Typist(tmp_path_factory.mktemp("once") / "station"))
    play_round(made)
    shown = start_volume(made)
    assert shown.exit_code == 0, shown.output
    return made


@pytest.fixture(scope="session")
def made_twice(made_once: Typist, tmp_path_factory: pytest.TempPathFactory) -> Typist:
    made = _copy_station(made_once, Typist(tmp_path_factory.mktemp("twice") / "station"))
    play_round(made, again=True)
    assert start_volume(made).exit_code == 0
    play_round(made, again=True)
    return made


@pytest.fixture
def staffed(made_staffed: Typist, typist: Typist) -> Typist:
    """A station with two managers, two dealers, a supervisor and a technician."""
    return _copy_station(made_staffed, typist)


@pytest.fixture
def once(made_once: Typist, typist: Typist) -> Typist:
    """With one round in a volume that is closed."""
    return _copy_station(made_once, typist)


@pytest.fixture
def twice(made_twice: Typist, typist: Typist) -> Typist:
    """With a round in each of three volumes."""
    return _copy_station(made_twice, typist)


@pytest.fixture
def second(tmp_path: Path) -> Path:
    place = tmp_path / "second place"
    place.mkdir()
    return place


@pytest.fixture
def doubled(staffed: Typist, second: Path) -> Typist:
    """Two managers have decided that the head is kept in a second place."""
    staffed.check_done(staffed.type("folder", "second-head", str(second), lines=staffed.agreement_lines("M1", "M2")))
    return staffed
