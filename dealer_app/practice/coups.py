"""Deals the cards that a drill needs: hands of given totals, and whole coups that end as wished.

Each is made, not searched for: the totals of the first two cards are chosen among those that can lead to the end, then
cards that make them. So the rarest prize is asked as soon as any.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.situations import BANKER_PAIR, BOTH_PAIRS, NO_PAIR, PAIR_KINDS, PLAYER_PAIR, TWIN_PAIRS
from dealer_app.domain.baccarat.table_of_play import banker_draws, make_coup, player_draws
from dealer_app.domain.cards import RANK_POINTS, Card, Rank, Suit

_POINTS = range(10)


class CoupEnd(Struct, frozen=True):
    """How a coup ends, as far as any bet can tell: both totals, who has a third card, which hands began as pairs."""

    player: int
    banker: int
    player_third: bool
    banker_third: bool
    pairs: int

    @property
    def row(self) -> int:
        """The place of this end among the verdicts of a layout."""
        return 20 * (10 * self.player + self.banker) + 10 * self.player_third + 5 * self.banker_third + self.pairs


class _Course(Struct, frozen=True):
    """The totals of the first two cards of each hand, and the points of the third cards that follow."""

    player: int
    banker: int
    player_third: int | None
    banker_third: int | None


@cache
def _rank_pairs(total: int, is_pair: bool) -> tuple[tuple[Rank, Rank], ...]:
    """Two ranks that make a total, alike or not."""
    return tuple(
        (one, other)
        for one, other in product(Rank, Rank)
        if (RANK_POINTS[one] + RANK_POINTS[other]) % 10 == total and (one is other) is is_pair
    )


_PAIRED_HANDS = {
    NO_PAIR: (False, False),
    PLAYER_PAIR: (True, False),
    BANKER_PAIR: (False, True),
    BOTH_PAIRS: (True, True),
    TWIN_PAIRS: (True, True),
}


@cache
def _first_ranks(player: int, banker: int, pairs: int) -> tuple[tuple[tuple[Rank, Rank], tuple[Rank, Rank]], ...]:
    """The first two ranks of each hand: their totals, and the pairs that they are."""
    of_player, of_banker = _PAIRED_HANDS[pairs]
    return tuple(
        (one, other)
        for one, other in product(_rank_pairs(player, of_player), _rank_pairs(banker, of_banker))
        if pairs < BOTH_PAIRS or (one[0] is other[0]) is (pairs == TWIN_PAIRS)
    )


@cache
def _courses() -> Mapping[CoupEnd, tuple[_Course, ...]]:
    """Every way from the first totals to each end that a coup can have."""
    found: dict[CoupEnd, list[_Course]] = {}
    for player, banker in product(_POINTS, _POINTS):
        kinds = [pairs for pairs in range(PAIR_KINDS) if _first_ranks(player, banker, pairs)]
        for course, end in _ways_on(player, banker):
            for pairs in kinds:
                found.setdefault(CoupEnd(*end, pairs), []).append(course)
    return {end: tuple(courses) for end, courses in found.items()}


def _ways_on(player: int, banker: int) -> Iterator[tuple[_Course, tuple[int, int, bool, bool]]]:
    thirds: tuple[int | None, ...] = tuple(_POINTS) if player_draws(player, banker) else (None,)
    for third in thirds:
        final = player if third is None else (player + third) % 10
        if banker_draws(player, banker, third):
            for last in _POINTS:
                yield _Course(player, banker, third, last), (final, (banker + last) % 10, third is not None, True)
        else:
            yield _Course(player, banker, third, None), (final, banker, third is not None, False)


@cache
def possible_ends() -> tuple[CoupEnd, ...]:
    """Every end that a coup can have."""
    return tuple(_courses())


def is_possible_end(end: CoupEnd) -> bool:
    return end in _courses()


def end_of_coup(cards: Sequence[Card]) -> CoupEnd:
    """How the coup of these cards ends; they are all there."""
    coup = make_coup(cards)
    one, other, third, fourth = (card.rank for card in cards[:4])
    of_player, of_banker = one is third, other is fourth
    if of_player and of_banker:
        pairs = TWIN_PAIRS if one is other else BOTH_PAIRS
    else:
        pairs = PLAYER_PAIR if of_player else BANKER_PAIR if of_banker else NO_PAIR
    of_three = [len(hand.cards) == 3 for hand in (coup.player, coup.banker)]
    return CoupEnd(coup.player.points, coup.banker.points, of_three[0], of_three[1], pairs)


def deal_coup(chance: Random, end: CoupEnd) -> tuple[Card, ...]:
    """The cards of a coup that ends so, in drawn order."""
    return _deal(chance, chance.choice(_courses()[end]), end.pairs)


def deal_totals(chance: Random, player: int, banker: int, *thirds: int) -> tuple[Card, ...]:
    """Four cards of these totals, and third cards of these points after them."""
    pairs = chance.choice([kind for kind in range(PAIR_KINDS) if _first_ranks(player, banker, kind)])
    return (*_deal_first(chance, player, banker, pairs), *(_card_with_points(chance, points) for points in thirds))


def _deal(chance: Random, course: _Course, pairs: int) -> tuple[Card, ...]:
    thirds = (points for points in (course.player_third, course.banker_third) if points is not None)
    first = _deal_first(chance, course.player, course.banker, pairs)
    return (*first, *(_card_with_points(chance, points) for points in thirds))


def _deal_first(chance: Random, player: int, banker: int, pairs: int) -> tuple[Card, ...]:
    (one, three), (two, four) = chance.choice(_first_ranks(player, banker, pairs))
    return tuple(_card_of_rank(chance, rank) for rank in (one, two, three, four))


def _card_with_points(chance: Random, points: int) -> Card:
    return _card_of_rank(chance, chance.choice([rank for rank in Rank if RANK_POINTS[rank] == points]))


def _card_of_rank(chance: Random, rank: Rank) -> Card:
    return Card(rank.value + chance.choice(list(Suit)).value)


def deal_hand(chance: Random, count: int) -> tuple[Card, ...]:
    """Any cards, as many as asked."""
    return tuple(chance.choice(list(Card)) for _ in range(count))
