"""Judging a coup, against the bare coup loop: the best of several processes, since noise only ever slows."""

import subprocess
import sys

import pytest

from tests.bench.coup_pass import COUPS

pytestmark = pytest.mark.bench

RUNS = 4


@pytest.fixture(scope="module")
def best() -> tuple[float, float, float]:
    """Seconds of the bare loop, of judging to the shared row, and of judging with the hands as values."""
    runs = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.coup_pass"], capture_output=True, text=True, check=True
        )
        runs.append([float(figure) for figure in done.stdout.split()])
    bare, row, hands = (min(figures) for figures in zip(*runs, strict=True))
    each = 1e9 / COUPS
    print(f"\na coup: bare {bare * each:.0f} ns, to its row {row * each:.0f} ns, with hands {hands * each:.0f} ns")
    return bare, row, hands


def test_judging_a_coup_to_the_shared_row_takes_at_most_twice_the_bare_loop(best: tuple[float, float, float]) -> None:
    bare, row, _ = best
    print(f"ratio {row / bare:.2f}")
    assert row <= 2 * bare


def test_judging_with_the_hands_as_values_takes_at_most_eight_times_the_bare_loop(
    best: tuple[float, float, float],
) -> None:
    bare, _, hands = best
    print(f"ratio {hands / bare:.2f}")
    assert hands <= 8 * bare
