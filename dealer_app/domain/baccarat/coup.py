"""A coup: the two hands as a function of the cards in drawn order, and nothing else.

Where a card was put on the table does not matter here; reconstruction compares that with what these functions say.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dealer_app.domain.baccarat.table_of_play import (
    AFTER_FOUR,
    PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS,
    is_natural,
)
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side

_PLAYER, _BANKER = Side.PLAYER, Side.BANKER
INITIAL_CARDS = 4
"""First and third card to the Player, second and fourth to the Banker (RWS v4 3.10, MBS 3.13)."""


# Named tuples, as frozen as dataclasses but faster, because hands are made anew with every card; for the same reason
# `coup` makes them by tuple.__new__, which skips the argument handling of their own constructor.
_new = tuple.__new__


class Hand(NamedTuple):
    """The cards of one hand and their total."""

    cards: tuple[Card, ...]
    points: int


class Coup(NamedTuple):
    """Both hands, who draws next while the coup is unfinished, and the cards drawn beyond its end."""

    player: Hand
    banker: Hand
    next_draw: Side | None
    carry: tuple[Card, ...]

    @property
    def complete(self) -> bool:
        return self.next_draw is None

    @property
    def natural(self) -> bool:
        """Ended by a two-card 8 or 9."""
        two_each = len(self.player.cards) == len(self.banker.cards) == 2
        return self.complete and two_each and is_natural(self.player.points, self.banker.points)

    @property
    def winner(self) -> Winner | None:
        """The higher hand, or the tie (RWS v4 3.13 and 3.14, MBS 3.16); None while unfinished."""
        if self.next_draw is not None:
            return None
        player, banker = self.player.points, self.banker.points
        if player == banker:
            return Winner.TIE
        return Winner.PLAYER if player > banker else Winner.BANKER


def total_of(cards: Iterable[Card]) -> int:
    """What these cards count together in a hand: tens are left out."""
    return sum(card.points for card in cards) % 10


def coup(drawn: Sequence[Card]) -> Coup:
    """The coup that these cards make, in the order in which they left the shoe."""
    cards = tuple(drawn)
    count = len(cards)
    if count < INITIAL_CARDS:
        return _initial(cards)
    first, second, third, fourth = cards[0], cards[1], cards[2], cards[3]
    player = (first.points + third.points) % 10
    banker = (second.points + fourth.points) % 10
    draws = AFTER_FOUR[player][banker]
    if draws is None or count == INITIAL_CARDS:
        initial = _new(Hand, ((first, third), player)), _new(Hand, ((second, fourth), banker))
        return _new(Coup, (*initial, draws, cards[4:]))
    fifth = cards[4]
    if draws is _BANKER:
        two = _new(Hand, ((first, third), player))
        three = _new(Hand, ((second, fourth, fifth), (banker + fifth.points) % 10))
        return _new(Coup, (two, three, None, cards[5:]))
    three = _new(Hand, ((first, third, fifth), (player + fifth.points) % 10))
    answers = fifth.points in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]
    if not answers or count == 5:
        two = _new(Hand, ((second, fourth), banker))
        return _new(Coup, (three, two, _BANKER if answers else None, cards[5:]))
    sixth = cards[5]
    drawn_too = _new(Hand, ((second, fourth, sixth), (banker + sixth.points) % 10))
    return _new(Coup, (three, drawn_too, None, cards[6:]))


def _initial(cards: tuple[Card, ...]) -> Coup:
    player, banker = cards[0::2], cards[1::2]
    return Coup(
        Hand(player, total_of(player)),
        Hand(banker, total_of(banker)),
        _BANKER if len(cards) % 2 else _PLAYER,
        (),
    )
