"""Insurance that the dealer had neglected to offer (Insurance Plus 5.13).

Before an outcome the Pit Manager offers it now, at the odds of the offer missed and with winnings up to the Original
Bet; after one he returns the Original Bet to those who had meant to place an insurance that would have won.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.insurance import insurance_verdict, late_cap
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.apply_mended import known_prefix
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.decide.cases import allowed_to_decide, met, need_of, opened, who_asked
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import given_back, settlement_undone
from dealer_app.domain.round.decide.insuring import most_insurance, original_stake, unfit_stake
from dealer_app.domain.round.insurance_stakes import in_chips
from dealer_app.domain.round.needs import IntentionsNeeded, LateOfferNeeded
from dealer_app.domain.round.neglect import stage_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import forgone, insurable, open_coup, open_offers
from dealer_app.domain.round.state import InsuranceBet, Person, Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import Result


def neglected(rules: Rules, state: TableState, by: Person, stage: InsuranceStage | None) -> Decision:
    """The case of an offer that was not made: which, the dealer says where more than one can have been missed."""
    assert state.table is not None, "asked only at an open table"
    if rules.book.insurance is None:
        return refused("no-insurance-here", rules.clause("uncovered"))
    if state.table.insurance is InsuranceShown.NOT_OFFERED:
        return refused("no-insurance-offered", rules.clause("no-insurance"))
    round_ = state.round or state.last
    if round_ is None:
        return refused("no-round", rules.clause("earlier-rounds-stand"))
    missed = [one for one in InsuranceStage if stage in (None, one) and _was_due(rules, state, round_, one)]
    new = [one for one in missed if one not in round_.neglected]
    if not missed:
        if _speaks_of_an_earlier_round(state, round_):
            return refused("offer-of-earlier-round", rules.clause("earlier-rounds-stand"))
        still = bool(open_offers(rules, state, round_))
        return refused("offer-still-open" if still else "nothing-was-due", rules.clause("insurance"))
    if len(new or missed) > 1:
        return refused("which-offer", rules.clause("insurance"))
    (found,) = new or missed
    if found in round_.to_be_named:
        return refused("asked-at-the-result", rules.clause("insurance"))
    told = case_of(rules, state, by, found)
    return (*told, *_passed_over(rules, state, fold(state, told), by, found))


def _speaks_of_an_earlier_round(state: TableState, round_: Round) -> bool:
    """No offer can have been due in this round yet, and others came before it: those stand (5.11)."""
    return state.round is not None and state.rounds > 1 and len(known_prefix(round_.cards)) < INITIAL_CARDS


def case_of(rules: Rules, state: TableState, by: Person, stage: InsuranceStage) -> tuple[events.Event, ...]:
    """The case of the offer of this stage."""
    facts = {"stage": stage.value}
    if stage is InsuranceStage.AFTER_P3:
        facts["second_offer"] = "yes"
    return opened(rules, state, by, Trouble.MISSED_INSURANCE, facts=facts)


def intentions_asked(rules: Rules, state: TableState) -> tuple[events.Event, ...]:
    """At the result it is asked who had meant to take what was not offered, if anybody could have (5.13.2).

    That is after an outcome which was established before the result: nothing was offered late then, and whether the
    insurance would have won was not known yet (ruling E5).
    """
    round_ = current(state)
    asked: tuple[events.Event, ...] = ()
    for stage, reported_by in round_.to_be_named.items():
        if _was_due(rules, state, round_, stage):
            asked = (*asked, *case_of(rules, fold(state, asked), Person(reported_by, "dealer"), stage))
    return asked


def _passed_over(
    rules: Rules, state: TableState, told: TableState, by: Person, stage: InsuranceStage
) -> tuple[events.Event, ...]:
    """Who was taken to have forgone the round by passing an offer that was not made missed the next one too.

    Only where passing one offer forgoes the round (ruling I9). If the next offer is still open, it is made to him now.
    """
    second = InsuranceStage.AFTER_P3
    before, now = state.round or state.last, told.round or told.last
    assert before is not None, "asked only of a round that can still be mended"
    assert now is not None, "a round that can be mended stays so"
    if stage is second or not _not_asked(rules, told, now, second) - _not_asked(rules, state, before, second):
        return ()
    return case_of(rules, told, by, second)


def _was_due(rules: Rules, state: TableState, round_: Round, stage: InsuranceStage) -> bool:
    """Whether this offer was to be made to anybody who has not answered it; bets not keyed, somebody may be there."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return bool(_past_offers(rules, state, round_, stage))
    return bool(_not_asked(rules, state, round_, stage))


