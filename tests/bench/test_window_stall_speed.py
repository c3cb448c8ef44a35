"""How long the window is deaf and blind through what a dealer does: the longest gap between two beats of its loop.

A machine that is shared stops everybody now and then: the least of the times that a deed was done is judged, and a gap
in which nothing was done is printed beside it. It is held to plain buttons of Qt that say the same in another language,
in the same loop; how many pictures of a screen it is, which is to be less than one, is printed.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bench.window_runs import load, needs, run_pass

pytestmark = [pytest.mark.bench, needs("window")]

PICTURE_SECONDS = 0.0167
TRIES = 3
MOST = 7.0
"""Times the plain buttons, which take a seventh of a picture: for every deed, the first of its kind as well."""
NOT_JUDGED = frozenset({"bare", "nothing", "first look back"})
"""The widgets of the window of then are made with the first look back: some two pictures, once, and printed."""
Times = Mapping[str, list[float]]


def test_no_deed_of_a_dealer_makes_the_window_stand_still(tmp_path: Path) -> None:
    least: dict[str, float] = {}
    for turn in range(TRIES):
        folder = tmp_path / str(turn)
        folder.mkdir()
        found: Mapping[str, Times] = run_pass("window_stall_pass", str(folder))
        for name, gaps in found["gaps"].items():
            least[name] = min(least.get(name, gaps[0]), *gaps)
        tell(found, least)
        if not late(least):
            return
    pytest.fail(f"it stands still for so many times the plain buttons: {late(least)}")


def late(least: Mapping[str, float]) -> Mapping[str, str]:
    """What takes too long, in times of the plain buttons."""
    ratios = {name: gap / least["bare"] for name, gap in least.items() if name not in NOT_JUDGED}
    return {name: f"{ratio:.1f}" for name, ratio in ratios.items() if ratio > MOST}


def tell(found: Mapping[str, Times], least: Mapping[str, float]) -> None:
    """For who reads the figures: milliseconds, of which the window's own work, and until all of it was seen."""
    print(f"\nlongest gaps, {load()}:")
    for name, gaps in found["gaps"].items():
        times = ", ".join(f"{gap * 1000:.1f}" for gap in gaps)
        work, whole = min(found["work"][name]) * 1000, min(found["whole"][name]) * 1000
        pictures, ratio = least[name] / PICTURE_SECONDS, least[name] / least["bare"]
        within = "within" if pictures < 1 else "over"
        print(
            f"  {name}: {times} ms; the least {pictures:.2f} pictures, {within} one, ratio {ratio:.1f}; "
            f"own work {work:.1f} ms, whole after {whole:.0f} ms"
        )
