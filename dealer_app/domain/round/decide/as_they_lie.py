"""Cards that the house finds cannot be put right (RWS v4 5.13.1, Insurance Plus 5.12.1, MBS 5.2, 5.8.2; ruling O17).

They are played as they lie, in the right numbers, or the round is void. Only of cards drawn together somebody still
decides which comes first.
"""

from dealer_app.domain.baccarat.reconstruction import order_as_it_lies
from dealer_app.domain.policies import OrderLost
from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.card_plans import beyond_reconstruction
from dealer_app.domain.round.decide.cases import About, allowed_to_decide, opened, who_asked
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.dealing import numbers_are_right
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import settlement_undone
from dealer_app.domain.round.decide.planning import reconstruction_decision
from dealer_app.domain.round.needs import Need, OptionsNeeded, ReconstructionNeeded, VoidNeeded
from dealer_app.domain.round.refusal import refused
from dealer_app.domain.round.state import Case, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble


def may_find_beyond(rules: Rules, state: TableState) -> Why:
    """Whether cards can be put right is for the house to say (RWS v4 5.8, ruling O7)."""
    if state.cases and any(isinstance(need, ReconstructionNeeded) for need in state.cases[-1].needs):
        return None
    return refused("not-asked", rules.clause("reconstruction"))


def find_beyond(rules: Rules, state: TableState, command: mending_commands.CannotReconstruct) -> Decision:
    role, clause = rules.decider(reconstruction_decision(rules, state.cases[-1].trouble))
    wrong = allowed_to_decide(rules, state, command.by, role, clause)
    if wrong is None and not command.reason.strip():
        wrong = refused("reason-needed", clause)
    if wrong is not None:
        return wrong
    case = state.cases[-1]
    if case.trouble == Trouble.TOGETHER_ORDER_KNOWN.value:
        return _order_is_unknown(rules, state, case)
    instead = beyond_reconstruction(rules, state, number=case.trouble == Trouble.EXCESS_CARD.value).needs
    if any(isinstance(need, VoidNeeded) for need in instead):
        return _needs_now(case, instead)
    laid = taken_as_they_lie(state)
    if not numbers_are_right(current(fold(state, laid))):
        return _needs_now(case, beyond_reconstruction(rules, state, number=True).needs)
    # Nobody is asked twice: who has begun to choose goes on, and what has been chosen and applied stands.
    asked = tuple(need for need in case.needs if isinstance(need, OptionsNeeded))
    done = (*laid, *_needs_now(case, asked if case.chosen else instead))
    after = fold(state, done)
    return (*done, *settlement_undone(rules, after, who_asked(state))) if _in_another_order(state, after) else done


def lose_order(rules: Rules, state: TableState, command: commands.Report) -> tuple[events.Event, ...]:
    """Nobody knows any more in which order cards were drawn: they are as they lie, or void by their number (O5)."""
    facts = {"text": command.text} if command.text else {}
    policy = rules.book.policies.order_lost
    if policy is None or policy.value is not OrderLost.OPTIONS:
        return opened(rules, state, command.by, Trouble.ORDER_LOST, facts=facts)
    laid = taken_as_they_lie(state)
    after = fold(state, laid)
    if not numbers_are_right(current(after)):
        return opened(rules, state, command.by, Trouble.WRONG_NUMBER_OF_CARDS, facts=facts)
    done = (*laid, *settlement_undone(rules, after, command.by)) if _in_another_order(state, after) else laid
    return (*done, *opened(rules, fold(state, done), command.by, Trouble.ORDER_LOST, facts=facts))


def _in_another_order(before: TableState, after: TableState) -> bool:
    """Whether the hands are others than before: then what has been settled on them is taken back."""
    return current(before).cards != current(after).cards


def taken_as_they_lie(state: TableState) -> tuple[events.Event, ...]:
    """From here on the order of the cards is the one in which the hands hold them."""
    lying = [drawn.put for drawn in current(state).cards]
    return (mending_events.CardsTakenAsTheyLie(cards=order_as_it_lies(lying)),)


def _needs_now(case: Case, needs: tuple[Need, ...]) -> tuple[events.Event, ...]:
    changed = events.NeedsChanged(case=case.number, needs=needs)
    return (changed,) if needs else (changed, events.CaseClosed(case=case.number))


def _order_is_unknown(rules: Rules, state: TableState, case: Case) -> tuple[events.Event, ...]:
    """Which of them comes first is decided, or the round is void (RWS v4 5.11, MBS 5.8.2).

    The same choice is not asked for twice: in one house it has been made of all bets, in the other it is now one of
    the wagers that remain.
    """
    closed = (events.CaseClosed(case=case.number),)
    told = opened(
        rules, fold(state, closed), who_asked(state), Trouble.TOGETHER_ORDER_LOST, about=About(places=case.places)
    )
    now = told[0]
    assert isinstance(now, events.CaseOpened), "a case begins with its opening"
    applied = bool(case.chosen) and not any(isinstance(need, OptionsNeeded) for need in case.needs)
    made = rules.book.policies.withdrawal_scope
    assert made is not None, "only a game with cards has an order"
    left = tuple(
        need
        for need in now.case.needs
        if not (applied and isinstance(need, OptionsNeeded) and need.scope.value == made.value.value)
    )
    changed = () if left == now.case.needs else (events.NeedsChanged(case=now.case.number, needs=left),)
    return (*closed, *told, *changed)
