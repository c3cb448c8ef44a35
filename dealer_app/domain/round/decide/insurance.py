"""Decides on insurance: bettors answer the open offers until the dealer closes them.

Insurance Plus 3.11 to 3.14. What counts of an insurance bet changes with its Original Bet; each such change
is an event (ruling I12). The settlement reckons it again by itself.
"""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import CapReading, offer_maximum, original_bet_sum
from dealer_app.domain.baccarat.table_of_play import Coup, ThirdCardRule, third_card_rule
from dealer_app.domain.limits import BetCount
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.counts import (
    BetsInPlay,
    bets_in_play,
    floor_to_chips,
    insurance_counts,
    stake_chip_refusal,
)
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    PhaseCondition,
    current_round,
    open_matter_refusal,
    round_on_refusal,
)
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Command, InsuranceBet, Phase, TableState, Who, find_person
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, InsuranceShown, Rules, Table
from dealer_app.domain.round.visible import bettors_who_passed, insurable_bettors, open_answers, open_coup, open_offers
from dealer_app.domain.rulebook import InsuranceOffer, Side
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import SEATED, Wager


def may_change_offer(rules: Rules, state: TableState) -> MaybeRefusal:
    """Whether insurance is offered changes between rounds, where the document has any."""
    if rules.book.insurance is None:
        return simple_refusal("no-insurance-here", HOUSE_POLICY)
    return open_matter_refusal(state) or round_on_refusal(state, rules)


def change_offer(rules: Rules, state: TableState, command: commands.ChangeInsurance) -> CommandResult:
    """None is offered only where a player of a private table asks for that and a notice says so (4.2.2)."""
    assert state.table is not None, "asked only at an open table"
    role, decided_by = rules.decider("no_insurance_at_private_table")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=decided_by, facts={"role": rules.title(role)})
    clause, before = rules.clause("no-insurance"), state.table.insurance
    if command.shown is before:
        return simple_refusal("insurance-so-already", clause)
    if command.shown is InsuranceShown.NOT_OFFERED:
        if not command.is_private:
            return simple_refusal("private-tables-only", clause)
        if not command.has_notice:
            return simple_refusal("insurance-notice-first", clause)
    return (events.InsuranceOfferChanged(before=before, shown=command.shown, clause=clause, by=command.by),)


def _no_insurance_refusal(rules: Rules, table: Table) -> MaybeRefusal:
    if rules.book.insurance is None or table.insurance is InsuranceShown.NOT_OFFERED:
        return simple_refusal("no-offer-open", rules.clause("insurance"))
    return None


def _no_offer_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    if open_offers(rules, state, current_round(state)):
        return None
    # Who has not answered before the next card has forgone it (5.3).
    forgone = bool(current_round(state).offers_closed)
    return simple_refusal("no-offer-open", rules.clause("insurance-forgone" if forgone else "insurance"))


def _all_answered_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Somebody has not answered yet; with bets off nobody knows how many there are."""
    reason = _no_offer_refusal(rules, state)
    if reason is None and _has_bets_keyed(state) and not open_answers(rules, state, current_round(state)):
        return simple_refusal("answered-already", rules.clause("insurance"))
    return reason


def _no_stake_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Somebody who has not answered yet may stake something, which tiny bets and caps can rule out (3.12.2)."""
    reason = _all_answered_refusal(rules, state)
    if reason is not None or not _has_bets_keyed(state):
        return reason
    for offer, silent in open_answers(rules, state, current_round(state)):
        for who in silent:
            most = most_insurance_stake(rules, state, who, offer)
            if most is not None and most.numerator >= most.denominator:
                return None
    return simple_refusal("answered-already", rules.clause("insurance"))


may_take_insurance = PhaseCondition((Phase.CLOSED,), _no_stake_refusal, never=_no_insurance_refusal)
may_decline_insurance = PhaseCondition((Phase.CLOSED,), _all_answered_refusal, never=_no_insurance_refusal)
may_close_offer = PhaseCondition((Phase.CLOSED,), _no_offer_refusal, never=_no_insurance_refusal)


def bettor_refusal(rules: Rules, state: TableState, command: Command, reason: Refusal) -> Refusal:
    """Where nobody can answer any more: why this very bettor cannot, who may not have answered (3.12.2, 5.3)."""
    if reason.code != "answered-already":
        return reason
    match command:
        case commands.TakeInsurance():
            taken = take_insurance(rules, state, command)
        case commands.DeclineInsurance():
            taken = decline_insurance(rules, state, command)
        case _:
            return reason
    return taken if isinstance(taken, Refusal) else reason


def _has_bets_keyed(state: TableState) -> bool:
    assert state.table is not None, "an offer is made at a table"
    return state.table.bets is BetKeeping.KEYED


