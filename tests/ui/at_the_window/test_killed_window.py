"""A window that is killed at random while rounds are played at it; `make proof` kills it more often."""

from pathlib import Path

import pytest

from tests.ui.at_the_window.window_proof import prove_window

KILLS = 3


@pytest.mark.assurance("A1")
def test_a_window_that_is_killed_while_rounds_are_played_goes_on_with_nothing_lost_or_doubled(tmp_path: Path) -> None:
    found = prove_window(tmp_path, KILLS, seed=3)
    assert found.kills.total() == KILLS
    assert found.deeds
