"""Judging coups in a process of its own, by turns with the bare coup loop; prints the best seconds of each.

A process of its own, because the memory and the collector of a test run tell in so small a thing.
"""

import random
from collections.abc import Callable, Sequence
from time import perf_counter

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import DECK, Card
from dealer_app.rulebooks import load_rulebook
from tests.bench.reference import bare_coup_loop

COUPS = 20_000
DECKS = 8
ROUNDS = 15


def deal_coups() -> list[tuple[Card, ...]]:
    """Coups with as many cards as they take, from seeded shoes."""
    chance = random.Random(8)
    coups: list[tuple[Card, ...]] = []
    shoe: list[Card] = []
    while len(coups) < COUPS:
        if len(shoe) < 6:
            shoe = list(DECK) * DECKS
            chance.shuffle(shoe)
        used = 6 - len(make_coup(shoe[-6:]).carry)
        coups.append(tuple(shoe[-6:][:used]))
        del shoe[-used:]
    return coups


def six_values(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card.points for card in cards) + (0,) * (6 - len(cards))


def main() -> None:
    coups = deal_coups()
    values = [six_values(cards) for cards in coups]
    book = load_rulebook("tiger-buffalo-v4")
    row = GameTable(book).layout_table(book.layouts[0]).judge.coup_row

    def to_the_row() -> None:
        for cards in coups:
            row(cards)

    def with_hands() -> None:
        for cards in coups:
            make_coup(cards)
            row(cards)

    works: list[Callable[[], None]] = [lambda: bare_coup_loop.run(values), to_the_row, with_hands]
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            start = perf_counter()
            work()
            best[place] = min(best[place], perf_counter() - start)
    print(*best)


if __name__ == "__main__":
    main()
