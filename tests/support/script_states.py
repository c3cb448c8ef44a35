"""The golden scripts as rows of states: what a table came through, command by command."""

from collections.abc import Iterator
from functools import cache

from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from tests.support.journals import play_script
from tests.support.traces import Script


def all_states(script: Script) -> Iterator[tuple[Rules, TableState]]:
    """The state after each command of the script, from the opened table on."""
    rules, kept = _states(script)
    return ((rules, state) for state in kept)


def state_changes(script: Script) -> Iterator[tuple[Rules, TableState]]:
    """Of these the states in which something else may be done than in the one before: not each bet, answer and tick."""
    before: object = None
    for rules, state in all_states(script):
        round_ = state.round
        now = (
            None if round_ is None else (round_.phase, len(round_.cards), round_.dice, bool(round_.in_play)),
            [(case.number, case.needs, len(case.chosen)) for case in state.cases],
            state.claim,
            state.shoe.step,
            len(state.carried),
        )
        if now != before:
            before = now
            yield rules, state


@cache
def _states(script: Script) -> tuple[Rules, tuple[TableState, ...]]:
    known = play_script(script)
    found = [TableState()]
    for happened in known.happened:
        found.append(fold(found[-1], happened))
    return known.rules, tuple(state for state in found if state.table is not None)