def _not_asked(rules: Rules, state: TableState, round_: Round, stage: InsuranceStage) -> frozenset[tuple[Who, Side]]:
    """Who could have taken the offer, was not held to have forgone it, and has not answered."""
    return frozenset(
        (bet.who, offer.side)
        for offer in _past_offers(rules, state, round_, stage)
        for bet in round_.bets
        if bet.number in insurable(rules, round_, offer) and (bet.who, stage, offer.side) not in round_.answered
    )


def _past_offers(rules: Rules, state: TableState, round_: Round, stage: InsuranceStage) -> tuple[InsuranceOffer, ...]:
    """The offers of this stage that should have been made by now: not one that is open still, waived, or made late."""
    waived = stage is InsuranceStage.AFTER_P3 and round_.insurance_waived
    made = round_.offered_late | {offer.stage for offer in open_offers(rules, state, round_)}
    return () if waived or stage in made else missed_offers(rules, round_, stage)


def missed_offers(rules: Rules, round_: Round, stage: InsuranceStage) -> tuple[InsuranceOffer, ...]:
    """What the totals had asked the dealer to offer at this stage (ruling I8: at those odds)."""
    assert rules.baccarat is not None, "only baccarat has insurance"
    cards = _at(round_, stage)
    return () if cards is None else rules.baccarat.offers(situation(cards))


def _at(round_: Round, stage: InsuranceStage) -> tuple[Card, ...] | None:
    count = 4 if stage is InsuranceStage.AFTER_FOUR else 5
    known = known_prefix(round_.cards)
    return known[:count] if len(known) >= count else None


