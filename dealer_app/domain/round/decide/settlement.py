"""The result, what every bet comes to, and its ticking off."""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import InsuranceCount, insurance_verdict
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.dice import Tumble
from dealer_app.domain.limits import BetCount
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.counts import bets_in_play, insurance_counts, offer_for_bet
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, PhaseCondition, current_round
from dealer_app.domain.round.decide.missed_insurance import ask_intentions
from dealer_app.domain.round.decide.round_end import keep_for_absent, open_carried_card_case
from dealer_app.domain.round.decide.squeeze import is_device_lost
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import InsuranceBet, Phase, PlacedBet, Round, SettledBet, TableState, Who
from dealer_app.domain.round.table_settings import Rules, smallest_chip
from dealer_app.domain.round.visible import CardStep, next_card, open_cards, open_coup
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.settlement import BetSettlement, settle_bet
from dealer_app.domain.wagers import RETURNED, Area, Verdict, Wager


def _no_result_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    return None if has_result(rules, state) else simple_refusal("no-result-yet", rules.clause("result"))


may_announce_result = PhaseCondition((Phase.CLOSED,), _no_result_refusal)


def has_result(rules: Rules, state: TableState) -> bool:
    """Whether the round has come to its result: the hands are finished and open, or the dice lie."""
    round_ = current_round(state)
    if rules.baccarat is None:
        return round_.dice is not None
    return next_card(rules, state, round_).step is CardStep.FINISHED


def announce_result(rules: Rules, state: TableState, _command: commands.AnnounceResult) -> CommandResult:
    """What had been neglected earlier in the round, and could not be judged before the result, is asked now."""
    lines = settlement_lines(rules, state)
    announced = (events.ResultAnnounced(outcome=outcome_word(rules, current_round(state)), settled=lines),)
    return (*announced, *ask_intentions(rules, fold(state, announced)))


def outcome_word(rules: Rules, round_: Round) -> str:
    """The result in a word: the winner, or the total and whether it is a triple."""
    if rules.baccarat is None:
        assert round_.dice is not None, "announced only once the dice lie"
        return "-".join(map(str, round_.dice))
    winner = open_coup(round_).winner
    assert winner is not None, "announced only once the hands are finished"
    return winner.value


def settlement_lines(rules: Rules, state: TableState) -> tuple[SettledBet, ...]:
    """What every bet still on the table comes to, exact and payable, in the order of placing; insurance after."""
    assert state.table is not None, "settled only at an open table"
    round_ = current_round(state)
    verdicts = _area_verdicts(rules, round_)
    unit = smallest_chip(rules, state.table)
    lines = [
        _settle_bet(rules, bet, verdicts[bet.wager.area], part, unit) for bet, part in bets_in_play(rules, state).bets
    ]
    counted = insurance_counts(rules, state)
    return (
        *lines,
        *(_settle_insurance(rules, round_, bet, counted[bet.number], unit) for bet in round_.insurance_in_play),
    )


def _area_verdicts(rules: Rules, round_: Round) -> dict[Area, Verdict]:
    if rules.baccarat is not None:
        row = rules.baccarat.judge.coup_row(open_cards(round_))
    else:
        assert rules.tai_sai is not None, "a game without cards has dice"
        assert round_.dice is not None, "settled only once the dice lie"
        row = rules.tai_sai.verdict_row(Tumble(round_.dice))
    return dict(zip(rules.layout.areas, row, strict=True))


def areas_won(rules: Rules, round_: Round) -> tuple[tuple[Area, Odds], ...]:
    """The areas that have won and at which odds: what a settlement shows where no amounts are known."""
    won = [(area, verdict.odds) for area, verdict in _area_verdicts(rules, round_).items() if verdict.odds is not None]
    return (*won, *_insurance_areas_won(rules, round_))


def _insurance_areas_won(rules: Rules, round_: Round) -> Iterator[tuple[Area, Odds]]:
    if rules.baccarat is None:
        return
    cards, final = open_cards(round_), open_coup(round_)
    for stage, seen in ((InsuranceStage.AFTER_FOUR, 4), (InsuranceStage.AFTER_P3, 5)):
        if stage not in round_.offers_closed or stage in round_.neglected:
            continue
        for offer in rules.baccarat.situation_offers(coup_situation(cards[:seen])):
            verdict = insurance_verdict(offer, final.player.points, final.banker.points)
            if verdict.odds is not None:
                yield Area(f"{offer.side.value}_insurance"), verdict.odds


