"""Plans the needs of a case by the policies of the rulebook: what has to be done, approved and asked, in which order.

Which irregularity has which plan stands in its row in kinds.
"""

from collections.abc import Callable
from enum import Enum
from typing import assert_never

from msgspec import Struct

from dealer_app.domain.baccarat.situations import possible_situations, situation_winner
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.cards import Card
from dealer_app.domain.policies import (
    DealingError,
    LateFoundError,
    OrderLost,
    PlayerOptions,
    Policy,
    PowerFailure,
    TogetherOrderKnown,
    TogetherOrderLost,
    WithdrawalScope,
)
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ComparisonNeeded,
    DeviceFaultNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    MissingCardNeeded,
    Need,
    OptionsNeeded,
    OrderNeeded,
    ReconstructionNeeded,
    ResetNeeded,
    RulingNeeded,
    Scope,
    VoidNeeded,
)
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Phase, Round, TableState
from dealer_app.domain.round.table_settings import Method, Rules
from dealer_app.domain.round.visible import round_dice_sets
from dealer_app.domain.wagers import Area


class CasePlan(Struct, frozen=True, kw_only=True):
    """`established` is None where the clause does not ask whether an outcome is."""

    clause: str
    needs: tuple[Need, ...] = ()
    established: bool | None = None


class OutcomeContext(Enum):
    """Which clauses ask whether an outcome is established, for ruling E5 can be answered for each apart."""

    INTERRUPTION = "interruption"
    OPTIONS = "options"
    NEGLECT = "neglect"


def is_outcome_established(
    rules: Rules, state: TableState, where: OutcomeContext, disputed: tuple[int, ...] = ()
) -> bool:
    """Whether any bet that the layout offers has conclusively won or lost (rulings E1 to E6).

    Every card counts that the station knows, wherever in the drawn order it lies; one that nobody can know may be any,
    and so may one of which the order is in dispute (E2, O16). On a face-down table only this answer may be shown, never
    the bet.
    """
    round_ = state.round
    if round_ is None:
        return state.last is not None
    if rules.baccarat is None:
        return round_.dice is not None
    if is_judged_by_result(rules, where):
        return is_result_established(rules, round_, disputed)
    return rules.baccarat.decide_with_unknown(_countable_cards(round_, disputed)).is_established


def is_result_established(rules: Rules, round_: Round, disputed: tuple[int, ...] = ()) -> bool:
    """Whether it is certain how the round ends between Player and Banker."""
    assert rules.baccarat is not None, "dice have no hands"
    cards = _countable_cards(round_, disputed)
    winners = {situation_winner(found) for found in possible_situations(cards)}
    if len(winners) == 1 and None not in winners:
        return True
    decided = rules.baccarat.decide_with_unknown(cards)
    return bool(_HANDS & {*decided.won, *decided.lost})


_HANDS = {Area("player"), Area("banker")}


def _countable_cards(round_: Round, disputed: tuple[int, ...]) -> list[Card | None]:
    """The cards at their places in the drawn order; nothing for one that does not count (rulings E2, O16)."""
    return [
        None if drawn.seal is not None or place in disputed else drawn.card for place, drawn in enumerate(round_.cards)
    ]


def is_judged_by_result(rules: Rules, where: OutcomeContext) -> bool:
    """Ruling E5: `outcome` may mean the one between Player and Banker, clause by clause."""
    option = rules.book.choice("E5") or ""
    return option == "result-throughout" or where.value in option


def plan_uncovered(rules: Rules) -> CasePlan:
    """What the document does not cover is for the person whom it names."""
    role, clause = rules.decider("uncovered_case")
    return CasePlan(clause=clause, needs=(RulingNeeded(role, clause),))


def plan_approved_void(rules: Rules, code: str, *, closes_shoe: bool = False) -> CasePlan | None:
    """Voided by a clause of its own, once the person whom the house names agrees."""
    if not rules.has_clause(code):
        return None
    own = rules.clause(code)
    return CasePlan(clause=own, needs=void_needs(rules, _void_clause(rules, own), closes=own if closes_shoe else ""))


