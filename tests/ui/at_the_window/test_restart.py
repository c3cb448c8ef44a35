"""A window that is killed in the middle of a round comes back to the same picture."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import RoundConcluded
from tests.support.at_window import AtTable, at_window
from tests.support.killed_window import SETTINGS, screen_of, stage_painted
from tests.support.pictures import most_off
from tests.support.window_hands import ByKeys
from tests.support.window_money import journalled
from tests.support.window_rounds import INSURANCE, MBS, TAI_SAI, V4

EDGES = 16
"""Of 255, at every pixel: the edges of letters come out so far apart where a process has painted many others before."""


@pytest.mark.assurance("A1")
@pytest.mark.parametrize(
    ("game", "setting"),
    [*((game, "large") for game in (V4, INSURANCE, MBS, TAI_SAI)), (INSURANCE, "small-zh-hant")],
)
def test_the_same_picture_after_a_kill(
    letters: object, qapp: QApplication, tmp_path: Path, game: str, setting: str
) -> None:
    """Bets, cards and roads; then the outage is asked about, and the round is played to its end."""
    assert letters == ()
    folder = tmp_path / "data"
    folder.mkdir()
    words = [sys.executable, "-m", "tests.support.killed_window", str(folder), game, setting]
    killed = subprocess.run(words, check=False, timeout=60, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    async def play(table: AtTable) -> None:
        hands = ByKeys(table)
        if table.screen.writes == "badge-own":
            await hands.fills("D1", "482913")
        assert table.control("answer-outage").act is None
        await hands.press("played-on:no")
        await hands.on()
        while table.station.state.listening.row:
            # The shoe that is heard again is not the one that was heard before.
            await hands.press("reply:nothing")
            await hands.on()
        # What was before the kill is read from the journal while the table is served.
        before = (tmp_path / "screen.txt").read_text(encoding="utf-8")
        await table.until(lambda: screen_of(table) == before)
        # Nor is it gone again when all that is made ahead has been made.
        await table.until(lambda: table.window.turns.resting)
        assert table.window.parts.table.isVisible()
        painted = QImage(str(tmp_path / "stage.png"))
        # What was put up last may still have to be painted.
        await table.until(lambda: most_off(stage_painted(table), painted) <= EDGES)
        while table.station.state.table.round is not None:
            await hands.on()

    at_window(qapp, folder, play, SETTINGS[setting])
    assert len(journalled(folder, RoundConcluded)) == 2