def take_insurance(rules: Rules, state: TableState, command: commands.TakeInsurance) -> CommandResult:
    offer = _find_offer(rules, state, command.side)
    if offer is None:
        return simple_refusal("no-offer-open", rules.clause("insurance"))
    wrong = _answer_refusal(rules, state, command.who, offer) or insurance_stake_refusal(
        rules, state, command.who, offer, command.stake
    )
    if wrong is not None:
        return wrong
    bet = InsuranceBet(
        number=state.entries + 1, who=command.who, stage=offer.stage, side=offer.side, stake=command.stake
    )
    return (events.InsuranceTaken(bet=bet),)


def decline_insurance(rules: Rules, state: TableState, command: commands.DeclineInsurance) -> CommandResult:
    offer = _find_offer(rules, state, command.side)
    if offer is None:
        return simple_refusal("no-offer-open", rules.clause("insurance"))
    wrong = _answer_refusal(rules, state, command.who, offer)
    if wrong is not None:
        return wrong
    return (events.InsuranceDeclined(who=command.who, stage=offer.stage, side=offer.side),)


def close_offer(rules: Rules, state: TableState, _command: commands.CloseOffer) -> CommandResult:
    """Who has not answered has forgone this offer (5.3)."""
    return offer_closed_events(rules, state, late=False)


def offer_closed_events(rules: Rules, state: TableState, *, late: bool) -> tuple[events.Event, ...]:
    stages = dict.fromkeys(offer.stage for offer in open_offers(rules, state, current_round(state)))
    return tuple(events.OfferClosed(stage=stage, late=late) for stage in stages)


def _table_waiver_refusal(rules: Rules, table: Table) -> MaybeRefusal:
    if rules.book.insurance is None or rules.baccarat is None:
        return simple_refusal("no-insurance-here", rules.clause("squeeze"))
    if table.dealing is not Dealing.FACE_DOWN:
        return simple_refusal("dealt-face-up", rules.clause("banker-third-first"))
    return None


def _waiver_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Only while the Banker draws on anything, 0 to 2: on 3 to 6 consent would reveal the Player's card (3.14)."""
    now = open_coup(current_round(state))
    if now.next_draw is not Side.PLAYER or len(now.banker.cards) != 2 or _may_banker_stand(now):
        return simple_refusal("banker-may-not-draw", rules.clause("banker-third-first"))
    if current_round(state).insurance_waived:
        return simple_refusal("waived-already", rules.clause("banker-third-first"))
    return simple_refusal("nobody-seated", rules.clause("banker-third-first")) if _has_no_seated_bettor(state) else None


def _has_no_seated_bettor(state: TableState) -> bool:
    """Only a Seated Player may ask for it (3.14, ruling O24); with bets off nobody knows who is there."""
    bettors = {bet.who for bet in current_round(state).in_play} - state.left
    return _has_bets_keyed(state) and all(bettor != SEATED for _, bettor in bettors)


def _may_banker_stand(now: Coup) -> bool:
    return third_card_rule(Side.BANKER, now.player.points, now.banker.points) is not ThirdCardRule.DRAWS


may_waive_insurance = PhaseCondition((Phase.CLOSED,), _waiver_refusal, never=_table_waiver_refusal)


def waive_insurance(rules: Rules, _state: TableState, command: commands.WaiveInsurance) -> CommandResult:
    role, clause = rules.decider("banker_third_card_first")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return (events.InsuranceWaived(),)


def _find_offer(rules: Rules, state: TableState, side: Side) -> InsuranceOffer | None:
    return next((offer for offer in open_offers(rules, state, current_round(state)) if offer.side is side), None)


