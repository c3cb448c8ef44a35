"""Every situation of a coup by its number, and what each bet of a layout comes to in it.

Two coups in the same situation have the same bets decided, the same insurance offered and, once finished, the
same verdicts. What depends on the progress of a coup is therefore a tuple with one entry for each situation.
Any rank can still come (ruling E6).

A GameTable is made once for a document and a LayoutTable once for a layout; all rounds played on it share
them.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from dealer_app.domain.baccarat import bets
from dealer_app.domain.baccarat.bets import BetResult, Pairs, Totals
from dealer_app.domain.baccarat.conclusive import DecidedAreas, certainty_bits, decisions_by_situation
from dealer_app.domain.baccarat.insurance import Offers, offers_by_situation
from dealer_app.domain.baccarat.situations import FINISHED, Situation, coup_situation, possible_situations
from dealer_app.domain.baccarat.table_of_play import PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import LOST, RETURNED, Area, Prize, Result, Verdict

VerdictRow = tuple[Verdict, ...]
"""One verdict for each area of the layout, in the order of Layout.areas."""

ALL_PAIRS = tuple(Pairs)


@cache
def _all_totals() -> tuple[Totals, ...]:
    """Every finished coup as a bet on totals sees it, in the order of the finished situations."""
    return tuple(
        Totals(player, banker, player_cards, banker_cards)
        for player, banker, player_cards, banker_cards in product(range(10), range(10), (2, 3), (2, 3))
    )


def area_results(area: Area) -> tuple[BetResult, ...]:
    """What the bet comes to in each finished situation."""
    if area in bets.PAIRS_RULES:
        by_pairs = tuple(bets.PAIRS_RULES[area](pairs) for pairs in ALL_PAIRS)
        return by_pairs * len(_all_totals())
    rule = bets.TOTALS_RULES[area]
    return tuple(judged for totals in _all_totals() for judged in (rule(totals),) * len(ALL_PAIRS))


def area_verdicts(area: Area, prizes: Mapping[Prize, Odds], judged: Sequence[BetResult]) -> tuple[Verdict, ...]:
    """What the bet comes to in each finished situation, at these prizes. The verdicts are shared objects."""
    # A book that pays one price for a bet with several prizes names only `win` (MBS Banker).
    won: dict[BetResult, Verdict] = {
        tier: Verdict(Result.WIN, prizes.get(tier) or prizes.get(Prize.WIN))
        for tier in bets.PRIZE_TIERS.get(area, frozenset()) | {Prize.WIN}
    }
    every = won | {Result.LOSE: LOST, Result.PUSH: RETURNED}
    return tuple([every[judgement] for judgement in judged])


class CoupJudge:
    """Judges finished coups on one layout."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[VerdictRow, ...]) -> None:
        self.rows = rows
        """By finished situation, from the first."""

    def situation_row(self, situation: Situation) -> VerdictRow:
        """The verdicts of a finished situation."""
        return self.rows[situation - FINISHED]

    def coup_row(self, cards: Sequence[Card]) -> VerdictRow:
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


_DOCUMENTS = 16
_COLUMNS = 256


class GameTable:
    """What all layouts of a document share: each bet in every ending, and what is offered on the way."""

    def __init__(self, book: Rulebook) -> None:
        self.areas = book.areas
        self.results = _results_by_area(self.areas)
        self.certainty_bits = _cache_certainty(self.areas)
        self.offers: tuple[Offers, ...] = offers_by_situation(book.insurance)

    def layout_table(self, layout: Layout) -> "LayoutTable":
        return LayoutTable(self, layout)

    def verdict_column(self, layout: Layout, area: Area) -> tuple[Verdict, ...]:
        """The verdicts on one area; layouts that pay it alike share them."""
        return _cache_column(area, tuple(layout.prizes(area).items()))


# A document is loaded once for each choice of its rulings: what does not depend on them is worked out once.


@lru_cache(maxsize=_COLUMNS)
def _cache_results(area: Area) -> tuple[BetResult, ...]:
    return area_results(area)


@lru_cache(maxsize=_DOCUMENTS)
def _results_by_area(areas: tuple[Area, ...]) -> Mapping[Area, tuple[BetResult, ...]]:
    return {area: _cache_results(area) for area in areas}


@lru_cache(maxsize=_DOCUMENTS)
def _cache_certainty(areas: tuple[Area, ...]) -> tuple[int, ...]:
    return certainty_bits(areas, _results_by_area(areas))


@lru_cache(maxsize=_COLUMNS)
def _cache_column(area: Area, prizes: tuple[tuple[Prize, Odds], ...]) -> tuple[Verdict, ...]:
    return area_verdicts(area, dict(prizes), _cache_results(area))


class LayoutTable:
    """One layout, ready: the judge of finished coups and the answers for every situation before the end."""

    def __init__(self, game: GameTable, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.judge = CoupJudge(tuple(zip(*(game.verdict_column(layout, area) for area in layout.areas), strict=True)))
        self.decisions = decisions_by_situation(game.areas, frozenset(layout.areas), game.certainty_bits)

    def decide_areas(self, cards: Sequence[Card]) -> DecidedAreas:
        """What is conclusively decided once these cards lie open."""
        return self.decisions[coup_situation(cards)]

    def decide_with_unknown(self, cards: Sequence[Card | None]) -> DecidedAreas:
        """What is decided whatever the cards are that nobody knows, each at its place in the drawn order (O16)."""
        first, *others = (self.decisions[found] for found in possible_situations(cards))
        won = tuple(area for area in first.won if all(area in other.won for other in others))
        lost = tuple(area for area in first.lost if all(area in other.lost for other in others))
        return DecidedAreas(won, lost)

    def situation_offers(self, passed: Situation) -> Offers:
        """The insurance on offer in a situation: the same on every layout of the document."""
        return self.game.offers[passed]
