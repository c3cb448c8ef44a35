"""Wagers once more after closing: the reset of a device (MBS 5.9) and an exceeded differential (MBS 5.18)."""

from dataclasses import replace

from dealer_app.domain.round import mending_commands, mending_events
from dealer_app.domain.round.decide.cases import allowed_to_decide, followed_by, met, need_of
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.over_limits import over_differential
from dealer_app.domain.round.needs import ChangesNeeded, RemovalNeeded, ResetNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import PlacedBet, TableState
from dealer_app.domain.round.table import Rules


def confirm_reset(rules: Rules, state: TableState, command: mending_commands.ConfirmReset) -> Decision:
    """The device is reset: bets are open until closing is announced once more (5.9)."""
    del rules
    need = need_of(state, ResetNeeded)
    return (*met(state, command.by, "reset"), mending_events.BetsReopened(clause=need.clause))


def change_wager(rules: Rules, state: TableState, command: mending_commands.ChangeWager) -> Decision:
    """Less on the heavier hand (5.18.1), more on the lighter one (5.18.2), nothing else."""
    need = need_of(state, ChangesNeeded)
    bet = _bet(state, command.number)
    sides = over_differential(rules, state)
    if bet is None:
        return Refusal(code="no-such-bet", clause=need.clause, facts={"bet": str(command.number)})
    if sides is None:
        return refused("differential-met", need.clause)
    heavy, light = sides
    decreased = bet.wager.area == heavy and 0 <= command.stake < bet.wager.stake
    increased = bet.wager.area == light and command.stake > bet.wager.stake
    if not decreased and not increased:
        clause = rules.clause("wagers-increased") if bet.wager.area == light else need.clause
        return refused("not-this-change", clause)
    off = _off_chips(rules, state, command.stake)
    if off is not None:
        return off
    return (_corrected(bet, command.stake, need.clause),)


def end_changes(rules: Rules, state: TableState, command: mending_commands.EndChanges) -> Decision:
    """If it was not enough the Pit Manager determines what is removed (5.18.3)."""
    need_of(state, ChangesNeeded)
    if over_differential(rules, state) is None:
        return met(state, command.by, "differential met")
    role, clause = rules.decider("wagers_removed_for_differential")
    return followed_by(state, command.by, "not enough", RemovalNeeded(role, clause))


def remove_wagers(rules: Rules, state: TableState, command: mending_commands.RemoveWagers) -> Decision:
    need = need_of(state, RemovalNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    removed = []
    for number, left in command.left:
        bet = _bet(state, number)
        if bet is None or not 0 <= left < bet.wager.stake:
            return Refusal(code="no-such-bet", clause=need.clause, facts={"bet": str(number)})
        off = _off_chips(rules, state, left)
        if off is not None:
            return off
        removed.append(_corrected(bet, left, need.clause))
    return (*removed, *met(state, command.by, "removed"))


def _off_chips(rules: Rules, state: TableState, left: int) -> Why:
    """What is left of a wager lies there in chips (ruling B9); nothing at all does."""
    assert state.table is not None, "wagers change only at an open table"
    return not_in_chips(rules, state.table, left)


def _bet(state: TableState, number: int) -> PlacedBet | None:
    return next((bet for bet in current(state).in_play if bet.number == number), None)


def _corrected(bet: PlacedBet, stake: int, clause: str) -> mending_events.BetCorrected:
    left = replace(bet, wager=replace(bet.wager, stake=type(bet.wager.stake)(stake))) if stake else None
    return mending_events.BetCorrected(number=bet.number, bet=left, clause=clause)
