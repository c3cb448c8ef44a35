"""Corrections: the dealer asks, somebody else agrees, and what was keyed or read wrongly is judged again.

Chips and cards decide, not the record (RWS v4 5.14, 5.15). Bets, cards and dice can be corrected until the next round
begins, even if the settlement is concluded: it is taken back and made again.
"""

from typing import assert_never

from dealer_app.domain.dice import FACES
from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.betting import closing, never_placed, unfit_wager
from dealer_app.domain.round.decide.cases import About, needs_now, opened
from dealer_app.domain.round.decide.conditions import Why, cards_away, current, nothing_unresolved
from dealer_app.domain.round.decide.correcting_insurance import corrected as corrected_insurance
from dealer_app.domain.round.decide.correcting_insurance import insurance_bet, of_bet
from dealer_app.domain.round.decide.correcting_insurance import unfit as unfit_insurance
from dealer_app.domain.round.decide.dealing import is_impossible, judged_again
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import chips_still_to_move, settlement_undone, still_kept
from dealer_app.domain.round.decide.settling import outcome, settlement
from dealer_app.domain.round.decide.tumbling import tumbled
from dealer_app.domain.round.needs import (
    BetCorrection,
    CardCorrection,
    ComparisonNeeded,
    Correction,
    DiceCorrection,
    InsuranceCorrection,
    LatePart,
    TumbleCounted,
    WithoutValue,
)
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import Person, Phase, PlacedBet, Round, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace


def may_correct_bet(rules: Rules, state: TableState) -> Why:
    return nothing_unresolved(state) or _beyond_mending(rules, state)


def correct_bet(rules: Rules, state: TableState, command: mending_commands.CorrectBet) -> Decision:
    clause = rules.clause("chips-decide")
    insured = insurance_bet(_mended(state), command.number)
    missing = command.number is None and command.insured is not None and command.stake is not None
    if command.wager is None and (insured is not None or missing):
        asked = InsuranceCorrection(command.number, command.stake, command.insured)
        if insured is not None and command.stake == insured.stake and command.insured in (None, of_bet(insured)):
            return refused("bet-as-keyed", clause)
        over = None if command.stake is None else unfit_insurance(rules, state, insured, asked)
        return over or _asked(rules, state, command.by, Trouble.BET_CORRECTED, asked, command.reason)
    before = None if command.number is None else _bet(_mended(state), command.number)
    if (
        (command.number is not None and before is None)
        or command.stake is not None
        or command.insured is not None
        or (command.number is None and command.wager is None)
    ):
        return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(command.number)})
    if before is not None and command.wager == before.wager:
        return refused("bet-as-keyed", clause)
    unfit = None if command.wager is None else unfit_wager(rules, state, command.wager, instead_of=command.number)
    if unfit is not None:
        return unfit
    wanted = BetCorrection(command.number, command.wager)
    return _asked(rules, state, command.by, Trouble.BET_CORRECTED, wanted, command.reason)


def _may_mend(rules: Rules, state: TableState) -> Why:
    """What the dealer finds when he compares, he corrects while that is asked."""
    comparing = isinstance(needs_now(state), ComparisonNeeded)
    return _beyond_mending(rules, state) or (None if comparing else nothing_unresolved(state))


def _beyond_mending(rules: Rules, state: TableState) -> Why:
    """Mended is from the closing of bets until the next round begins; then all rights have ended (RWS v4 5.6, 5.12)."""
    if state.round is None and (state.last is None or state.last.phase in (Phase.VOID, Phase.BY_HAND)):
        return refused("no-round", rules.clause("earlier-rounds-stand"))
    if state.round is not None and state.round.phase is Phase.BETTING:
        return refused("correct-while-open", rules.clause("earlier-rounds-stand"))
    return None


def may_correct_card(rules: Rules, state: TableState) -> Why:
    if rules.baccarat is None:
        return refused("no-cards-here", rules.clause("round"))
    reason = _may_mend(rules, state)
    reason = reason or cards_away(rules, state)
    if reason is not None:
        return reason
    for card in _mended(state).cards:
        if card.turned:
            return None
    return refused("no-open-card", rules.clause("cards-decide"))


def correct_card(rules: Rules, state: TableState, command: mending_commands.CorrectCard) -> Decision:
    cards = _mended(state).cards
    # What lies face down is read when it is turned; until then nothing is told of it, not even that it is right.
    if not 0 <= command.place < len(cards) or not cards[command.place].turned:
        return refused("no-open-card", rules.clause("cards-decide"))
    if cards[command.place].card in (None, command.card):
        return refused("no-open-card", rules.clause("cards-decide"))
    if is_impossible(state, command.card):
        return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": command.card.text})
    wanted = CardCorrection(command.place, command.card)
    return _asked(rules, state, command.by, Trouble.CARD_CORRECTED, wanted, command.reason)


def may_correct_dice(rules: Rules, state: TableState) -> Why:
    if rules.book.dice is None:
        return refused("no-dice-here", rules.clause("round"))
    reason = _may_mend(rules, state)
    if reason is None and _mended(state).dice is None:
        return refused("no-dice-yet", rules.clause("dice-at-rest"))
    return reason


def correct_dice(rules: Rules, state: TableState, command: mending_commands.CorrectDice) -> Decision:
    if any(die not in FACES for die in command.dice):
        return refused("no-such-die", rules.clause("dice-at-rest"))
    wanted = DiceCorrection(command.dice)
    return _asked(rules, state, command.by, Trouble.DICE_CORRECTED, wanted, command.reason)


_FAULTS = {
    mending_commands.BetFault.LATE: Trouble.LATE_BET,
    mending_commands.BetFault.WITHDRAWN: Trouble.WITHDRAWN_BET,
    mending_commands.BetFault.MOVED: Trouble.MOVED_BET,
    mending_commands.BetFault.WITHOUT_VALUE: Trouble.STAKE_WITHOUT_VALUE,
}


