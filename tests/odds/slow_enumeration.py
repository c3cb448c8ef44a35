"""The odds of a small shoe the long way: one card after another, each round judged as a table would judge it.

Nothing of dealer_app.odds is used: cards are cards, rounds are dealt by domain.coup, bets are judged by a layout's
judge, and insurance is read off its pay table in a second wording. Everything is counted in orders of six cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Insurance, InsuranceStage, Layout, Rulebook, Side
from dealer_app.domain.settlement import exact_gain
from dealer_app.domain.wagers import Area, Result

Rounds = Sequence[tuple[tuple[Card, ...], int]]
Offer = tuple[InsuranceStage, Side, int, int]
"""Stage, insured hand, the Player's points and the Banker's."""


def rounds(shoe: Mapping[Card, int]) -> Rounds:
    """Every sequence of cards that makes a round, and the number of orders of six that begin with it."""
    return tuple(_rounds(dict(shoe), (), 1))


def _rounds(left: dict[Card, int], drawn: tuple[Card, ...], ways: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    if len(drawn) >= 4 and make_coup(drawn).is_complete:
        yield drawn, ways * perm(sum(left.values()), 6 - len(drawn))
        return
    for card, count in left.items():
        if count:
            left[card] = count - 1
            yield from _rounds(left, (*drawn, card), ways * count)
            left[card] = count


@dataclass(slots=True)
class Ends:
    """In how many orders a bet ended in each way, and won at each odds. `gained` is for a unit staked in each order."""

    results: Counter[Result] = field(default_factory=Counter)
    prizes: Counter[Odds] = field(default_factory=Counter)
    gained: Fraction = Fraction(0)


def bet_ends(book: Rulebook, layout: Layout, dealt: Rounds) -> Mapping[Area, Ends]:
    """How every bet of the layout ends over all rounds."""
    judge = GameTable(book).layout_table(layout).judge
    by_row: Counter[int] = Counter()
    rows = {id(row): row for row in judge.rows}
    for drawn, ways in dealt:
        by_row[id(judge.coup_row(drawn))] += ways
    ends = {area: Ends() for area in layout.areas}
    for row, ways in by_row.items():
        for area, verdict in zip(layout.areas, rows[row], strict=True):
            ends[area].results[verdict.result] += ways
            ends[area].gained += exact_gain(verdict, Fraction(ways))
            if verdict.odds is not None:
                ends[area].prizes[verdict.odds] += ways
    return ends


def insurance_ends(insurance: Insurance, dealt: Rounds) -> Mapping[Offer, Counter[Result]]:
    """For each offer in how many orders a round comes to it, by how a bet taken there then ends."""
    on_the_way: Counter[tuple[InsuranceStage, int, int, int, int]] = Counter()
    for drawn, ways in dealt:
        whole = make_coup(drawn)
        ended = (whole.player.points, whole.banker.points)
        if len(drawn) > 4:
            then = make_coup(drawn[:4])
            on_the_way[InsuranceStage.AFTER_FOUR, then.player.points, then.banker.points, *ended] += ways
        if len(drawn) == 6:
            then = make_coup(drawn[:5])
            on_the_way[InsuranceStage.AFTER_P3, then.player.points, then.banker.points, *ended] += ways
    ends: dict[Offer, Counter[Result]] = {}
    for (stage, player, banker, *ended_on), ways in on_the_way.items():
        for row in insurance.offers:
            if row.stage is stage and player in row.player_points and banker in row.banker_points:
                offer = (stage, row.side, player, banker)
                ends.setdefault(offer, Counter())[_ending(offer, *ended_on)] += ways
    return ends


def _ending(offer: Offer, player_at_the_end: int, banker_at_the_end: int) -> Result:
    """In the words of 4.2.1: all are returned in a tie but a. and b., and paid when the insured hand loses."""
    stage, side, player, _ = offer
    if player_at_the_end == banker_at_the_end:
        a = stage is InsuranceStage.AFTER_P3 and side is Side.PLAYER and player == 9
        b = stage is InsuranceStage.AFTER_P3 and side is Side.BANKER and player == 0
        return Result.WIN if a or b else Result.PUSH
    player_loses = player_at_the_end < banker_at_the_end
    return Result.WIN if player_loses is (side is Side.PLAYER) else Result.LOSE
