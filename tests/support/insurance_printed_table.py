"""The Baccarat Insurance Plus Pay Table as printed (4.1.8), and what 4.2.1 says of a tie, in words of its own.

In each row the insured hand's points stand first. A star marks the offer whose tie is paid.
"""

from typing import NamedTuple

from tests.support.baccarat_second_wording import total, winner

PRINTED = """
After Four Cards Exposed: Player Insurance Bets
5       4       3 to 2
6       0-5     5 to 2
7       0-5     4 to 1
After Player's 3rd Card Exposed: Player Insurance Bets
5       0-4     3 to 2
6       0-5     5 to 2
7       0-6     4 to 1
8       0-6     10 to 1
9*      0-6     10 to 1
After Four Cards Exposed: Banker Insurance Bets
4       0-3     3 to 2
5       0-4     3 to 2
6       0-5     5 to 2
7       0-5     4 to 1
After Player's 3rd Card Exposed: Banker Insurance Bets
1-6     0*      10 to 1
1       1       6 to 1
2-6     1       10 to 1
3-6     2       4 to 1
4       3       5 to 2
"""


class PrintedOffer(NamedTuple):
    side: str
    odds: str
    starred: bool


def _span(text: str) -> range:
    ends = [int(end) for end in text.strip("*").split("-")]
    return range(ends[0], ends[-1] + 1)


def _read() -> dict[tuple[str, int, int], frozenset[PrintedOffer]]:
    table: dict[tuple[str, int, int], frozenset[PrintedOffer]] = {}
    stage, side = "", ""
    for line in PRINTED.strip().splitlines():
        if line.startswith("After"):
            stage = "after_four" if "Four" in line else "after_p3"
            side = "player" if "Player Insurance" in line else "banker"
            continue
        own, other, won, _, for_each = line.split()
        offer = PrintedOffer(side, f"{won}/{for_each}", "*" in own + other)
        for insured in _span(own):
            for against in _span(other):
                player, banker = (insured, against) if side == "player" else (against, insured)
                known = table.get((stage, player, banker), frozenset())
                table[stage, player, banker] = known | {offer}
    return table


ROWS = _read()


def pay_table_offers(stage: str, player: int, banker: int) -> frozenset[PrintedOffer]:
    return ROWS.get((stage, player, banker), frozenset())


def insurance_outcome(side: str, stage: str, at_offer: tuple[str, str], final: tuple[str, str]) -> str:
    """`win`, `lose` or `push`, from the two hands when the bet was placed and at the end."""
    won = winner(*final)
    if won == "TIE":
        player_then, banker_then = total(at_offer[0]), total(at_offer[1])
        nines = side == "player" and player_then == 9 and total(final[1]) == 9
        noughts = side == "banker" and player_then == 0 and 1 <= banker_then <= 6 and total(final[1]) == 0
        return "win" if stage == "after_p3" and (nines or noughts) else "push"
    return "lose" if won == side.upper() else "win"
