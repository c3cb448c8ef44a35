"""Measures a speed as a ratio to a bare reference, both in the same run and by turns, so that a busy machine hits both.

Only the ratio is judged. The absolute times are printed for the reader.
"""

from collections.abc import Callable
from time import perf_counter

from pytest_benchmark.fixture import BenchmarkFixture

ROUNDS = 9


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def ratio(
    benchmark: BenchmarkFixture, work: Callable[[], object], reference: Callable[[], object], rounds: int = ROUNDS
) -> float:
    """The best time of the work over the best time of the reference, which is run before each round of it."""
    references: list[float] = []
    benchmark.pedantic(work, setup=lambda: references.append(seconds(reference)), rounds=rounds)
    assert benchmark.stats is not None
    return note_ratio(benchmark, benchmark.stats.stats.min, min(references))


def note_ratio(benchmark: BenchmarkFixture, best: float, reference: float) -> float:
    """The ratio, noted with the benchmark and printed."""
    found = best / reference
    benchmark.extra_info["ratio"] = found
    print(f"\n{benchmark.name}: {best * 1000:.2f} ms, reference {reference * 1000:.2f} ms, ratio {found:.2f}")
    return found