def _answer_refusal(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> MaybeRefusal:
    """With bets keyed only who has a bet there answers (3.11); with bets off anybody at a seat, once."""
    assert state.table is not None, "an offer is made at a table"
    round_ = current_round(state)
    if who in bettors_who_passed(rules, round_, offer) | state.left:
        return simple_refusal("insurance-forgone", rules.clause("insurance-forgone"))
    if not _has_bets_keyed(state):
        if who[0] not in rules.seats(state.table):
            return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    elif who not in insurable_bettors(rules, round_, offer, left=state.left):
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if (who, offer.stage, offer.side) in round_.answered:
        return simple_refusal("answered-already", rules.clause("insurance"))
    return None


def insurance_stake_refusal(  # noqa: PLR0913 - what is asked of a stake, and what else it is kept to where it is late or corrected
    rules: Rules,
    state: TableState,
    who: Who,
    offer: InsuranceOffer,
    stake: int,
    *,
    late_cap: Fraction | None = None,
    recorded: int | None = None,
) -> MaybeRefusal:
    """Why this stake is refused: nothing to insure, over the cap of 3.12.2, or not payable in chips (ruling B9).

    A stake below one chip on a late offer is judged by the offer's own cap; in a correction the amount that is recorded
    may stay.
    """
    insurance = rules.book.insurance
    assert insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    untracked = state.table.bets is BetKeeping.OFF
    # Where bets are not keyed a bettor answers by the seat, and an amount need not be given.
    if stake < (0 if untracked else 1):
        return simple_refusal("no-stake", rules.clause("limits"))
    if untracked:
        return None
    most = most_insurance_stake(rules, state, who, offer)
    if most is None:
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if stake * most.denominator > most.numerator:
        amount = str(floor_to_chips(state.table, most))
        return Refusal(code="over-cap", clause=insurance.cap_clause, facts={"most": amount})
    if stake == recorded or (late_cap is not None and stake > late_cap):
        # A stake over the cap of a late offer gets a refusal of its own (5.13.1).
        return None
    return stake_chip_refusal(rules, state.table, most if late_cap is None else min(most, late_cap), stake)


def original_bet_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """What this bettor has on the hand that is insured, as far as it counts; None if nothing."""
    if who in bettors_who_passed(rules, current_round(state), offer):
        return None
    return original_bet_sum(rules.book, _original_bets(bets_in_play(rules, state), offer).get(who, ()))


def most_insurance_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """The most that this bettor may stake on the offer; None without a bet there that it could insure (3.11)."""
    if who in bettors_who_passed(rules, current_round(state), offer):
        return None
    laid = bets_in_play(rules, state)
    if not state.persons and rules.choice("I6") != CapReading.WHOLE_TABLE.value:
        return _most_by_bettor(rules, laid, offer).get(who)
    person = find_person(state, who)
    on_offer = _stakes_on_offer(rules, state, offer)
    return offer_maximum(
        rules.book,
        laid.limits,
        offer,
        _original_bets(laid, offer).get(who, ()),
        on_offer_by_others=sum((counts for other, counts in on_offer if other != who), Fraction(0)),
        on_offer_elsewhere=sum((counts for other, counts in on_offer if other != who and other in person), Fraction(0)),
    )


def _stakes_on_offer(rules: Rules, state: TableState, offer: InsuranceOffer) -> list[tuple[Who, Fraction]]:
    """What counts of each bet on the offer, and whose it is."""
    counted = insurance_counts(rules, state)
    taken = (
        bet for bet in current_round(state).insurance_in_play if (bet.stage, bet.side) == (offer.stage, offer.side)
    )
    return [(bet.who, counted[bet.number].counts or Fraction(0)) for bet in taken]


@cache_last
def _most_by_bettor(rules: Rules, laid: BetsInPlay, offer: InsuranceOffer) -> Mapping[Who, Fraction]:
    """The most of every bettor, where nobody's is less for what others have taken."""
    most: dict[Who, Fraction] = {}
    for who, own in _original_bets(laid, offer).items():
        each = offer_maximum(rules.book, laid.limits, offer, own, on_offer_by_others=Money(0))
        assert each is not None, "an offer comes from an insurance book"
        most[who] = each
    return most


def _original_bets(laid: BetsInPlay, offer: InsuranceOffer) -> Mapping[Who, list[tuple[Wager, BetCount]]]:
    """The bets on the hand that is insured, by bettor, with what counts of them."""
    found: dict[Who, list[tuple[Wager, BetCount]]] = {}
    for bet, part in laid.bets:
        if bet.wager.area == offer.side.value:
            found.setdefault(bet.who, []).append((bet.wager, part))
    return found


_CHANGING_EVENTS = (
    events.BetCut,
    events.BetsReturned,
    events.CardsReordered,
    correction_events.CardsTakenAsTheyLie,
    correction_events.BetCorrected,
    correction_events.BettorsAreOne,
    correction_events.BettorsAreTwo,
    correction_events.CardCorrected,
    correction_events.InsuranceCorrected,
)


def insurance_changes(
    rules: Rules, state: TableState, done: tuple[events.Event, ...]
) -> tuple[correction_events.InsuranceCounted, ...]:
    """Each insurance bet of which more goes back than before, or less, once this is done."""
    if not any(isinstance(event, _CHANGING_EVENTS) for event in done) or not _insurance_in_play(state):
        return ()
    after = fold(state, done)
    before = _counts_below_stake(rules, state)
    now = _counts_below_stake(rules, after)
    stakes = {bet.number: Fraction(bet.stake) for bet in _insurance_in_play(after)}
    found = []
    for number, stake in stakes.items():
        counts, clause = now.get(number, (stake, before.get(number, (stake, ""))[1]))
        if now.get(number) != before.get(number):
            found.append(correction_events.InsuranceCounted(number=number, counts=counts, clause=clause))
    return tuple(found)


def _insurance_in_play(state: TableState) -> tuple[InsuranceBet, ...]:
    round_ = state.round or state.last
    return () if round_ is None else round_.insurance_in_play


def _counts_below_stake(rules: Rules, state: TableState) -> Mapping[int, tuple[Fraction, str]]:
    """What counts of each insurance bet that does not count in full, and by which clause."""
    return {
        number: (Fraction(0), rules.clause("original-bet")) if part.counts is None else (part.counts, part.clause)
        for number, part in insurance_counts(rules, state).items()
        if part.counts is None or part.clause
    }
