"""Dealing a coup and judging every baccarat bet, written a second time, in the words of the definitions.

Cards are rank letters, hands are strings of them: suits make no difference in any of these games. Nothing of the
production rules is imported; the drawing rules are the printed tables.
"""

from typing import NamedTuple

from tests.support.baccarat_printed_tables import RWS, TableOfPlay

RANKS = "A23456789TJQK"
BY_HEIGHT = "9876543210"

CARD_VALUES = {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0} | {digit: int(digit) for digit in "23456789"}


class DealtHands(NamedTuple):
    """Both hands, whose card comes next (`P`, `B`, or nobody's), and what the coup did not need."""

    player: str
    banker: str
    due: str
    left_over: str


def total(hand: str) -> int:
    """The second digit, where the sum has two (v4 1.23)."""
    return int(str(sum(CARD_VALUES[rank] for rank in hand))[-1])


def deal(ranks: str, table: TableOfPlay = RWS) -> DealtHands:
    player, banker, rest = ranks[0:3:2], ranks[1:4:2], ranks[4:]
    if len(ranks) < 4:
        return DealtHands(player, banker, "PBPB"[len(ranks)], "")
    totals = total(player), total(banker)
    third: int | None = None
    if table.player_draws[totals]:
        if not rest:
            return DealtHands(player, banker, "P", "")
        player, rest = player + rest[0], rest[1:]
        third = total(player[2])
    if table.banker_draws[*totals, third]:
        if not rest:
            return DealtHands(player, banker, "B", "")
        banker, rest = banker + rest[0], rest[1:]
    return DealtHands(player, banker, "", rest)


def winner(player: str, banker: str) -> str:
    """9 is the highest, 8 the second highest and so on; `TIE` where the totals are the same."""
    difference = BY_HEIGHT.index(str(total(player))) - BY_HEIGHT.index(str(total(banker)))
    return "TIE" if difference == 0 else "PLAYER" if difference < 0 else "BANKER"


def pair_kind(player: str, banker: str) -> str:
    """Which hands start with a pair: two of one rank, so that a ten and a king are none (ruling B2)."""
    pairs = [hand[:2] for hand in (player, banker) if len(hand) > 1 and hand[0] == hand[1]]
    match pairs:
        case []:
            return "none"
        case [one]:
            return "player" if one == player[:2] else "banker"
        case _:
            return "twin" if pairs[0] == pairs[1] else "both"


# Side bets that win when a hand of so many cards wins with a point total: v4 1.2, 1.4, 1.6, 1.7, 1.19, 1.22, 1.27,
# 1.28, 1.31, 1.36 with ruling B1.
_WINS_WITH = {
    "banker_big_7": ("BANKER", 7, {3: "win"}),
    "banker_small_7": ("BANKER", 7, {2: "win"}),
    "big_buffalo": ("PLAYER", 6, {3: "win"}),
    "big_tiger": ("BANKER", 6, {3: "win"}),
    "player_big_7": ("PLAYER", 7, {3: "win"}),
    "player_small_7": ("PLAYER", 7, {2: "win"}),
    "small_buffalo": ("PLAYER", 6, {2: "win"}),
    "small_tiger": ("BANKER", 6, {2: "win"}),
    "tiger": ("BANKER", 6, {2: "2 cards", 3: "3 cards"}),
    "wu_dalang": ("PLAYER", 1, {2: "win", 3: "win"}),
}
# The three ways of each Char Siu, the winner's total first: v4 1.3.1 to 1.3.3 and 1.20.1 to 1.20.3.
_CHAR_SIU = {"banker_char_siu": "BANKER", "player_char_siu": "PLAYER"}
_CHAR_SIU_TOTALS = ((7, 6), (8, 7), (9, 8))
_PAIR_BETS = {
    "player_pair": {"player": "win", "both": "win", "twin": "win"},
    "banker_pair": {"banker": "win", "both": "win", "twin": "win"},
    "tiger_pair": {"player": "single", "banker": "single", "both": "double", "twin": "twin"},
}
AREAS = ("player", "banker", "tie", "tiger_tie", "tiger_buffalo", *_WINS_WITH, *_CHAR_SIU, *_PAIR_BETS)


def outcome(area: str, player: str, banker: str) -> str:
    """What the bet comes to on these finished hands: the name of the prize won, `lose` or `push`."""
    totals = {"PLAYER": total(player), "BANKER": total(banker)}
    hands = {"PLAYER": player, "BANKER": banker}
    won = winner(player, banker)
    if area in _PAIR_BETS:
        return _PAIR_BETS[area].get(pair_kind(player, banker), "lose")
    if area in {"tie", "tiger_tie"}:
        return "win" if won == "TIE" and (area == "tie" or totals["PLAYER"] == 6) else "lose"
    if won == "TIE":
        return "push" if area in {"player", "banker"} else "lose"
    if area in {"player", "banker"}:
        if won != area.upper():
            return "lose"
        return "win" if area == "player" else "on 6" if totals[won] == 6 else "otherwise"
    if area == "tiger_buffalo":
        return "win" if totals[won] == 6 else "lose"
    if area in _CHAR_SIU:
        (loser,) = set(totals) - {won}
        meant = won == _CHAR_SIU[area] and (totals[won], totals[loser]) in _CHAR_SIU_TOTALS
        return f"{len(player + banker)} cards" if meant else "lose"
    hand, points, prizes = _WINS_WITH[area]
    return prizes.get(len(hands[won]), "lose") if won == hand and totals[won] == points else "lose"
