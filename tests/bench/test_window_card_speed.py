"""From the bytes of a card to the card on the screen, durable: against the bare pipeline to a row and a rectangle.

Both on the same disk, by turns in one process. Of a hundred cards one may be late; it is the 99th that is judged.
"""

from collections.abc import Mapping
from pathlib import Path
from statistics import quantiles

import pytest

from tests.bench.test_card_to_guide_speed import busy_cores
from tests.bench.window_runs import load, needs, run_pass

pytestmark = [pytest.mark.bench, needs("window")]

MOST_P50 = 2.0
MOST_P99 = 3.0
PICTURE_SECONDS = 0.0167
"""A screen shows sixty a second: what the user is to see, printed; what fails a build is only a ratio."""
TRIES = 3
WARM = 10


def percentiles(times: list[float]) -> tuple[float, float]:
    """The 50th and the 99th of a hundred."""
    parts = quantiles(times[WARM:], n=100)
    return parts[49], parts[98]


def run(folder: Path) -> tuple[float, float]:
    """The ratios of the two, printed with the figures."""
    folder.mkdir()
    times: Mapping[str, list[float]] = run_pass("window_paint_pass", str(folder))
    (p50, p99), (bare_p50, bare_p99) = percentiles(times["ours"]), percentiles(times["theirs"])
    within = "within" if p99 < PICTURE_SECONDS else "over"
    print(
        f"\ncard to screen: p50 {p50 * 1000:.2f} ms, bare {bare_p50 * 1000:.2f} ms, ratio {p50 / bare_p50:.2f}; "
        f"p99 {p99 * 1000:.2f} ms, {within} a picture, bare {bare_p99 * 1000:.2f} ms, ratio {p99 / bare_p99:.2f}; "
        f"{len(times['ours'])} cards, {load()}"
    )
    return p50 / bare_p50, p99 / bare_p99


@pytest.mark.long
def test_with_all_cores_busy_a_card_is_late_on_the_screen_no_more_often_than_a_bare_rectangle(tmp_path: Path) -> None:
    ratios = []
    with busy_cores():
        for turn in range(TRIES):
            ratios.append(run(tmp_path / str(turn))[1])
            if ratios[-1] <= MOST_P99:
                return
    pytest.fail(f"p99 is {', '.join(f'{ratio:.2f}' for ratio in ratios)} times the bare one")


def test_a_card_is_on_the_screen_not_long_after_the_bare_rectangle(tmp_path: Path) -> None:
    """The best of three runs: a disk that flushes meanwhile for somebody else hits one of the two by chance."""
    ratios = []
    for turn in range(TRIES):
        p50, p99 = run(tmp_path / str(turn))
        ratios.append((p50, p99))
        if p50 <= MOST_P50 and p99 <= MOST_P99:
            return
    pytest.fail(f"p50 and p99 are {', '.join(f'{p50:.2f} and {p99:.2f}' for p50, p99 in ratios)} times the bare ones")
