"""In how many orders of a shoe the first four cards make each kind of pair. Points cannot tell: this goes by rank."""

from collections.abc import Mapping
from math import perm

from dealer_app.domain.baccarat.bets import Pairs
from dealer_app.odds.shoe import MOST_CARDS_IN_A_ROUND, Shoe


def pair_ways(shoe: Shoe) -> Mapping[Pairs, int]:
    """Of all orders of six cards, those in which the initial cards are such pairs.

    A hand's two cards are the same rank in c(c-1) ways for each rank of c cards. Both hands are, each of its own rank,
    in the product of two different ranks' ways, and twins in c(c-1)(c-2)(c-3).
    """
    one_pair = [perm(count, 2) for count in shoe.counts]
    twin = sum(perm(count, 4) for count in shoe.counts)
    both = sum(one_pair) ** 2 - sum(ways**2 for ways in one_pair)
    # The Player's pair, whatever the Banker's two cards are; the Banker's is as likely.
    either = sum(one_pair) * perm(shoe.cards - 2, 2)
    single = either - both - twin
    none = perm(shoe.cards, 4) - 2 * single - both - twin
    after_four = perm(shoe.cards - 4, MOST_CARDS_IN_A_ROUND - 4)
    return {
        Pairs.NONE: none * after_four,
        Pairs.PLAYER: single * after_four,
        Pairs.BANKER: single * after_four,
        Pairs.BOTH: both * after_four,
        Pairs.TWIN: twin * after_four,
    }
