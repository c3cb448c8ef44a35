"""The conditions that several commands share, and the result of deciding a command.

Each condition returns nothing if the command is allowed, or the refusal with its clause. The functions named
`may_...` beside the commands do the same.
"""

from collections.abc import Callable
from functools import cache

from msgspec import Struct

from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Phase, Round, ShoeStep, TableState
from dealer_app.domain.round.table_settings import CardDevice, Rules, Table
from dealer_app.domain.rulebook import RuleFamily

MaybeRefusal = Refusal | None


def table_closed_refusal(state: TableState) -> MaybeRefusal:
    return None if state.table is not None else simple_refusal("table-not-open", HOUSE_POLICY)


def open_matter_refusal(state: TableState) -> MaybeRefusal:
    """Play waits while an irregularity is open or a claim is held."""
    if state.cases:
        return _open_case_refusal(state.cases[-1].clause, state.cases[-1].trouble)
    if state.claim is not None:
        return simple_refusal("claim-open", HOUSE_POLICY)
    return None if state.table is not None else table_closed_refusal(state)


@cache
def _open_case_refusal(clause: str, trouble: str) -> Refusal:
    return Refusal(code="case-open", clause=clause, facts={"trouble": trouble})


def phase_refusal(rules: Rules, state: TableState, *phases: Phase) -> MaybeRefusal:
    """A round is on, and this far."""
    if state.round is not None and state.round.phase in phases:
        return None
    return simple_refusal("not-now", rules.clause("round"))


def bets_closed_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Bets may be placed, increased and withdrawn only between the two announcements."""
    if state.round is None:
        return simple_refusal("bets-not-open-yet", rules.clause("bets-open"))
    if state.round.phase is not Phase.BETTING:
        return simple_refusal("bets-closed", rules.clause("after-closing"))
    return None


StateCondition = Callable[[Rules, TableState], MaybeRefusal]
TableCondition = Callable[[Rules, Table], MaybeRefusal]


class PhaseCondition(Struct, frozen=True):
    """The condition of a command of a round: nothing is unresolved, the round is this far, and what else there is.

    `never` is what the game and the settings of the table rule out at any time, and is checked first; `otherwise` says
    why not in other phases. Who asks for all commands at once asks for these once, and of each command only `further`.
    """

    phases: tuple[Phase, ...]
    further: StateCondition | None = None
    never: TableCondition | None = None
    otherwise: StateCondition | None = None

    def __call__(self, rules: Rules, state: TableState) -> MaybeRefusal:
        reason = None if state.table is None else self.table_refusal(rules, state.table)
        reason = reason or open_matter_refusal(state) or self._phase_refusal(rules, state)
        return reason or (self.further and self.further(rules, state))

    def table_refusal(self, rules: Rules, table: Table) -> MaybeRefusal:
        """Why the command is never allowed at this table, whatever its state."""
        return self.never and self.never(rules, table)

    def _phase_refusal(self, rules: Rules, state: TableState) -> MaybeRefusal:
        return self.otherwise(rules, state) if self.otherwise else phase_refusal(rules, state, *self.phases)


def round_on_refusal(state: TableState, rules: Rules) -> MaybeRefusal:
    return None if state.round is None else simple_refusal("round-on", rules.clause("round"))


def shoe_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Refuses without a shoe that is ready, is not over, and may hold a whole round: six cards, those carried over
    included.
    """
    if rules.book.house is RuleFamily.TAI_SAI:
        return None
    shoe = state.shoe
    if shoe.step is not ShoeStep.READY:
        return simple_refusal("shoe-not-ready", HOUSE_POLICY)
    if shoe.closed_for is not None:
        return simple_refusal("shoe-closed", shoe.closed_for)
    if can_run_empty(state) and shoe.cards_left + len(state.carried) < MOST_ROUND_CARDS:
        return simple_refusal("too-few-cards", rules.clause("insufficient-cards"))
    return simple_refusal("shoe-over", HOUSE_POLICY) if is_shoe_finished(state) else None


def away_cards_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """No hand could be dealt to its end any more, in a round too that was taken up again for a bet."""
    return None if state.shoe.step is ShoeStep.READY else simple_refusal("shoe-not-ready", rules.clause("uncovered"))


def is_shoe_finished(state: TableState) -> bool:
    """After the cutting card the round it came in is completed, and the house's last rounds are dealt."""
    left = _rounds_left(state)
    return left is not None and left < 0


def is_last_round(state: TableState) -> bool:
    """After the next round the shoe will be over."""
    return _rounds_left(state) == 0


def _rounds_left(state: TableState) -> int | None:
    """How many rounds may follow the next one; nothing is known before the cutting card is out."""
    if state.table is None or not can_run_empty(state) or not state.shoe.cutting_card_out:
        return None
    return state.table.last_rounds - state.shoe.rounds_after_cutting_card


def can_run_empty(state: TableState) -> bool:
    """A shuffler gets its cards back, so it never does."""
    return state.table is not None and state.table.device is CardDevice.SHOE


MOST_ROUND_CARDS = 6


def current_round(state: TableState) -> Round:
    assert state.round is not None, "asked only while a round is on"
    return state.round


def first_refusal(*reasons: MaybeRefusal) -> MaybeRefusal:
    """The first reason against it, if any."""
    return next((reason for reason in reasons if reason is not None), None)


CommandResult = tuple[Event, ...] | Refusal
