"""Whatever a case needs can be done at the screen: every need of every golden script is met with its own controls."""

from collections.abc import Iterator
from typing import get_args

import pytest

from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from tests.screens.irregularity_hands import meet_need
from tests.support.script_states import all_states
from tests.support.traces import Script, read_scripts


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in read_scripts()])
def test_every_need_of_a_script_is_met_at_the_screen(script: Script) -> None:
    for rules, state in _with_cases(script):
        meet_need(rules, state)


def _with_cases(script: Script) -> Iterator[tuple[Rules, TableState]]:
    return ((rules, state) for rules, state in all_states(script) if state.cases)


def test_a_case_is_worked_through_to_its_end_at_the_screen() -> None:
    for script in read_scripts():
        for rules, state in _with_cases(script):
            _to_the_end(rules, state)
            break


def _to_the_end(rules: Rules, state: TableState) -> None:
    for _ in range(20):
        if not state.cases:
            return
        state = meet_need(rules, state)
    raise AssertionError(f"{state.cases} are still open")


def test_every_kind_of_need_was_met() -> None:
    met = {type(state.cases[-1].needs[0]) for script in read_scripts() for _, state in _with_cases(script)}
    assert met == set(get_args(Need))
