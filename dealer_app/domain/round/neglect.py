"""What is remembered of insurance that the dealer had not offered (Insurance Plus 5.13).

Which offers they were, and whether it is still to be asked who had meant to take them. Folded from the cases; nothing
is judged here.
"""

from dealer_app.domain.round.needs import LateOfferNeeded
from dealer_app.domain.round.state import Case, Round, TableState
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace


def stage_of(case: Case) -> InsuranceStage:
    """Which offer a case of missed insurance is about."""
    return InsuranceStage(case.facts["stage"])


def noted(state: TableState, case: Case) -> TableState:
    """An offer was not made. A case that needs nothing yet comes back at the result (5.13.2, ruling E5)."""
    ended = state.round or state.last
    if case.trouble != Trouble.MISSED_INSURANCE.value or ended is None:
        return state
    stage = stage_of(case)
    asked = {one: by for one, by in ended.to_be_named.items() if one is not stage}
    if not case.needs:
        asked[stage] = case.reported_by
    return _in_that_round(state, replace(ended, neglected=ended.neglected | {stage}, to_be_named=asked))


def made_good(state: TableState, case: Case) -> TableState:
    """Once offered late, the offer was made: who passes it has forgone it like any other."""
    ended = state.round or state.last
    if ended is None or not isinstance(case.needs[0], LateOfferNeeded):
        return state
    stage = stage_of(case)
    made = replace(ended, neglected=ended.neglected - {stage}, offered_late=ended.offered_late | {stage})
    return _in_that_round(state, made)


def _in_that_round(state: TableState, ended: Round) -> TableState:
    return replace(state, last=ended) if state.round is None else replace(state, round=ended)