def void_needs(rules: Rules, clause: str, *, closes: str = "") -> tuple[Need, ...]:
    """Whatever clause voids a round, a second person agrees to it before (house policy): nobody voids one alone."""
    role, policy = rules.decider("void")
    return ApprovalNeeded(role, policy), VoidNeeded(clause, closes)


def _void_clause(rules: Rules, own: str) -> str:
    """The clause on void rounds; where it is a part of another trouble's clause (MBS 5.1.1), this one's own says it."""
    clause = rules.clause("void")
    whole, _, _ = clause.rpartition(".")
    return own if "." in whole and whole != own else clause


def reconstruction_needs(rules: Rules, decision: str = "reconstruction") -> tuple[Need, ...]:
    """`decision` is the code of who agrees."""
    role, clause = rules.decider(decision)
    return ApprovalNeeded(role, clause), ReconstructionNeeded(rules.clause("reconstruction"))


EXCESS_CARDS = "excess_cards"


def reconstruction_decider(rules: Rules, decision: str) -> str:
    """Who puts cards right, by the code of the decision; not every document has one of its own for it."""
    return decision if rules.has_decider(decision) else "reconstruction"


def option_needs(rules: Rules, clause: str, scope: Policy[WithdrawalScope] | None = None) -> tuple[Need, ...]:
    scope = scope or rules.book.policies.withdrawal_scope
    assert scope is not None, "only a game with cards gives these options"
    return (OptionsNeeded(clause, Scope(scope.value.value)),)


def policy_option_needs(
    rules: Rules, policy: Policy[PlayerOptions] | None, *, established: bool, reconstructable: bool = True
) -> tuple[Need, ...]:
    """The options that a clause gives; what withholds them differs from clause to clause (ruling O4)."""
    if policy is None:
        return ()
    match policy.value:
        case PlayerOptions.NONE:
            return ()
        case PlayerOptions.UNLESS_ESTABLISHED:
            withheld = established
        case PlayerOptions.UNLESS_ESTABLISHED_AND_RECONSTRUCTED:
            withheld = established and reconstructable
        case _:
            assert_never(policy.value)
    return () if withheld else option_needs(rules, policy.clause)


Places = tuple[int, ...]
MakePlan = Callable[[Rules, TableState, Places], CasePlan | None]
OptionsPolicy = Callable[[Rules], Policy[PlayerOptions] | None]
"""The policy by which bettors have options after something, where the document has any."""


def options_after_excess_cards(rules: Rules) -> Policy[PlayerOptions] | None:
    return rules.book.policies.options_after_excess_cards


def options_after_misplaced_cards(rules: Rules) -> Policy[PlayerOptions] | None:
    return rules.book.policies.options_after_misplaced_cards


def options_after_exposed_cards(rules: Rules) -> Policy[PlayerOptions] | None:
    return rules.book.policies.options_after_exposed_cards


