"""A layout of a document made ready for judging: one look-up answers what is won, decided or offered.

Made once when a document is opened; the values are shared by every round played on it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from dealer_app.domain.baccarat.bets import Judged
from dealer_app.domain.baccarat.conclusive import Decided, decided_bits, share_decided
from dealer_app.domain.baccarat.insurance import Offers, offers_by_situation
from dealer_app.domain.baccarat.situation import Situation, possible_situations, situation
from dealer_app.domain.baccarat.verdicts import Judge, judgements, verdicts
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize, Verdict

_DOCUMENTS = 16
_COLUMNS = 256


class GameTable:
    """What all layouts of a document share: each bet in every ending, and what is offered on the way."""

    def __init__(self, book: Rulebook) -> None:
        self.areas = book.areas
        self.judged = _judged(self.areas)
        self.decided_bits = _decided(self.areas)
        self.offers: tuple[Offers, ...] = offers_by_situation(book.insurance)

    def layout(self, layout: Layout) -> "LayoutTable":
        return LayoutTable(self, layout)

    def column(self, layout: Layout, area: Area) -> tuple[Verdict, ...]:
        """The verdicts on one area; layouts that pay it alike share them."""
        return _column(area, tuple(layout.prizes(area).items()))


# A document is read anew for each choice that is made of it: what does not depend on its choices is worked out once.


@lru_cache(maxsize=_COLUMNS)
def _judgements(area: Area) -> tuple[Judged, ...]:
    return judgements(area)


@lru_cache(maxsize=_DOCUMENTS)
def _judged(areas: tuple[Area, ...]) -> Mapping[Area, tuple[Judged, ...]]:
    return {area: _judgements(area) for area in areas}


@lru_cache(maxsize=_DOCUMENTS)
def _decided(areas: tuple[Area, ...]) -> tuple[int, ...]:
    return decided_bits(areas, _judged(areas))


@lru_cache(maxsize=_COLUMNS)
def _column(area: Area, prizes: tuple[tuple[Prize, Odds], ...]) -> tuple[Verdict, ...]:
    return verdicts(area, dict(prizes), _judgements(area))


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

    def decided_with_unknown(self, cards: Sequence[Card | None]) -> Decided:
        """What is decided whatever the cards are that nobody knows, each at its place in the drawn order (O16)."""
        first, *others = (self.decided_in[found] for found in possible_situations(cards))
        won = tuple(area for area in first.won if all(area in other.won for other in others))
        lost = tuple(area for area in first.lost if all(area in other.lost for other in others))
        return Decided(won, lost)

    def offers(self, passed: Situation) -> Offers:
        """The insurance on offer in a situation: the same on every layout of the document."""
        return self.game.offers[passed]
