"""The courses that a coup can take, as far as points can tell: the totals on four cards and those at the end.

A course stands for all sequences of cards with the same totals on the way; how many orders of a shoe that is, is
counted in `draws`, in one long row. `place` is where in that row a course is found.
"""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from dealer_app.domain.baccarat.bets import Totals
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws

POINTS = range(10)
_FOUR_CARDS = 0
_FIVE_CARDS = _FOUR_CARDS + 100
_SIX_CARDS = _FIVE_CARDS + 1_000
PLACES = _SIX_CARDS + 10_000
"""The row has a place for each pair of two-card totals, for each with a fifth card, and for each with a sixth."""


class Course(Struct, frozen=True, kw_only=True):
    """From the two-card totals to the end."""

    player_two: int
    banker_two: int
    totals: Totals
    place: int

    @property
    def card_to_come_after_four(self) -> bool:
        return self.totals.player_cards + self.totals.banker_cards > 4

    @property
    def card_to_come_after_players_third(self) -> bool:
        return self.totals.player_cards + self.totals.banker_cards == 6


@cache
def courses() -> tuple[Course, ...]:
    """Every course that the Table of Play allows."""
    return tuple(
        Course(player_two=player, banker_two=banker, totals=totals, place=place)
        for player in POINTS
        for banker in POINTS
        for totals, place in _endings(player, banker)
    )


def _endings(player: int, banker: int) -> Iterator[tuple[Totals, int]]:
    two_each = 10 * player + banker
    if player_draws(player, banker):
        for fifth in POINTS:
            total = (player + fifth) % 10
            on_five = 10 * two_each + fifth
            if banker_draws(player, banker, fifth):
                for sixth in POINTS:
                    yield Totals(total, (banker + sixth) % 10, 3, 3), _SIX_CARDS + 10 * on_five + sixth
            else:
                yield Totals(total, banker, 3, 2), _FIVE_CARDS + on_five
    elif banker_draws(player, banker, None):
        for fifth in POINTS:
            yield Totals(player, (banker + fifth) % 10, 2, 3), _FIVE_CARDS + 10 * two_each + fifth
    else:
        yield Totals(player, banker, 2, 2), _FOUR_CARDS + two_each
