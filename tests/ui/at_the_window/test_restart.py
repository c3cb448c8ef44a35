"""A window that is killed in the middle of a round comes back to the same picture."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import RoundConcluded
from tests.support.folder_events import journal_events
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.ui.at_the_window.kill_window import SETTINGS, stage_painted, still_screen_text
from tests.ui.pictures import worst_difference

EDGES = 16
"""Of 255, at every pixel: the edges of letters come out so far apart where a process has painted many others before."""


@pytest.mark.assurance("A1")
@pytest.mark.parametrize(
    ("game", "setting"),
    mostly_long(
        [*((game, "large") for game in (V4, MBS, TAI_SAI, INSURANCE)), (INSURANCE, "small-zh-hant")], keep_every=2
    ),
)
def test_the_same_picture_after_a_kill(
    letters: object, qapp: QApplication, tmp_path: Path, game: str, setting: str
) -> None:
    """Bets, cards and roads; then the outage is asked about, and the round is played to its end."""
    assert letters == ()
    folder = tmp_path / "data"
    folder.mkdir()
    words = [sys.executable, "-m", "tests.ui.at_the_window.kill_window", str(folder), game, setting]
    killed = subprocess.run(words, check=False, timeout=60, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        if table.screen.writes == "badge-own":
            await hands.fills("D1", "482913")
        assert table.control("answer-outage").act is None
        await hands.press("played-on:no")
        await hands.press_next()
        while table.station.state.listening.row:
            # The shoe that is heard again is not the one that was heard before.
            await hands.press("reply:nothing")
            await hands.press_next()
        # What was before the kill is read from the journal while the table is served.
        before = (tmp_path / "screen.txt").read_text(encoding="utf-8")
        await table.soon(lambda: still_screen_text(table) == before)
        # Nor is it gone again when all that is made ahead has been made.
        await table.soon(lambda: table.window.idle_work.is_idle)
        assert table.window.parts.table.isVisible()
        painted = QImage(str(tmp_path / "stage.png"))
        # What was put up last may still have to be painted.
        await table.soon(lambda: worst_difference(stage_painted(table), painted) <= EDGES)
        while table.station.state.table.round is not None:
            await hands.press_next()

    at_window(qapp, folder, play, SETTINGS[setting])
    assert len(journal_events(folder, RoundConcluded)) == 2
