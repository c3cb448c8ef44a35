"""Insurance: bettors answer the open offers until the dealer closes them (Insurance Plus 3.11 to 3.14)."""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import most_on_offer, original_bet
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting, counting
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.conditions import Why, current, in_phase, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.seen import forgone, insurable, open_coup, open_offers
from dealer_app.domain.round.state import InsuranceBet, Phase, PlacedBet, Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Dealing, Rules
from dealer_app.domain.rulebook import InsuranceOffer, Side
from dealer_app.domain.wagers import Wager


def _offer_open(rules: Rules, state: TableState) -> Why:
    reason = nothing_unresolved(state) or in_phase(rules, state, Phase.CLOSED)
    if reason is not None:
        return reason
    if rules.baccarat is None or not open_offers(rules, state, current(state)):
        # Who has not answered before the next card has forgone it (5.3).
        forgone = bool(current(state).offers_closed)
        return refused("no-offer-open", rules.clause("insurance-forgone" if forgone else "insurance"))
    return None


def may_decline(rules: Rules, state: TableState) -> Why:
    """Somebody has not answered yet; with bets off nobody knows how many there are."""
    reason = _offer_open(rules, state)
    if reason is None and _keyed(state) and not any(unanswered(rules, state)):
        return refused("answered-already", rules.clause("insurance"))
    return reason


def may_take(rules: Rules, state: TableState) -> Why:
    """Somebody who has not answered yet may stake something, which tiny bets and caps can rule out (3.12.2)."""
    reason = may_decline(rules, state)
    if reason is not None or not _keyed(state):
        return reason
    if all(unfit_stake(rules, state, who, offer, 1) for who, offer in unanswered(rules, state)):
        return refused("answered-already", rules.clause("insurance"))
    return None


def may_close_offer(rules: Rules, state: TableState) -> Why:
    return _offer_open(rules, state)


def unanswered(rules: Rules, state: TableState) -> Iterator[tuple[Who, InsuranceOffer]]:
    """Who has a bet that an open offer can insure, and has not answered it."""
    round_ = current(state)
    for offer in open_offers(rules, state, round_):
        able = insurable(rules, round_, offer)
        for bet in round_.bets:
            if bet.number in able and (bet.who, offer.stage, offer.side) not in round_.answered:
                yield bet.who, offer


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


def may_waive(rules: Rules, state: TableState) -> Why:
    """Only while the Banker draws on anything, 0 to 2: on 3 to 6 consent would tell the Player's card (3.14)."""
    reason = nothing_unresolved(state) or in_phase(rules, state, Phase.CLOSED)
    if reason is not None:
        return reason
    if rules.book.insurance is None or rules.baccarat is None:
        return refused("no-insurance-here", rules.clause("squeeze"))
    if state.table is None or state.table.dealing is not Dealing.FACE_DOWN:
        return refused("dealt-face-up", rules.clause("banker-third-first"))
    now = open_coup(current(state))
    if now.next_draw is not Side.PLAYER or len(now.banker.cards) != 2 or now.banker.points > 2:
        return refused("banker-may-not-draw", rules.clause("banker-third-first"))
    if current(state).insurance_waived:
        return refused("waived-already", rules.clause("banker-third-first"))
    return None


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
    if who in forgone(rules, round_, offer):
        return refused("insurance-forgone", rules.clause("insurance-forgone"))
    if not _keyed(state):
        if who[0] not in rules.seats(state.table):
            return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    elif not _holds(round_, who, insurable(rules, round_, offer)):
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if (who, offer.stage, offer.side) in current(state).answered:
        return refused("answered-already", rules.clause("insurance"))
    return None


def _holds(round_: Round, who: Who, numbers: Collection[int]) -> bool:
    return any(bet.number in numbers and bet.who == who for bet in round_.bets)


def unfit_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer, stake: int) -> Why:
    """What stands against this stake: nothing to insure, or the cap of 3.12.2."""
    insurance = rules.book.insurance
    assert insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    if stake < 1:
        return refused("no-stake", rules.clause("limits"))
    if state.table.bets is BetKeeping.OFF:
        return None
    most = most_insurance(rules, state, who, offer)
    if most is None:
        return Refusal(code="nothing-to-insure", clause=rules.clause("insurance"), facts={"side": offer.side.value})
    if stake > most:
        return Refusal(code="over-cap", clause=insurance.cap_clause, facts={"most": str(most)})
    return None


@last_remembered
def _counted(rules: Rules, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> tuple[tuple[PlacedBet, Counting], ...]:
    """These bets, each with what counts of it. They stay the same while bettors answer an offer."""
    counted = counting(rules.book, limits, [bet.wager for bet in bets])
    return tuple(zip(bets, counted, strict=True))


def _in_play(round_: Round) -> tuple[PlacedBet, ...]:
    """The bets that have not gone back."""
    if not round_.returned:
        return round_.bets
    return tuple(bet for bet in round_.bets if bet.number not in round_.returned)


def _insured(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> list[tuple[Wager, Counting]]:
    """This bettor's bets on the hand that is insured, with what counts of them."""
    assert state.table is not None, "bets are placed at a table"
    round_ = current(state)
    able = insurable(rules, round_, offer)
    bets = _counted(rules, state.table.limits, _in_play(round_))
    return [(bet.wager, part) for bet, part in bets if bet.who == who and bet.number in able]


def original_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """What this bettor has on the hand that is insured, as far as it counts; None if nothing."""
    return original_bet(rules.book, _insured(rules, state, who, offer))


def most_insurance(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction | None:
    """The most that this bettor may stake on the offer; None if he has no bet there that it could insure (3.11)."""
    assert state.table is not None, "an offer is made at a table"
    person = person_of(state, who)
    return most_on_offer(
        rules.book,
        state.table.limits,
        offer,
        _insured(rules, state, who, offer),
        on_offer_by_others=_on_offer(state, offer, lambda bet: bet.who != who),
        on_offer_elsewhere=_on_offer(state, offer, lambda bet: bet.who != who and bet.who in person),
    )


def _on_offer(state: TableState, offer: InsuranceOffer, by: Callable[[InsuranceBet], bool]) -> Money:
    taken = (bet for bet in current(state).insurance if (bet.stage, bet.side) == (offer.stage, offer.side))
    return Money(sum(bet.stake for bet in taken if by(bet)))
