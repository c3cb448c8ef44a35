"""The bare coup loop: six values dealt by the Table of Play and the totals compared, nothing else.

The measure for judging a coup. It stands alone: it knows no card, no bet and nothing of the project.
"""

from collections.abc import Iterable, Sequence

_DRAWS = (
    (True,) * 10,
    (True,) * 10,
    (True,) * 10,
    tuple(third != 8 for third in range(10)),
    tuple(2 <= third <= 7 for third in range(10)),
    tuple(4 <= third <= 7 for third in range(10)),
    tuple(6 <= third <= 7 for third in range(10)),
    (False,) * 10,
)


def play(values: Sequence[int]) -> int:
    """1 if the Player wins, -1 if the Banker does, 0 on a tie."""
    player = (values[0] + values[2]) % 10
    banker = (values[1] + values[3]) % 10
    if player < 8 and banker < 8:
        if player < 6:
            third = values[4]
            player = (player + third) % 10
            if _DRAWS[banker][third]:
                banker = (banker + values[5]) % 10
        elif banker < 6:
            banker = (banker + values[4]) % 10
    return (player > banker) - (player < banker)


def run(coups: Iterable[Sequence[int]]) -> None:
    for values in coups:
        play(values)
