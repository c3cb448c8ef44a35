"""Insurance: bettors answer the open offers until the dealer closes them (Insurance Plus 3.11 to 3.14)."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.baccarat.insurance import CapReading, most_on_offer, original_bet
from dealer_app.domain.baccarat.table_of_play import Third, third_card
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.counts import Lying, insurance_counts, lying
from dealer_app.domain.round.decide.conditions import During, Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.insurance_stakes import in_chips, not_laid_in_chips
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.seen import able, forgone, open_coup, open_offers, unanswered
from dealer_app.domain.round.state import InsuranceBet, Phase, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Dealing, InsuranceShown, Rules, Table
from dealer_app.domain.rulebook import InsuranceOffer, Side
from dealer_app.domain.wagers import SEATED, Wager


def _never_offered(rules: Rules, table: Table) -> Why:
    if rules.book.insurance is None or table.insurance is InsuranceShown.NOT_OFFERED:
        return refused("no-offer-open", rules.clause("insurance"))
    return None


def _no_offer(rules: Rules, state: TableState) -> Why:
    if open_offers(rules, state, current(state)):
        return None
    # Who has not answered before the next card has forgone it (5.3).
    forgone = bool(current(state).offers_closed)
    return refused("no-offer-open", rules.clause("insurance-forgone" if forgone else "insurance"))


def _all_answered(rules: Rules, state: TableState) -> Why:
    """Somebody has not answered yet; with bets off nobody knows how many there are."""
    reason = _no_offer(rules, state)
    if reason is None and _keyed(state) and not unanswered(rules, state, current(state)):
        return refused("answered-already", rules.clause("insurance"))
    return reason


def _none_can_stake(rules: Rules, state: TableState) -> Why:
    """Somebody who has not answered yet may stake something, which tiny bets and caps can rule out (3.12.2)."""
    reason = _all_answered(rules, state)
    if reason is not None or not _keyed(state):
        return reason
    for offer, silent in unanswered(rules, state, current(state)):
        for who in silent:
            most = most_insurance(rules, state, who, offer)
            if most is not None and most.numerator >= most.denominator:
                return None
    return refused("answered-already", rules.clause("insurance"))


may_take = During((Phase.CLOSED,), _none_can_stake, never=_never_offered)
may_decline = During((Phase.CLOSED,), _all_answered, never=_never_offered)
may_close_offer = During((Phase.CLOSED,), _no_offer, never=_never_offered)


def why_not_he(rules: Rules, state: TableState, command: Command, reason: Refusal) -> Refusal:
    """Where nobody can answer any more: why this very bettor cannot, who may not have answered (3.12.2, 5.3)."""
    if reason.code != "answered-already":
        return reason
    match command:
        case commands.TakeInsurance():
            his = take(rules, state, command)
        case commands.DeclineInsurance():
            his = decline(rules, state, command)
        case _:
            return reason
    return his if isinstance(his, Refusal) else reason


def _keyed(state: TableState) -> bool:
    assert state.table is not None, "an offer is made at a table"
    return state.table.bets is BetKeeping.KEYED


def take(rules: Rules, state: TableState, command: commands.TakeInsurance) -> Decision:
    offer = _offer(rules, state, command.side)
    if offer is None:
        return refused("no-offer-open", rules.clause("insurance"))
    wrong = _cannot(rules, state, command.who, offer) or unfit_stake(rules, state, command.who, offer, command.stake)
    if wrong is not None:
        return wrong
    bet = InsuranceBet(
        number=state.entries + 1, who=command.who, stage=offer.stage, side=offer.side, stake=command.stake
    )
    return (events.InsuranceTaken(bet=bet),)


def decline(rules: Rules, state: TableState, command: commands.DeclineInsurance) -> Decision:
    offer = _offer(rules, state, command.side)
    if offer is None:
        return refused("no-offer-open", rules.clause("insurance"))
    wrong = _cannot(rules, state, command.who, offer)
    if wrong is not None:
        return wrong
    return (events.InsuranceDeclined(who=command.who, stage=offer.stage, side=offer.side),)


def close_offer(rules: Rules, state: TableState, command: commands.CloseOffer) -> Decision:
    """Who has not answered has forgone this offer (5.3)."""
    del command
    return offer_closing(rules, state, late=False)


def offer_closing(rules: Rules, state: TableState, *, late: bool) -> tuple[events.Event, ...]:
    stages = dict.fromkeys(offer.stage for offer in open_offers(rules, state, current(state)))
    return tuple(events.OfferClosed(stage=stage, late=late) for stage in stages)


def _nothing_to_waive(rules: Rules, table: Table) -> Why:
    if rules.book.insurance is None or rules.baccarat is None:
        return refused("no-insurance-here", rules.clause("squeeze"))
    if table.dealing is not Dealing.FACE_DOWN:
        return refused("dealt-face-up", rules.clause("banker-third-first"))
    return None


def _no_waiver(rules: Rules, state: TableState) -> Why:
    """Only while the Banker draws on anything, 0 to 2: on 3 to 6 consent would tell the Player's card (3.14)."""
    now = open_coup(current(state))
    if now.next_draw is not Side.PLAYER or len(now.banker.cards) != 2 or _may_stand(now):
        return refused("banker-may-not-draw", rules.clause("banker-third-first"))
    if current(state).insurance_waived:
        return refused("waived-already", rules.clause("banker-third-first"))
    return refused("nobody-seated", rules.clause("banker-third-first")) if _nobody_seated(state) else None


