"""Insurance that the dealer had neglected to offer (Insurance Plus 5.13).

Before an outcome the Pit Manager offers it now, at the odds of the offer missed and with winnings up to the Original
Bet; after one the dealer returns the Original Bet to those who had meant to place an insurance that would have won.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import insurance_verdict, late_offer_cap
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.counts import floor_to_chips, insurance_counts
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, current_round
from dealer_app.domain.round.decide.insurance import insurance_stake_refusal, most_insurance_stake, original_bet_stake
from dealer_app.domain.round.decide.round_end import return_bets, undo_settlement
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.fold_corrections import case_stage, open_prefix
from dealer_app.domain.round.irregularities.cases import (
    case_reporter,
    decider_refusal,
    expect_need,
    meet_need,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import IntentionsNeeded, LateOfferNeeded
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import InsuranceBet, Person, Round, TableState, Who
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.round.visible import bettors_who_passed, insurable_bets, open_coup, open_offers
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import Result


def report_missed_offer(rules: Rules, state: TableState, by: Person, stage: InsuranceStage | None) -> CommandResult:
    """The case of an offer that was not made: which, the dealer says where more than one can have been missed."""
    assert state.table is not None, "asked only at an open table"
    if rules.book.insurance is None:
        return simple_refusal("no-insurance-here", rules.clause("uncovered"))
    if state.table.insurance is InsuranceShown.NOT_OFFERED:
        return simple_refusal("no-insurance-offered", rules.clause("no-insurance"))
    round_ = state.round or state.last
    if round_ is None:
        return simple_refusal("no-round", rules.clause("earlier-rounds-stand"))
    missed = [one for one in InsuranceStage if stage in (None, one) and _was_offer_due(rules, state, round_, one)]
    new = [one for one in missed if one not in round_.neglected]
    if not missed:
        if _is_about_earlier_round(state, round_):
            return simple_refusal("offer-of-earlier-round", rules.clause("earlier-rounds-stand"))
        still = bool(open_offers(rules, state, round_))
        return simple_refusal("offer-still-open" if still else "nothing-was-due", rules.clause("insurance"))
    if len(new or missed) > 1:
        return simple_refusal("which-offer", rules.clause("insurance"))
    (found,) = new or missed
    if found in round_.to_be_named:
        return simple_refusal("asked-at-the-result", rules.clause("insurance"))
    opened = open_missed_offer_case(rules, state, by, found)
    return (*opened, *_open_second_case(rules, state, fold(state, opened), by, found))


def _is_about_earlier_round(state: TableState, round_: Round) -> bool:
    """No offer can have been due in this round yet, and others came before it: those are final (5.11)."""
    return state.round is not None and state.rounds > 1 and len(open_prefix(round_.cards)) < INITIAL_CARDS


def open_missed_offer_case(
    rules: Rules, state: TableState, by: Person, stage: InsuranceStage
) -> tuple[events.Event, ...]:
    """The case of the offer of this stage."""
    facts = {"stage": stage.value}
    if stage is InsuranceStage.AFTER_P3:
        facts["second_offer"] = "yes"
    return open_case(rules, state, by, IrregularityKind.MISSED_INSURANCE, facts=facts)


def ask_intentions(rules: Rules, state: TableState) -> tuple[events.Event, ...]:
    """At the result it is asked who had meant to take what was not offered, if anybody could have (5.13.2).

    That is after an outcome which was established before the result: nothing was offered late then, and whether the
    insurance would have won was not known yet (ruling E5).
    """
    round_ = current_round(state)
    asked: tuple[events.Event, ...] = ()
    for stage, reported_by in round_.to_be_named.items():
        if _was_offer_due(rules, state, round_, stage):
            asked = (*asked, *open_missed_offer_case(rules, fold(state, asked), Person(reported_by, "dealer"), stage))
    return asked


def _open_second_case(
    rules: Rules, state: TableState, reported: TableState, by: Person, stage: InsuranceStage
) -> tuple[events.Event, ...]:
    """Who was taken to have forgone the round by passing an offer that was not made missed the next one too.

    Only where passing one offer forgoes the round (ruling I9). If the next offer is still open, it is made to them now.
    """
    second = InsuranceStage.AFTER_P3
    before, now = state.round or state.last, reported.round or reported.last
    assert before is not None, "asked only of a round that can still be corrected"
    assert now is not None, "a round that can be corrected stays so"
    if stage is second or not _bettors_not_asked(rules, reported, now, second) - _bettors_not_asked(
        rules, state, before, second
    ):
        return ()
    return open_missed_offer_case(rules, reported, by, second)


def _was_offer_due(rules: Rules, state: TableState, round_: Round, stage: InsuranceStage) -> bool:
    """Whether this offer was to be made to anybody who has not answered it; bets not keyed, somebody may be there."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return bool(_overdue_offers(rules, state, round_, stage))
    return bool(_bettors_not_asked(rules, state, round_, stage))


