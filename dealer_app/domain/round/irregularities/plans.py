"""Which irregularity needs what: the table of plans.

How a plan comes about from the rulebook's policies is in card_plans and planning; what has none here is not covered
by any document and is for the person whom the open one names.
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.policies import LateFoundError, PowerFailure
from dealer_app.domain.round.irregularities.card_plans import (
    CasePlan,
    OutcomeContext,
    is_outcome_established,
    is_result_established,
    option_needs,
    plan_approved_void,
    plan_card_gone,
    plan_card_in_device,
    plan_cutting_card,
    plan_device_reset,
    plan_excess_card,
    plan_excess_seen,
    plan_exposed_card,
    plan_impossible_card,
    plan_misplaced_cards,
    plan_missed_card,
    plan_order_lost,
    plan_together_known,
    plan_together_lost,
    plan_uncovered,
    plan_wrong_number,
    plan_wrong_person,
    void_needs,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
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
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import round_dice_sets

Places = tuple[int, ...]
MakePlan = Callable[[Rules, TableState, Places], CasePlan | None]


def case_plan(rules: Rules, state: TableState, trouble: IrregularityKind, places: Places = ()) -> CasePlan:
    """What this trouble needs here; what the document does not cover is for the shift manager."""
    make = _PLANS.get(trouble)
    made = make(rules, state, places) if make is not None else None
    return made or plan_uncovered(rules)


def _plan_power_failure(rules: Rules, state: TableState, places: Places) -> CasePlan:
    del places
    if state.round is None:
        # It cuts off no round: earlier rounds stand, and what was open stays open.
        return CasePlan(clause="house policy")
    policy = rules.book.policies.power_failure
    if is_outcome_established(rules, state, OutcomeContext.INTERRUPTION, _places_in_dispute(state)):
        return CasePlan(clause=rules.clause("power-failure-established"), established=True)
    match policy.value:
        case PowerFailure.VOID:
            return CasePlan(clause=policy.clause, needs=void_needs(rules, policy.clause), established=False)
        case PowerFailure.OFFER_WITHDRAWAL:
            scope = rules.book.policies.withdrawal_scope_interruption
            return CasePlan(clause=policy.clause, needs=option_needs(rules, policy.clause, scope), established=False)


def _places_in_dispute(state: TableState) -> Places:
    """The cards of which somebody still has to say the order: they decide nothing yet (ruling E2)."""
    asked = (case for case in state.cases if any(isinstance(need, OrderNeeded) for need in case.needs))
    return tuple(place for case in asked for place in case.places)


def _plan_question(code: str) -> MakePlan:
    """Was it announced before? Only the dealer knows."""

    def make(rules: Rules, state: TableState, places: Places) -> CasePlan:
        del state, places
        return CasePlan(clause=rules.clause(code), needs=(AnswerNeeded(),))

    return make


def _plan_missed_insurance(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """Before an outcome it is offered now, after one those who had meant to insure are asked for (5.13.1, 5.13.2)."""
    insurance = rules.book.insurance
    if insurance is None:
        return None
    done = is_outcome_established(rules, state, OutcomeContext.NEGLECT, places)
    if done:
        role, clause = rules.decider("return_for_missed_insurance")
        if state.round is not None and not is_result_established(rules, state.round, places):
            # Whether the insurance would have won is not known before the result: reported again then (ruling E5).
            return CasePlan(clause=clause, established=True)
        return CasePlan(clause=clause, needs=(IntentionsNeeded(role, clause),), established=True)
    role, clause = rules.decider("late_insurance_offer")
    return CasePlan(clause=clause, needs=(LateOfferNeeded(role, clause),), established=False)


def _plan_earlier_round(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """It changes nothing (RWS v4 5.6, 5.12); where a document is silent it is not covered (ruling O8)."""
    del state, places
    policy = rules.book.policies.late_found_error
    match policy.value:
        case LateFoundError.STANDS:
            return CasePlan(clause=policy.clause)
        case LateFoundError.SHIFT_MANAGER:
            return None


def _plan_earlier_limits(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """Considered settled (MBS 5.16); elsewhere as any other error of an earlier round."""
    if rules.has_clause("earlier-limits-settled"):
        return CasePlan(clause=rules.clause("earlier-limits-settled"))
    return _plan_earlier_round(rules, state, places)


def _plan_open_carried_card(rules: Rules, state: TableState, places: Places) -> CasePlan:
    """It would give the next round's bets away: play stops before they are opened (ruling O6)."""
    del state, places
    role, clause = rules.decider("uncovered_case")
    return CasePlan(clause=clause, needs=(CarriedCardNeeded(role, clause),))


