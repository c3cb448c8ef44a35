"""How many orders of a shoe lead to each point of a coup, counted over all sequences of points without replacement.

The sequences of four cards are laid out by the two-card totals that they make, a hundred for each pair of totals, so
that counting by totals is adding along an axis. Whole numbers throughout: ten decks stay far below 2**63.
"""

from functools import cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from dealer_app.odds.courses import PLACES
from dealer_app.odds.shoe import MOST_CARDS_IN_A_ROUND, Shoe

Whole = NDArray[np.int64]

_POINTS = np.arange(10)
_MOST = np.iinfo(np.int64).max


class Draws:
    """The sequences of four cards by points, made ready once for every shoe.

    First axis: the totals, ten times the Player's plus the Banker's. Second: each hand's first card. The third or the
    last, where there is one: the points of a card that may come next.
    """

    def __init__(self) -> None:
        player, banker, first, second = np.indices((10, 10, 10, 10)).reshape(4, 100, 100)
        self._drawn = np.stack([first, second, (player - first) % 10, (banker - second) % 10])
        self._gone_before = np.stack([(self._drawn[:place] == self._drawn[place]).sum(axis=0) for place in range(4)])
        self._gone: Whole = (self._drawn[..., None] == _POINTS).sum(axis=0).astype(np.int64)

    def weights(self, shoe: Shoe) -> Whole:
        """For each place of `courses` its number of orders of six cards, those that need fewer cards included."""
        assert shoe.cards >= MOST_CARDS_IN_A_ROUND, "whoever asks has seen that a round can be dealt"
        # The largest number in here is that of all orders of six, and once the six and the five together.
        assert 2 * perm(shoe.cards, MOST_CARDS_IN_A_ROUND) <= _MOST, "the orders would not fit in 64 bits"
        counts = np.array(shoe.by_points, dtype=np.int64)
        # A card drawn once too often would be a factor below nought, but the one before it was nought.
        four: Whole = (counts[self._drawn] - self._gone_before).prod(axis=0)
        left = counts - self._gone
        five = four[:, :, None] * left
        by_fifth: Whole = five.sum(axis=1)
        # As if the fifth card had been put back, and then without the orders in which it would come again.
        by_sixth: Whole = five.transpose(0, 2, 1) @ left
        by_sixth[:, _POINTS, _POINTS] -= by_fifth
        fifths, sixths = shoe.cards - 4, shoe.cards - 5
        row = np.concatenate([four.sum(axis=1) * (fifths * sixths), by_fifth.ravel() * sixths, by_sixth.ravel()])
        assert row.shape == (PLACES,)
        return row


@cache
def draws() -> Draws:
    return Draws()
