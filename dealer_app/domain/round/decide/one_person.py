"""The dealer says that two bettors are one person, or that they are two after all.

He may say so at any time: before bets are opened, while options are being chosen, when a result is paid. What has been
decided for them apart until then is not decided again, but for what lies on the table unpaid.
"""

from collections.abc import Iterator

from dealer_app.domain.policies import UnderMinimum
from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.choosing import asked
from dealer_app.domain.round.decide.conditions import Why, nothing_unresolved, table_open
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import settlement_undone, walk_away
from dealer_app.domain.round.decide.leaving import may_be_here
from dealer_app.domain.round.decide.settling import settlement
from dealer_app.domain.round.persons import choosing, person_of
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import Case, Person, Phase, TableState, Who
from dealer_app.domain.round.table import Rules


def may_be_one(rules: Rules, state: TableState) -> Why:
    """At any time; where it may change what a result comes to, an open case comes first."""
    return nothing_unresolved(state) if _result_may_change(rules, state) else table_open(state)


def may_be_two(rules: Rules, state: TableState) -> Why:
    return may_be_one(rules, state) if state.persons else refused("not-one-person", HOUSE_POLICY)


def be_one(rules: Rules, state: TableState, command: mending_commands.SamePerson) -> Decision:
    """What one of them has chosen is the choice of the other; two different choices cannot be one person's."""
    wrong = _unknown_place(rules, state, command.one, command.other)
    if wrong is not None:
        return wrong
    if command.other in person_of(state, command.one):
        return refused("one-person-already", HOUSE_POLICY)
    said: tuple[events.Event, ...] = (mending_events.BettorsAreOne(one=command.one, other=command.other),)
    after = fold(state, said)
    person = person_of(after, command.one)
    wrong = _still_here(rules, state, person)
    if wrong is not None:
        return wrong
    said = (*said, *(walk_away(after, person) if state.left & person else ()))
    for case in filter(choosing, state.cases):
        if len({case.chosen[who] for who in person if who in case.chosen}) > 1:
            return refused("choices-differ", case.clause)
        said = (*said, *_chosen_for_all(after, case, person))
    return (*said, *_judged_again(rules, state, after, command.by))


def be_two(rules: Rules, state: TableState, command: mending_commands.TwoPersons) -> Decision:
    if command.one == command.other or command.other not in person_of(state, command.one):
        return refused("not-one-person", HOUSE_POLICY)
    said = (mending_events.BettorsAreTwo(one=command.one, other=command.other),)
    return (*said, *_judged_again(rules, state, fold(state, said), command.by))


def _unknown_place(rules: Rules, state: TableState, one: Who, other: Who) -> Why:
    assert state.table is not None, "asked only at an open table"
    if one == other:
        return refused("one-bettor", HOUSE_POLICY)
    for seat, _ in (one, other):
        if seat not in (rules.seats(state.table) if rules.layout.seats else (None,)):
            return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(seat)})
    return None


def _still_here(rules: Rules, state: TableState, person: frozenset[Who]) -> Why:
    """Who left has left all his places: where one of them has bets it is said first that he left that one too.

    Which of the two is wrong, that he left or that he is the same, nobody can tell for the dealer.
    """
    gone = sorted(state.left & person, key=str)
    here = [who for who in sorted(person - state.left, key=str) if gone and may_be_here(rules, state, {who})]
    if not here:
        return None
    facts = {"left": _fact(gone[0]), "here": _fact(here[0])}
    return Refusal(code="one-of-them-left", clause=rules.clause("player-left"), facts=facts)


def _fact(who: Who) -> str:
    """As the wording takes a bettor."""
    return f"{who[0]} {who[1]}"


def _chosen_for_all(state: TableState, case: Case, person: frozenset[Who]) -> Iterator[events.Event]:
    option = next((case.chosen[who] for who in person if who in case.chosen), None)
    if option is not None:
        for who in asked(state, person):
            if who not in case.chosen:
                yield events.OptionChosen(case=case.number, who=who, option=option)


def _result_may_change(rules: Rules, state: TableState) -> bool:
    """One person is settled under the minimum once (MBS 5.14), and has one cap of insurance at 10 to 1 (ruling I6)."""
    if state.round is None or state.round.phase is not Phase.ANNOUNCED:
        return False
    return rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY or bool(state.round.insured)


def _judged_again(rules: Rules, state: TableState, after: TableState, by: Person) -> tuple[events.Event, ...]:
    """A result that comes to something else now is taken back and announced anew."""
    if not _result_may_change(rules, state) or settlement(rules, state) == settlement(rules, after):
        return ()
    return settlement_undone(rules, after, by)
