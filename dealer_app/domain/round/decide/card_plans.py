"""What each trouble with cards needs before play goes on (RWS v4 5.5, 5.8 to 5.13; MBS 5.1 to 5.12)."""

from typing import assert_never

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.policies import (
    DealingError,
    OrderLost,
    PlayerOptions,
    Policy,
    TogetherOrderKnown,
    TogetherOrderLost,
)
from dealer_app.domain.round.decide.planning import (
    Plan,
    Where,
    approved_void,
    established,
    options,
    options_by,
    reconstruction,
    uncovered,
    voiding,
)
from dealer_app.domain.round.needs import (
    AttendanceNeeded,
    CardsAsideNeeded,
    InspectionNeeded,
    MissingCardNeeded,
    OptionsNeeded,
    OrderNeeded,
    ResetNeeded,
    Scope,
)
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table import Method, Rules
from dealer_app.domain.round.trouble import Trouble

Places = tuple[int, ...]


def _giving(rules: Rules, trouble: str) -> Policy[PlayerOptions] | None:
    """The policy by which bettors have options after this, where the document has any; asked here alone."""
    policies = rules.book.policies
    return {
        Trouble.EXCESS_CARD.value: policies.options_after_excess_cards,
        Trouble.EXCESS_CARD_SEEN.value: policies.options_after_excess_cards,
        Trouble.CARD_SEEN_IN_DEVICE.value: policies.options_after_excess_cards,
        Trouble.MISPLACED_CARDS.value: policies.options_after_misplaced_cards,
        Trouble.CARD_TO_WRONG_PERSON.value: policies.options_after_misplaced_cards,
        Trouble.EXPOSED_CARD.value: policies.options_after_exposed_cards,
    }.get(trouble)


def excess_card(rules: Rules, state: TableState, places: Places) -> Plan:
    """What is too much opens the next round; the hands follow from the drawn order (5.8, ruling O6)."""
    del places
    done = established(rules, state, Where.OPTIONS)
    trouble = Trouble.EXCESS_CARD.value
    chosen = options_by(rules, _giving(rules, trouble), established=done)
    return Plan(clause=rules.clause("excess-card"), needs=(*chosen, *reconstruction(rules, trouble)), established=done)


def excess_card_seen(rules: Rules, state: TableState, places: Places) -> Plan:
    """The clause speaks of cards exposed as of those in excess (5.8); what becomes of it is asked after the round."""
    del places
    done = established(rules, state, Where.OPTIONS)
    chosen = options_by(rules, _giving(rules, Trouble.EXCESS_CARD_SEEN.value), established=done)
    return Plan(clause=rules.clause("excess-card"), needs=chosen, established=done)


def misplaced(rules: Rules, state: TableState, places: Places) -> Plan:
    """Where a card lies, or to whom it was handed, puts no order in dispute: naming it changes nothing (ruling O16)."""
    del places
    done = established(rules, state, Where.OPTIONS)
    chosen = options_by(rules, _giving(rules, Trouble.MISPLACED_CARDS.value), established=done)
    return Plan(clause=rules.clause("misplaced-cards"), needs=(*chosen, *reconstruction(rules)), established=done)


def to_wrong_person(rules: Rules, state: TableState, places: Places) -> Plan:
    """In one house as if misplaced (v4 5.9.2); in the other retrieved, passed on, and nothing else (MBS 5.7)."""
    policy = _giving(rules, Trouble.CARD_TO_WRONG_PERSON.value)
    if policy is not None and policy.value is PlayerOptions.NONE:
        return Plan(clause=rules.clause("misplaced-cards"))
    return misplaced(rules, state, places)


def withheld_options(rules: Rules, trouble: str, *, established: bool) -> str | None:
    """The clause that would have given bettors their options here, had no outcome been established (ruling O4)."""
    policy = _giving(rules, trouble)
    if policy is None or not established or not options_by(rules, policy, established=False):
        return None
    return None if options_by(rules, policy, established=True) else policy.clause


def exposed(rules: Rules, state: TableState, places: Places) -> Plan:
    """The round goes on and its result stands; only the options may be due."""
    del places
    done = established(rules, state, Where.OPTIONS)
    chosen = options_by(rules, _giving(rules, Trouble.EXPOSED_CARD.value), established=done)
    return Plan(clause=rules.clause("exposed-card"), needs=chosen, established=done)


def seen_in_device(rules: Rules, state: TableState, places: Places) -> Plan:
    """A card seen before it is dealt keeps its place. While bets are open it gives them away: not covered.

    MBS 5.6 speaks only of the time after the first card of the round (ruling O6).
    """
    del places
    round_ = state.round
    policy = _giving(rules, Trouble.CARD_SEEN_IN_DEVICE.value)
    silent = policy is not None and policy.value is PlayerOptions.NONE
    if round_ is None or round_.phase is Phase.BETTING or (silent and not round_.cards):
        return uncovered(rules)
    done = established(rules, state, Where.OPTIONS)
    chosen = options_by(rules, policy, established=done)
    return Plan(clause=rules.clause("card-seen-in-device"), needs=chosen, established=done)


