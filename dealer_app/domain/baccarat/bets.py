"""What makes each baccarat bet win, the same in all three documents.

A bet looks either at the finished totals and numbers of cards, or at the pairs of the first two cards of each hand;
never at both. What a win pays is the rulebook's.
"""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.wagers import Area, Prize, Result

BetResult = Prize | Result
"""A prize won, or that the bet is lost or returned."""

_LOSE = Result.LOSE


class Pairs(Enum):
    """Which hands began with two cards of the same rank (rulings B2, B3, B5)."""

    NONE = 0
    PLAYER = 1
    BANKER = 2
    BOTH = 3
    TWIN = 4


class Totals(Struct, frozen=True):
    """The points and the number of cards of each hand of a finished coup."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


def _win_if(condition: bool, prize: Prize = Prize.WIN) -> BetResult:
    return prize if condition else _LOSE


def _player_wins(t: Totals, points: int, cards: int | None = None) -> bool:
    return t.player == points > t.banker and cards in (None, t.player_cards)


def _banker_wins(t: Totals, points: int, cards: int | None = None) -> bool:
    return t.banker == points > t.player and cards in (None, t.banker_cards)


def _player(t: Totals) -> BetResult:
    return Result.PUSH if t.player == t.banker else _win_if(t.player > t.banker)


def _banker(t: Totals) -> BetResult:
    if t.player == t.banker:
        return Result.PUSH
    return _win_if(t.banker > t.player, Prize.ON_SIX if t.banker == 6 else Prize.OTHERWISE)


def _tiger(t: Totals) -> BetResult:
    return _win_if(_banker_wins(t, 6), Prize.TWO_CARDS if t.banker_cards == 2 else Prize.THREE_CARDS)


_CHAR_SIU_PRIZES = {4: Prize.FOUR_CARDS, 5: Prize.FIVE_CARDS, 6: Prize.SIX_CARDS}
_CHAR_SIU_TOTALS = frozenset({7, 8, 9})


def _char_siu(winner: int, loser: int, t: Totals) -> BetResult:
    one_above = winner in _CHAR_SIU_TOTALS and winner == loser + 1
    return _win_if(one_above, _CHAR_SIU_PRIZES[t.player_cards + t.banker_cards])


TOTALS_RULES: Mapping[Area, Callable[[Totals], BetResult]] = {
    Area("player"): _player,
    Area("banker"): _banker,
    Area("tie"): lambda t: _win_if(t.player == t.banker),
    Area("tiger_tie"): lambda t: _win_if(t.player == t.banker == 6),
    Area("big_tiger"): lambda t: _win_if(_banker_wins(t, 6, cards=3)),
    Area("small_tiger"): lambda t: _win_if(_banker_wins(t, 6, cards=2)),
    Area("big_buffalo"): lambda t: _win_if(_player_wins(t, 6, cards=3)),
    Area("small_buffalo"): lambda t: _win_if(_player_wins(t, 6, cards=2)),
    Area("banker_big_7"): lambda t: _win_if(_banker_wins(t, 7, cards=3)),
    Area("banker_small_7"): lambda t: _win_if(_banker_wins(t, 7, cards=2)),
    Area("player_big_7"): lambda t: _win_if(_player_wins(t, 7, cards=3)),
    Area("player_small_7"): lambda t: _win_if(_player_wins(t, 7, cards=2)),
    # Either hand on 6, as long as it wins: a tie on 6 loses (ruling B7).
    Area("tiger_buffalo"): lambda t: _win_if(_player_wins(t, 6) or _banker_wins(t, 6)),
    Area("tiger"): _tiger,
    # The Player Hand must win with its 1, not merely have it (ruling B1).
    Area("wu_dalang"): lambda t: _win_if(_player_wins(t, 1)),
    Area("player_char_siu"): lambda t: _char_siu(t.player, t.banker, t),
    Area("banker_char_siu"): lambda t: _char_siu(t.banker, t.player, t),
}

_TIGER_PAIR_PRIZES = {
    Pairs.PLAYER: Prize.SINGLE,
    Pairs.BANKER: Prize.SINGLE,
    Pairs.BOTH: Prize.DOUBLE,
    Pairs.TWIN: Prize.TWIN,
}
_PLAYER_PAIRS = frozenset({Pairs.PLAYER, Pairs.BOTH, Pairs.TWIN})
_BANKER_PAIRS = frozenset({Pairs.BANKER, Pairs.BOTH, Pairs.TWIN})

PAIRS_RULES: Mapping[Area, Callable[[Pairs], BetResult]] = {
    Area("player_pair"): lambda pairs: _win_if(pairs in _PLAYER_PAIRS),
    Area("banker_pair"): lambda pairs: _win_if(pairs in _BANKER_PAIRS),
    Area("tiger_pair"): lambda pairs: _TIGER_PAIR_PRIZES.get(pairs, _LOSE),
}

PRIZE_TIERS: Mapping[Area, frozenset[Prize]] = {
    Area("banker"): frozenset({Prize.ON_SIX, Prize.OTHERWISE}),
    Area("tiger"): frozenset({Prize.TWO_CARDS, Prize.THREE_CARDS}),
    Area("tiger_pair"): frozenset({Prize.SINGLE, Prize.DOUBLE, Prize.TWIN}),
    Area("player_char_siu"): frozenset(_CHAR_SIU_PRIZES.values()),
    Area("banker_char_siu"): frozenset(_CHAR_SIU_PRIZES.values()),
}
"""The prizes of the bets that have several. A book may also pay such a bet one price for all (MBS Banker)."""

BACCARAT_AREAS: tuple[Area, ...] = (*TOTALS_RULES, *PAIRS_RULES)
