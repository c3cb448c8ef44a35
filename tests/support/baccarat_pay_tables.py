"""The pay tables of the three baccarat documents, typed from their settlement clauses.

A row is the clause, the appendices it names (none where it names none: then every layout has the bet, ruling S2), and
what each prize of each bet pays, in the words of the document.
"""

from fractions import Fraction
from typing import NamedTuple

_PRIZED_BY_CARDS = {"4 cards": "10 to 1", "5 cards": "15 to 1", "6 cards": "50 to 1"}
_BANKER_ON_SIX_HALF = {"on 6": "1 to 2", "otherwise": "1 to 1"}
_PAIR_TIERS = {"single": "4 to 1", "double": "20 to 1", "twin": "100 to 1"}
_TIGER_TIERS = {"2 cards": "12 to 1", "3 cards": "20 to 1"}


class PrintedPays(NamedTuple):
    game: str
    clause: str
    appendices: str
    bets: dict[str, dict[str, str]]


def _one_prize(**bets: str) -> dict[str, dict[str, str]]:
    return {area: {"win": pays} for area, pays in bets.items()}


_V4 = (
    ("4.1.1", "", {"banker": _BANKER_ON_SIX_HALF, "player": {"win": "1 to 1"}}),
    ("4.1.2", "A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q and R", _one_prize(tie="8 to 1")),
    ("4.1.3", "A, B, D, E, G, J, K, L, M and N", _one_prize(banker_pair="11 to 1", player_pair="11 to 1")),
    (
        "4.1.4",
        "A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, Q and R",
        _one_prize(big_tiger="50 to 1", small_tiger="22 to 1"),
    ),
    (
        "4.1.5",
        "A, B, C, D, E, F, G, H, I, J, K, L, O, Q and R",
        _one_prize(big_buffalo="35 to 1", small_buffalo="20 to 1"),
    ),
    ("4.1.6", "P", _one_prize(banker_big_7="30 to 1", banker_small_7="15 to 1")),
    ("4.1.7", "P", _one_prize(player_big_7="30 to 1", player_small_7="15 to 1")),
    ("4.1.8", "C, F, H and I", _one_prize(tiger_buffalo="6 to 1")),
    ("4.1.9", "P", {"tiger_pair": _PAIR_TIERS}),
    ("4.1.10", "O, Q and R", _one_prize(tiger_tie="35 to 1")),
    ("4.1.11", "C, F, H, I and P", _one_prize(wu_dalang="150 to 1")),
    ("4.1.12", "P", {"tiger": _TIGER_TIERS}),
    (
        "4.1.13",
        "A, B, C, D, E, F, G, H, I, J, K, L, O, Q and R",
        {"banker_char_siu": _PRIZED_BY_CARDS, "player_char_siu": _PRIZED_BY_CARDS},
    ),
)
_INSURANCE = (
    ("4.1.1", "", {"banker": _BANKER_ON_SIX_HALF, "player": {"win": "1 to 1"}}),
    ("4.1.2", "A, B, C, D, E, F, G, H, I, J and K", _one_prize(tie="8 to 1")),
    # One line for both: "Pair wins 11 to 1".
    ("4.1.3", "A, B, D, E, G, J and K", _one_prize(banker_pair="11 to 1", player_pair="11 to 1")),
    (
        "4.1.4",
        "A, B, C, D, E, F, G, H, I, J and K",
        _one_prize(big_tiger="50 to 1", small_tiger="22 to 1", big_buffalo="35 to 1", small_buffalo="20 to 1"),
    ),
    ("4.1.5", "C, F, H and I", _one_prize(tiger_buffalo="6 to 1")),
    ("4.1.6", "C, F, H and I", _one_prize(wu_dalang="150 to 1")),
    (
        "4.1.7",
        "A, B, C, D, E, F, G, H, I, J and K",
        {"banker_char_siu": _PRIZED_BY_CARDS, "player_char_siu": _PRIZED_BY_CARDS},
    ),
)
_MBS = (
    (
        "4.1",
        "",
        {
            "banker": {"on 6": "0.95 to 1", "otherwise": "0.95 to 1"},
            "player": {"win": "1 to 1"},
            "tie": {"win": "8 to 1"},
        },
    ),
    ("4.2", "", {"tiger_pair": _PAIR_TIERS}),
    (
        "4.3",
        "",
        {"tiger": _TIGER_TIERS} | _one_prize(small_tiger="22 to 1", big_tiger="50 to 1", tiger_tie="35 to 1"),
    ),
)
PAY_TABLES = tuple(
    PrintedPays(game, *row)
    for game, rows in (
        ("tiger-buffalo-v4", _V4),
        ("tiger-buffalo-insurance", _INSURANCE),
        ("tiger-baccarat-mbs-v3", _MBS),
    )
    for row in rows
)


def letters(appendices: str) -> list[str]:
    return [letter for letter in appendices if letter.isupper()]


def odds(pays: str) -> str:
    """`0.95 to 1` as `19/20`."""
    won, for_each = (Fraction(number) for number in pays.split(" to "))
    ratio = won / for_each
    return f"{ratio.numerator}/{ratio.denominator}"
