"""Every situation that turned cards can leave a coup in, numbered, as far as a bet can tell them apart.

Two coups in the same situation have the same bets decided, the same insurance offered and, once finished, the same
verdicts. So whatever depends on a coup's progress is a tuple with one entry a situation: a look-up, never a search.
Any rank can still come (ruling E6): how many of a card the shoe still holds makes no difference here.
"""

from collections.abc import Iterator, Sequence
from typing import NewType

from dealer_app.domain.baccarat.table_of_play import (
    FIFTH_CARD_SIDE,
    INITIAL_CARDS,
    PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS,
    Winner,
)
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


def after_one_card(first: int) -> Situation:
    return Situation(_ONE_CARD + first)


def after_two_cards(first: int, second: int) -> Situation:
    return Situation(_TWO_CARDS + 10 * first + second)


def after_three_cards(player: int, player_pair: bool, second: int) -> Situation:
    return Situation(_THREE_CARDS + 20 * player + 10 * player_pair + second)


def after_four_cards(player: int, banker: int, pairs: int) -> Situation:
    """Four cards, at least one more to come. Twin or not is settled by then, but decides no bet alone."""
    return Situation(_FOUR_CARDS + 4 * (10 * player + banker) + min(pairs, BOTH_PAIRS))


def after_five_cards(player: int, banker: int, pairs: int) -> Situation:
    """The Player has drawn and the Banker is about to."""
    return Situation(_FIVE_CARDS + 4 * (10 * player + banker) + min(pairs, BOTH_PAIRS))


def final_situation(player: int, banker: int, player_third: bool, banker_third: bool, pairs: int) -> Situation:
    return Situation(FINISHED + 20 * (10 * player + banker) + 10 * player_third + 5 * banker_third + pairs)


def pair_kind(cards: Sequence[Card]) -> int:
    """Which hands of the first four cards are pairs: the same rank, so a ten and a king are none (ruling B2)."""
    first, second, third, fourth = cards[0].rank, cards[1].rank, cards[2].rank, cards[3].rank
    if first is third:
        if second is fourth:
            return TWIN_PAIRS if first is second else BOTH_PAIRS
        return PLAYER_PAIR
    return BANKER_PAIR if second is fourth else NO_PAIR


def coup_situation(cards: Sequence[Card]) -> Situation:
    """The situation that these cards leave the coup in; those beyond its end make no difference."""
    count = len(cards)
    if count < INITIAL_CARDS:
        return _early_situation(cards)
    player = (cards[0].points + cards[2].points) % 10
    banker = (cards[1].points + cards[3].points) % 10
    pairs = pair_kind(cards)
    draws = FIFTH_CARD_SIDE[player][banker]
    if draws is None:
        return final_situation(player, banker, False, False, pairs)
    if count == INITIAL_CARDS:
        return after_four_cards(player, banker, pairs)
    fifth = cards[4].points
    if draws is Side.BANKER:
        return final_situation(player, (banker + fifth) % 10, False, True, pairs)
    player = (player + fifth) % 10
    if fifth not in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]:
        return final_situation(player, banker, True, False, pairs)
    if count == 5:
        return after_five_cards(player, banker, pairs)
    return final_situation(player, (banker + cards[5].points) % 10, True, True, pairs)


def _early_situation(cards: Sequence[Card]) -> Situation:
    match cards:
        case [first, second, third]:
            return after_three_cards((first.points + third.points) % 10, first.rank is third.rank, second.points)
        case [first, second]:
            return after_two_cards(first.points, second.points)
        case [first]:
            return after_one_card(first.points)
        case _:
            return START


def possible_situations(cards: Sequence[Card | None]) -> frozenset[Situation]:
    """All situations that the coup can be in, whatever the cards are that nobody knows (ruling O16).

    The cards are in drawn order. Nothing is assumed of cards after the last known one.
    """
    known = len(cards)
    while known and cards[known - 1] is None:
        known -= 1
    drawn = cards[:known]
    if None not in drawn:
        return frozenset({coup_situation([card for card in drawn if card is not None])})
    first, second, third, fourth, fifth, sixth = [*drawn, *[None] * _MOST_CARDS][:_MOST_CARDS]
    return frozenset(
        found
        for player, player_pair in _possible_hands(first, third)
        for banker, banker_pair in _possible_hands(second, fourth)
        for found in _after_the_initial(
            player, banker, PLAYER_PAIR * player_pair + BANKER_PAIR * banker_pair, fifth, sixth
        )
    )


_MOST_CARDS = 6
_POINTS = range(10)


def _possible_hands(one: Card | None, other: Card | None) -> frozenset[tuple[int, bool]]:
    """What the first two cards of a hand can come to, and whether they are a pair."""
    if one is not None and other is not None:
        return frozenset({((one.points + other.points) % 10, one.rank is other.rank)})
    known = one or other
    of_one = _POINTS if known is None else (known.points,)
    return frozenset(
        ((points + drawn) % 10, pair)
        for points in of_one
        for drawn in _POINTS
        for pair in pair_possibilities(points, drawn)
    )


def pair_possibilities(one: int, other: int) -> tuple[bool, ...]:
    """Equal points are the same rank, but for the four ranks that count 0: those may be a pair or not."""
    if one != other:
        return (False,)
    return (True,) if one else (False, True)


def _after_the_initial(
    player: int, banker: int, pairs: int, fifth: Card | None, sixth: Card | None
) -> Iterator[Situation]:
    """Twins and two pairs are not distinguished: that decides no bet alone."""
    draws = FIFTH_CARD_SIDE[player][banker]
    if draws is None:
        yield final_situation(player, banker, False, False, pairs)
        return
    if fifth is None and sixth is None:
        yield after_four_cards(player, banker, pairs)
        return
    for points in _POINTS if fifth is None else (fifth.points,):
        total = (player + points) % 10
        if draws is Side.BANKER:
            yield final_situation(player, (banker + points) % 10, False, True, pairs)
        elif points not in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker]:
            yield final_situation(total, banker, True, False, pairs)
        elif sixth is None:
            yield after_five_cards(total, banker, pairs)
        else:
            yield final_situation(total, (banker + sixth.points) % 10, True, True, pairs)


def situation_winner(found: Situation) -> Winner | None:
    """Who has won in a situation; None while cards are still to come."""
    if found < FINISHED:
        return None
    player, banker = divmod((found - FINISHED) // 20, 10)
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def situation_path(cards: Sequence[Card]) -> tuple[Situation, ...]:
    """The situation after no card, after each card, and so on, up to the end of the coup or of the cards."""
    passed = []
    for count in range(len(cards) + 1):
        passed.append(coup_situation(cards[:count]))
        if passed[-1] >= FINISHED:
            break
    return tuple(passed)
