"""Judging a coup, against the bare coup loop."""

import random
from collections.abc import Sequence

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.tables import GameTable
from dealer_app.domain.cards import DECK, Card
from dealer_app.rulebooks import approved
from tests.bench.ratio import ratio
from tests.bench.reference import bare_coup_loop

pytestmark = pytest.mark.bench

COUPS = 20_000
DECKS = 8


@pytest.fixture(scope="module")
def dealt() -> tuple[tuple[Card, ...], ...]:
    """Coups with as many cards as they take, from seeded shoes."""
    chance = random.Random(8)
    coups: list[tuple[Card, ...]] = []
    shoe: list[Card] = []
    while len(coups) < COUPS:
        if len(shoe) < 6:
            shoe = list(DECK) * DECKS
            chance.shuffle(shoe)
        used = 6 - len(coup(shoe[-6:]).carry)
        coups.append(tuple(shoe[-6:][:used]))
        del shoe[-used:]
    return tuple(coups)


def six_values(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card.points for card in cards) + (0,) * (6 - len(cards))


def test_judging_a_coup_to_the_shared_row_takes_at_most_twice_the_bare_loop(
    benchmark: BenchmarkFixture, dealt: tuple[tuple[Card, ...], ...]
) -> None:
    book = approved("tiger-buffalo-v4")
    judge = GameTable(book).layout(book.layouts[0]).judge
    values = [six_values(cards) for cards in dealt]

    def work() -> None:
        row = judge.row
        for cards in dealt:
            row(cards)

    assert ratio(benchmark, work, lambda: bare_coup_loop.run(values)) <= 2


def test_judging_a_coup_with_its_hands_as_values_takes_at_most_eight_times_the_bare_loop(
    benchmark: BenchmarkFixture, dealt: tuple[tuple[Card, ...], ...]
) -> None:
    book = approved("tiger-buffalo-v4")
    judge = GameTable(book).layout(book.layouts[0]).judge
    values = [six_values(cards) for cards in dealt]

    def work() -> None:
        row = judge.row
        for cards in dealt:
            coup(cards)
            row(cards)

    assert ratio(benchmark, work, lambda: bare_coup_loop.run(values)) <= 8
