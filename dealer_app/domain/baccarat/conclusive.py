"""What is conclusively decided at each point of a coup, from every way in which it can still end.

A bet is decided once it wins in all of them, or loses in all of them; a bet certain to be returned is neither (ruling
E4), and a sure win counts although its tier is open (E3). All bets of a document are worked out together, as the
bits of one number, from the end of the coup backwards.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dealer_app.domain.baccarat.bets import BetResult
from dealer_app.domain.baccarat.situations import (
    FINISHED,
    NO_PAIR,
    PLAYER_PAIR,
    SITUATIONS,
    START,
    Situation,
    after_five_cards,
    after_four_cards,
    after_one_card,
    after_three_cards,
    after_two_cards,
    final_situation,
    pair_possibilities,
)
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.wagers import Area, Result

POINT_RANGE = range(10)
_BANKER_PAIR_STEP = 2
"""From a pair kind without a Banker pair to the one with it, in the numbering of bets.Pairs."""
_NOT_YET_TWIN = range(4)


class DecidedAreas(Struct, frozen=True):
    """The areas already certain to win and those certain to lose."""

    won: tuple[Area, ...]
    lost: tuple[Area, ...]

    @property
    def is_established(self) -> bool:
        """Whether an outcome is established: any bet that the layout offers, staked or not (ruling E1)."""
        return bool(self.won or self.lost)


def certainty_bits(areas: Sequence[Area], judged: Mapping[Area, Sequence[BetResult]]) -> tuple[int, ...]:
    """For each situation a number: bit 2i is set if area i is won, bit 2i + 1 if it is lost."""
    bits = [0] * SITUATIONS
    for place, area in enumerate(areas):
        won, lost = 1 << 2 * place, 2 << 2 * place
        for offset, judgement in enumerate(judged[area]):
            if judgement is Result.LOSE:
                bits[FINISHED + offset] |= lost
            elif judgement is not Result.PUSH:
                bits[FINISHED + offset] |= won
    _fold_back(bits)
    return tuple(bits)


def _fold_back(bits: list[int]) -> None:
    """Fill the unfinished situations: what is certain in one is what is certain in all that can follow it."""

    def certain(following: Sequence[Situation]) -> int:
        common = bits[following[0]]
        for situation in following:
            common &= bits[situation]
        return common

    for player in POINT_RANGE:
        for banker in POINT_RANGE:
            for pairs in _NOT_YET_TWIN:
                here = after_five_cards(player, banker, pairs)
                bits[here] = certain(_after_bankers_third(player, banker, True, pairs))
    for player in POINT_RANGE:
        for banker in POINT_RANGE:
            if player_draws(player, banker) or banker_draws(player, banker, None):
                for pairs in _NOT_YET_TWIN:
                    bits[after_four_cards(player, banker, pairs)] = certain(_after_fifth(player, banker, pairs))
    for player in POINT_RANGE:
        for second in POINT_RANGE:
            for pair in (False, True):
                bits[after_three_cards(player, pair, second)] = certain(_after_fourth(player, pair, second))
    for first in POINT_RANGE:
        for second in POINT_RANGE:
            bits[after_two_cards(first, second)] = certain(_after_third(first, second))
    for first in POINT_RANGE:
        bits[after_one_card(first)] = certain([after_two_cards(first, second) for second in POINT_RANGE])
    bits[START] = certain([after_one_card(first) for first in POINT_RANGE])


def _after_bankers_third(player: int, banker: int, player_third: bool, pairs: int) -> list[Situation]:
    return [final_situation(player, (banker + drawn) % 10, player_third, True, pairs) for drawn in POINT_RANGE]


def _after_fifth(player: int, banker: int, pairs: int) -> list[Situation]:
    if not player_draws(player, banker):
        return _after_bankers_third(player, banker, False, pairs)
    following = []
    for third in POINT_RANGE:
        total = (player + third) % 10
        if banker_draws(player, banker, third):
            following.append(after_five_cards(total, banker, pairs))
        else:
            following.append(final_situation(total, banker, True, False, pairs))
    return following


def _after_fourth(player: int, player_pair: bool, second: int) -> list[Situation]:
    following = []
    for fourth in POINT_RANGE:
        banker = (second + fourth) % 10
        goes_on = player_draws(player, banker) or banker_draws(player, banker, None)
        for banker_pair in pair_possibilities(second, fourth):
            pairs = (PLAYER_PAIR if player_pair else NO_PAIR) + _BANKER_PAIR_STEP * banker_pair
            if goes_on:
                following.append(after_four_cards(player, banker, pairs))
            else:
                following.append(final_situation(player, banker, False, False, pairs))
    return following


def _after_third(first: int, second: int) -> list[Situation]:
    return [
        after_three_cards((first + third) % 10, pair, second)
        for third in POINT_RANGE
        for pair in pair_possibilities(first, third)
    ]


def decisions_by_situation(
    areas: Sequence[Area], offered: frozenset[Area], bits: Sequence[int]
) -> tuple[DecidedAreas, ...]:
    """The values that a layout answers with, one object for all situations in which the same is decided."""
    mask = sum(3 << 2 * place for place, area in enumerate(areas) if area in offered)
    known: dict[int, DecidedAreas] = {}
    answers = []
    for number in bits:
        visible = number & mask
        decided = known.get(visible)
        if decided is None:
            won = tuple(area for place, area in enumerate(areas) if visible >> 2 * place & 1)
            lost = tuple(area for place, area in enumerate(areas) if visible >> 2 * place & 2)
            decided = known[visible] = DecidedAreas(won, lost)
        answers.append(decided)
    return tuple(answers)
