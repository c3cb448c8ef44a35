"""What is conclusively decided, against one json.dumps of a card event: the first call in a process included."""

import json
import random
import subprocess
import sys
from itertools import product

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.cards import DECK
from dealer_app.rulebooks import load_rulebook
from tests.bench.ratio import ratio

pytestmark = pytest.mark.bench

EVENT = {"type": "card-drawn", "version": 1, "shoe": 3, "round": 41, "order": 5, "card": "6S", "turned": True}
CALLS = 3_000

FIRST_CALL = """
import json, sys
from time import perf_counter_ns
from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.cards import CARDS
from dealer_app.rulebooks import load_rulebook
event = json.loads(sys.argv[1])
cards = tuple(CARDS[text] for text in ("3H", "9S", "KD", "5C", "2H"))
book = load_rulebook("tiger-buffalo-v4")
start = perf_counter_ns()
table = GameTable(book).layout_table(book.layouts[0])
built = perf_counter_ns() - start
start = perf_counter_ns(); json.dumps(event); dumped = perf_counter_ns() - start
start = perf_counter_ns(); table.decide_areas(cards); first = perf_counter_ns() - start
print(built, dumped, first)
"""


def test_every_call_takes_at_most_as_long_as_one_dumps(benchmark: BenchmarkFixture) -> None:
    book = load_rulebook("tiger-buffalo-v4")
    table = GameTable(book).layout_table(book.layouts[0])
    chance = random.Random(5)
    hands = [tuple(chance.sample(DECK, count)) for count, _ in product(range(7), range(CALLS // 7))]

    def work() -> None:
        for cards in hands:
            table.decide_areas(cards)

    def dumps() -> None:
        for _ in hands:
            json.dumps(EVENT)

    assert ratio(benchmark, work, dumps) <= 1


def test_the_first_call_of_a_process_too_and_the_table_is_ready_in_a_moment() -> None:
    runs = []
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_CALL, json.dumps(EVENT)], capture_output=True, text=True, check=True
        )
        runs.append([int(figure) for figure in done.stdout.split()])
    built, dumped, first = (min(figures) for figures in zip(*runs, strict=True))
    print(f"\nfirst call {first / 1000:.1f} us, first dumps {dumped / 1000:.1f} us, tables {built / 1e6:.1f} ms")
    assert first <= dumped