def _plan_damaged_dice(rules: Rules, state: TableState, places: Places) -> CasePlan:
    del places
    role, _ = rules.decider("rounds_affected_by_damaged_dice")
    clause = rules.clause("damaged-dice")
    if not round_dice_sets(state):
        return CasePlan(clause=clause)
    return CasePlan(clause=clause, needs=(AffectedRoundsNeeded(role, clause),))


def _plan_damaged_card(rules: Rules, state: TableState, places: Places) -> CasePlan:
    """Bent or torn: the same card of the same set takes its place, with a supervisor; nothing else changes."""
    del state, places
    role, clause = rules.decider("replacement_of_cards")
    return CasePlan(clause=clause, needs=(ApprovalNeeded(role, clause),))


def _plan_differential(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """Bettors may change their wagers until the first card, not after it (MBS 5.18, ruling O12)."""
    del places
    if not rules.has_clause("wagers-decreased") or state.round is None or state.round.cards:
        return None
    return CasePlan(clause=rules.clause("excess"), needs=(ChangesNeeded(rules.clause("wagers-decreased")),))


def _plan_comparison(rules: Rules, state: TableState, places: Places) -> CasePlan:
    """Settlement waits until the dealer has compared, where there is anything to compare with."""
    del places
    clause = rules.clause("cards-decide")
    round_ = state.round or state.last
    lies = round_ is not None and bool(round_.cards or round_.dice)
    return CasePlan(clause=clause, needs=(ComparisonNeeded(clause),) if lies else ())


def _plan_box_claim(rules: Rules, state: TableState, places: Places) -> CasePlan:
    del state, places
    role, clause = rules.decider("claim")
    return CasePlan(clause=clause, needs=(RulingNeeded(role, clause),))


def _plan_approval(decision: str, code: str) -> MakePlan:
    """Done once the person who decides this agrees."""

    def make(rules: Rules, state: TableState, places: Places) -> CasePlan:
        del state, places
        role, clause = rules.decider(decision)
        return CasePlan(clause=rules.clause(code), needs=(ApprovalNeeded(role, clause),))

    return make


def _plan_no_needs(code: str) -> MakePlan:
    """Nothing is needed: the clause says that the round goes on, or keeps its result."""

    def make(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
        del state, places
        return CasePlan(clause=rules.clause(code)) if rules.has_clause(code) else None

    return make


def _plan_void(code: str, *, closes_shoe: bool = False) -> MakePlan:
    def make(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
        del places
        if state.round is None:
            # Found between rounds nothing is voided: earlier rounds stand, the shoe is closed.
            return CasePlan(clause=rules.clause(code)) if rules.has_clause(code) else None
        return plan_approved_void(rules, code, closes_shoe=closes_shoe)

    return make


def _plan_tumble_void(code: str) -> MakePlan:
    """It voids the current round (Tai Sai 5.5); of one that is settled no clause speaks (5.14, ruling O18)."""

    def make(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
        del places
        return None if state.round is None else plan_approved_void(rules, code)

    return make


_PLANS: Mapping[IrregularityKind, MakePlan] = {
    IrregularityKind.CARD_BEFORE_CLOSING: _plan_question("after-closing"),
    IrregularityKind.CARD_DURING_OFFER: _plan_question("insurance-forgone"),
    IrregularityKind.TUMBLE_BEFORE_CLOSING: _plan_question("tumbled-too-early"),
    IrregularityKind.EXCESS_CARD: plan_excess_card,
    IrregularityKind.IMPOSSIBLE_CARD: plan_impossible_card,
    IrregularityKind.INSUFFICIENT_CARDS: _plan_void("insufficient-cards", closes_shoe=True),
    IrregularityKind.MISPLACED_CARDS: plan_misplaced_cards,
    IrregularityKind.CARD_TO_WRONG_PERSON: plan_wrong_person,
    IrregularityKind.EXPOSED_CARD: plan_exposed_card,
    IrregularityKind.EXCESS_CARD_SEEN: plan_excess_seen,
    IrregularityKind.CARDS_NOT_PASSED: _plan_no_needs("cards-not-passed"),
    IrregularityKind.CARD_SEEN_IN_DEVICE: plan_card_in_device,
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED: _plan_no_needs("card-seen-as-device-moved"),
    IrregularityKind.OPEN_CARD_CARRIED: _plan_open_carried_card,
    IrregularityKind.TUMBLED_TOO_EARLY: _plan_tumble_void("tumbled-too-early"),
    IrregularityKind.TOO_FEW_TUMBLES: _plan_tumble_void("too-few-tumbles"),
    IrregularityKind.COCKED_DIE: _plan_tumble_void("cocked-die"),
    IrregularityKind.TOGETHER_ORDER_KNOWN: plan_together_known,
    IrregularityKind.TOGETHER_ORDER_LOST: plan_together_lost,
    IrregularityKind.ORDER_LOST: plan_order_lost,
    IrregularityKind.WRONG_NUMBER_OF_CARDS: plan_wrong_number,
    IrregularityKind.MISSED_CARD: plan_missed_card,
    IrregularityKind.FOREIGN_CARD: _plan_void("foreign-card", closes_shoe=True),
    IrregularityKind.WRONG_DECK: _plan_void("wrong-deck", closes_shoe=True),
    IrregularityKind.NOT_SHUFFLED: _plan_void("not-shuffled", closes_shoe=True),
    IrregularityKind.POWER_FAILURE: _plan_power_failure,
    IrregularityKind.MISSED_INSURANCE: _plan_missed_insurance,
    IrregularityKind.PLAYER_LEFT: _plan_no_needs("player-left"),
    IrregularityKind.LEFT_WITH_CARD: plan_card_gone,
    IrregularityKind.DEVICE_RESET: plan_device_reset,
    IrregularityKind.CUTTING_CARD_FIRST: plan_cutting_card,
    IrregularityKind.DIFFERENTIAL_EXCEEDED: _plan_differential,
    IrregularityKind.DAMAGED_CARD: _plan_damaged_card,
    IrregularityKind.DAMAGED_DICE: _plan_damaged_dice,
    IrregularityKind.WRONG_LAMPS: _plan_no_needs("wrong-lamps"),
    IrregularityKind.WRONG_DISPLAY: _plan_comparison,
    IrregularityKind.WRONG_TAKE_OR_PAY: _plan_approval("bet_correction", "settlement"),
    IrregularityKind.CHIPS_MOVED: _plan_approval("bet_correction", "settlement"),
    IrregularityKind.BET_CORRECTED: _plan_approval("bet_correction", "chips-decide"),
    IrregularityKind.CARD_CORRECTED: _plan_approval("bet_correction", "cards-decide"),
    IrregularityKind.DICE_CORRECTED: _plan_approval("bet_correction", "cards-decide"),
    IrregularityKind.LATE_BET: _plan_approval("bet_correction", "after-closing"),
    IrregularityKind.STAKE_WITHOUT_VALUE: _plan_approval("bet_correction", "chips-decide"),
    IrregularityKind.WITHDRAWN_BET: _plan_no_needs("withdrawn-after-closing"),
    IrregularityKind.MOVED_BET: _plan_no_needs("chips-decide"),
    IrregularityKind.BOX_CLAIMED_BY_TWO: _plan_box_claim,
    IrregularityKind.ERROR_OF_EARLIER_ROUND: _plan_earlier_round,
    IrregularityKind.LIMITS_OF_EARLIER_ROUND: _plan_earlier_limits,
}
