"""The result, what every bet comes to, and its ticking off."""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import insurance_verdict
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.dice import Tumble
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.one_bet import counting_of_one
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.conditions import During, Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import kept_for_left, open_card_carried
from dealer_app.domain.round.decide.missed_insurance import intentions_asked
from dealer_app.domain.round.decide.squeezing import device_lost
from dealer_app.domain.round.persons import under_minimum_before
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import Dealing, next_card, open_cards, open_coup
from dealer_app.domain.round.state import InsuranceBet, Phase, PlacedBet, Round, SettledBet, TableState, Who
from dealer_app.domain.round.table import Rules
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.settlement import settle
from dealer_app.domain.wagers import RETURNED, Area, Verdict, Wager


def _no_result(rules: Rules, state: TableState) -> Why:
    return None if result_there(rules, state) else refused("no-result-yet", rules.clause("result"))


may_announce = During((Phase.CLOSED,), _no_result)


def result_there(rules: Rules, state: TableState) -> bool:
    """Whether the round has come to its result: the hands are finished and open, or the dice lie."""
    round_ = current(state)
    if rules.baccarat is None:
        return round_.dice is not None
    return next_card(rules, state, round_).step is Dealing.FINISHED


def announce(rules: Rules, state: TableState, command: commands.AnnounceResult) -> Decision:
    """What had been neglected earlier in the round, and could not be judged before the result, is asked now."""
    del command
    lines = settlement(rules, state)
    announced = (events.ResultAnnounced(outcome=outcome(rules, current(state)), settled=lines),)
    return (*announced, *intentions_asked(rules, fold(state, announced)))


def outcome(rules: Rules, round_: Round) -> str:
    """The result in a word: the winner, or the total and whether it is a triple."""
    if rules.baccarat is None:
        assert round_.dice is not None, "announced only once the dice lie"
        return "-".join(map(str, round_.dice))
    winner = open_coup(round_).winner
    assert winner is not None, "announced only once the hands are finished"
    return winner.value


def settlement(rules: Rules, state: TableState) -> tuple[SettledBet, ...]:
    """What every bet still on the table comes to, exact and payable, in the order of placing; insurance after."""
    assert state.table is not None, "settled only at an open table"
    round_ = current(state)
    bets = [bet for bet in round_.bets if bet.number not in round_.returned]
    under_before = [place for place, bet in enumerate(bets) if under_minimum_before(state, bet.who)]
    counted = counting_of_one(
        rules.book, state.table.limits, [bet.wager for bet in bets], under_minimum_before=under_before
    )
    verdicts = _verdicts(rules, round_)
    unit = None if rules.choice("B9") == "exact-only" else state.table.unit
    lines = [_line(rules, bet, verdicts[bet.wager.area], part, unit) for bet, part in zip(bets, counted, strict=True)]
    return (
        *lines,
        *(_insured(rules, round_, bet, unit) for bet in round_.insurance if bet.number not in round_.returned),
    )


def _verdicts(rules: Rules, round_: Round) -> dict[Area, Verdict]:
    if rules.baccarat is not None:
        row = rules.baccarat.judge.row(open_cards(round_))
    else:
        assert rules.tai_sai is not None, "a game without cards has dice"
        assert round_.dice is not None, "settled only once the dice lie"
        row = rules.tai_sai.row(Tumble(round_.dice))
    return dict(zip(rules.layout.areas, row, strict=True))


def winning(rules: Rules, round_: Round) -> tuple[tuple[Area, Odds], ...]:
    """The areas that have won and at which odds: what a settlement is told where no amounts are known."""
    won = [(area, verdict.odds) for area, verdict in _verdicts(rules, round_).items() if verdict.odds is not None]
    return (*won, *_insurance_won(rules, round_))


def _insurance_won(rules: Rules, round_: Round) -> Iterator[tuple[Area, Odds]]:
    if rules.baccarat is None:
        return
    cards, final = open_cards(round_), open_coup(round_)
    for stage, seen in ((InsuranceStage.AFTER_FOUR, 4), (InsuranceStage.AFTER_P3, 5)):
        if stage not in round_.offers_closed or stage in round_.neglected:
            continue
        for offer in rules.baccarat.offers(situation(cards[:seen])):
            verdict = insurance_verdict(offer, final.player.points, final.banker.points)
            if verdict.odds is not None:
                yield Area(f"{offer.side.value}_insurance"), verdict.odds