def _settle_bet(rules: Rules, bet: PlacedBet, verdict: Verdict, part: BetCount, unit: Money | None) -> SettledBet:
    # A bet above the maximum counts as placed until the shift manager has decided otherwise (5.18).
    counts = Fraction(bet.wager.stake) if part.counts is None else part.counts
    done = settle_bet(bet.wager, verdict, counts=counts, commission=rules.book.commission, unit=unit)
    return _settlement_line(bet.number, verdict, done)


def _settle_insurance(
    rules: Rules, round_: Round, bet: InsuranceBet, part: InsuranceCount, unit: Money | None
) -> SettledBet:
    final, offer = open_coup(round_), offer_for_bet(rules, round_, bet)
    # Without an offer there was nothing to bet on.
    verdict = RETURNED if offer is None else insurance_verdict(offer, final.player.points, final.banker.points)
    wager = Wager(area=Area(f"{bet.side.value}_insurance"), stake=bet.stake, seat=bet.who[0], bettor=bet.who[1])
    # With no Original Bet left all of it goes back (3.11, ruling I12). An amount that is not known counts as it is.
    done = settle_bet(wager, verdict, counts=part.counts or Fraction(0), unit=unit)
    return _settlement_line(bet.number, verdict if part.counts == bet.stake else done.verdict, done)


def _settlement_line(number: int, verdict: Verdict, done: BetSettlement) -> SettledBet:
    return SettledBet(
        number=number,
        result=verdict.result.value,
        counts=done.counts,
        gross=done.gross,
        commission=done.commission,
        net=done.net,
        payable=done.payable,
    )


may_settle_all = PhaseCondition((Phase.ANNOUNCED,))


def _all_ticked_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    round_ = current_round(state)
    # While fewer are ticked than there are lines, nobody need look which.
    if len(round_.ticked) >= len(round_.settled) and round_.to_tick <= round_.ticked:
        return simple_refusal("all-ticked", rules.clause("settlement"))
    return None


may_tick_bet = PhaseCondition((Phase.ANNOUNCED,), _all_ticked_refusal)


def tick_bet(rules: Rules, state: TableState, command: commands.TickBet) -> CommandResult:
    round_ = current_round(state)
    number = command.number
    there = number in round_.returned or any(line.number == number for line in round_.settled)
    if not there or number in round_.ticked:
        return Refusal(code="no-such-bet", clause=rules.clause("settlement"), facts={"bet": str(command.number)})
    return (events.BetTicked(number=command.number),)


def settle_all(rules: Rules, state: TableState, command: commands.SettleAll) -> CommandResult:
    nets = [line.net for line in current_round(state).settled]
    device = (events.DevicePassed(who=None),) if is_device_lost(state) else ()
    done: tuple[events.Event, ...] = (
        *device,
        *_keep_winnings(state),
        events.RoundConcluded(
            collected=-sum((net for net in nets if net < 0), Fraction(0)),
            paid=sum((net for net in nets if net > 0), Fraction(0)),
        ),
    )
    return (*done, *open_carried_card_case(rules, fold(state, done), command.by))


def _keep_winnings(state: TableState) -> tuple[events.Event, ...]:
    """What is owed to bettors who have left is kept for them (RWS v4 5.3): stake and winnings, as chips pay them.

    A bet that was ticked before the bettor left has been paid.
    """
    round_ = current_round(state)
    staked = {bet.number: (bet.who, bet.wager.stake) for bet in round_.bets}
    staked |= {bet.number: (bet.who, bet.stake) for bet in round_.insurance}
    owed: dict[Who, Fraction] = {}
    for line in round_.settled:
        who, stake = staked[line.number]
        owed[who] = owed.get(who, Fraction(0)) + stake + line.chip_amount
    return tuple(keep_for_absent(state, {who: amount for who, amount in owed.items() if who in state.left}))
