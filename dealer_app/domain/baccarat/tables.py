"""A layout of a document made ready for judging: one look-up answers what is won, decided or offered.

Made once when a document is opened; the values are shared by every round played on it.
"""

from collections.abc import Mapping, Sequence

from dealer_app.domain.baccarat.bets import Judged
from dealer_app.domain.baccarat.conclusive import Decided, decided_bits, share_decided
from dealer_app.domain.baccarat.insurance import Offers, offers_by_situation
from dealer_app.domain.baccarat.situation import Situation, situation
from dealer_app.domain.baccarat.verdicts import Judge, judgements, verdicts
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize, Verdict


class GameTable:
    """What all layouts of a document share: each bet in every ending, and what is offered on the way."""

    def __init__(self, book: Rulebook) -> None:
        self.areas = book.areas
        self.judged: Mapping[Area, tuple[Judged, ...]] = {area: judgements(area) for area in self.areas}
        self.decided_bits = decided_bits(self.areas, self.judged)
        self.offers: tuple[Offers, ...] = offers_by_situation(book.insurance)
        self._columns: dict[tuple[Area, tuple[tuple[Prize, Odds], ...]], tuple[Verdict, ...]] = {}

    def layout(self, layout: Layout) -> "LayoutTable":
        return LayoutTable(self, layout)

    def column(self, layout: Layout, area: Area) -> tuple[Verdict, ...]:
        """The verdicts on one area; layouts that pay it alike share them."""
        prizes = layout.prizes(area)
        key = area, tuple(prizes.items())
        if key not in self._columns:
            self._columns[key] = verdicts(area, prizes, self.judged[area])
        return self._columns[key]


class LayoutTable:
    """One layout, ready: the judge of finished coups and the answers for every situation before the end."""

    def __init__(self, game: GameTable, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.judge = Judge(tuple(zip(*(game.column(layout, area) for area in layout.areas), strict=True)))
        self.decided_in = share_decided(game.areas, frozenset(layout.areas), game.decided_bits)

    def decided(self, cards: Sequence[Card]) -> Decided:
        """What is conclusively decided once these cards lie open."""
        return self.decided_in[situation(cards)]

    def offers(self, passed: Situation) -> Offers:
        """The insurance on offer in a situation: the same on every layout of the document."""
        return self.game.offers[passed]
