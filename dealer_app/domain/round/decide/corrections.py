"""Decides on corrections: the dealer asks, somebody else agrees, and the round is judged again.

Chips and cards decide, not the record (RWS v4 5.14, 5.15). Bets, insurance, cards and dice can be corrected
until the next round begins, even after the settlement, which is then taken back and made again. The dealer's
last entry can be undone while nobody has relied on it.
"""

from typing import assert_never

from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.betting import (
    closure_events,
    drop_chipless_bets,
    wager_place_refusal,
    wager_refusal,
)
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    away_cards_refusal,
    current_round,
    open_matter_refusal,
)
from dealer_app.domain.round.decide.dealing import is_impossible_card, judge_cards
from dealer_app.domain.round.decide.dice import judge_tumbles
from dealer_app.domain.round.decide.insurance import insurance_stake_refusal
from dealer_app.domain.round.decide.missed_insurance import due_offers, late_stake_refusal, most_late_stake
from dealer_app.domain.round.decide.round_end import leavers_to_pay, move_chip_differences, undo_settlement
from dealer_app.domain.round.decide.settlement import outcome_word, settlement_lines
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import CaseSubject, current_need, open_case
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.withdrawal import remember_report
from dealer_app.domain.round.needs import (
    BetCorrection,
    CardCorrection,
    ChipsReturned,
    ComparisonNeeded,
    Correction,
    DiceCorrection,
    InsuranceCorrection,
    Insured,
    LatePart,
    TumbleCounted,
    WithoutValue,
)
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import InsuranceBet, KeyedEntry, Person, Phase, PlacedBet, Round, TableState
from dealer_app.domain.round.table_settings import BetKeeping, Rules, chip_refusal
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage
from dealer_app.domain.values import replace


def find_insurance_bet(round_: Round, number: int | None) -> InsuranceBet | None:
    """An insurance bet of which the chips still lie there."""
    return next((bet for bet in round_.insurance if bet.number == number and number not in round_.returned), None)


def bet_insured_hand(bet: InsuranceBet) -> Insured:
    return Insured(bet.who, bet.stage, bet.side)


def past_offers(rules: Rules, round_: Round) -> tuple[InsuranceOffer, ...]:
    """What was offered in this round and is closed, in time or late: on these chips may lie that were not keyed."""
    if rules.book.insurance is None:
        return ()
    made = [stage for stage in InsuranceStage if _was_offer_made(round_, stage)]
    return tuple(offer for stage in made for offer in due_offers(rules, round_, stage))


def _was_offer_made(round_: Round, stage: InsuranceStage) -> bool:
    return stage in round_.offered_late or (stage in round_.offers_closed and stage not in round_.neglected)


def insurance_change_refusal(
    rules: Rules, state: TableState, bet: InsuranceBet | None, wanted: InsuranceCorrection
) -> MaybeRefusal:
    """Why it is refused: no such offer, over its cap (3.12.2), or over the cap of an offer made late (5.13.1)."""
    round_ = state.round or state.last
    assert round_ is not None, "asked only of a round that can still be corrected"
    insured = wanted.insured
    if insured is not None:
        wrong = _offer_refusal(rules, state, round_, bet, insured)
        if wrong is not None:
            return wrong
    elif bet is not None:
        insured = bet_insured_hand(bet)
    assert insured is not None, "an insurance that was not keyed says whose it is"
    offers = due_offers(rules, round_, insured.stage)
    offer = next((offer for offer in offers if offer.side is insured.side), None)
    if offer is None:
        # A card corrected since leaves nothing that was to be offered: the stake goes back, whatever it is.
        return simple_refusal("no-offer-open", rules.clause("insurance"))
    others = tuple(other for other in round_.insurance if other is not bet)
    without = replace(state, round=replace(round_, insurance=others))
    stake = wanted.stake or Money(0)
    recorded = None if bet is None else bet.stake
    late = insured.stage in round_.offered_late if wanted.insured is not None or bet is None else bet.late
    cap = most_late_stake(rules, without, insured.who, offer) if late else None
    against = insurance_stake_refusal(rules, without, insured.who, offer, stake, late_cap=cap, recorded=recorded)
    return against or (late_stake_refusal(rules, without, insured.who, offer, stake) if late else None)


def _offer_refusal(
    rules: Rules, state: TableState, round_: Round, bet: InsuranceBet | None, insured: Insured
) -> MaybeRefusal:
    """Only on an offer that was made and is closed; an open one the bettor answers. One bet of each on an offer."""
    assert state.table is not None, "asked only at an open table"
    clause = rules.clause("insurance")
    if not _was_offer_made(round_, insured.stage):
        return simple_refusal("no-offer-open", clause)
    seats = rules.seats(state.table)
    if state.table.bets is BetKeeping.OFF and insured.who[0] not in seats:
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(insured.who[0])})
    if any(other is not bet and bet_insured_hand(other) == insured for other in round_.insurance):
        return simple_refusal("answered-already", clause)
    return None


