"""The Table of Play as the documents print it, typed from them row by row and read into cells.

The tests' second wording: nothing of the production rules is imported. The two RWS documents print the same table
(v4 3.11 and 3.12, Insurance Plus 3.13 and 3.15), MBS another shape of it (3.15). Totals are those of the first two
cards of each hand.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

RWS_PLAYER = (
    ("0-1-2-3-4-5", "Player draws a card"),
    ("6-7", "Player stands"),
    ("8-9", "Natural"),
)
# Banker's first two cards; Banker draws when Player's 3rd card is; Banker does not draw when it is.
RWS_BANKER = (
    ("3", "0-1-2-3-4-5-6-7-9", "8"),
    ("4", "2-3-4-5-6-7", "0-1-8-9"),
    ("5", "4-5-6-7", "0-1-2-3-8-9"),
    ("6", "6-7", "0-1-2-3-4-5-8-9"),
)
RWS_BANKER_WHATEVER_COMES = (
    ("7", "Banker stands"),
    ("8-9", "Natural"),
    ("0-1-2", "Banker draws a card"),
)
# The proviso of 3.11 (Insurance Plus 3.13), for a Player Hand that takes no third card.
RWS_BANKER_ALONE_STANDS, RWS_BANKER_ALONE_DRAWS = "6-7-8-9", "0-1-2-3-4-5"

MBS_NATURAL = 'the "Player" hand or the "Banker" hand is "8" or "9"'
MBS_PLAYER = (("0, 1, 2, 3, 4, 5", "Draws a Card"), ("6, 7", "Stand"))
MBS_BANKER = (
    ("0, 1, 2", "Draws a Card"),
    ("3", 'Draws except when "Player" draws an "8" as 3rd Card'),
    ("4", 'Draws when "Player" 3rd Card is "2", "3", "4", "5", "6" or "7"'),
    ("5", 'Draws when "Player" 3rd Card is "4", "5", "6" or "7"'),
    ("6", 'Draws when "Player" 3rd Card is "6" or "7"'),
    ("7", "Stands"),
)
MBS_BANKER_ALONE = 'When "Player" stands on "6" or "7", "Banker" draws on "0" - "5"'


class TableOfPlay(NamedTuple):
    """Every cell that a coup can reach: who draws, by both totals and the value of the Player's third card."""

    player_draws: Mapping[tuple[int, int], bool]
    banker_draws: Mapping[tuple[int, int, int | None], bool]
    naturals: frozenset[tuple[int, int]]


def values(row: str) -> list[int]:
    return [int(value) for value in re.split(r"-|, ", row)]


def _quoted_values(words: str) -> list[int]:
    return [int(value) for value in re.findall(r'"(\d)"', words)]


def _rws() -> TableOfPlay:
    player_says = {total: words for row, words in RWS_PLAYER for total in values(row)}
    always = {total: words for row, words in RWS_BANKER_WHATEVER_COMES for total in values(row)}
    draws = {(int(total), third): True for total, on, _ in RWS_BANKER for third in values(on)}
    stands = {(int(total), third): False for total, _, on in RWS_BANKER for third in values(on)}
    by_third = draws | stands
    for (total, words), third in product(always.items(), range(10)):
        by_third[total, third] = words == "Banker draws a card"
    alone = dict.fromkeys(values(RWS_BANKER_ALONE_STANDS), False)
    alone |= dict.fromkeys(values(RWS_BANKER_ALONE_DRAWS), True)

    player_draws = {total for total, words in player_says.items() if "draws" in words}
    says_natural = (
        {total for total, words in player_says.items() if words == "Natural"},
        {total for total, words in always.items() if words == "Natural"},
    )
    naturals = {(p, b) for p, b in product(range(10), repeat=2) if p in says_natural[0] or b in says_natural[1]}
    return _fill_table(naturals, player_draws, by_third, alone)


def _mbs() -> TableOfPlay:
    eight_or_nine = _quoted_values(MBS_NATURAL)
    naturals = {(p, b) for p, b in product(range(10), repeat=2) if p in eight_or_nine or b in eight_or_nine}
    player_draws = {total for row, words in MBS_PLAYER if words.startswith("Draws") for total in values(row)}
    by_third = {(total, third): False for total in eight_or_nine for third in range(10)}
    for row, words in MBS_BANKER:
        for total, third in product(values(row), range(10)):
            named = third in _quoted_values(words)
            if " except when " in words:
                by_third[total, third] = not named
            elif " when " in words:
                by_third[total, third] = named
            else:
                by_third[total, third] = words == "Draws a Card"
    first, last = _quoted_values(MBS_BANKER_ALONE)[-2:]
    alone = {total: first <= total <= last for total in range(10)}
    return _fill_table(naturals, player_draws, by_third, alone)


def _fill_table(
    naturals: set[tuple[int, int]],
    player_draws_on: set[int],
    by_third: Mapping[tuple[int, int], bool],
    alone: Mapping[int, bool],
) -> TableOfPlay:
    player_draws = {}
    banker_draws: dict[tuple[int, int, int | None], bool] = {}
    for player, banker in product(range(10), repeat=2):
        natural = (player, banker) in naturals
        player_draws[player, banker] = not natural and player in player_draws_on
        if player_draws[player, banker]:
            banker_draws |= {(player, banker, third): by_third[banker, third] for third in range(10)}
        else:
            banker_draws[player, banker, None] = not natural and alone[banker]
    return TableOfPlay(player_draws, banker_draws, frozenset(naturals))


RWS = _rws()
TABLES = {
    "tiger-buffalo-v4": RWS,
    "tiger-buffalo-insurance": RWS,
    "tiger-baccarat-mbs-v3": _mbs(),
}
"""By game."""
