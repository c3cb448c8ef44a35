"""What is known of a bet once its ways to end are counted: the chance of each result and prize, and the house's edge.

Counting is done elsewhere; here a count becomes a result. The edge is what the house gains on average from each unit
staked, a returned bet counted as staked.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Prize, Result
from dealer_app.odds.offered import OfferedBet

Tally = Mapping[Prize | Result, int]
"""In how many of all ways a bet wins each prize, loses or is returned."""


class Chances(Struct, frozen=True, kw_only=True):
    """How often a bet ends in each way, and the house's expected gain for each unit staked."""

    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction


class PrizeOdds(Struct, frozen=True, kw_only=True):
    """One prize of a bet: what it pays and how often it is won."""

    prize: Prize
    odds: Odds
    win: Fraction


class BetOdds(Struct, frozen=True, kw_only=True):
    """A bet at one price. `prizes` are those of its pay table, in printed order: one for most bets."""

    bet: OfferedBet
    prizes: tuple[PrizeOdds, ...]
    chances: Chances


class InsuranceOdds(Struct, frozen=True, kw_only=True):
    """An insurance offer at the totals at which it is made.

    `chance` is how often a round comes to it; the chances are those of a bet taken there. They are None where this
    shoe cannot come to it.
    """

    stage: InsuranceStage
    side: Side
    player_points: int
    banker_points: int
    odds: Odds
    chance: Fraction
    chances: Chances | None


class GameOdds(Struct, frozen=True, kw_only=True):
    """Everything that was asked of a game at once."""

    bets: tuple[BetOdds, ...]
    insurance: tuple[InsuranceOdds, ...] = ()


def bet_odds(bet: OfferedBet, tally: Tally, ways: int) -> BetOdds:
    """The bet's odds when `ways` equally likely ways end as tallied."""
    won: Counter[Prize] = Counter()
    for judged, number in tally.items():
        if isinstance(judged, Prize):
            # A book that pays one price for a bet with several prizes names only `win` (MBS Banker).
            won[judged if judged in bet.prizes else Prize.WIN] += number
    prizes = tuple(
        PrizeOdds(prize=prize, odds=odds, win=Fraction(won[prize], ways)) for prize, odds in bet.prizes.items()
    )
    return BetOdds(bet=bet, prizes=prizes, chances=_chances(prizes, tally, ways))


def insured_chances(odds: Odds, tally: Tally, ways: int) -> Chances:
    """The chances of an insurance bet taken at an offer to which `ways` equally likely ways lead."""
    won = PrizeOdds(prize=Prize.WIN, odds=odds, win=Fraction(tally.get(Prize.WIN, 0), ways))
    return _chances((won,), tally, ways)


def _chances(prizes: tuple[PrizeOdds, ...], tally: Tally, ways: int) -> Chances:
    lose = Fraction(tally.get(Result.LOSE, 0), ways)
    return Chances(
        win=sum((prize.win for prize in prizes), Fraction(0)),
        lose=lose,
        push=Fraction(tally.get(Result.PUSH, 0), ways),
        edge=lose - sum((prize.odds.prize(prize.win) for prize in prizes), Fraction(0)),
    )
