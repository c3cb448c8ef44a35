"""Rounds that were dealt while the station was out, as they are written down by hand.

Of such a round the station knows its result and, where somebody noted them, its cards or dice; never its bets.
"""

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class CardRound:
    """Who won, and the cards in drawn order; none if they were not noted."""

    winner: Winner
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceRound:
    """The dice as they lay; None if they were not noted."""

    dice: tuple[int, int, int] | None


OutageRound = CardRound | DiceRound
