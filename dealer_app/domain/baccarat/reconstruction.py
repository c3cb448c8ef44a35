"""Reconstruction: where cards were put, compared with where the drawn order puts them (RWS v4 1.24, 5.8, 5.9).

Nothing is moved here: the hands already follow from the drawn order. What this tells is which cards lie wrong and
which were drawn beyond the end of the round and open the next one.
"""

from collections.abc import Sequence
from enum import Enum

from dealer_app.domain.baccarat.coup import Coup, coup
from dealer_app.domain.cards import Card
from dealer_app.domain.values import dataclass


class Place(Enum):
    """Where a card lies: on a hand, or on neither (drawn in excess, or exposed)."""

    PLAYER = "P"
    BANKER = "B"
    NEITHER = "X"


_P, _B = Place.PLAYER, Place.BANKER
INITIAL_PLACES = (_P, _B, _P, _B)


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """A card, by its number in the drawn order from 0, that lies elsewhere than the Table of Play puts it."""

    order: int
    card: Card
    put: Place
    belongs: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconstruction:
    """The coup as it should lie, and what has to be moved to get there."""

    coup: Coup
    misplaced: tuple[Misplaced, ...]

    @property
    def needed(self) -> bool:
        return bool(self.misplaced)


def right_places(right: Coup) -> tuple[Place, ...]:
    """Where each drawn card belongs; cards carried to the next round belong to neither hand."""
    player, banker = len(right.player.cards), len(right.banker.cards)
    initial = INITIAL_PLACES[: player + banker]
    thirds = (_P,) * (player == 3) + (_B,) * (banker == 3)
    return initial + thirds + (Place.NEITHER,) * len(right.carry)


def reconstruct(drawn: Sequence[Card], put: Sequence[Place]) -> Reconstruction:
    """Compare drawn and put, card by card. The two are equally long: each drawn card was put somewhere."""
    right = coup(drawn)
    triples = zip(drawn, put, right_places(right), strict=True)
    return Reconstruction(
        coup=right,
        misplaced=tuple(
            Misplaced(order=order, card=card, put=lies, belongs=belongs)
            for order, (card, lies, belongs) in enumerate(triples)
            if lies is not belongs
        ),
    )
