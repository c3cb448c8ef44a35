"""What tests of commands on a data folder share."""

from pathlib import Path

import pytest

from tests.cli.new_volumes import play_round, start_volume
from tests.support.typist import Typist


@pytest.fixture
def typist(tmp_path: Path) -> Typist:
    return Typist(tmp_path / "station")


@pytest.fixture
def staffed(typist: Typist) -> Typist:
    """A station with two managers, two dealers, a supervisor and a technician."""
    typist.staff()
    return typist


@pytest.fixture
def once(staffed: Typist) -> Typist:
    """With one round in a volume that is closed."""
    play_round(staffed)
    shown = start_volume(staffed)
    assert shown.exit_code == 0, shown.output
    return staffed


@pytest.fixture
def twice(once: Typist) -> Typist:
    """With a round in each of three volumes."""
    play_round(once, again=True)
    assert start_volume(once).exit_code == 0
    play_round(once, again=True)
    return once


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
