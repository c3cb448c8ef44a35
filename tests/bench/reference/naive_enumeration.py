"""The reference for exact odds: the plain enumeration that anyone would write first, and nothing else.

For each of the million sequences of six values a fresh list of the ten counts, six draws from it, the Table of Play,
and the weight added to Player, Banker or Tie. It imports nothing of the project.
"""

from itertools import product


def naive_enumeration(decks: int) -> tuple[int, int, int]:
    """The number of orders of six cards of a full shoe in which the Player wins, the Banker wins, and neither."""
    player_wins = banker_wins = ties = 0
    for values in product(range(10), repeat=6):
        counts = [16 * decks] + [4 * decks] * 9
        weight = 1
        for value in values:
            weight *= counts[value]
            counts[value] -= 1
        player = (values[0] + values[2]) % 10
        banker = (values[1] + values[3]) % 10
        if player < 8 and banker < 8:
            if player < 6:
                third = values[4]
                player = (player + third) % 10
                if (
                    banker < 3
                    or (banker == 3 and third != 8)
                    or (banker == 4 and 2 <= third <= 7)
                    or (banker == 5 and 4 <= third <= 7)
                    or (banker == 6 and 6 <= third <= 7)
                ):
                    banker = (banker + values[5]) % 10
            elif banker < 6:
                banker = (banker + values[4]) % 10
        if player > banker:
            player_wins += weight
        elif banker > player:
            banker_wins += weight
        else:
            ties += weight
    return player_wins, banker_wins, ties
