"""Which irregularity needs what: the table of plans.

How a plan comes about from the rulebook's policies is in card_plans and planning; what has none here is not covered
by any document and is for the person whom the open one names.
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.policies import LateFoundError, PowerFailure
from dealer_app.domain.round.decide.card_plans import (
    cutting_card_first,
    device_reset,
    excess_card,
    excess_card_seen,
    exposed,
    impossible,
    left_with_card,
    misplaced,
    missed_card,
    order_lost,
    seen_in_device,
    to_wrong_person,
    together_known,
    together_lost,
    wrong_number,
)
from dealer_app.domain.round.decide.planning import (
    Plan,
    Where,
    approved_void,
    established,
    options,
    result_established,
    uncovered,
    voiding,
)
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ComparisonNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    OrderNeeded,
    RulingNeeded,
)
from dealer_app.domain.round.seen import dice_of_rounds
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble

Places = tuple[int, ...]
MakePlan = Callable[[Rules, TableState, Places], Plan | None]


def plan(rules: Rules, state: TableState, trouble: Trouble, places: Places = ()) -> Plan:
    """What this trouble needs here; what the document does not cover is for the shift manager."""
    make = _PLANS.get(trouble)
    made = make(rules, state, places) if make is not None else None
    return made or uncovered(rules)


def _power_failure(rules: Rules, state: TableState, places: Places) -> Plan:
    del places
    if state.round is None:
        # It cuts off no round: earlier rounds stand, and what was open stays open.
        return Plan(clause="house policy")
    policy = rules.book.policies.power_failure
    if established(rules, state, Where.INTERRUPTION, _order_in_dispute(state)):
        return Plan(clause=rules.clause("power-failure-established"), established=True)
    match policy.value:
        case PowerFailure.VOID:
            return Plan(clause=policy.clause, needs=voiding(rules, policy.clause), established=False)
        case PowerFailure.OFFER_WITHDRAWAL:
            scope = rules.book.policies.withdrawal_scope_interruption
            return Plan(clause=policy.clause, needs=options(rules, policy.clause, scope), established=False)


def _order_in_dispute(state: TableState) -> Places:
    """The cards of which somebody still has to say the order: they decide nothing yet (ruling E2)."""
    asked = (case for case in state.cases if any(isinstance(need, OrderNeeded) for need in case.needs))
    return tuple(place for case in asked for place in case.places)


def _asked(code: str) -> MakePlan:
    """Was it announced before? Only the dealer knows."""

    def make(rules: Rules, state: TableState, places: Places) -> Plan:
        del state, places
        return Plan(clause=rules.clause(code), needs=(AnswerNeeded(),))

    return make


def _missed_insurance(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Before an outcome it is offered now, after one those who had meant to insure are asked for (5.13.1, 5.13.2)."""
    insurance = rules.book.insurance
    if insurance is None:
        return None
    done = established(rules, state, Where.NEGLECT, places)
    if done:
        role, clause = rules.decider("return_for_missed_insurance")
        if state.round is not None and not result_established(rules, state.round, places):
            # Whether the insurance would have won is not known before the result: reported again then (ruling E5).
            return Plan(clause=clause, established=True)
        return Plan(clause=clause, needs=(IntentionsNeeded(role, clause),), established=True)
    role, clause = rules.decider("late_insurance_offer")
    return Plan(clause=clause, needs=(LateOfferNeeded(role, clause),), established=False)


