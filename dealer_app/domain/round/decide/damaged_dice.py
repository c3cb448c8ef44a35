"""Damaged dice void every round in which they were used (Tai Sai 5.6, ruling O13)."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import allowed_to_decide, met, need_of, who_asked
from dealer_app.domain.round.decide.conditions import Why, between_rounds, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import chips_listed, still_kept, voided
from dealer_app.domain.round.needs import AffectedRoundsNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.state import TableState, Who
from dealer_app.domain.round.table import Rules


def state_affected(rules: Rules, state: TableState, command: mending_commands.StateAffectedRounds) -> Decision:
    """From the round named on all are void, the one that is on included; each bettor's net is listed and reversed.

    What was paid to bettors who have left is recorded as not recovered; play waits until a supervisor has seen the rest
    moved, bettor by bettor.
    """
    need = need_of(state, AffectedRoundsNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    oldest = state.history[0].number if state.history else state.rounds
    if 1 <= command.first < oldest:
        # The station no longer has what those came to: name the oldest it has, and report the others for a ruling.
        return Refusal(code="round-too-old", clause=need.clause, facts={"first": str(oldest)})
    if not oldest <= command.first <= state.rounds:
        facts = {"first": str(oldest), "last": str(state.rounds)}
        return Refusal(code="no-such-round", clause=need.clause, facts=facts)
    affected = [past for past in state.history if past.number >= command.first]
    nets = [(past.number, who, net) for past in affected for who, net in past.nets]
    rounds = mending_events.RoundsVoided(
        numbers=tuple(past.number for past in affected),
        nets=tuple(nets),
        not_recovered=tuple(line for line in nets if line[1] in command.gone and line[2] > 0),
        clause=need.clause,
    )
    asked_by = who_asked(state)
    done: tuple[events.Event, ...] = (*met(state, command.by, f"from round {command.first}"), rounds)
    if state.round is not None:
        done = (*done, *voided(rules, fold(state, done), asked_by, need.clause))
    return (*done, *chips_listed(rules, fold(state, done), asked_by, _chips_back(state, rounds)))


def _chips_back(state: TableState, voided: mending_events.RoundsVoided) -> Mapping[Who, Fraction]:
    """What goes out to each bettor, or with a minus comes back: not what is lost, nor winnings that are still kept."""
    kept = still_kept(state)
    last = state.last.number if state.last is not None else None
    due: dict[Who, Fraction] = {}
    for line in voided.nets:
        number, who, net = line
        if line not in voided.not_recovered and not (number == last and who in kept):
            due[who] = due.get(who, Fraction(0)) - net
    return due


def may_change_dice(rules: Rules, state: TableState) -> Why:
    """Dice are changed between rounds; after damage no round begins before."""
    if rules.book.dice is None:
        return refused("no-dice-here", rules.clause("round"))
    return nothing_unresolved(state) or between_rounds(state, rules)


def change_dice(rules: Rules, state: TableState, command: mending_commands.ChangeDice) -> Decision:
    del rules, state
    inspector = command.inspected_by.strip()
    if not command.set_name.strip() or inspector in ("", command.by.name):
        return refused("dice-to-be-inspected", "house policy")
    return (mending_events.DiceChanged(set_name=command.set_name, inspected_by=inspector),)
