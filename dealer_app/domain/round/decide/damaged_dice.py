"""Damaged dice void every round in which they were used (Tai Sai 5.6, rulings O13 and O25).

They may be found when other dice are in the tumbler already: which dice they are is said by the first round named.
"""

from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.affected_rounds import void_affected
from dealer_app.domain.round.decide.cases import allowed_to_decide, met, need_of, who_asked
from dealer_app.domain.round.decide.conditions import Why, between_rounds, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import chips_listed
from dealer_app.domain.round.needs import AffectedRoundsNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import dice_of_rounds
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules


def state_affected(rules: Rules, state: TableState, command: mending_commands.StateAffectedRounds) -> Decision:
    """From the round named on all are void that were played with its dice, the one that is on included if it is.

    The next round is named where none was played with them. Each bettor's net is listed and reversed: what is owed to
    who has left is kept, what he would owe not recovered; play waits until a supervisor has seen the rest moved.
    """
    need = need_of(state, AffectedRoundsNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    wrong = wrong or _not_affected(state, command.first, need.clause)
    if wrong is not None:
        return wrong
    asked_by = who_asked(state)
    stated = met(state, command.by, f"from round {command.first}")
    affected = void_affected(
        rules, fold(state, stated), asked_by, first=command.first, gone=command.gone, clause=need.clause
    )
    done: tuple[events.Event, ...] = (*stated, *affected.ended, affected.rounds)
    return (*done, *chips_listed(rules, fold(state, done), asked_by, affected.chips))


def _not_affected(state: TableState, first: int, clause: str) -> Why:
    """Only a round of which it is known what it came to, or the next one: the dice in the tumbler are meant then."""
    oldest = next(iter(dice_of_rounds(state)))
    if oldest <= first <= state.rounds + 1:
        return None
    if 1 <= first < oldest:
        # The station no longer has what those came to: name the oldest it has, and report the others for a ruling.
        return Refusal(code="round-too-old", clause=clause, facts={"first": str(oldest)})
    return Refusal(code="no-such-round", clause=clause, facts={"first": str(oldest), "last": str(state.rounds + 1)})


def may_change_dice(rules: Rules, state: TableState) -> Why:
    """Dice are changed between rounds; after damage to those in the tumbler no round begins before."""
    if rules.book.dice is None:
        return refused("no-dice-here", rules.clause("round"))
    return nothing_unresolved(state) or between_rounds(state, rules)


def change_dice(rules: Rules, state: TableState, command: mending_commands.ChangeDice) -> Decision:
    del rules, state
    inspector = command.inspected_by.strip()
    if not command.set_name.strip() or inspector in ("", command.by.name):
        return refused("dice-to-be-inspected", "house policy")
    return (mending_events.DiceChanged(set_name=command.set_name, inspected_by=inspector),)
