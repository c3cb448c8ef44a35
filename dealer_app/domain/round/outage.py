"""Rounds that were dealt while the station was out, as they are written down by hand.

Of such a round the station knows its result and, where somebody noted them, its cards or dice; never its bets.
"""

from msgspec import Struct

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import Card


class CardRound(Struct, frozen=True, tag_field="kind", tag="cards"):
    """Who won, and the cards in drawn order; none if they were not noted."""

    winner: Winner
    cards: tuple[Card, ...] = ()


class DiceRound(Struct, frozen=True, tag_field="kind", tag="dice"):
    """The dice as they lay; None if they were not noted."""

    dice: tuple[int, int, int] | None


OutageRound = CardRound | DiceRound
