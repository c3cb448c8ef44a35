"""A station that is killed at any point of any step stands afterwards where it stood, with nothing lost or doubled.

All fault points of every step: of a whole round of each game, of a round with insurance, and of one script for each
kind of irregularity. `make faults` kills at those of every script there is.
"""

from pathlib import Path

import pytest

from dealer_app import fault_points
from dealer_app.domain.round.events import CaseOpened
from tests.faults.kill_steps import KillWalk
from tests.support.house_run import find_script
from tests.support.journals import play_script
from tests.support.traces import Script, read_scripts

WHOLE_ROUNDS = ("v4-natural", "mbs-natural", "ts-normal", "ip-natural", "ip-insurance-after-four")
IRREGULARITIES = (
    "ip-card-corrected",
    "ip-foreign-card",
    "ip-impossible-card-foreign",
    "ip-insurance-neglected-after-outcome",
    "ip-missed-card",
    "ip-not-announced",
    "ip-not-shuffled",
    "ip-over-maximum-closed-late",
    "ip-stake-without-value",
    "ip-withdrawn-bet",
    "ip-wrong-deck",
    "ip-wrong-number-of-cards",
    "ip-wrong-person",
    "ip-wrong-take-or-pay",
    "mbs-acting",
    "mbs-card-seen-in-device",
    "mbs-cards-not-passed",
    "mbs-device-moved",
    "mbs-device-reset",
    "mbs-differential",
    "mbs-excess-card",
    "mbs-exposed-card",
    "mbs-left-with-card",
    "mbs-order-lost",
    "mbs-together-order-lost-at-first",
    "mbs-under-minimum",
    "ruling-ip-O3-as-an-excess-card",
    "ts-bet-in-the-wrong-place",
    "ts-cocked-die",
    "ts-damaged-dice",
    "ts-error-of-earlier-round",
    "ts-nothing-after-closing",
    "ts-player-left",
    "ts-power-failure-void",
    "ts-too-few-tumbles",
    "ts-tumbled-too-early",
    "ts-wrong-display",
    "ts-wrong-lamps",
    "v4-approval-refused",
    "v4-bet-corrected-after-settlement",
    "v4-bets-off-void",
    "v4-box-claimed-by-two",
    "v4-sealed-card-seen",
)
"""One script at least for each kind of case that any script shows; a test below holds it to that."""

POINTS_OF_A_ROUND = [point for point in fault_points.POINTS if not point.startswith("snapshot.")]


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("name", WHOLE_ROUNDS)
def test_a_round_outlives_a_kill_at_every_point_of_every_step(folder: Path, name: str) -> None:
    walk = KillWalk(folder)
    walk.walk(find_script(name), people_too=True)
    assert walk.points == set(POINTS_OF_A_ROUND)


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("name", IRREGULARITIES)
def test_an_irregularity_outlives_a_kill_at_every_point_of_every_step(folder: Path, name: str) -> None:
    KillWalk(folder).walk(find_script(name))


@pytest.mark.sweep
@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_every_script_outlives_a_kill_at_every_point_of_every_step(folder: Path, script: Script) -> None:
    KillWalk(folder).walk(script)


def kinds(script: Script) -> set[str]:
    return {
        event.case.trouble for done in play_script(script).happened for event in done if isinstance(event, CaseOpened)
    }


@pytest.mark.assurance("A42")
def test_every_kind_of_irregularity_is_among_those_that_are_killed() -> None:
    every = set().union(*map(kinds, read_scripts()))
    assert set().union(*(kinds(find_script(name)) for name in IRREGULARITIES)) == every
