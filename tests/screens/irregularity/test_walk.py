"""Every golden script is walked through: at each state every part and every panel can be shown, whoever looks."""

from collections.abc import Iterable, Iterator
from typing import get_args

import pytest

from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.screens import presenter
from dealer_app.screens.blocks import Control, Weight
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case as mending_case
from dealer_app.screens.irregularity import claims
from dealer_app.screens.key_input import block_controls, page_controls
from tests.screens.irregularity_screens import part_controls
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states, state_changes
from tests.support.traces import Script, read_scripts

PANELS = (
    Panel.NONE,
    Panel.IRREGULARITIES,
    Panel.CORRECT,
    Panel.APPROVAL,
    Panel.SUPERVISOR,
    Panel.DEVICES,
)
REPORTS = ("lay-cards", "cannot-reconstruct", "late-bet", "hold-for-claim", "exposed-card", "missed-insurance")


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in read_scripts()])
def test_every_state_of_every_script_can_be_shown(script: Script) -> None:
    for rules, state in state_changes(script):
        _show_all(rules, state)


def _show_all(rules: Rules, state: TableState) -> None:
    for panel in PANELS:
        _show(rules, state, InputState(panel=panel), "D1")
    for report in REPORTS:
        _show(rules, state, InputState(panel=Panel.REPORT).with_pick("report", report), "D1")
    for panel in (Panel.APPROVAL, Panel.SUPERVISOR):
        _show(rules, state, InputState(panel=panel), "S1")


def _show(rules: Rules, state: TableState, input_state: InputState, signed_in: str) -> None:
    context = make_context(rules, state, input_state=input_state, signed_in=signed_in)
    panel = presenter.irregularity_overlay(context)
    if panel is not None:
        _each_its_own_name(part_controls(panel))
        _each_its_own_key(part_controls(panel))
        assert sum(control.weight is Weight.NEXT for control in part_controls(panel)) <= 1
    if state.cases:
        part = mending_case.case_rail(context)
        assert sum(control.weight is Weight.NEXT for control in part_controls(part)) == 1
        assert part.page is not None
        _each_its_own_name(page_controls(part.page))
        _each_its_own_name(block_controls(part.work))
        _each_its_own_key(part_controls(part))
        assert part.primary.act is not None or part.primary.waits
    elif state.claim is not None:
        assert claims.claim_rail(context).primary.act is not None


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
    for script in read_scripts():
        for _, state in all_states(script):
            yield from (type(need) for case in state.cases for need in case.needs)
