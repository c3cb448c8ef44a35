"""Limits found exceeded when bets are closed, where the document has somebody decide about it (RWS 5.18, MBS 5.18).

Where it spreads the excess itself, as RWS 5.1.1 does, there is nothing to decide.
"""

from collections.abc import Mapping

from dealer_app.domain.limits import differential_over, totals
from dealer_app.domain.money import Money
from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed
from dealer_app.domain.round import events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import opened
from dealer_app.domain.round.decide.conditions import current
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, own, wholes


def found_at_closing(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """The cases that the bets as they lie give rise to."""
    policies = rules.book.policies
    found: tuple[events.Event, ...] = ()
    decided_here = policies.differential_unnoticed.value is DifferentialUnnoticed.PIT_MANAGER
    if decided_here and over_differential(rules, state) is not None:
        found = opened(rules, state, by, Trouble.DIFFERENTIAL_EXCEEDED)
    over = _over_maximum(state)
    if over and policies.maximum_unnoticed.value is MaximumUnnoticed.SHIFT_MANAGER:
        facts = {"bets": " ".join(map(str, over))}
        found = (*found, *opened(rules, fold(state, found), by, Trouble.OVER_MAXIMUM, facts=facts))
    return found


def over_differential(rules: Rules, state: TableState) -> tuple[Area, Area] | None:
    """The heavier and the lighter hand, if their wagers differ by more than the limit."""
    assert state.table is not None, "asked only at an open table"
    round_ = current(state)
    lies = totals([bet.wager for bet in round_.in_play])
    for differential in rules.book.limits.differentials:
        limit = state.table.limits.differentials.get(differential.code)
        first, second = differential.sides
        heavy, light = (first, second) if lies.get(first, 0) >= lies.get(second, 0) else (second, first)
        if limit is not None and lies.get(heavy, 0) - lies.get(light, 0) > limit:
            return heavy, light
    return None


def differential_excess(rules: Rules, state: TableState, left: Mapping[int, Money] | None = None) -> Money:
    """By how much the difference between the hands is above its limit; nothing once the differential is met.

    `left` is what would be left of bets, by number, if they were removed as far as that.
    """
    assert state.table is not None, "asked only at an open table"
    parts = {} if left is None else left
    in_play = current(state).in_play
    lie = [replace(bet.wager, stake=parts.get(bet.number, bet.wager.stake)) for bet in in_play]
    return differential_over(rules.book, state.table.limits, lie)


def _over_maximum(state: TableState) -> list[int]:
    assert state.table is not None, "asked only at an open table"
    limits = state.table.limits
    in_play = current(state).in_play
    whole = wholes(bet.wager for bet in in_play)
    most = ((bet, limits.maximum(bet.wager.area)) for bet in in_play)
    return [bet.number for bet, maximum in most if maximum is not None and whole[own(bet.wager)] > maximum]
