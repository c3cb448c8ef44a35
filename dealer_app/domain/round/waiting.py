"""What waits for whom: the needs of open cases, a claim, and the bettors who have not answered yet."""

from collections.abc import Iterator, Mapping

from dealer_app.domain.round.decide.choosing import bettors
from dealer_app.domain.round.decide.conditions import nothing_unresolved
from dealer_app.domain.round.guided import DEALER, Waiting
from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.persons import one_of_each
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.seen import unanswered
from dealer_app.domain.round.state import Case, Phase, PlacedBet, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Rules
from dealer_app.domain.rulebook import Side


def waiting(rules: Rules, state: TableState) -> tuple[Waiting, ...]:
    """Everything that is waited for now, what comes first standing first; nothing while the dealer just goes on."""
    if state.cases:
        return tuple(one for case in reversed(state.cases) for one in _in_case(state, case))
    if state.claim is not None:
        role, clause = rules.decider("claim")
        return (Waiting("claim", clause, role),)
    return _insurance(rules, state)


def _in_case(state: TableState, case: Case) -> Iterator[Waiting]:
    need = case.needs[0]
    if isinstance(need, OptionsNeeded) and state.round is not None and _keyed(state):
        for who in one_of_each(state, bettors(state)):
            if who not in case.chosen:
                yield Waiting(case.trouble, need.clause, who=who)
        return
    yield Waiting(case.trouble, getattr(need, "clause", case.clause), getattr(need, "role", DEALER))


def _insurance(rules: Rules, state: TableState) -> tuple[Waiting, ...]:
    round_ = state.round
    insured = rules.baccarat is not None and rules.book.insurance is not None
    if not insured or round_ is None or round_.phase is not Phase.CLOSED or nothing_unresolved(state) is not None:
        return ()
    if not _keyed(state):
        return ()
    clause = rules.clause("insurance")
    found: list[Waiting] = []
    for offer, silent in unanswered(rules, state, round_):
        found += map(_for_answer(clause, round_.bets, offer.side).__getitem__, silent)
    return tuple(found)


@last_remembered
def _for_answer(clause: str, bets: tuple[PlacedBet, ...], side: Side) -> Mapping[Who, Waiting]:
    """What is waited for while nobody has answered yet: the same for each bettor until he has."""
    return {bet.who: Waiting("insurance", clause, who=bet.who, side=side) for bet in bets}


def _keyed(state: TableState) -> bool:
    return state.table is not None and state.table.bets is BetKeeping.KEYED
