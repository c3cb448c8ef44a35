"""What tests of commands on a data folder share."""

from pathlib import Path

import pytest

from tests.support.typist import Typist


@pytest.fixture
def typist(tmp_path: Path) -> Typist:
    return Typist(tmp_path / "station")


@pytest.fixture
def staffed(typist: Typist) -> Typist:
    """A station with two managers, two dealers, a supervisor and a technician."""
    typist.staff()
    return typist