def plan_excess_card(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """What is too much opens the next round; the hands follow from the drawn order (5.8, ruling O6)."""
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
    chosen = policy_option_needs(rules, options_after_excess_cards(rules), established=done)
    return CasePlan(
        clause=rules.clause("excess-card"),
        needs=(*chosen, *reconstruction_needs(rules, reconstruction_decider(rules, EXCESS_CARDS))),
        established=done,
    )


def plan_excess_seen(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """The clause speaks of cards exposed as of those in excess (5.8); what becomes of it is asked after the round."""
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
    chosen = policy_option_needs(rules, options_after_excess_cards(rules), established=done)
    return CasePlan(clause=rules.clause("excess-card"), needs=chosen, established=done)


def plan_misplaced_cards(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """Where a card lies, or to whom it was handed, puts no order in dispute: naming it changes nothing (ruling O16)."""
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
    chosen = policy_option_needs(rules, options_after_misplaced_cards(rules), established=done)
    return CasePlan(
        clause=rules.clause("misplaced-cards"), needs=(*chosen, *reconstruction_needs(rules)), established=done
    )


def plan_wrong_person(rules: Rules, state: TableState, places: Places) -> CasePlan:
    """In one house as if misplaced (v4 5.9.2); in the other retrieved, passed on, and nothing else (MBS 5.7)."""
    policy = options_after_misplaced_cards(rules)
    if policy is not None and policy.value is PlayerOptions.NONE:
        return CasePlan(clause=rules.clause("misplaced-cards"))
    return plan_misplaced_cards(rules, state, places)


def find_option_loss(rules: Rules, after: OptionsPolicy, *, established: bool) -> str | None:
    """The clause that would have given bettors their options here, had no outcome been established (ruling O4)."""
    policy = after(rules)
    if policy is None or not established or not policy_option_needs(rules, policy, established=False):
        return None
    return None if policy_option_needs(rules, policy, established=True) else policy.clause


def plan_exposed_card(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """The round goes on and its result is kept; only the options may be due."""
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
    chosen = policy_option_needs(rules, options_after_exposed_cards(rules), established=done)
    return CasePlan(clause=rules.clause("exposed-card"), needs=chosen, established=done)


def plan_card_in_device(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """A card seen before it is dealt keeps its place. While bets are open it gives them away: not covered.

    MBS 5.6 speaks only of the time after the first card of the round (ruling O6).
    """
    round_ = state.round
    policy = options_after_excess_cards(rules)
    silent = policy is not None and policy.value is PlayerOptions.NONE
    if round_ is None or round_.phase is Phase.BETTING or (silent and not round_.cards):
        return plan_uncovered(rules)
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
    chosen = policy_option_needs(rules, policy, established=done)
    return CasePlan(clause=rules.clause("card-seen-in-device"), needs=chosen, established=done)


def plan_together_known(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
    policy = rules.book.policies.together_order_known
    if policy is None:
        return None
    match policy.value:
        case TogetherOrderKnown.RECONSTRUCT_THEN_OPTIONS if rules.book.choice("O3") == "as-an-excess-card":
            return plan_excess_card(rules, state, ())
        case TogetherOrderKnown.RECONSTRUCT_THEN_OPTIONS | TogetherOrderKnown.WITHDRAW_THEN_RECONSTRUCT:
            # Asked before the cards are put right: nobody shall choose by what they would get (MBS 5.8.1).
            needs = (*option_needs(rules, policy.clause), *reconstruction_needs(rules))
            # Their order is known, so they count as any others (ruling E2).
            return CasePlan(
                clause=policy.clause,
                needs=needs,
                established=is_outcome_established(rules, state, OutcomeContext.OPTIONS),
            )


def plan_together_lost(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    policies = rules.book.policies
    # The draw belongs to the initial deal if a card of it is among those whose order is lost.
    initial = not places or min(places) < INITIAL_CARDS
    policy = policies.together_order_lost_initial if initial else policies.together_order_lost_later
    if policy is None:
        return None
    role, clause = rules.decider("order_of_cards_drawn_together")
    order = OrderNeeded(role, clause)
    done = is_outcome_established(rules, state, OutcomeContext.OPTIONS, places)
    match policy.value:
        case TogetherOrderLost.VOID:
            return CasePlan(clause=policy.clause, needs=void_needs(rules, policy.clause))
        case TogetherOrderLost.PIT_DECIDES_WITH_OPTIONS:
            needs = (*option_needs(rules, rules.clause("together-options")), order)
        case TogetherOrderLost.PIT_DECIDES_WITH_WITHDRAWAL:
            needs = (*option_needs(rules, policy.clause, policies.withdrawal_scope_order_lost), order)
        case _:
            assert_never(policy.value)
    return CasePlan(clause=policy.clause, needs=needs, established=done)


def plan_order_lost(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
    """The right number of cards in an order that nobody knows (ruling O5, MBS 5.2, 5.12.2)."""
    policy = rules.book.policies.order_lost
    if policy is None:
        return None
    match policy.value:
        case OrderLost.VOID:
            moved = (
                state.table is not None and state.table.method is Method.C and rules.has_clause("order-lost-by-moving")
            )
            if moved:
                clause = rules.clause("order-lost-by-moving")
                return CasePlan(clause=clause, needs=void_needs(rules, clause, closes=clause))
            return CasePlan(clause=policy.clause, needs=void_needs(rules, policy.clause))
        case OrderLost.OPTIONS:
            return CasePlan(clause=policy.clause, needs=option_needs(rules, policy.clause))


def plan_missed_card(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
    """Missed and noticed before the next round: it is drawn now, after the options (ruling O2)."""
    policy = rules.book.policies.dealing_error
    if policy is None:
        return None
    match policy.value:
        case DealingError.OPTIONS:
            done = is_outcome_established(rules, state, OutcomeContext.OPTIONS)
            needs = (*option_needs(rules, policy.clause), *reconstruction_needs(rules))
            return CasePlan(clause=policy.clause, needs=needs, established=done)
        case DealingError.CONTINUE:
            return CasePlan(clause=policy.clause, needs=reconstruction_needs(rules))


def plan_device_fault(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
    """Who decides what no document covers states whether the outcome was affected; it goes before 5.4.1 (O26)."""
    role, _ = rules.decider("uncovered_case")
    return CasePlan(clause=HOUSE_POLICY, needs=(DeviceFaultNeeded(role, HOUSE_POLICY),))


def plan_wrong_number(rules: Rules, _state: TableState, _places: Places) -> CasePlan | None:
    """Void until the next round begins, also after the settlement (RWS 5.5.3, ruling O18; MBS 5.2)."""
    return plan_approved_void(rules, "wrong-number-of-cards")


def plan_impossible_card(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
    role, clause = rules.decider("void")
    return CasePlan(clause=rules.clause("foreign-card"), needs=(InspectionNeeded(role, clause),))


def plan_card_gone(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """A card that only its finder knows is found by counting all the others (MBS 5.11); not covered elsewhere."""
    assert state.round is not None, "cards are carried away only in a round"
    if not rules.has_clause("left-with-card"):
        return None
    if all(state.round.cards[place].card is not None for place in places):
        # The device knows it: the dealer exposes the hand (MBS 5.10, 5.11).
        return CasePlan(clause=rules.clause("player-left"))
    role, clause = rules.decider("attendance_at_search_for_missing_card")
    needs = (
        AttendanceNeeded(role, clause),
        CardsAsideNeeded(rules.clause("cards-set-aside"), 2),
        MissingCardNeeded(rules.clause("missing-card-found")),
    )
    return CasePlan(clause=rules.clause("left-with-card"), needs=needs)


def plan_device_reset(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
    """Bets reopen only while no card of the round has been seen (MBS 5.9, ruling O12)."""
    round_ = state.round
    if not rules.has_clause("device-reset") or round_ is None or round_.phase is not Phase.CLOSED:
        return None
    if any(card.turned for card in round_.cards):
        return None
    clause = rules.clause("device-reset")
    return CasePlan(clause=clause, needs=(OptionsNeeded(clause, Scope.ALL_BETS), ResetNeeded(clause)))


def plan_cutting_card(rules: Rules, _state: TableState, _places: Places) -> CasePlan | None:
    """The dealer who reports it allows the withdrawal: it is the dealer's discretion (MBS 3.22.1)."""
    if not rules.has_clause("cutting-card-first"):
        return None
    clause = rules.clause("cutting-card-first")
    return CasePlan(clause=clause, needs=(OptionsNeeded(clause, Scope.ALL_BETS),))


def plan_beyond_reconstruction(rules: Rules, state: TableState, *, number: bool) -> CasePlan:
    """The house finds that the cards cannot be put right: void by their number, else the options (rulings O5, O7)."""
    if number:
        return plan_approved_void(rules, "wrong-number-of-cards") or plan_uncovered(rules)
    return plan_order_lost(rules, state, ()) or plan_uncovered(rules)


def plan_power_failure(rules: Rules, state: TableState, _places: Places) -> CasePlan:
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


def plan_question(code: str) -> MakePlan:
    """Was it announced before? Only the dealer knows."""

    def make(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
        return CasePlan(clause=rules.clause(code), needs=(AnswerNeeded(),))

    return make


def plan_missed_insurance(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
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


def plan_earlier_round(rules: Rules, _state: TableState, _places: Places) -> CasePlan | None:
    """It changes nothing (RWS v4 5.6, 5.12); where a document is silent it is not covered (ruling O8)."""
    policy = rules.book.policies.late_found_error
    match policy.value:
        case LateFoundError.STANDS:
            return CasePlan(clause=policy.clause)
        case LateFoundError.SHIFT_MANAGER:
            return None


def plan_earlier_limits(rules: Rules, state: TableState, places: Places) -> CasePlan | None:
    """Considered settled (MBS 5.16); elsewhere as any other error of an earlier round."""
    if rules.has_clause("earlier-limits-settled"):
        return CasePlan(clause=rules.clause("earlier-limits-settled"))
    return plan_earlier_round(rules, state, places)


def plan_open_carried_card(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
    """It would give the next round's bets away: play stops before they are opened (ruling O6)."""
    role, clause = rules.decider("uncovered_case")
    return CasePlan(clause=clause, needs=(CarriedCardNeeded(role, clause),))


def plan_damaged_dice(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    role, _ = rules.decider("rounds_affected_by_damaged_dice")
    clause = rules.clause("damaged-dice")
    if not round_dice_sets(state):
        return CasePlan(clause=clause)
    return CasePlan(clause=clause, needs=(AffectedRoundsNeeded(role, clause),))


def plan_damaged_card(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
    """Bent or torn: the same card of the same set takes its place, with a supervisor; nothing else changes."""
    role, clause = rules.decider("replacement_of_cards")
    return CasePlan(clause=clause, needs=(ApprovalNeeded(role, clause),))


def plan_differential(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
    """Bettors may change their wagers until the first card, not after it (MBS 5.18, ruling O12)."""
    if not rules.has_clause("wagers-decreased") or state.round is None or state.round.cards:
        return None
    return CasePlan(clause=rules.clause("excess"), needs=(ChangesNeeded(rules.clause("wagers-decreased")),))


def plan_comparison(rules: Rules, state: TableState, _places: Places) -> CasePlan:
    """Settlement waits until the dealer has compared, where there is anything to compare with."""
    clause = rules.clause("cards-decide")
    round_ = state.round or state.last
    lies = round_ is not None and bool(round_.cards or round_.dice)
    return CasePlan(clause=clause, needs=(ComparisonNeeded(clause),) if lies else ())


def plan_box_claim(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
    role, clause = rules.decider("claim")
    return CasePlan(clause=clause, needs=(RulingNeeded(role, clause),))


def plan_approval(decision: str, code: str) -> MakePlan:
    """Done once the person who decides this agrees."""

    def make(rules: Rules, _state: TableState, _places: Places) -> CasePlan:
        role, clause = rules.decider(decision)
        return CasePlan(clause=rules.clause(code), needs=(ApprovalNeeded(role, clause),))

    return make


def plan_no_needs(code: str) -> MakePlan:
    """Nothing is needed: the clause says that the round goes on, or keeps its result."""

    def make(rules: Rules, _state: TableState, _places: Places) -> CasePlan | None:
        return CasePlan(clause=rules.clause(code)) if rules.has_clause(code) else None

    return make


class ShoeVoidPlan(Struct, frozen=True):
    """The round is void by the clause of this code, and nothing more is dealt from the shoe.

    Found between rounds nothing is voided: earlier rounds stand, the shoe is closed.
    """

    code: str

    def __call__(self, rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
        if state.round is None:
            return CasePlan(clause=rules.clause(self.code)) if rules.has_clause(self.code) else None
        return plan_approved_void(rules, self.code, closes_shoe=True)


def plan_tumble_void(code: str) -> MakePlan:
    """It voids the current round (Tai Sai 5.5); of one that is settled no clause speaks (5.14, ruling O18)."""

    def make(rules: Rules, state: TableState, _places: Places) -> CasePlan | None:
        return None if state.round is None else plan_approved_void(rules, code)

    return make
