"""The verdicts of a layout: for each way a coup can end, the shared row of result and odds of every bet.

A GameTable is made once a document and a LayoutTable once a layout; after that a coup is judged by one look-up and
no object is made per bet. What is certain before the end is worked out in conclusive.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from dealer_app.domain.baccarat import bets
from dealer_app.domain.baccarat.bets import Judged, Pairs, Totals
from dealer_app.domain.baccarat.situation import FINISHED, Situation
from dealer_app.domain.baccarat.table_of_play import PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.domain.wagers import LOST, RETURNED, Area, Prize, Result, Verdict

Row = tuple[Verdict, ...]
"""One verdict for each area of the layout, in the order of Layout.areas."""

ALL_PAIRS = tuple(Pairs)


@cache
def _all_totals() -> tuple[Totals, ...]:
    """Every finished coup as a bet on totals sees it, in the order of the finished situations."""
    return tuple(
        Totals(player, banker, player_cards, banker_cards)
        for player, banker, player_cards, banker_cards in product(range(10), range(10), (2, 3), (2, 3))
    )


def judgements(area: Area) -> tuple[Judged, ...]:
    """What the bet comes to in each finished situation."""
    if area in bets.ON_PAIRS:
        by_pairs = tuple(bets.ON_PAIRS[area](pairs) for pairs in ALL_PAIRS)
        return by_pairs * len(_all_totals())
    rule = bets.ON_TOTALS[area]
    return tuple(judged for totals in _all_totals() for judged in (rule(totals),) * len(ALL_PAIRS))


def verdicts(area: Area, prizes: Mapping[Prize, Odds], judged: Sequence[Judged]) -> tuple[Verdict, ...]:
    """What the bet comes to in each finished situation, at these prizes. The verdicts are shared objects."""
    # A book that pays one price for a bet with several prizes names only `win` (MBS Banker).
    won: dict[Judged, Verdict] = {
        tier: Verdict(Result.WIN, prizes.get(tier) or prizes.get(Prize.WIN))
        for tier in bets.TIERS.get(area, frozenset()) | {Prize.WIN}
    }
    every = won | {Result.LOSE: LOST, Result.PUSH: RETURNED}
    return tuple([every[judgement] for judgement in judged])


class Judge:
    """Judges finished coups on one layout."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows
        """By finished situation, from the first."""

    def row_of(self, situation: Situation) -> Row:
        """The verdicts of a finished situation."""
        return self.rows[situation - FINISHED]

    def row(self, cards: Sequence[Card]) -> Row:
        """The verdicts of a coup whose cards are all there; the Table of Play is applied inline, for speed."""
        first, second, third, fourth = cards[0], cards[1], cards[2], cards[3]
        player = (first.points + third.points) % 10
        banker = (second.points + fourth.points) % 10
        ending = 0
        if first.rank is third.rank:
            ending = 1 if second.rank is not fourth.rank else 4 if first.rank is second.rank else 3
        elif second.rank is fourth.rank:
            ending = 2
        if player < 8 and banker < 8:
            if player < 6:
                points = cards[4].points
                player = (player + points) % 10
                ending += 10
                if points in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]:
                    banker = (banker + cards[5].points) % 10
                    ending += 5
            elif banker < 6:
                banker = (banker + cards[4].points) % 10
                ending += 5
        return self.rows[20 * (10 * player + banker) + ending]
