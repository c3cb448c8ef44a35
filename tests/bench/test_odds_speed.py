"""The exact odds of a layout, against the naive enumeration: with every table made anew, and refreshed for a shoe."""

from itertools import cycle

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.odds.baccarat import ShoeOdds, coup_courses, draw_sequences
from dealer_app.odds.shoe import ShoeCounts, make_shoe_counts
from dealer_app.rulebooks import load_rulebook
from tests.bench.ratio import note_ratio, seconds
from tests.bench.reference.naive_enumeration import naive_enumeration

pytestmark = pytest.mark.bench

DECKS = 8
ROUNDS = 9
NAIVE_ROUNDS = 3
LAYOUTS = [("tiger-buffalo-v4", "P"), ("tiger-buffalo-insurance", "C"), ("tiger-baccarat-mbs-v3", "A")]
"""Those of each game with the most to work out."""


@pytest.fixture(scope="module")
def naive_seconds() -> float:
    """The best of a few, for all tests here: each takes seconds. It has to be right too, or its time says nothing."""
    counted: set[tuple[int, int, int]] = set()
    best = min(seconds(lambda: counted.add(naive_enumeration(DECKS))) for _ in range(NAIVE_ROUNDS))
    assert counted == {(2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216)}
    return best


def _best(benchmark: BenchmarkFixture) -> float:
    assert benchmark.stats is not None
    best = benchmark.stats.stats.min
    assert isinstance(best, float)
    return best


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_odds_of_a_layout_tables_included_take_at_most_a_quarter_of_the_naive_enumeration(
    benchmark: BenchmarkFixture, game: str, letter: str, naive_seconds: float
) -> None:
    book = load_rulebook(game)
    assert book.decks is not None
    shoe = make_shoe_counts(DECKS, book.decks)

    def forget_tables() -> None:
        coup_courses.cache_clear()
        draw_sequences.cache_clear()

    def work() -> None:
        ShoeOdds(book, book.find_layout(letter)).refresh(shoe)

    benchmark.pedantic(work, setup=forget_tables, rounds=ROUNDS)
    assert note_ratio(benchmark, _best(benchmark), naive_seconds) <= 1 / 4


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_refresh_for_a_remaining_shoe_takes_at_most_a_twentieth_of_the_naive_enumeration(
    benchmark: BenchmarkFixture, game: str, letter: str, naive_seconds: float
) -> None:
    book = load_rulebook(game)
    odds = ShoeOdds(book, book.find_layout(letter))
    # Half-way through a shoe, and never the same twice running.
    shoes = cycle([ShoeCounts((gone, *(16,) * 11, 16 - gone)) for gone in range(16)])
    benchmark.pedantic(lambda: odds.refresh(next(shoes)), rounds=ROUNDS)
    assert note_ratio(benchmark, _best(benchmark), naive_seconds) <= 1 / 20