def _bettors_not_asked(
    rules: Rules, state: TableState, round_: Round, stage: InsuranceStage
) -> frozenset[tuple[Who, Side]]:
    """Who could have taken the offer, was not held to have forgone it, and has not answered."""
    return frozenset(
        (bet.who, offer.side)
        for offer in _overdue_offers(rules, state, round_, stage)
        for bet in round_.bets
        if bet.number in insurable_bets(rules, round_, offer) and (bet.who, stage, offer.side) not in round_.answered
    )


def _overdue_offers(
    rules: Rules, state: TableState, round_: Round, stage: InsuranceStage
) -> tuple[InsuranceOffer, ...]:
    """The offers of this stage that should have been made by now: not one that is open still, waived, or made late."""
    waived = stage is InsuranceStage.AFTER_P3 and round_.insurance_waived
    made = round_.offered_late | {offer.stage for offer in open_offers(rules, state, round_)}
    return () if waived or stage in made else due_offers(rules, round_, stage)


def due_offers(rules: Rules, round_: Round, stage: InsuranceStage) -> tuple[InsuranceOffer, ...]:
    """What the totals had asked the dealer to offer at this stage (ruling I8: at those odds)."""
    assert rules.baccarat is not None, "only baccarat has insurance"
    cards = _cards_at_stage(round_, stage)
    return () if cards is None else rules.baccarat.situation_offers(coup_situation(cards))


def _cards_at_stage(round_: Round, stage: InsuranceStage) -> tuple[Card, ...] | None:
    count = 4 if stage is InsuranceStage.AFTER_FOUR else 5
    known = open_prefix(round_.cards)
    return known[:count] if len(known) >= count else None


