"""Wagers once more after closing: the reset of a device (MBS 5.9) and an exceeded differential (MBS 5.18)."""

from dealer_app.domain.round import mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import allowed_to_decide, followed_by, met, need_of
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.over_limits import differential_excess, over_differential
from dealer_app.domain.round.needs import ChangesNeeded, RemovalNeeded, ResetNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import PlacedBet, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import own


def confirm_reset(rules: Rules, state: TableState, command: mending_commands.ConfirmReset) -> Decision:
    """The device is reset: bets are open until closing is announced once more (5.9)."""
    del rules
    need = need_of(state, ResetNeeded)
    return (*met(state, command.by, "reset"), mending_events.BetsReopened(clause=need.clause))


def change_wager(rules: Rules, state: TableState, command: mending_commands.ChangeWager) -> Decision:
    """Less on the heavier hand (5.18.1), more on the lighter one (5.18.2), nothing else, and within the limits."""
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
    clause = rules.clause("wagers-increased") if bet.wager.area == light else need.clause
    if not decreased and not increased:
        return refused("not-this-change", clause)
    if not command.stake:
        return tuple(_corrected(one, 0, clause) for one in _cannot_stay(state, bet))
    unfit = _off_chips(rules, state, command.stake) or _outside_limits(state, bet, command.stake, clause)
    return unfit or (_corrected(bet, command.stake, clause),)


def _outside_limits(state: TableState, bet: PlacedBet, stake: int, clause: str) -> Why:
    """A wager that is changed stays within the limits: all that its bettor has in the box is one (ruling O22)."""
    assert state.table is not None, "asked only at an open table"
    area, beside = bet.wager.area, sum(one.wager.stake for one in _beside(state, bet))
    least, most = state.table.limits.minimum(area), state.table.limits.maximum(area)
    if most is not None and beside + stake > most:
        return Refusal(code="over-maximum", clause=clause, facts={"most": str(max(0, most - beside))})
    if least is not None and beside + stake < least:
        return Refusal(code="below-minimum", clause=clause, facts={"least": str(least - beside)})
    return None


def _cannot_stay(state: TableState, bet: PlacedBet) -> tuple[PlacedBet, ...]:
    """This bet, which goes to nothing, with what its bettor has beside it if that would be below the minimum."""
    assert state.table is not None, "asked only at an open table"
    beside, least = _beside(state, bet), state.table.limits.minimum(bet.wager.area)
    return (bet, *beside) if sum(one.wager.stake for one in beside) < (least or 0) else (bet,)


def _beside(state: TableState, bet: PlacedBet) -> tuple[PlacedBet, ...]:
    """What else its bettor has in its box."""
    return tuple(one for one in current(state).in_play if one is not bet and own(one.wager) == own(bet.wager))


def end_changes(rules: Rules, state: TableState, command: mending_commands.EndChanges) -> Decision:
    """If it was not enough the Pit Manager determines what is removed (5.18.3)."""
    need_of(state, ChangesNeeded)
    if over_differential(rules, state) is None:
        return met(state, command.by, "differential met")
    role, clause = rules.decider("wagers_removed_for_differential")
    return followed_by(state, command.by, "not enough", RemovalNeeded(role, clause))


def remove_wagers(rules: Rules, state: TableState, command: mending_commands.RemoveWagers) -> Decision:
    """Each removal is accepted; more is asked for until the differential is met (5.18.3)."""
    need = need_of(state, RemovalNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    removed: list[mending_events.BetCorrected] = []
    for number, left in command.left:
        bet = _bet(state, number)
        twice = any(one.number == number for one in removed)
        if bet is None or twice or not 0 <= left < bet.wager.stake:
            return Refusal(code="no-such-bet", clause=need.clause, facts={"bet": str(number)})
        off = _off_chips(rules, state, left)
        if off is not None:
            return off
        removed.append(_corrected(bet, left, need.clause))
    over = differential_excess(rules, fold(state, removed))
    if not over:
        return (*removed, *met(state, command.by, "removed"))
    if not removed:
        return Refusal(code="nothing-removed", clause=need.clause, facts={"over": str(over)})
    return (*removed, *followed_by(state, command.by, "removed but not enough", need))


def _off_chips(rules: Rules, state: TableState, left: int) -> Why:
    """What is left of a wager lies there in chips (ruling B9); nothing at all does."""
    assert state.table is not None, "wagers change only at an open table"
    return not_in_chips(rules, state.table, left)


def _bet(state: TableState, number: int) -> PlacedBet | None:
    return next((bet for bet in current(state).in_play if bet.number == number), None)


def _corrected(bet: PlacedBet, stake: int, clause: str) -> mending_events.BetCorrected:
    left = replace(bet, wager=replace(bet.wager, stake=type(bet.wager.stake)(stake))) if stake else None
    return mending_events.BetCorrected(number=bet.number, bet=left, clause=clause)
