"""A station that is killed at any point of any step stands afterwards where it stood, with nothing lost or doubled.

All fault points of every step: of two whole rounds and of two irregularities with every test run, of every script that
there is in `make proof`.
"""

from pathlib import Path

import pytest

from dealer_app import fault_points
from tests.faults.kill_steps import KillWalk
from tests.support.house_run import find_script
from tests.support.long_tests import mostly_long
from tests.support.traces import Script, read_scripts

WHOLE_ROUNDS = ("ts-normal", "v4-natural", "mbs-natural", "ip-natural", "ip-insurance-after-four")
IRREGULARITIES = ("mbs-cards-not-passed", "v4-bet-corrected-after-settlement")
POINTS_OF_A_ROUND = [point for point in fault_points.POINTS if not point.startswith("snapshot.")]


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("name", mostly_long(WHOLE_ROUNDS, keep_every=4))
def test_a_round_outlives_a_kill_at_every_point_of_every_step(folder: Path, name: str) -> None:
    walk = KillWalk(folder)
    walk.walk(find_script(name), people_too=True)
    assert walk.points == set(POINTS_OF_A_ROUND)


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("name", mostly_long(IRREGULARITIES, keep_every=2))
def test_an_irregularity_outlives_a_kill_at_every_point_of_every_step(folder: Path, name: str) -> None:
    KillWalk(folder).walk(find_script(name))


@pytest.mark.assurance("A1", "A42")
@pytest.mark.long
@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_every_script_outlives_a_kill_at_every_point_of_every_step(folder: Path, script: Script) -> None:
    KillWalk(folder).walk(script)
