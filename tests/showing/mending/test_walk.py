"""Every golden script is walked through: at each state every part and every panel can be shown, whoever looks."""

from collections.abc import Iterable, Iterator
from typing import get_args

import pytest

from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending import case as mending_case
from dealer_app.showing.mending import claim, overlays
from dealer_app.showing.walking import of_blocks, of_page
from tests.support.mending_screens import controls_of, seen
from tests.support.script_states import states, turning_points
from tests.support.traces import Script, scripts

PANELS = (
    Panel.NONE,
    Panel.IRREGULARITIES,
    Panel.CORRECT,
    Panel.APPROVAL,
    Panel.SUPERVISOR,
    Panel.DEVICES,
)
REPORTS = ("lay-cards", "cannot-reconstruct", "late-bet", "hold-for-claim", "exposed-card", "missed-insurance")


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in scripts()])
def test_every_state_of_every_script_can_be_shown(script: Script) -> None:
    for rules, state in turning_points(script):
        _show_all(rules, state)


def _show_all(rules: Rules, state: TableState) -> None:
    for panel in PANELS:
        _show(rules, state, Fingers(panel=panel), "D1")
    for report in REPORTS:
        _show(rules, state, Fingers(panel=Panel.REPORT).picked("report", report), "D1")
    for panel in (Panel.APPROVAL, Panel.SUPERVISOR):
        _show(rules, state, Fingers(panel=panel), "S1")


def _show(rules: Rules, state: TableState, fingers: Fingers, signed_in: str) -> None:
    seeing = seen(rules, state, fingers=fingers, signed_in=signed_in)
    panel = overlays.overlay(seeing)
    if panel is not None:
        _each_its_own_name(controls_of(panel))
        _each_its_own_key(controls_of(panel))
        assert sum(control.weight is Weight.NEXT for control in controls_of(panel)) <= 1
    if state.cases:
        part = mending_case.case(seeing)
        assert sum(control.weight is Weight.NEXT for control in controls_of(part)) == 1
        assert part.page is not None
        _each_its_own_name(of_page(part.page))
        _each_its_own_name(of_blocks(part.work))
        _each_its_own_key(controls_of(part))
        assert part.primary.act is not None or part.primary.waits
    elif state.claim is not None:
        assert claim.claim(seeing).primary.act is not None


def _each_its_own_name(controls: Iterable[Control]) -> None:
    names = [control.name for control in controls]
    assert len(names) == len(set(names)), f"two controls have one name: {sorted(names)}"


def _each_its_own_key(controls: Iterable[Control]) -> None:
    """Of two with one key a keypad could press only the first."""
    keys = [control.key for control in controls if control.key]
    assert len(keys) == len(set(keys)), f"two controls have one key: {sorted(keys)}"


def test_the_scripts_reach_every_need() -> None:
    assert set(_needs()) == set(get_args(Need))


def _needs() -> Iterator[type[object]]:
    for script in scripts():
        for _, state in states(script):
            yield from (type(need) for case in state.cases for need in case.needs)
