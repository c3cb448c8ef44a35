"""Every state of a coup and every way in which it can still end, by dealing on with each of the thirteen ranks.

A state is what is on the table up to four cards, order within a hand aside; after that the totals, the number of
cards, the pairs and whose turn it is. No shoe is counted: any rank can still come (ruling E6).
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from dealer_app.domain.cards import CARDS, Card
from tests.support.baccarat_printed_tables import TABLES
from tests.support.baccarat_second_wording import AREAS, RANKS, DealtHands, deal, outcome, pair_kind, total

_SUITS = "SHDC"
_CERTAIN = {0b001: "win", 0b010: "lose", 0b100: "push"}
_BITS = {"win": 0b001, "lose": 0b010, "push": 0b100}


class CoupState(NamedTuple):
    """One way to come there, and for each area three bits: it can still win, lose, be returned."""

    ranks: str
    dealt: DealtHands
    possible: int


def rank_cards(ranks: str) -> tuple[Card, ...]:
    """Cards of these ranks, in suits of no meaning."""
    return tuple(CARDS[rank + _SUITS[place % 4]] for place, rank in enumerate(ranks))


def coup_cards(player: str, banker: str) -> tuple[Card, ...]:
    """The cards of two finished hands, such as `5K3` and `7T`, in the order in which they leave the shoe."""
    first_four = "".join(one + other for one, other in zip(player[:2], banker[:2], strict=True))
    ranks = first_four + player[2:] + banker[2:]
    assert deal(ranks) == DealtHands(player, banker, "", ""), f"{player} and {banker} are not dealt by any coup"
    return rank_cards(ranks)


def certain(possible: int) -> Mapping[str, str]:
    """The areas with only one result left, with it."""
    bits = ((area, possible >> 3 * place & 0b111) for place, area in enumerate(AREAS))
    return {area: _CERTAIN[it] for area, it in bits if it in _CERTAIN}


@cache
def states(game: str) -> tuple[CoupState, ...]:
    """All of them, the empty table and the finished coups included."""
    found: dict[tuple[object, ...], CoupState] = {}

    def visit(ranks: str) -> int:
        dealt = deal(ranks, TABLES[game])
        key = _key(ranks, dealt)
        if key not in found:
            possible = 0
            if dealt.due:
                for rank in RANKS:
                    possible |= visit(ranks + rank)
            else:
                possible = _possible_bits(dealt)
            found[key] = CoupState(ranks, dealt, possible)
        return found[key].possible

    visit("")
    return tuple(found.values())


@cache
def every_coup_end() -> tuple[tuple[tuple[Card, ...], DealtHands], ...]:
    """One coup for each way to end that a bet can tell from others: totals, numbers of cards and pairs."""
    ends: dict[tuple[object, ...], CoupState] = {}
    for state in states("tiger-buffalo-v4"):
        if not state.dealt.due:
            ends.setdefault(_features(state.dealt), state)
    return tuple((rank_cards(state.ranks), state.dealt) for state in ends.values())


def _key(ranks: str, dealt: DealtHands) -> tuple[object, ...]:
    if len(ranks) <= 4:
        return "".join(sorted(dealt.player)), "".join(sorted(dealt.banker))
    return _features(dealt)


def _features(dealt: DealtHands) -> tuple[object, ...]:
    player, banker = dealt.player, dealt.banker
    kind = pair_kind(player, banker)
    return total(player), total(banker), len(player), len(banker), kind, dealt.due


def _possible_bits(dealt: DealtHands) -> int:
    bits = 0
    for place, area in enumerate(AREAS):
        word = outcome(area, dealt.player, dealt.banker)
        bits |= _BITS.get(word, _BITS["win"]) << 3 * place
    return bits
