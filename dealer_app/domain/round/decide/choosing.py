"""The options of bettors after an irregularity: go on, or have the bets returned (RWS v4 5.13, MBS 5.8, 5.9, 5.17)."""

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import may_meet, met, need_of, who_asked
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import given_back, settlement_undone
from dealer_app.domain.round.needs import OptionsNeeded, Scope
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import Case, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Rules
from dealer_app.domain.wagers import Area


def bettors(state: TableState) -> tuple[Who, ...]:
    """Everybody with a bet still in play, in the order of placing; each person has one choice (ruling O10).

    Who walked away chooses nothing: his bets are settled as they lie (RWS 5.3, Insurance Plus 5.3.1, MBS 5.10).
    """
    in_play = (bet.who for bet in current(state).in_play)
    return tuple(dict.fromkeys(who for who in in_play if who not in state.left))


def may_choose(rules: Rules, state: TableState) -> Why:
    """Somebody is there to choose; where bets are not keyed somebody always may be."""
    reason = may_meet(OptionsNeeded)(rules, state)
    keyed = state.table is not None and state.table.bets is BetKeeping.KEYED
    if reason is None and keyed and not bettors(state):
        return refused("no-bettor", state.cases[-1].clause)
    return reason


def may_apply_options(rules: Rules, state: TableState) -> Why:
    """Once everybody has chosen."""
    reason = may_meet(OptionsNeeded)(rules, state)
    if reason is not None:
        return reason
    case = state.cases[-1]
    silent = [who for who in bettors(state) if who not in case.chosen]
    if not silent:
        return None
    clause = need_of(state, OptionsNeeded).clause
    return Refusal(code="not-all-chose", clause=clause, facts={"bettor": f"{silent[0][0]} {silent[0][1]}"})


def choose(rules: Rules, state: TableState, command: commands.ChooseOption) -> Decision:
    """One choice for all bets of a person, wherever they lie (v4 5.13, MBS 5.17.1).

    Where bets are not keyed any seat may answer: chips go back without amounts.
    """
    case = state.cases[-1]
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        known = not rules.layout.seats or command.who[0] in rules.seats(state.table)
    else:
        known = command.who in bettors(state)
    if not known:
        return refused("no-bettor", case.clause)
    person = asked(state, person_of(state, command.who))
    return tuple(events.OptionChosen(case=case.number, who=who, option=command.option.value) for who in person)


def asked(state: TableState, person: frozenset[Who]) -> tuple[Who, ...]:
    """Of this person's places those that have something to choose; where bets are not keyed any may have."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return tuple(sorted(person, key=str))
    return tuple(who for who in bettors(state) if who in person)


def apply_options(rules: Rules, state: TableState, command: commands.ApplyOptions) -> Decision:
    """All have chosen: the bets of those who leave are returned; where nobody stays the hand is dealt out (O11)."""
    need = need_of(state, OptionsNeeded)
    numbers = options_return(rules, state)
    # They were placed: they leave the sums of their areas, and no other bet counts for less than at closing (L11).
    returned = given_back(state, dict.fromkeys(numbers, 0), need.clause)
    done = (*returned, *met(state, command.by, "options"))
    # After the result it is announced anew, without the bets that went back.
    return (*done, *settlement_undone(rules, fold(state, done), who_asked(state))) if numbers else done


def options_return(rules: Rules, state: TableState) -> frozenset[int]:
    """The bets that go back by what has been chosen, by their numbers."""
    return _given_back(rules, state, state.cases[-1], need_of(state, OptionsNeeded).scope)


def _given_back(rules: Rules, state: TableState, case: Case, scope: Scope) -> frozenset[int]:
    round_ = current(state)
    leaving = {who for who, option in case.chosen.items() if option == commands.Option.RETURN.value}
    bets = [bet for bet in round_.bets if bet.who in leaving and bet.number not in round_.returned]
    if scope is Scope.UNDECIDED_BETS:
        decided = _decided_before(rules, state, case)
        bets = [bet for bet in bets if bet.wager.area not in decided]
    insured = [bet.number for bet in round_.insurance if bet.who in leaving and bet.number not in round_.returned]
    return frozenset([bet.number for bet in bets] + insured)


def _decided_before(rules: Rules, state: TableState, case: Case) -> tuple[Area, ...]:
    """What the open cards have decided without those in dispute, whose order nobody knows (rulings E2, O16)."""
    assert rules.baccarat is not None, "dice decide everything at once"
    cards = [None if place in case.places else seen_card(drawn) for place, drawn in enumerate(current(state).cards)]
    now = rules.baccarat.decided_with_unknown(cards)
    return (*now.won, *now.lost)