def report_bet(rules: Rules, state: TableState, command: mending_commands.ReportBet) -> Decision:
    """Found after closing: the late part goes back, a bet taken back or moved is settled as it stood (5.7, 5.14)."""
    trouble = _FAULTS[command.fault]
    clause = rules.clause("after-closing")
    facts = {"bet": str(command.number or ""), "text": command.text}
    bet = None if command.number is None else _bet(_mended(state), command.number)
    if command.number is not None and bet is None:
        return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(command.number)})
    match command.fault:
        case mending_commands.BetFault.LATE if bet is not None:
            accepted = command.accepted or type(bet.wager.stake)(0)
            if not 0 <= accepted < bet.wager.stake:
                return refused("not-late", clause)
            if state.table is not None and (off := not_in_chips(rules, state.table, accepted)) is not None:
                return off
            late = LatePart(bet.number, accepted)
            return opened(rules, state, command.by, trouble, facts=facts, about=About(applies=late))
        case mending_commands.BetFault.WITHOUT_VALUE if bet is not None:
            return opened(rules, state, command.by, trouble, facts=facts, about=About(applies=WithoutValue(bet.number)))
        case _:
            return opened(rules, state, command.by, trouble, facts=facts)


def _asked(rules: Rules, state: TableState, by: Person, trouble: Trouble, wanted: Correction, reason: str) -> Decision:
    if not reason.strip():
        return refused("reason-needed", "house policy")
    return opened(rules, state, by, trouble, facts={"text": reason}, about=About(applies=wanted))


def applied(
    rules: Rules, state: TableState, asked_by: Person, wanted: Correction, clause: str
) -> tuple[events.Event, ...]:
    """What an approved correction comes to."""
    match wanted:
        case BetCorrection() | InsuranceCorrection() | LatePart() | WithoutValue():
            return _settled_anew(rules, state, asked_by, wanted, clause)
        case CardCorrection(place, card):
            announced = state.round is None or state.round.phase is Phase.ANNOUNCED
            undone = settlement_undone(rules, state, asked_by)
            before = _mended(state).cards[place].card
            done = (*undone, mending_events.CardCorrected(place=place, before=before, card=card))
            return (*done, *judged_again(rules, fold(state, done), asked_by, announced=announced))
        case DiceCorrection(dice):
            read = _mended(state).dice
            assert read is not None, "asked only once the dice lie"
            return (*settlement_undone(rules, state, asked_by), mending_events.DiceCorrected(before=read, dice=dice))
        case TumbleCounted():
            return counted(rules, state, asked_by, wanted)
        case _:
            assert_never(wanted)


def counted(rules: Rules, state: TableState, by: Person, tumble: TumbleCounted) -> tuple[events.Event, ...]:
    """Bets are closed late, without those on behalf that had no chips there, and the tumble counts (Tai Sai 5.5.3)."""
    dropped = never_placed(rules, state, tumble.without_chips)
    assert not isinstance(dropped, Refusal), "refused when the dealer answered"
    closed = (*dropped, *closing(fold(state, dropped), late=True))
    return (*closed, *tumbled(rules, fold(state, closed), by, tumble.tumbles))


_OfBet = BetCorrection | InsuranceCorrection | LatePart | WithoutValue


def _settled_anew(rules: Rules, state: TableState, by: Person, wanted: _OfBet, clause: str) -> tuple[events.Event, ...]:
    """The bet as it really was. Of a settlement the chips that have moved stay where they are, but for the difference.

    Hands and dice are as they were announced, so the result need not be announced again.
    """
    before = _mended(state)
    if before.phase is Phase.CLOSED:
        return (_bet_mended(state, wanted, clause),)
    undone = (events.SettlementUndone(),)
    done: tuple[events.Event, ...] = (*undone, _bet_mended(fold(state, undone), wanted, clause))
    mended = fold(state, done)
    lines = settlement(rules, mended)
    announced = events.ResultAnnounced(outcome=outcome(rules, current(mended)), settled=lines)
    numbers = [line.number for line in lines]
    if state.round is not None:
        numbers = [number for number in (*numbers, *sorted(before.returned)) if number in before.ticked]
    done = (*done, announced, *(events.BetTicked(number=number) for number in numbers))
    return (*done, *chips_still_to_move(rules, before, fold(state, done), by, kept=still_kept(state)))


def _bet_mended(state: TableState, wanted: _OfBet, clause: str) -> events.Event:
    match wanted:
        case InsuranceCorrection():
            return corrected_insurance(state, wanted, clause)
        case BetCorrection(number, wager):
            changed = number or state.entries + 1
            old = _bet(current(state), changed)
            bet = None if wager is None else PlacedBet(number=changed, wager=wager)
            if bet is not None and old is not None:
                bet = replace(bet, on_behalf=old.on_behalf)
            return mending_events.BetCorrected(number=changed, bet=bet, clause=clause)
        case LatePart(number, accepted):
            late = _bet(current(state), number)
            assert late is not None, "a bet in play does not go away while its case is open"
            left = replace(late, wager=replace(late.wager, stake=accepted)) if accepted else None
            return mending_events.BetCorrected(number=number, bet=left, clause=clause)
        case WithoutValue(number):
            # Chips without value were no bet (5.14, ruling L11).
            return events.BetsReturned(numbers=frozenset({number}), clause=clause, never_placed=True)


def _mended(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "asked only of a round that can still be mended"
    return found


def _bet(round_: Round, number: int) -> PlacedBet | None:
    """A bet that is still in play: what went back is no longer there to be corrected."""
    return next((bet for bet in round_.bets if bet.number == number and number not in round_.returned), None)
