"""The last entry that the dealer keyed, taken back while nobody has relied on it."""

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.conditions import Why, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.refusal import refused
from dealer_app.domain.round.state import Entry, TableState
from dealer_app.domain.round.table import Rules


def may_undo(rules: Rules, state: TableState) -> Why:
    del rules
    return nothing_unresolved(state) if _last_entry(state) else refused("nothing-to-undo", "house policy")


def undo(rules: Rules, state: TableState, command: commands.Undo) -> Decision:
    del rules, command
    entry = _last_entry(state)
    assert entry is not None, "asked only when there is an entry"
    if entry.bet is not None:
        return (events.BetPlaced(bet=entry.bet),)
    return (events.EntryUndone(entry=entry.kind, number=entry.number),)


def _last_entry(state: TableState) -> Entry | None:
    """The last thing the dealer keyed that nobody relied on yet: a bet, its withdrawal, an answer, a tick."""
    return state.entered[-1] if state.entered and state.round is not None else None
