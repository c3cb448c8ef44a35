"""The conditions that several commands share: each says nothing, or why not now and by which clause."""

from collections.abc import Callable
from functools import cache

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import Phase, Round, ShoeStep, TableState
from dealer_app.domain.round.table import CardDevice, Rules, Table
from dealer_app.domain.rulebook import House

Why = Refusal | None


def table_open(state: TableState) -> Why:
    return None if state.table is not None else refused("table-not-open", HOUSE_POLICY)


def nothing_unresolved(state: TableState) -> Why:
    """Play waits while an irregularity is open or a claim is held."""
    if state.cases:
        return _case_open(state.cases[-1].clause, state.cases[-1].trouble)
    if state.claim is not None:
        return refused("claim-open", HOUSE_POLICY)
    return None if state.table is not None else table_open(state)


@cache
def _case_open(clause: str, trouble: str) -> Refusal:
    return Refusal(code="case-open", clause=clause, facts={"trouble": trouble})


def in_phase(rules: Rules, state: TableState, *phases: Phase) -> Why:
    """A round is on, and this far."""
    if state.round is not None and state.round.phase in phases:
        return None
    return refused("not-now", rules.clause("round"))


def bets_open(rules: Rules, state: TableState) -> Why:
    """Bets may be placed, increased and withdrawn only between the two announcements."""
    if state.round is None:
        return refused("bets-not-open-yet", rules.clause("bets-open"))
    if state.round.phase is not Phase.BETTING:
        return refused("bets-closed", rules.clause("after-closing"))
    return None


Asked = Callable[[Rules, TableState], Why]
AskedOnce = Callable[[Rules, Table], Why]


class During(Struct, frozen=True):
    """The condition of a command of a round: nothing is unresolved, the round is this far, and what else there is.

    `never` is what the game and the settings of the table rule out at any time, and is told first; `otherwise` says
    why not in other phases. Who asks for all commands at once asks for these once, and of each command only `further`.
    """

    phases: tuple[Phase, ...]
    further: Asked | None = None
    never: AskedOnce | None = None
    otherwise: Asked | None = None

    def __call__(self, rules: Rules, state: TableState) -> Why:
        reason = None if state.table is None else self.at(rules, state.table)
        reason = reason or nothing_unresolved(state) or self._not_now(rules, state)
        return reason or (self.further and self.further(rules, state))

    def at(self, rules: Rules, table: Table) -> Why:
        """What stands against the command at this table, whatever happens there."""
        return self.never and self.never(rules, table)

    def _not_now(self, rules: Rules, state: TableState) -> Why:
        return self.otherwise(rules, state) if self.otherwise else in_phase(rules, state, *self.phases)


def between_rounds(state: TableState, rules: Rules) -> Why:
    return None if state.round is None else refused("round-on", rules.clause("round"))


def cards_ready(rules: Rules, state: TableState) -> Why:
    """A shoe stands ready, is not over, and may hold a whole round: six cards, those carried over included."""
    if rules.book.house is House.TAI_SAI:
        return None
    shoe = state.shoe
    if shoe.step is not ShoeStep.READY:
        return refused("shoe-not-ready", HOUSE_POLICY)
    if shoe.closed_for is not None:
        return refused("shoe-closed", shoe.closed_for)
    if may_run_out(state) and shoe.left + len(state.carried) < CARDS_OF_A_ROUND:
        return refused("too-few-cards", rules.clause("insufficient-cards"))
    return refused("shoe-over", HOUSE_POLICY) if shoe_is_over(state) else None


def cards_away(rules: Rules, state: TableState) -> Why:
    """No hand could be dealt to its end any more, in a round too that was taken up again for a bet."""
    return None if state.shoe.step is ShoeStep.READY else refused("shoe-not-ready", rules.clause("uncovered"))


def shoe_is_over(state: TableState) -> bool:
    """After the cutting card the round it came in is completed, and the house's last rounds are dealt."""
    left = _rounds_left(state)
    return left is not None and left < 0


def is_last_round(state: TableState) -> bool:
    """After the next round the shoe will be over."""
    return _rounds_left(state) == 0


def _rounds_left(state: TableState) -> int | None:
    """How many rounds may follow the next one; nothing is known before the cutting card is out."""
    if state.table is None or not may_run_out(state) or not state.shoe.cutting_card_out:
        return None
    return state.table.last_rounds - state.shoe.rounds_after_cutting_card


def may_run_out(state: TableState) -> bool:
    """A shuffler gets its cards back, so it never does."""
    return state.table is not None and state.table.device is CardDevice.SHOE


CARDS_OF_A_ROUND = 6


def current(state: TableState) -> Round:
    assert state.round is not None, "asked only while a round is on"
    return state.round


def first(*reasons: Why) -> Why:
    """The first reason against it, if any."""
    return next((reason for reason in reasons if reason is not None), None)
