"""Every situation that turned cards can leave a coup in, numbered, as far as a bet can tell them apart.

Two coups in the same situation have the same bets decided, the same insurance offered and, once finished, the same
verdicts. So whatever depends on a coup's progress is a tuple with one entry a situation: a look-up, never a search.
Any rank can still come (ruling E6): how many of a card the shoe still holds makes no difference here.
"""

from collections.abc import Sequence
from typing import NewType

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.table_of_play import AFTER_FOUR, PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side

Situation = NewType("Situation", int)

START = Situation(0)
_ONE_CARD = 1
_TWO_CARDS = _ONE_CARD + 10
_THREE_CARDS = _TWO_CARDS + 100
_FOUR_CARDS = _THREE_CARDS + 200
_FIVE_CARDS = _FOUR_CARDS + 400
FINISHED = _FIVE_CARDS + 400
SITUATIONS = FINISHED + 2000

PAIR_KINDS = 5
NO_PAIR, PLAYER_PAIR, BANKER_PAIR, BOTH_PAIRS, TWIN_PAIRS = range(PAIR_KINDS)
"""The values of bets.Pairs, as plain numbers: this is the inner loop of every judgement."""


def one_card(first: int) -> Situation:
    return Situation(_ONE_CARD + first)


def two_cards(first: int, second: int) -> Situation:
    return Situation(_TWO_CARDS + 10 * first + second)


def three_cards(player: int, player_pair: bool, second: int) -> Situation:
    return Situation(_THREE_CARDS + 20 * player + 10 * player_pair + second)


def four_cards(player: int, banker: int, pairs: int) -> Situation:
    """Four cards, at least one more to come. Twin or not is settled by then, but decides no bet alone."""
    return Situation(_FOUR_CARDS + 4 * (10 * player + banker) + min(pairs, BOTH_PAIRS))


def five_cards(player: int, banker: int, pairs: int) -> Situation:
    """The Player has drawn and the Banker is about to."""
    return Situation(_FIVE_CARDS + 4 * (10 * player + banker) + min(pairs, BOTH_PAIRS))


def finished(player: int, banker: int, player_third: bool, banker_third: bool, pairs: int) -> Situation:
    return Situation(FINISHED + 20 * (10 * player + banker) + 10 * player_third + 5 * banker_third + pairs)


def pair_kind(cards: Sequence[Card]) -> int:
    """Which hands of the first four cards are pairs: the same rank, so a ten and a king are none (ruling B2)."""
    first, second, third, fourth = cards[0].rank, cards[1].rank, cards[2].rank, cards[3].rank
    if first is third:
        if second is fourth:
            return TWIN_PAIRS if first is second else BOTH_PAIRS
        return PLAYER_PAIR
    return BANKER_PAIR if second is fourth else NO_PAIR


def situation(cards: Sequence[Card]) -> Situation:
    """The situation that these cards leave the coup in; those beyond its end make no difference."""
    count = len(cards)
    if count < INITIAL_CARDS:
        return _initial(cards)
    player = (cards[0].points + cards[2].points) % 10
    banker = (cards[1].points + cards[3].points) % 10
    pairs = pair_kind(cards)
    draws = AFTER_FOUR[player][banker]
    if draws is None:
        return finished(player, banker, False, False, pairs)
    if count == INITIAL_CARDS:
        return four_cards(player, banker, pairs)
    fifth = cards[4].points
    if draws is Side.BANKER:
        return finished(player, (banker + fifth) % 10, False, True, pairs)
    player = (player + fifth) % 10
    if fifth not in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]:
        return finished(player, banker, True, False, pairs)
    if count == 5:
        return five_cards(player, banker, pairs)
    return finished(player, (banker + cards[5].points) % 10, True, True, pairs)


def _initial(cards: Sequence[Card]) -> Situation:
    match cards:
        case [first, second, third]:
            return three_cards((first.points + third.points) % 10, first.rank is third.rank, second.points)
        case [first, second]:
            return two_cards(first.points, second.points)
        case [first]:
            return one_card(first.points)
        case _:
            return START


def course(cards: Sequence[Card]) -> tuple[Situation, ...]:
    """The situation after no card, after each card, and so on, up to the end of the coup or of the cards."""
    passed = []
    for count in range(len(cards) + 1):
        passed.append(situation(cards[:count]))
        if passed[-1] >= FINISHED:
            break
    return tuple(passed)