def offer_late(rules: Rules, state: TableState, command: commands.OfferLate) -> CommandResult:
    """A late bet, by the Pit Manager or above; its winnings may not exceed the Original Bet (5.13.1, ruling I7)."""
    need = expect_need(state, LateOfferNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    offers = due_offers(rules, current_round(state), case_stage(state.cases[-1]))
    offer = next((one for one in offers if one.side is command.side), None)
    if offer is None or command.stage is not offer.stage:
        return simple_refusal("no-offer-open", need.clause)
    if command.who in bettors_who_passed(rules, current_round(state), offer) | state.left:
        return simple_refusal("insurance-forgone", rules.clause("insurance-forgone"))
    if (command.who, offer.stage, offer.side) in current_round(state).answered:
        return simple_refusal("answered-already", rules.clause("insurance"))
    cap = most_late_stake(rules, state, command.who, offer)
    unfit = insurance_stake_refusal(
        rules, state, command.who, offer, command.stake, late_cap=cap
    ) or late_stake_refusal(rules, state, command.who, offer, command.stake)
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


def late_stake_refusal(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer, stake: int) -> MaybeRefusal:
    """Whether this is more than may be staked on an offer made late (5.13.1)."""
    assert rules.book.insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    if state.table.bets is BetKeeping.OFF:
        return None
    most = _late_stake_cap(rules, state, who, offer)
    if stake <= most:
        return None
    amount = str(floor_to_chips(state.table, most))
    return Refusal(code="over-late-cap", clause=rules.book.insurance.late_clause, facts={"most": amount})


def most_late_stake(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction:
    """The most that this bettor may stake on an offer made late: the cap of the offer (3.12.2) and that of 5.13.1."""
    usual = most_insurance_stake(rules, state, who, offer)
    return Fraction(0) if usual is None else max(Fraction(0), min(usual, _late_stake_cap(rules, state, who, offer)))


def _late_stake_cap(rules: Rules, state: TableState, who: Who, offer: InsuranceOffer) -> Fraction:
    assert rules.book.insurance is not None, "an offer comes from an insurance book"
    original = original_bet_stake(rules, state, who, offer)
    assert original is not None, "who has no such bet has been refused"
    return (
        late_offer_cap(rules.book.insurance, offer.odds, original)
        - _late_payout(rules, state, who, offer) / offer.odds.ratio
    )


def _late_payout(rules: Rules, state: TableState, who: Who, late: InsuranceOffer) -> Fraction:
    """What this bettor's late bets on the same hand would be paid: all of them together have one cap (5.13.1)."""
    round_ = current_round(state)
    own = [bet for bet in round_.insurance_in_play if bet.late and (bet.who, bet.side) == (who, late.side)]
    counted = insurance_counts(rules, state) if own else {}
    return sum(
        (
            offer.odds.prize(counted[bet.number].counts or Fraction(0))
            for bet in own
            for offer in due_offers(rules, round_, bet.stage)
            if offer.side is bet.side
        ),
        Fraction(0),
    )


def close_late_offer(rules: Rules, state: TableState, command: correction_commands.CloseLateOffer) -> CommandResult:
    """All affected have answered; they must accept the cards to come (5.13.1)."""
    need = expect_need(state, LateOfferNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    stage = case_stage(state.cases[-1])
    closed = () if stage in current_round(state).offers_closed else (events.OfferClosed(stage=stage, late=True),)
    return (*closed, *meet_need(state, command.by, "offered late"))


def name_intentions(rules: Rules, state: TableState, command: correction_commands.NameIntentions) -> CommandResult:
    """Only where that insurance would have won is the Original Bet returned (5.13.2)."""
    need = expect_need(state, IntentionsNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    if any(not named.reason.strip() for named in command.named):
        return simple_refusal("reason-needed", need.clause)
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be corrected"
    stage = case_stage(state.cases[-1])
    offers = {offer.side: offer for offer in due_offers(rules, round_, stage)}
    for named in command.named:
        if named.side not in offers or not _had_original_bet(rules, state, round_, named):
            return simple_refusal("nothing-to-insure", need.clause)
        if named.who in bettors_who_passed(rules, round_, offers[named.side]):
            return simple_refusal("insurance-forgone", rules.clause("insurance-forgone"))
        if (named.who, stage, named.side) in round_.answered:
            return simple_refusal("answered-already", rules.clause("insurance"))
    named_event = correction_events.IntentionsNamed(
        named=tuple((one.who, one.side, one.reason) for one in command.named)
    )
    done = (named_event, *meet_need(state, command.by, f"{len(command.named)} named"))
    numbers = intention_returns(rules, state, command.named)
    if not numbers:
        return done
    asked_by = case_reporter(state)
    undone = undo_settlement(rules, fold(state, done), asked_by)
    done = (*done, *undone[:1])
    # An Original Bet that goes back was placed, as one that goes back by an option was (5.13.2, ruling L11).
    back = return_bets(fold(state, done), dict.fromkeys(numbers, 0), need.clause)
    return (*done, *back, *undone[1:])


def intention_returns(
    rules: Rules, state: TableState, intentions: Iterable[correction_commands.Intention]
) -> frozenset[int]:
    """The Original Bets that go back to those named, by their numbers."""
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be corrected"
    offers = {offer.side: offer for offer in due_offers(rules, round_, case_stage(state.cases[-1]))}
    return frozenset(
        number
        for named in intentions
        if _would_have_won(round_, offers[named.side])
        for number in _original_bet_numbers(round_, named)
    )


def _had_original_bet(rules: Rules, state: TableState, round_: Round, named: correction_commands.Intention) -> bool:
    """Whether the bettor had an Original Bet on that hand; bets not keyed, who is at a seat may have had one."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return named.who[0] in rules.seats(state.table)
    return any(_original_bet_numbers(round_, named))


def _original_bet_numbers(round_: Round, named: correction_commands.Intention) -> Iterator[int]:
    hands = {Side.PLAYER: "player", Side.BANKER: "banker"}
    for bet in round_.bets:
        if (bet.who, bet.wager.area) == (named.who, hands[named.side]) and bet.number not in round_.returned:
            yield bet.number


def _would_have_won(round_: Round, offer: InsuranceOffer) -> bool:
    final = open_coup(round_)
    return insurance_verdict(offer, final.player.points, final.banker.points).result is Result.WIN
