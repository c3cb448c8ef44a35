"""How long the window is deaf and blind through what a dealer does: the longest gap between two beats of its loop.

A machine that is shared stops everybody now and then: the least of the times that a deed was done is judged, and a gap
in which nothing was done is printed beside it. The first time of each makes what is kept from then on.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bench.window_runs import load, measured, needs

pytestmark = [pytest.mark.bench, needs("window")]

PICTURE_SECONDS = 0.0167
TRIES = 3
MOST_PICTURES = {
    "sign-in": 1.5,
    "checkpoint": 1.5,
    "recall": 1.5,
    "language zh-Hant": 3.0,
    "language en": 3.0,
    "menu": 4.0,
}
"""The goal is one for all. The menu and another language lay out and paint the whole window anew, and take longer."""


def test_no_deed_of_a_dealer_makes_the_window_stand_still(tmp_path: Path) -> None:
    least: dict[str, float] = {}
    for turn in range(TRIES):
        folder = tmp_path / str(turn)
        folder.mkdir()
        gaps: Mapping[str, list[float]] = measured("window_stall_pass", str(folder))
        print(f"\nlongest gaps, {load()}:")
        for name, each in gaps.items():
            least[name] = min(least.get(name, each[0]), *each)
            times = ", ".join(f"{gap * 1000:.1f}" for gap in each)
            print(f"  {name}: {times} ms; the least {least[name] / PICTURE_SECONDS:.2f} pictures")
        if all(least[name] <= most * PICTURE_SECONDS for name, most in MOST_PICTURES.items()):
            return
    late = {
        name: least[name] / PICTURE_SECONDS
        for name, most in MOST_PICTURES.items()
        if least[name] > most * PICTURE_SECONDS
    }
    pytest.fail(f"it stands still for so many pictures: {late}")