def _earlier_round(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """It changes nothing (RWS v4 5.6, 5.12); where a document is silent it is not covered (ruling O8)."""
    del state, places
    policy = rules.book.policies.late_found_error
    match policy.value:
        case LateFoundError.STANDS:
            return Plan(clause=policy.clause)
        case LateFoundError.SHIFT_MANAGER:
            return None


def _limits_of_earlier_round(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Considered settled (MBS 5.16); elsewhere as any other error of an earlier round."""
    if rules.has("earlier-limits-settled"):
        return Plan(clause=rules.clause("earlier-limits-settled"))
    return _earlier_round(rules, state, places)


def _open_card_carried(rules: Rules, state: TableState, places: Places) -> Plan:
    """It would give the next round's bets away: play stops before they are opened (ruling O6)."""
    del state, places
    role, clause = rules.decider("uncovered_case")
    return Plan(clause=clause, needs=(CarriedCardNeeded(role, clause),))


def _damaged_dice(rules: Rules, state: TableState, places: Places) -> Plan:
    del places
    role, _ = rules.decider("rounds_affected_by_damaged_dice")
    clause = rules.clause("damaged-dice")
    if not dice_of_rounds(state):
        return Plan(clause=clause)
    return Plan(clause=clause, needs=(AffectedRoundsNeeded(role, clause),))


def _damaged_card(rules: Rules, state: TableState, places: Places) -> Plan:
    """Bent or torn: the same card of the same set takes its place, with a supervisor; nothing else changes."""
    del state, places
    role, clause = rules.decider("replacement_of_cards")
    return Plan(clause=clause, needs=(ApprovalNeeded(role, clause),))


def _differential(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Bettors may change their wagers until the first card, not after it (MBS 5.18, ruling O12)."""
    del places
    if not rules.has("wagers-decreased") or state.round is None or state.round.cards:
        return None
    return Plan(clause=rules.clause("excess"), needs=(ChangesNeeded(rules.clause("wagers-decreased")),))


def _compared(rules: Rules, state: TableState, places: Places) -> Plan:
    """Settlement waits until the dealer has compared, where there is anything to compare with."""
    del places
    clause = rules.clause("cards-decide")
    round_ = state.round or state.last
    lies = round_ is not None and bool(round_.cards or round_.dice)
    return Plan(clause=clause, needs=(ComparisonNeeded(clause),) if lies else ())


def _box_claimed_by_two(rules: Rules, state: TableState, places: Places) -> Plan:
    del state, places
    role, clause = rules.decider("claim")
    return Plan(clause=clause, needs=(RulingNeeded(role, clause),))


def _approved(decision: str, code: str) -> MakePlan:
    """Done once the person who decides this agrees."""

    def make(rules: Rules, state: TableState, places: Places) -> Plan:
        del state, places
        role, clause = rules.decider(decision)
        return Plan(clause=rules.clause(code), needs=(ApprovalNeeded(role, clause),))

    return make


def _as_it_lies(code: str) -> MakePlan:
    """Nothing is needed: the clause says that the round stands or goes on."""

    def make(rules: Rules, state: TableState, places: Places) -> Plan | None:
        del state, places
        return Plan(clause=rules.clause(code)) if rules.has(code) else None

    return make


def _voiding(code: str, *, closes_shoe: bool = False) -> MakePlan:
    def make(rules: Rules, state: TableState, places: Places) -> Plan | None:
        del places
        if state.round is None:
            # Found between rounds nothing is voided: earlier rounds stand, the shoe is closed.
            return Plan(clause=rules.clause(code)) if rules.has(code) else None
        return approved_void(rules, code, closes_shoe=closes_shoe)

    return make


def _of_a_tumble(code: str) -> MakePlan:
    """It voids the current round (Tai Sai 5.5); of one that is settled no clause speaks (5.14, ruling O18)."""

    def make(rules: Rules, state: TableState, places: Places) -> Plan | None:
        del places
        return None if state.round is None else approved_void(rules, code)

    return make


_PLANS: Mapping[Trouble, MakePlan] = {
    Trouble.CARD_BEFORE_CLOSING: _asked("after-closing"),
    Trouble.CARD_DURING_OFFER: _asked("insurance-forgone"),
    Trouble.TUMBLE_BEFORE_CLOSING: _asked("tumbled-too-early"),
    Trouble.EXCESS_CARD: excess_card,
    Trouble.IMPOSSIBLE_CARD: impossible,
    Trouble.INSUFFICIENT_CARDS: _voiding("insufficient-cards", closes_shoe=True),
    Trouble.MISPLACED_CARDS: misplaced,
    Trouble.CARD_TO_WRONG_PERSON: to_wrong_person,
    Trouble.EXPOSED_CARD: exposed,
    Trouble.EXCESS_CARD_SEEN: excess_card_seen,
    Trouble.CARDS_NOT_PASSED: _as_it_lies("cards-not-passed"),
    Trouble.CARD_SEEN_IN_DEVICE: seen_in_device,
    Trouble.CARD_SEEN_AS_DEVICE_MOVED: _as_it_lies("card-seen-as-device-moved"),
    Trouble.OPEN_CARD_CARRIED: _open_card_carried,
    Trouble.TUMBLED_TOO_EARLY: _of_a_tumble("tumbled-too-early"),
    Trouble.TOO_FEW_TUMBLES: _of_a_tumble("too-few-tumbles"),
    Trouble.COCKED_DIE: _of_a_tumble("cocked-die"),
    Trouble.TOGETHER_ORDER_KNOWN: together_known,
    Trouble.TOGETHER_ORDER_LOST: together_lost,
    Trouble.ORDER_LOST: order_lost,
    Trouble.WRONG_NUMBER_OF_CARDS: wrong_number,
    Trouble.MISSED_CARD: missed_card,
    Trouble.FOREIGN_CARD: _voiding("foreign-card", closes_shoe=True),
    Trouble.WRONG_DECK: _voiding("wrong-deck", closes_shoe=True),
    Trouble.NOT_SHUFFLED: _voiding("not-shuffled", closes_shoe=True),
    Trouble.POWER_FAILURE: _power_failure,
    Trouble.MISSED_INSURANCE: _missed_insurance,
    Trouble.PLAYER_LEFT: _as_it_lies("player-left"),
    Trouble.LEFT_WITH_CARD: left_with_card,
    Trouble.DEVICE_RESET: device_reset,
    Trouble.CUTTING_CARD_FIRST: cutting_card_first,
    Trouble.DIFFERENTIAL_EXCEEDED: _differential,
    Trouble.DAMAGED_CARD: _damaged_card,
    Trouble.DAMAGED_DICE: _damaged_dice,
    Trouble.WRONG_LAMPS: _as_it_lies("wrong-lamps"),
    Trouble.WRONG_DISPLAY: _compared,
    Trouble.WRONG_TAKE_OR_PAY: _approved("bet_correction", "settlement"),
    Trouble.CHIPS_MOVED: _approved("bet_correction", "settlement"),
    Trouble.BET_CORRECTED: _approved("bet_correction", "chips-decide"),
    Trouble.CARD_CORRECTED: _approved("bet_correction", "cards-decide"),
    Trouble.DICE_CORRECTED: _approved("bet_correction", "cards-decide"),
    Trouble.LATE_BET: _approved("bet_correction", "after-closing"),
    Trouble.STAKE_WITHOUT_VALUE: _approved("bet_correction", "chips-decide"),
    Trouble.WITHDRAWN_BET: _as_it_lies("withdrawn-after-closing"),
    Trouble.MOVED_BET: _as_it_lies("chips-decide"),
    Trouble.BOX_CLAIMED_BY_TWO: _box_claimed_by_two,
    Trouble.ERROR_OF_EARLIER_ROUND: _earlier_round,
    Trouble.LIMITS_OF_EARLIER_ROUND: _limits_of_earlier_round,
}