def correct_insurance(
    state: TableState, wanted: InsuranceCorrection, clause: str
) -> correction_events.InsuranceCorrected:
    round_ = state.round
    assert round_ is not None, "corrected only while its round is on, or settled again"
    number = wanted.number or state.entries + 1
    before = find_insurance_bet(round_, wanted.number)
    bet = None
    if wanted.stake is not None:
        insured = wanted.insured or (bet_insured_hand(before) if before is not None else None)
        assert insured is not None, "a bet in play does not go away while its case is open"
        who, stage, side = insured.who, insured.stage, insured.side
        late = before.late if before is not None and wanted.insured is None else stage in round_.offered_late
        bet = InsuranceBet(number=number, who=who, stage=stage, side=side, stake=wanted.stake, late=late)
    return correction_events.InsuranceCorrected(number=number, bet=bet, clause=clause)


def may_correct_bet(rules: Rules, state: TableState) -> MaybeRefusal:
    return open_matter_refusal(state) or _correction_time_refusal(rules, state)


def correct_bet(rules: Rules, state: TableState, command: correction_commands.CorrectBet) -> CommandResult:
    clause = rules.clause("chips-decide")
    insured = find_insurance_bet(_correctable_round(state), command.number)
    missing = command.number is None and command.insured is not None and command.stake is not None
    if command.wager is None and (insured is not None or missing):
        asked = InsuranceCorrection(command.number, command.stake, command.insured)
        if (
            insured is not None
            and command.stake == insured.stake
            and command.insured in (None, bet_insured_hand(insured))
        ):
            return simple_refusal("bet-as-keyed", clause)
        over = None if command.stake is None else insurance_change_refusal(rules, state, insured, asked)
        return over or _open_correction_case(
            rules, state, command.by, IrregularityKind.BET_CORRECTED, asked, command.reason
        )
    before = None if command.number is None else _find_bet(_correctable_round(state), command.number)
    if (
        (command.number is not None and before is None)
        or command.stake is not None
        or command.insured is not None
        or (command.number is None and command.wager is None)
    ):
        return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(command.number)})
    if before is not None and command.wager == before.wager:
        return simple_refusal("bet-as-keyed", clause)
    unfit = None if command.wager is None else wager_refusal(rules, state, command.wager, instead_of=command.number)
    if unfit is not None:
        return unfit
    wanted = BetCorrection(command.number, command.wager)
    return _open_correction_case(rules, state, command.by, IrregularityKind.BET_CORRECTED, wanted, command.reason)


def _correction_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """What the dealer finds in comparing is corrected while that is asked."""
    comparing = isinstance(current_need(state), ComparisonNeeded)
    return _correction_time_refusal(rules, state) or (None if comparing else open_matter_refusal(state))


def _correction_time_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """Allows corrections from the closing of bets until the next round, when all rights end (RWS v4 5.6, 5.12)."""
    if state.round is None and (state.last is None or state.last.phase in (Phase.VOID, Phase.BY_HAND)):
        return simple_refusal("no-round", rules.clause("earlier-rounds-stand"))
    if state.round is not None and state.round.phase is Phase.BETTING:
        return simple_refusal("correct-while-open", rules.clause("earlier-rounds-stand"))
    return None


