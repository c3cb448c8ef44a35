"""Insurance that the dealer had neglected to offer (Insurance Plus 5.13).

Before an outcome the Pit Manager offers it now, at the odds of the offer missed and with winnings up to the Original
Bet; after one he returns the Original Bet to those who had meant to place an insurance that would have won.
"""

from collections.abc import Iterator

from dealer_app.domain.baccarat.insurance import insurance_verdict, late_cap
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.apply_mended import known_prefix
from dealer_app.domain.round.decide.cases import allowed_to_decide, met, need_of, opened, who_asked
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import settlement_undone
from dealer_app.domain.round.decide.insuring import original_stake, unfit_stake
from dealer_app.domain.round.needs import IntentionsNeeded, LateOfferNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import forgone, insurable, open_coup
from dealer_app.domain.round.state import InsuranceBet, Person, Round, TableState
from dealer_app.domain.round.table import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import Result


def neglected(rules: Rules, state: TableState, by: Person, stage: InsuranceStage | None) -> Decision:
    """The case of an offer that was not made; without a stage the first that the cards had asked for."""
    assert state.table is not None, "asked only at an open table"
    if rules.book.insurance is None:
        return refused("no-insurance-here", rules.clause("uncovered"))
    if state.table.insurance is InsuranceShown.NOT_OFFERED:
        return refused("no-insurance-offered", rules.clause("no-insurance"))
    round_ = state.round or state.last
    if round_ is None:
        return refused("no-round", rules.clause("earlier-rounds-stand"))
    found = stage or next((one for one in InsuranceStage if missed_offers(rules, round_, one)), None)
    if found is None or not missed_offers(rules, round_, found):
        return refused("nothing-was-due", rules.clause("insurance"))
    return opened(rules, state, by, Trouble.MISSED_INSURANCE, facts={"stage": found.value})


def missed_offers(rules: Rules, round_: Round, stage: InsuranceStage) -> tuple[InsuranceOffer, ...]:
    """What the totals had asked the dealer to offer at this stage (ruling I8: at those odds)."""
    assert rules.baccarat is not None, "only baccarat has insurance"
    cards = _at(round_, stage)
    return () if cards is None else rules.baccarat.offers(situation(cards))


def _at(round_: Round, stage: InsuranceStage) -> tuple[Card, ...] | None:
    count = 4 if stage is InsuranceStage.AFTER_FOUR else 5
    known = known_prefix(round_.cards)
    return known[:count] if len(known) >= count else None


def _stage(state: TableState) -> InsuranceStage:
    return InsuranceStage(state.cases[-1].facts["stage"])


def offer_late(rules: Rules, state: TableState, command: commands.OfferLate) -> Decision:
    """A late bet, by the Pit Manager or above; its winnings may not exceed the Original Bet (5.13.1, ruling I7)."""
    need = need_of(state, LateOfferNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    offers = missed_offers(rules, current(state), _stage(state))
    offer = next((one for one in offers if one.side is command.side), None)
    if offer is None:
        return refused("no-offer-open", need.clause)
    if command.who in forgone(rules, current(state), offer):
        return refused("insurance-forgone", rules.clause("insurance-forgone"))
    if (command.who, offer.stage, offer.side) in current(state).answered:
        return refused("answered-already", rules.clause("insurance"))
    unfit = unfit_stake(rules, state, command.who, offer, command.stake) or _over(rules, state, command, offer)
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


def _over(rules: Rules, state: TableState, command: commands.OfferLate, offer: InsuranceOffer) -> Why:
    assert rules.book.insurance is not None, "an offer comes from an insurance book"
    assert state.table is not None, "an offer is made at a table"
    if state.table.bets is BetKeeping.OFF:
        return None
    original = original_stake(rules, state, command.who, offer)
    assert original is not None, "who has no such bet has been refused"
    most = late_cap(rules.book.insurance, offer.odds, original)
    if command.stake <= most:
        return None
    return Refusal(code="over-late-cap", clause=rules.book.insurance.late_clause, facts={"most": str(most)})


def close_late_offer(rules: Rules, state: TableState, command: mending_commands.CloseLateOffer) -> Decision:
    """All affected have answered; they must accept the cards to come (5.13.1)."""
    need = need_of(state, LateOfferNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    stage = _stage(state)
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
    offers = {offer.side: offer for offer in missed_offers(rules, round_, _stage(state))}
    for named in command.named:
        if named.side not in offers or not list(_originals(round_, named)):
            return refused("nothing-to-insure", need.clause)
        if named.who in forgone(rules, round_, offers[named.side]):
            return refused("insurance-forgone", rules.clause("insurance-forgone"))
    named_event = mending_events.IntentionsNamed(named=tuple((one.who, one.side, one.reason) for one in command.named))
    done = (named_event, *met(state, command.by, f"{len(command.named)} named"))
    numbers = frozenset(
        number
        for named in command.named
        if _would_have_won(round_, offers[named.side])
        for number in _originals(round_, named)
    )
    if not numbers:
        return done
    asked_by = who_asked(state)
    undone = settlement_undone(rules, fold(state, done), asked_by)
    returned = (*undone[:1], events.BetsReturned(numbers=numbers, clause=need.clause), *undone[1:])
    return (*done, *returned)


def _originals(round_: Round, named: mending_commands.Intention) -> Iterator[int]:
    hands = {Side.PLAYER: "player", Side.BANKER: "banker"}
    for bet in round_.bets:
        if (bet.who, bet.wager.area) == (named.who, hands[named.side]) and bet.number not in round_.returned:
            yield bet.number


def _would_have_won(round_: Round, offer: InsuranceOffer) -> bool:
    final = open_coup(round_)
    return insurance_verdict(offer, final.player.points, final.banker.points).result is Result.WIN


def affected(rules: Rules, state: TableState) -> tuple[tuple[InsuranceOffer, tuple[int, ...]], ...]:
    """The offers that were missed, each with the bets that it can insure."""
    round_ = current(state)
    return tuple(
        (offer, tuple(insurable(rules, round_, offer))) for offer in missed_offers(rules, round_, _stage(state))
    )
