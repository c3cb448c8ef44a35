"""Reconstruction: where cards were put, compared with where the drawn order puts them (RWS v4 1.24, 5.8, 5.9).

Nothing is moved here: the hands already follow from the drawn order. The result is which cards lie wrong and which were
drawn beyond the end of the round and open the next one.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import zip_longest

from msgspec import Struct

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS, Coup, make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side


class Place(Enum):
    """Where a card lies: on a hand, or on neither (drawn in excess, or exposed)."""

    PLAYER = "P"
    BANKER = "B"
    NEITHER = "X"


_P, _B = Place.PLAYER, Place.BANKER
_MOST_CARDS, _POINTS = 6, 10
INITIAL_PLACES = (_P, _B, _P, _B)


class MisplacedCard(Struct, frozen=True, kw_only=True):
    """A card, by its number in the drawn order from 0, that lies elsewhere than the Table of Play puts it."""

    order: int
    card: Card
    put: Place
    belongs: Place


class Reconstruction(Struct, frozen=True, kw_only=True):
    """The coup as it should lie, and what has to be moved to get there."""

    coup: Coup
    misplaced: tuple[MisplacedCard, ...]

    @property
    def is_needed(self) -> bool:
        return bool(self.misplaced)


def correct_places(right: Coup) -> tuple[Place, ...]:
    """Where each drawn card belongs; cards carried to the next round belong to neither hand."""
    player, banker = len(right.player.cards), len(right.banker.cards)
    initial = INITIAL_PLACES[: player + banker]
    thirds = (_P,) * (player == 3) + (_B,) * (banker == 3)
    return initial + thirds + (Place.NEITHER,) * len(right.carry)


def order_from_places(put: Sequence[Place]) -> tuple[int, ...]:
    """The cards, by their numbers in the drawn order, as the hands would have got them: Player and Banker in turn.

    Each hand keeps the order in which its own cards came; what lies beside the hands comes last (ruling O17).
    """
    player, banker, beside = ([order for order, place in enumerate(put) if place is lies] for lies in Place)
    in_turn = (order for pair in zip_longest(player, banker) for order in pair if order is not None)
    return (*in_turn, *beside)


def certain_places(known: Sequence[Card], count: int) -> tuple[Place | None, ...]:
    """Where the drawn order puts so many cards, of which the first lie open; None where that depends on the others.

    A card that came early is the next card of a hand, and one too many only if no hand draws: which of the two, is
    clear from the open cards where the Banker draws, or stands, on whatever the Player's third card is.
    """
    so_far = make_coup(known)
    if len(known) < INITIAL_CARDS:
        places: tuple[Place | None, ...] = INITIAL_PLACES
    elif so_far.next_draw is Side.PLAYER:
        places = (*INITIAL_PLACES, _P, _banker_third_place(so_far.banker.points))
    elif so_far.next_draw is Side.BANKER:
        places = (*correct_places(so_far), _B)
    else:
        places = correct_places(so_far)
    undecided = (None,) * (_MOST_CARDS - len(places)) if len(known) < INITIAL_CARDS else ()
    return (*places, *undecided, *(Place.NEITHER for _ in range(count)))[:count]


def _banker_third_place(points: int) -> Place | None:
    """Whether the Banker's third card is certain before the Player's is turned (MBS 3.15, RWS v4 3.12)."""
    draws_on = PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[points]
    if len(draws_on) == _POINTS:
        return _B
    return None if draws_on else Place.NEITHER


def reconstruct(drawn: Sequence[Card], put: Sequence[Place]) -> Reconstruction:
    """Compare drawn and put, card by card. The two are equally long: each drawn card was put somewhere."""
    right = make_coup(drawn)
    triples = zip(drawn, put, correct_places(right), strict=True)
    return Reconstruction(
        coup=right,
        misplaced=tuple(
            MisplacedCard(order=order, card=card, put=lies, belongs=belongs)
            for order, (card, lies, belongs) in enumerate(triples)
            if lies is not belongs
        ),
    )