def may_correct_card(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.baccarat is None:
        return simple_refusal("no-cards-here", rules.clause("round"))
    reason = _correction_refusal(rules, state)
    reason = reason or away_cards_refusal(rules, state)
    if reason is not None:
        return reason
    for card in _correctable_round(state).cards:
        if card.turned:
            return None
    return simple_refusal("no-open-card", rules.clause("cards-decide"))


def correct_card(rules: Rules, state: TableState, command: correction_commands.CorrectCard) -> CommandResult:
    cards = _correctable_round(state).cards
    # What lies face down is read when it is turned; until then nothing is said of it, not even that it is right.
    if not 0 <= command.place < len(cards) or not cards[command.place].turned:
        return simple_refusal("no-open-card", rules.clause("cards-decide"))
    if cards[command.place].card in (None, command.card):
        return simple_refusal("no-open-card", rules.clause("cards-decide"))
    if is_impossible_card(state, command.card):
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": command.card.text})
    wanted = CardCorrection(command.place, command.card)
    return _open_correction_case(rules, state, command.by, IrregularityKind.CARD_CORRECTED, wanted, command.reason)


def may_correct_dice(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.book.dice is None:
        return simple_refusal("no-dice-here", rules.clause("round"))
    reason = _correction_refusal(rules, state)
    if reason is None and _correctable_round(state).dice is None:
        return simple_refusal("no-dice-yet", rules.clause("dice-at-rest"))
    return reason


def correct_dice(rules: Rules, state: TableState, command: correction_commands.CorrectDice) -> CommandResult:
    if any(die not in DIE_FACES for die in command.dice):
        return simple_refusal("no-such-die", rules.clause("dice-at-rest"))
    if sorted(command.dice) == sorted(_correctable_round(state).dice or ()):
        return simple_refusal("dice-as-read", rules.clause("cards-decide"))  # They lie in no order.
    wanted = DiceCorrection(command.dice)
    return _open_correction_case(rules, state, command.by, IrregularityKind.DICE_CORRECTED, wanted, command.reason)


_FAULT_KINDS = {
    correction_commands.BetFault.LATE: IrregularityKind.LATE_BET,
    correction_commands.BetFault.WITHDRAWN: IrregularityKind.WITHDRAWN_BET,
    correction_commands.BetFault.MOVED: IrregularityKind.MOVED_BET,
    correction_commands.BetFault.WITHOUT_VALUE: IrregularityKind.STAKE_WITHOUT_VALUE,
}


def report_bet_fault(rules: Rules, state: TableState, command: correction_commands.ReportBet) -> CommandResult:
    """Found after closing: the late part goes back, a bet taken back or moved is settled as it was (5.7, 5.14)."""
    trouble = _FAULT_KINDS[command.fault]
    clause = rules.clause("after-closing")
    facts = {"bet": str(command.number or ""), "text": command.text}
    if command.number is None:
        unkeyed = command.wager
        if unkeyed is None:
            return simple_refusal("bet-not-named", clause)
        wrong = wager_place_refusal(rules, state, unkeyed)
        if wrong is not None:
            return wrong
        facts |= {"who": who_word((unkeyed.seat, unkeyed.bettor)), "area": unkeyed.area, "amount": str(unkeyed.stake)}
    bet = None if command.number is None else _find_bet(_correctable_round(state), command.number)
    if command.number is not None and bet is None:
        return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(command.number)})
    applies: Correction | None = None
    match command.fault:
        case correction_commands.BetFault.LATE if bet is not None:
            accepted = command.accepted or type(bet.wager.stake)(0)
            if not 0 <= accepted < bet.wager.stake:
                return simple_refusal("not-late", clause)
            if state.table is not None and (off := chip_refusal(rules, state.table, accepted)) is not None:
                return off
            applies = LatePart(bet.number, accepted)
        case correction_commands.BetFault.WITHOUT_VALUE if bet is not None:
            applies = WithoutValue(bet.number)
        case _:
            pass
    about = CaseSubject(applies=applies, returns=_late_chips(state, command, bet))
    return remember_report(state, command.by, open_case(rules, state, command.by, trouble, facts=facts, about=about))


def _late_chips(
    state: TableState, command: correction_commands.ReportBet, bet: PlacedBet | None
) -> tuple[ChipsReturned, ...]:
    """The late part lies on the layout until it is collected or paid: it is given back (5.7, Tai Sai 5.7).

    Of who has left it is kept; of a bet that was settled already the chips move by the difference.
    """
    round_ = state.round
    wager = command.wager if bet is None else bet.wager
    if command.fault is not correction_commands.BetFault.LATE or round_ is None or wager is None:
        return ()
    if (wager.seat, wager.bettor) in state.left or (bet is not None and bet.number in round_.ticked):
        return ()
    back = Money(wager.stake - (command.accepted or 0) if bet is not None else wager.stake)
    return (ChipsReturned((wager.seat, wager.bettor), wager.area, back),)


def _open_correction_case(
    rules: Rules, state: TableState, by: Person, trouble: IrregularityKind, wanted: Correction, reason: str
) -> CommandResult:
    if not reason.strip():
        return simple_refusal("reason-needed", "house policy")
    return open_case(rules, state, by, trouble, facts={"text": reason}, about=CaseSubject(applies=wanted))


