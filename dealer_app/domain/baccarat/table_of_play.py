"""The Table of Play and the coup: who draws a third card, and the two hands that the cards make.

RWS v4 3.11 and 3.12, Insurance Plus 3.13 and 3.15 and MBS 3.15 print the same table in different shapes. A
coup is a function of the cards in drawn order and of nothing else; where a card was put on the table is the
subject of `reconstruction`.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side

NATURAL = frozenset({8, 9})
PLAYER_DRAWS_UP_TO = 5
STANDS_WITHOUT_THIRD_FROM = 6
"""What the Banker stands on when the Player has taken no card (RWS v4 3.11)."""

PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    frozenset(),
    frozenset(),
    frozenset(),
)
"""By the Banker's total: the points of the Player's third card on which the Banker takes one too."""


def is_natural(player: int, banker: int) -> bool:
    return player in NATURAL or banker in NATURAL


def player_draws(player: int, banker: int) -> bool:
    return not is_natural(player, banker) and player <= PLAYER_DRAWS_UP_TO


def banker_draws(player: int, banker: int, player_third: int | None) -> bool:
    """Whether the Banker draws; `player_third` is the points of the Player's third card, None if the Player stood."""
    if is_natural(player, banker):
        return False
    if player_third is None:
        return banker < STANDS_WITHOUT_THIRD_FROM
    return player_third in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]


def _fifth_card_side(player: int, banker: int) -> Side | None:
    if player_draws(player, banker):
        return Side.PLAYER
    return Side.BANKER if banker_draws(player, banker, None) else None


class ThirdCardRule(Enum):
    """What the first totals say of the third card of a hand."""

    NATURAL = "natural"
    STANDS = "stands"
    DRAWS = "draws"
    DEPENDS = "depends"
    """The Banker draws on some of the Player's third cards and not on others."""


def third_card_rule(side: Side, player: int, banker: int) -> ThirdCardRule:
    """By the totals of the first two cards of each hand, before any third card is drawn."""
    if (player if side is Side.PLAYER else banker) in NATURAL:
        return ThirdCardRule.NATURAL
    if side is Side.PLAYER:
        return ThirdCardRule.DRAWS if player_draws(player, banker) else ThirdCardRule.STANDS
    if not player_draws(player, banker):
        return ThirdCardRule.DRAWS if banker_draws(player, banker, None) else ThirdCardRule.STANDS
    drawn_on = PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]
    if not drawn_on:
        return ThirdCardRule.STANDS
    return ThirdCardRule.DRAWS if len(drawn_on) == _POINTS else ThirdCardRule.DEPENDS


_POINTS = 10
"""How many points a card can have, none included."""

FIFTH_CARD_SIDE = tuple(tuple(_fifth_card_side(player, banker) for banker in range(10)) for player in range(10))
"""By the totals of Player and Banker: who takes the fifth card, None if the coup ends with four."""


class Winner(Enum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


_PLAYER, _BANKER = Side.PLAYER, Side.BANKER
INITIAL_CARDS = 4
"""First and third card to the Player, second and fourth to the Banker (RWS v4 3.10, MBS 3.13)."""


# Named tuples, as frozen as dataclasses but faster, because hands are made again with every card; for the same reason
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
    def is_complete(self) -> bool:
        return self.next_draw is None

    @property
    def is_natural(self) -> bool:
        """Ended by a two-card 8 or 9."""
        two_each = len(self.player.cards) == len(self.banker.cards) == 2
        return self.is_complete and two_each and is_natural(self.player.points, self.banker.points)

    @property
    def winner(self) -> Winner | None:
        """The higher hand, or the tie (RWS v4 3.13 and 3.14, MBS 3.16); None while unfinished."""
        if self.next_draw is not None:
            return None
        player, banker = self.player.points, self.banker.points
        if player == banker:
            return Winner.TIE
        return Winner.PLAYER if player > banker else Winner.BANKER


def hand_total(cards: Iterable[Card]) -> int:
    """What these cards count together in a hand: tens are left out."""
    return sum(card.points for card in cards) % 10


def make_coup(drawn: Sequence[Card]) -> Coup:
    """The coup that these cards make, in the order in which they left the shoe."""
    cards = tuple(drawn)
    count = len(cards)
    if count < INITIAL_CARDS:
        return _early_coup(cards)
    first, second, third, fourth = cards[0], cards[1], cards[2], cards[3]
    player = (first.points + third.points) % 10
    banker = (second.points + fourth.points) % 10
    draws = FIFTH_CARD_SIDE[player][banker]
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


def _early_coup(cards: tuple[Card, ...]) -> Coup:
    player, banker = cards[0::2], cards[1::2]
    return Coup(
        Hand(player, hand_total(player)),
        Hand(banker, hand_total(banker)),
        _BANKER if len(cards) % 2 else _PLAYER,
        (),
    )