def offer_late(rules: Rules, state: TableState, command: commands.OfferLate) -> Decision:
    """A late bet, by the Pit Manager or above; its winnings may not exceed the Original Bet (5.13.1, ruling I7)."""
    need = need_of(state, LateOfferNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    offers = missed_offers(rules, current(state), stage_of(state.cases[-1]))
    offer = next((one for one in offers if one.side is command.side), None)
    if offer is None or command.stage is not offer.stage:
        return refused("no-offer-open", need.clause)
    if command.who in forgone(rules, current(state), offer) | state.left:
        return refused("insurance-forgone", rules.clause("insurance-forgone"))
    if (command.who, offer.stage, offer.side) in current(state).answered:
        return refused("answered-already", rules.clause("insurance"))
    cap = most_late(rules, state, command.who, offer)
    unfit = unfit_stake(rules, state, command.who, offer, command.stake, late_cap=cap) or over_late(
        rules, state, command.who, offer, command.stake
    )
    if unfit is not None:
        return unfit
    bet = InsuranceBet(
        number=state.entries + 1,
        who=command.who,
        stage=offer.stage,
        side=offer.side,
        stake=command.stake,
        late=True,
    )
    return (events.InsuranceTaken(bet=bet),)


def over_late(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer, stake: int) -> Why:
    """Whether this is more than may be staked on an offer made late (5.13.1)."""
    assert rules.book.insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    if state.table.bets is BetKeeping.OFF:
        return None
    most = _late_cap(rules, state, who, offer)
    if stake <= most:
        return None
    told = str(in_chips(state.table, most))
    return Refusal(code="over-late-cap", clause=rules.book.insurance.late_clause, facts={"most": told})


def most_late(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction:
    """The most that this bettor may stake on an offer made late: the cap of the offer (3.12.2) and that of 5.13.1."""
    usual = most_insurance(rules, state, who, offer)
    return Fraction(0) if usual is None else max(Fraction(0), min(usual, _late_cap(rules, state, who, offer)))


def _late_cap(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction:
    assert rules.book.insurance is not None, "an offer comes from an insurance book"
    original = original_stake(rules, state, who, offer)
    assert original is not None, "who has no such bet has been refused"
    return (
        late_cap(rules.book.insurance, offer.odds, original) - _late_payout(rules, state, who, offer) / offer.odds.ratio
    )


def _late_payout(rules: Rules, state: TableState, who: Who, late: InsuranceOffer) -> Fraction:
    """What this bettor's late bets on the same hand would be paid: all of them together have one cap (5.13.1)."""
    round_ = current(state)
    own = [bet for bet in round_.insured if bet.late and (bet.who, bet.side) == (who, late.side)]
    counted = insurance_counts(rules, state) if own else {}
    return sum(
        (
            offer.odds.prize(counted[bet.number].counts or Fraction(0))
            for bet in own
            for offer in missed_offers(rules, round_, bet.stage)
            if offer.side is bet.side
        ),
        Fraction(0),
    )


def close_late_offer(rules: Rules, state: TableState, command: mending_commands.CloseLateOffer) -> Decision:
    """All affected have answered; they must accept the cards to come (5.13.1)."""
    need = need_of(state, LateOfferNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    stage = stage_of(state.cases[-1])
    closed = () if stage in current(state).offers_closed else (events.OfferClosed(stage=stage, late=True),)
    return (*closed, *met(state, command.by, "offered late"))


def name_intentions(rules: Rules, state: TableState, command: mending_commands.NameIntentions) -> Decision:
    """Only where that insurance would have won is the Original Bet returned (5.13.2)."""
    need = need_of(state, IntentionsNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    if any(not named.reason.strip() for named in command.named):
        return refused("reason-needed", need.clause)
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be mended"
    stage = stage_of(state.cases[-1])
    offers = {offer.side: offer for offer in missed_offers(rules, round_, stage)}
    for named in command.named:
        if named.side not in offers or not _had_bet(rules, state, round_, named):
            return refused("nothing-to-insure", need.clause)
        if named.who in forgone(rules, round_, offers[named.side]):
            return refused("insurance-forgone", rules.clause("insurance-forgone"))
        if (named.who, stage, named.side) in round_.answered:
            return refused("answered-already", rules.clause("insurance"))
    named_event = mending_events.IntentionsNamed(named=tuple((one.who, one.side, one.reason) for one in command.named))
    done = (named_event, *met(state, command.by, f"{len(command.named)} named"))
    numbers = intentions_return(rules, state, command.named)
    if not numbers:
        return done
    asked_by = who_asked(state)
    undone = settlement_undone(rules, fold(state, done), asked_by)
    done = (*done, *undone[:1])
    # An Original Bet that goes back was placed, as one that goes back by an option was (5.13.2, ruling L11).
    back = given_back(fold(state, done), dict.fromkeys(numbers, 0), need.clause)
    return (*done, *back, *undone[1:])


def intentions_return(
    rules: Rules, state: TableState, intentions: Iterable[mending_commands.Intention]
) -> frozenset[int]:
    """The Original Bets that go back to those named, by their numbers."""
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be mended"
    offers = {offer.side: offer for offer in missed_offers(rules, round_, stage_of(state.cases[-1]))}
    return frozenset(
        number
        for named in intentions
        if _would_have_won(round_, offers[named.side])
        for number in _originals(round_, named)
    )


def _had_bet(rules: Rules, state: TableState, round_: Round, named: mending_commands.Intention) -> bool:
    """Whether he had an Original Bet on that hand; bets not keyed, who is at a seat may have had one."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return named.who[0] in rules.seats(state.table)
    return any(_originals(round_, named))


def _originals(round_: Round, named: mending_commands.Intention) -> Iterator[int]:
    hands = {Side.PLAYER: "player", Side.BANKER: "banker"}
    for bet in round_.bets:
        if (bet.who, bet.wager.area) == (named.who, hands[named.side]) and bet.number not in round_.returned:
            yield bet.number


def _would_have_won(round_: Round, offer: InsuranceOffer) -> bool:
    final = open_coup(round_)
    return insurance_verdict(offer, final.player.points, final.banker.points).result is Result.WIN