def apply_correction(
    rules: Rules, state: TableState, asked_by: Person, wanted: Correction, clause: str
) -> tuple[events.Event, ...]:
    """What an approved correction comes to."""
    match wanted:
        case BetCorrection() | InsuranceCorrection() | LatePart() | WithoutValue():
            return _settle_again(rules, state, asked_by, wanted, clause)
        case CardCorrection(place, card):
            announced = state.round is None or state.round.phase is Phase.ANNOUNCED
            undone = undo_settlement(rules, state, asked_by)
            before = _correctable_round(state).cards[place].card
            done = (*undone, correction_events.CardCorrected(place=place, before=before, card=card))
            return (*done, *judge_cards(rules, fold(state, done), asked_by, announced=announced))
        case DiceCorrection(dice):
            read = _correctable_round(state).dice
            assert read is not None, "asked only once the dice lie"
            return (*undo_settlement(rules, state, asked_by), correction_events.DiceCorrected(before=read, dice=dice))
        case TumbleCounted():
            return count_early_tumble(rules, state, asked_by, wanted)
        case _:
            assert_never(wanted)


def count_early_tumble(rules: Rules, state: TableState, by: Person, tumble: TumbleCounted) -> tuple[events.Event, ...]:
    """Bets are closed late, without those on behalf that had no chips there, and the tumble counts (Tai Sai 5.5.3)."""
    dropped = drop_chipless_bets(rules, state, tumble.without_chips)
    assert not isinstance(dropped, Refusal), "refused when the dealer answered"
    closed = (*dropped, *closure_events(fold(state, dropped), late=True))
    return (*closed, *judge_tumbles(rules, fold(state, closed), by, tumble.tumbles))


_BetChange = BetCorrection | InsuranceCorrection | LatePart | WithoutValue


def _settle_again(
    rules: Rules, state: TableState, by: Person, wanted: _BetChange, clause: str
) -> tuple[events.Event, ...]:
    """The bet as it really was. Of a settlement the chips that have moved stay where they are, but for the difference.

    Hands and dice are as they were announced, so the result need not be announced again.
    """
    before = _correctable_round(state)
    if before.phase is Phase.CLOSED:
        return (_bet_change_event(state, wanted, clause),)
    undone = (events.SettlementUndone(),)
    done: tuple[events.Event, ...] = (*undone, _bet_change_event(fold(state, undone), wanted, clause))
    corrected_state = fold(state, done)
    lines = settlement_lines(rules, corrected_state)
    announced = events.ResultAnnounced(outcome=outcome_word(rules, current_round(corrected_state)), settled=lines)
    numbers = [line.number for line in lines]
    if state.round is not None:
        numbers = [number for number in (*numbers, *sorted(before.returned)) if number in before.ticked]
    done = (*done, announced, *(events.BetTicked(number=number) for number in numbers))
    return (*done, *move_chip_differences(rules, before, fold(state, done), by, kept=leavers_to_pay(state)))


def _bet_change_event(state: TableState, wanted: _BetChange, clause: str) -> events.Event:
    match wanted:
        case InsuranceCorrection():
            return correct_insurance(state, wanted, clause)
        case BetCorrection(number, wager):
            changed = number or state.entries + 1
            old = _find_bet(current_round(state), changed)
            bet = None if wager is None else PlacedBet(number=changed, wager=wager)
            if bet is not None and old is not None:
                bet = replace(bet, on_behalf=old.on_behalf)
            return correction_events.BetCorrected(number=changed, bet=bet, clause=clause)
        case LatePart(number, accepted):
            late = _find_bet(current_round(state), number)
            assert late is not None, "a bet in play does not go away while its case is open"
            left = replace(late, wager=replace(late.wager, stake=accepted)) if accepted else None
            return correction_events.BetCorrected(number=number, bet=left, clause=clause)
        case WithoutValue(number):
            # Chips without value were no bet (5.14, ruling L11).
            return events.BetsReturned(numbers=frozenset({number}), clause=clause, never_placed=True)


def _correctable_round(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "asked only of a round that can still be corrected"
    return found


def _find_bet(round_: Round, number: int) -> PlacedBet | None:
    """A bet that is still in play: what went back is no longer there to be corrected."""
    return next((bet for bet in round_.bets if bet.number == number and number not in round_.returned), None)


def may_undo(_rules: Rules, state: TableState) -> MaybeRefusal:
    return open_matter_refusal(state) if _last_entry(state) else simple_refusal("nothing-to-undo", "house policy")


def undo_entry(_rules: Rules, state: TableState, _command: commands.Undo) -> CommandResult:
    entry = _last_entry(state)
    assert entry is not None, "asked only when there is an entry"
    if entry.bet is not None:
        return (events.BetPlaced(bet=entry.bet),)
    return (events.EntryUndone(entry=entry.kind, number=entry.number),)


def _last_entry(state: TableState) -> KeyedEntry | None:
    """The last thing the dealer keyed that nobody relied on yet: a bet, its withdrawal, an answer, a tick, that cards
    were refused.
    """
    return state.entered[-1] if state.entered and state.round is not None else None
