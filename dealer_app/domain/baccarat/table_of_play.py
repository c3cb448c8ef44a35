"""The Table of Play: who draws a third card (RWS v4 3.11 and 3.12, Insurance Plus 3.13 and 3.15, MBS 3.15).

The three documents print the same table in different shapes. Totals here are those of the first two cards.
"""

from enum import Enum

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
    """Whether the Banker draws; `player_third` is the points of the Player's third card, None if he stood."""
    if is_natural(player, banker):
        return False
    if player_third is None:
        return banker < STANDS_WITHOUT_THIRD_FROM
    return player_third in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]


def _first_to_draw(player: int, banker: int) -> Side | None:
    if player_draws(player, banker):
        return Side.PLAYER
    return Side.BANKER if banker_draws(player, banker, None) else None


class Third(Enum):
    """What the first totals say of the third card of a hand."""

    NATURAL = "natural"
    STANDS = "stands"
    DRAWS = "draws"
    DEPENDS = "depends"
    """The Banker draws on some of the Player's third cards and not on others."""


def third_card(side: Side, player: int, banker: int) -> Third:
    """By the totals of the first two cards of each hand, before any third card lies there."""
    if (player if side is Side.PLAYER else banker) in NATURAL:
        return Third.NATURAL
    if side is Side.PLAYER:
        return Third.DRAWS if player_draws(player, banker) else Third.STANDS
    if not player_draws(player, banker):
        return Third.DRAWS if banker_draws(player, banker, None) else Third.STANDS
    drawn_on = PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]
    if not drawn_on:
        return Third.STANDS
    return Third.DRAWS if len(drawn_on) == _POINTS else Third.DEPENDS


_POINTS = 10
"""How many points a card can have, none included."""

AFTER_FOUR = tuple(tuple(_first_to_draw(player, banker) for banker in range(10)) for player in range(10))
"""By the totals of Player and Banker: who takes the fifth card, None if the coup ends with four."""