def _nobody_seated(state: TableState) -> bool:
    """Only a Seated Player may ask for it (3.14, ruling O24); with bets off nobody knows who is there."""
    bettors = {bet.who for bet in current(state).in_play} - state.left
    return _keyed(state) and all(bettor != SEATED for _, bettor in bettors)


def _may_stand(now: Coup) -> bool:
    return third_card(Side.BANKER, now.player.points, now.banker.points) is not Third.DRAWS


may_waive = During((Phase.CLOSED,), _no_waiver, never=_nothing_to_waive)


def waive(rules: Rules, state: TableState, command: commands.WaiveInsurance) -> Decision:
    del state
    role, clause = rules.decider("banker_third_card_first")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return (events.InsuranceWaived(),)


def _offer(rules: Rules, state: TableState, side: Side) -> InsuranceOffer | None:
    return next((offer for offer in open_offers(rules, state, current(state)) if offer.side is side), None)


def _cannot(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Why:
    """With bets keyed only who has a bet there answers (3.11); with bets off whoever is at a seat, once."""
    assert state.table is not None, "an offer is made at a table"
    round_ = current(state)
    if who in forgone(rules, round_, offer) | state.left:
        return refused("insurance-forgone", rules.clause("insurance-forgone"))
    if not _keyed(state):
        if who[0] not in rules.seats(state.table):
            return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    elif who not in able(rules, round_, offer, left=state.left):
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if (who, offer.stage, offer.side) in round_.answered:
        return refused("answered-already", rules.clause("insurance"))
    return None


def unfit_stake(  # noqa: PLR0913 - what is asked of a stake, and what else it is kept to where it is late or corrected
    rules: Rules,
    state: TableState,
    who: Who,
    offer: InsuranceOffer,
    stake: int,
    *,
    late_cap: Fraction | None = None,
    recorded: int | None = None,
) -> Why:
    """What stands against this stake: nothing to insure, the cap of 3.12.2, or that no chips make it (ruling B9).

    What is less than a chip of an offer made late is known by its own cap; in a correction the amount that is recorded
    may stay.
    """
    insurance = rules.book.insurance
    assert insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    untracked = state.table.bets is BetKeeping.OFF
    # Where bets are not keyed a bettor answers by his seat, and an amount need not be told.
    if stake < (0 if untracked else 1):
        return refused("no-stake", rules.clause("limits"))
    if untracked:
        return None
    most = most_insurance(rules, state, who, offer)
    if most is None:
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if stake * most.denominator > most.numerator:
        told = str(in_chips(state.table, most))
        return Refusal(code="over-cap", clause=insurance.cap_clause, facts={"most": told})
    if stake == recorded or (late_cap is not None and stake > late_cap):
        # What is over the cap of a late offer is told as that (5.13.1).
        return None
    return not_laid_in_chips(rules, state.table, most if late_cap is None else min(most, late_cap), stake)


def original_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """What this bettor has on the hand that is insured, as far as it counts; None if nothing."""
    if who in forgone(rules, current(state), offer):
        return None
    return original_bet(rules.book, _insured(lying(rules, state), offer).get(who, ()))


def most_insurance(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """The most that this bettor may stake on the offer; None if he has no bet there that it could insure (3.11)."""
    if who in forgone(rules, current(state), offer):
        return None
    laid = lying(rules, state)
    if not state.persons and rules.choice("I6") != CapReading.WHOLE_TABLE.value:
        return _most_of_each(rules, laid, offer).get(who)
    person = person_of(state, who)
    on_offer = _on_offer(rules, state, offer)
    return most_on_offer(
        rules.book,
        laid.limits,
        offer,
        _insured(laid, offer).get(who, ()),
        on_offer_by_others=sum((counts for other, counts in on_offer if other != who), Fraction(0)),
        on_offer_elsewhere=sum((counts for other, counts in on_offer if other != who and other in person), Fraction(0)),
    )


def _on_offer(rules: Rules, state: TableState, offer: InsuranceOffer) -> list[tuple[Who, Fraction]]:
    """What counts of each bet that lies on the offer, and whose it is."""
    counted = insurance_counts(rules, state)
    taken = (bet for bet in current(state).insured if (bet.stage, bet.side) == (offer.stage, offer.side))
    return [(bet.who, counted[bet.number].counts or Fraction(0)) for bet in taken]


@last_remembered
def _most_of_each(rules: Rules, laid: Lying, offer: InsuranceOffer) -> Mapping[Who, Fraction]:
    """The most of every bettor, where nobody's is less for what others have taken."""
    most: dict[Who, Fraction] = {}
    for who, own in _insured(laid, offer).items():
        each = most_on_offer(rules.book, laid.limits, offer, own, on_offer_by_others=Money(0))
        assert each is not None, "an offer comes from an insurance book"
        most[who] = each
    return most


def _insured(laid: Lying, offer: InsuranceOffer) -> Mapping[Who, list[tuple[Wager, Counting]]]:
    """The bets on the hand that is insured, by bettor, with what counts of them."""
    found: dict[Who, list[tuple[Wager, Counting]]] = {}
    for bet, part in laid.bets:
        if bet.wager.area == offer.side.value:
            found.setdefault(bet.who, []).append((bet.wager, part))
    return found
