"""The chips on the layout: whose they are, how much, and what they came to once the result is announced."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Round, SettledBet, Who
from dealer_app.domain.wagers import Area
from dealer_app.showing.bettors import crowd_of, standing_mark
from dealer_app.showing.play.felt import insurance_area
from dealer_app.showing.play.shown_round import ENDED
from dealer_app.showing.screen import Stake
from dealer_app.wording import amount

Where = tuple[Area, int | None]
Chips = Mapping[Where, tuple[Stake, ...]]


@last_remembered
def stakes(round_: Round, boxes: frozenset[Area], decimals: int) -> Chips:
    """By area, and by seat where every seat has its own box."""
    found: dict[Where, list[Stake]] = {}
    settled = {line.number: line for line in round_.settled} if round_.phase in ENDED else {}
    crowd = crowd_of(round_)
    for bet in round_.bets:
        area, stake = bet.wager.area, bet.wager.stake
        shown = _stake(round_, (bet.number, bet.who, stake), settled.get(bet.number), crowd, decimals)
        found.setdefault((area, bet.wager.seat if area in boxes else None), []).append(shown)
    for insured in round_.insurance:
        if insured.stake:
            of_bet = (insured.number, insured.who, insured.stake)
            shown = _stake(round_, of_bet, settled.get(insured.number), crowd, decimals)
            found.setdefault((insurance_area(insured.side), None), []).append(shown)
    return {where: tuple(chips) for where, chips in found.items()}


def _stake(
    round_: Round,
    of_bet: tuple[int, Who, int],
    line: SettledBet | None,
    crowd: frozenset[Who],
    decimals: int,
) -> Stake:
    number, who, minor = of_bet
    moves = Fraction(0) if line is None else line.moves
    return Stake(
        amount=amount(minor, decimals),
        minor=minor,
        seat=who[0],
        standing=standing_mark(who, crowd),
        wins=f"+{amount(moves, decimals)}" if moves > 0 else "",
        struck=line is not None and line.net < 0,
        back=number in round_.returned,
    )