def together_known(rules: Rules, state: TableState, places: Places) -> Plan | None:
    del places
    policy = rules.book.policies.together_order_known
    if policy is None:
        return None
    match policy.value:
        case TogetherOrderKnown.RECONSTRUCT_THEN_OPTIONS if rules.book.choice("O3") == "as-an-excess-card":
            return excess_card(rules, state, ())
        case TogetherOrderKnown.RECONSTRUCT_THEN_OPTIONS | TogetherOrderKnown.WITHDRAW_THEN_RECONSTRUCT:
            # Asked before the cards are put right: nobody shall choose by what he would get (MBS 5.8.1).
            needs = (*options(rules, policy.clause), *reconstruction(rules))
            # Their order is known, so they count as any others (ruling E2).
            return Plan(clause=policy.clause, needs=needs, established=established(rules, state, Where.OPTIONS))


def together_lost(rules: Rules, state: TableState, places: Places) -> Plan | None:
    policies = rules.book.policies
    # The draw belongs to the initial deal if a card of it is among those whose order is lost.
    initial = not places or min(places) < INITIAL_CARDS
    policy = policies.together_order_lost_initial if initial else policies.together_order_lost_later
    if policy is None:
        return None
    role, clause = rules.decider("order_of_cards_drawn_together")
    order = OrderNeeded(role, clause)
    done = established(rules, state, Where.OPTIONS, places)
    match policy.value:
        case TogetherOrderLost.VOID:
            return Plan(clause=policy.clause, needs=voiding(rules, policy.clause))
        case TogetherOrderLost.PIT_DECIDES_WITH_OPTIONS:
            needs = (*options(rules, rules.clause("together-options")), order)
        case TogetherOrderLost.PIT_DECIDES_WITH_WITHDRAWAL:
            needs = (*options(rules, policy.clause, policies.withdrawal_scope_order_lost), order)
        case _:
            assert_never(policy.value)
    return Plan(clause=policy.clause, needs=needs, established=done)


def order_lost(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """The right number of cards in an order that nobody knows (ruling O5, MBS 5.2, 5.12.2)."""
    del places
    policy = rules.book.policies.order_lost
    if policy is None:
        return None
    match policy.value:
        case OrderLost.VOID:
            moved = state.table is not None and state.table.method is Method.C and rules.has("order-lost-by-moving")
            if moved:
                clause = rules.clause("order-lost-by-moving")
                return Plan(clause=clause, needs=voiding(rules, clause, closes=clause))
            return Plan(clause=policy.clause, needs=voiding(rules, policy.clause))
        case OrderLost.OPTIONS:
            return Plan(clause=policy.clause, needs=options(rules, policy.clause))


def missed_card(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Missed and noticed before the next round: it is drawn now, after the options (ruling O2)."""
    del places
    policy = rules.book.policies.dealing_error
    if policy is None:
        return None
    match policy.value:
        case DealingError.OPTIONS:
            done = established(rules, state, Where.OPTIONS)
            needs = (*options(rules, policy.clause), *reconstruction(rules))
            return Plan(clause=policy.clause, needs=needs, established=done)
        case DealingError.CONTINUE:
            return Plan(clause=policy.clause, needs=reconstruction(rules))


def wrong_number(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Void until the next round begins, also after the settlement (RWS 5.5.3, ruling O18; MBS 5.2)."""
    del state, places
    return approved_void(rules, "wrong-number-of-cards")


def impossible(rules: Rules, state: TableState, places: Places) -> Plan:
    del state, places
    role, clause = rules.decider("void")
    return Plan(clause=rules.clause("foreign-card"), needs=(InspectionNeeded(role, clause),))


def left_with_card(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """A card that only its finder knows is found by counting all the others (MBS 5.11); not covered elsewhere."""
    assert state.round is not None, "cards are carried away only in a round"
    if not rules.has("left-with-card"):
        return None
    if all(state.round.cards[place].card is not None for place in places):
        # The device knows it: the dealer exposes the hand (MBS 5.10, 5.11).
        return Plan(clause=rules.clause("player-left"))
    role, clause = rules.decider("attendance_at_search_for_missing_card")
    needs = (
        AttendanceNeeded(role, clause),
        CardsAsideNeeded(rules.clause("cards-set-aside"), 2),
        MissingCardNeeded(rules.clause("missing-card-found")),
    )
    return Plan(clause=rules.clause("left-with-card"), needs=needs)


def device_reset(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """Bets reopen only while no card of the round has been seen (MBS 5.9, ruling O12)."""
    del places
    round_ = state.round
    if not rules.has("device-reset") or round_ is None or round_.phase is not Phase.CLOSED:
        return None
    if any(card.turned for card in round_.cards):
        return None
    clause = rules.clause("device-reset")
    return Plan(clause=clause, needs=(OptionsNeeded(clause, Scope.ALL_BETS), ResetNeeded(clause)))


def cutting_card_first(rules: Rules, state: TableState, places: Places) -> Plan | None:
    """The dealer who reports it allows the withdrawal: it is his discretion (MBS 3.22.1)."""
    del state, places
    if not rules.has("cutting-card-first"):
        return None
    clause = rules.clause("cutting-card-first")
    return Plan(clause=clause, needs=(OptionsNeeded(clause, Scope.ALL_BETS),))


def beyond_reconstruction(rules: Rules, state: TableState, *, number: bool) -> Plan:
    """The house finds that the cards cannot be put right: void by their number, else the options (rulings O5, O7)."""
    if number:
        return approved_void(rules, "wrong-number-of-cards") or uncovered(rules)
    return order_lost(rules, state, ()) or uncovered(rules)