def _line(rules: Rules, bet: PlacedBet, verdict: Verdict, part: Counting, unit: Money | None) -> SettledBet:
    # A bet above the maximum counts as placed until the shift manager has decided otherwise (5.18).
    counts = Fraction(bet.wager.stake) if part.counts is None else part.counts
    done = settle(bet.wager, verdict, counts=counts, commission=rules.book.commission, unit=unit)
    return SettledBet(
        number=bet.number,
        result=verdict.result.value,
        counts=done.counts,
        gross=done.gross,
        commission=done.commission,
        net=done.net,
        payable=done.payable,
    )


def _insured(rules: Rules, round_: Round, bet: InsuranceBet, unit: Money | None) -> SettledBet:
    assert rules.baccarat is not None, "insured only where insurance is offered"
    cards = open_cards(round_)
    final = open_coup(round_)
    seen = cards[:4] if bet.stage is InsuranceStage.AFTER_FOUR else cards[:5]
    offer = next((offer for offer in rules.baccarat.offers(situation(seen)) if offer.side is bet.side), None)
    # A card corrected since may leave nothing that was to be offered: then there was nothing to bet on.
    verdict = RETURNED if offer is None else insurance_verdict(offer, final.player.points, final.banker.points)
    wager = Wager(area=Area(f"{bet.side.value}_insurance"), stake=bet.stake, seat=bet.who[0], bettor=bet.who[1])
    done = settle(wager, verdict, unit=unit)
    return SettledBet(
        number=bet.number,
        result=verdict.result.value,
        counts=done.counts,
        gross=done.gross,
        commission=done.commission,
        net=done.net,
        payable=done.payable,
    )


may_settle = During((Phase.ANNOUNCED,))


def _all_ticked(rules: Rules, state: TableState) -> Why:
    round_ = current(state)
    # While fewer are ticked than there are lines, nobody need look which.
    if len(round_.ticked) >= len(round_.settled) and round_.to_tick <= round_.ticked:
        return refused("all-ticked", rules.clause("settlement"))
    return None


may_tick = During((Phase.ANNOUNCED,), _all_ticked)


def tick(rules: Rules, state: TableState, command: commands.TickBet) -> Decision:
    round_ = current(state)
    number = command.number
    there = number in round_.returned or any(line.number == number for line in round_.settled)
    if not there or number in round_.ticked:
        return Refusal(code="no-such-bet", clause=rules.clause("settlement"), facts={"bet": str(command.number)})
    return (events.BetTicked(number=command.number),)


def settle_all(rules: Rules, state: TableState, command: commands.SettleAll) -> Decision:
    nets = [line.net for line in current(state).settled]
    device = (events.DevicePassed(who=None),) if device_lost(state) else ()
    done: tuple[events.Event, ...] = (
        *device,
        *_kept(state),
        events.RoundConcluded(
            collected=-sum((net for net in nets if net < 0), Fraction(0)),
            paid=sum((net for net in nets if net > 0), Fraction(0)),
        ),
    )
    return (*done, *open_card_carried(rules, fold(state, done), command.by))


def _kept(state: TableState) -> tuple[events.Event, ...]:
    """What is owed to bettors who have left is kept for them (RWS v4 5.3): stake and winnings, as chips pay them."""
    round_ = current(state)
    staked = {bet.number: (bet.who, bet.wager.stake) for bet in round_.bets}
    staked |= {bet.number: (bet.who, bet.stake) for bet in round_.insurance}
    owed: dict[Who, Fraction] = {}
    for line in round_.settled:
        who, stake = staked[line.number]
        owed[who] = owed.get(who, Fraction(0)) + stake + line.moves
    return tuple(kept_for_left(state, {who: amount for who, amount in owed.items() if who in state.left}))
