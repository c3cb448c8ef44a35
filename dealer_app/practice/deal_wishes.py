"""Wishes for a deal: cards or dice that show what a scenario asks for, as `banker draws on 5` or `total 10`.

The same seed deals the same. Several wishes are parted by commas, and all of them are met.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.dice import every_tumble
from dealer_app.practice.coups import CoupEnd, deal_coup, end_of_coup, possible_ends

_Tumble = tuple[int, int, int]
_Cards = tuple[Card, ...]
_TRIES = 20_000

_COUPS: Mapping[str, Callable[[_Cards, CoupEnd, int], bool]] = {
    r"player draws on ([0-5])": lambda cards, end, number: end.player_third and _first(cards, 0) == number,
    r"player stands on ([67])": lambda cards, end, number: _stands(cards, end.player_third, 0, number),
    r"banker draws on ([0-6])": lambda cards, end, number: end.banker_third and _first(cards, 1) == number,
    r"banker stands on ([2-7])": lambda cards, end, number: _stands(cards, end.banker_third, 1, number),
    r"player wins": lambda _cards, end, _number: end.player > end.banker,
    r"banker wins": lambda _cards, end, _number: end.banker > end.player,
    r"banker wins on 6": lambda _cards, end, _number: end.banker == 6 > end.player,
    r"tie": lambda _cards, end, _number: end.player == end.banker,
    r"natural": lambda cards, _end, _number: len(cards) == 4 and max(_first(cards, 0), _first(cards, 1)) >= 8,
    r"([456]) cards": lambda cards, _end, number: len(cards) == number,
    r"pair": lambda _cards, end, _number: end.pairs > 0,
    r"player has ([0-9])": lambda cards, _end, number: _first(cards, 0) == number,
    r"banker has ([0-9])": lambda cards, _end, number: _first(cards, 1) == number,
}
_THROWS: Mapping[str, Callable[[_Tumble, int], bool]] = {
    r"total ([1-9]|1[0-8])": lambda dice, number: sum(dice) == number,
    r"triple": lambda dice, _number: len(set(dice)) == 1,
    r"double": lambda dice, _number: len(set(dice)) == 2,
    r"no double": lambda dice, _number: len(set(dice)) == 3,
}


def _first(cards: _Cards, hand: int) -> int:
    """The points of the first two cards of a hand."""
    return (cards[hand].points + cards[hand + 2].points) % 10


def _stands(cards: _Cards, has_third: bool, hand: int, number: int) -> bool:
    return not has_third and _first(cards, hand) == number and len(cards) >= 4


def is_wish(wish: str, *, dice: bool) -> bool:
    """Whether this can be wished for at all."""
    known = _THROWS if dice else _COUPS
    return all(any(re.fullmatch(pattern, part) for pattern in known) for part in _parts(wish))


def _parts(wish: str) -> list[str]:
    return [part.strip() for part in wish.split(",")]


def _number(pattern: str, part: str) -> int | None:
    """The number of a wish, 0 where it has none; None where it is another wish."""
    found = re.fullmatch(pattern, part)
    return None if found is None else int(found[1]) if found.groups() else 0


@cache
def deal_wished_coup(seed: int, wish: str) -> tuple[Card, ...] | None:
    """The cards of a coup that shows it; None where none does."""
    chance = Random(f"deal {seed}")  # noqa: S311 - it deals practice, and guards nothing
    ends = possible_ends()
    for _ in range(_TRIES):
        cards = deal_coup(chance, chance.choice(ends))
        end = end_of_coup(cards)
        if all(_meets_coup(cards, end, part) for part in _parts(wish) if part):
            return cards
    return None


def _meets_coup(cards: _Cards, end: CoupEnd, part: str) -> bool:
    return any(
        number is not None and test(cards, end, number)
        for pattern, test in _COUPS.items()
        for number in [_number(pattern, part)]
    )


def deal_wished_throw(seed: int, wish: str) -> _Tumble | None:
    """The dice that show it; None where none do."""
    fit = [
        tumble.dice
        for tumble in every_tumble()
        if all(_meets_throw(tumble.dice, part) for part in _parts(wish) if part)
    ]
    chance = Random(f"throw {seed}")  # noqa: S311 - it throws practice, and guards nothing
    return chance.choice(fit) if fit else None


def _meets_throw(dice: _Tumble, part: str) -> bool:
    return any(
        number is not None and test(dice, number)
        for pattern, test in _THROWS.items()
        for number in [_number(pattern, part)]
    )


def fill_shoe(seed: int, decks: int, first: tuple[Card, ...]) -> tuple[Card, ...]:
    """So many decks, shuffled, with these cards on top."""
    chance = Random(f"shoe {seed}")  # noqa: S311 - it shuffles practice, and guards nothing
    rest = list(DECK) * decks
    for card in first:
        if card in rest:
            rest.remove(card)
    chance.shuffle(rest)
    return (*first, *rest)


def throw_dice(seed: int, count: int) -> tuple[_Tumble, ...]:
    """So many throws."""
    chance = Random(f"throws {seed}")  # noqa: S311 - it throws practice, and guards nothing
    return tuple((chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6)) for _ in range(count))


_GROUP = re.compile(r"\([^)]*\)")
_MOST_NUMBER = 18


def list_wishes(*, dice: bool) -> tuple[str, ...]:
    """Every wish that there is, as it is written; of throws only those that dice can show."""
    found: list[str] = []
    for pattern in _THROWS if dice else _COUPS:
        written = dict.fromkeys(_GROUP.sub(str(number), pattern) for number in range(_MOST_NUMBER + 1))
        found += (each for each in written if re.fullmatch(pattern, each))
    return tuple(each for each in found if not dice or deal_wished_throw(0, each) is not None)
