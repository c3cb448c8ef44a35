"""A customer display whose station is killed shows the same again; a round that was cut off is to be decided."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dealer_app.station_events import ResultDisplayed
from tests.support.folder_events import journal_events

Told = dict[str, dict[str, Any]]


def killed_at_last(folder: Path, *cards: str) -> Told:
    """What guests saw at each moment, until the process was killed at the last of them."""
    words = (sys.executable, "-m", "tests.ui.at_the_window.display_until_kill", str(folder), *cards)
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    told: Told = {}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                found = json.loads(line)
                told[found["moment"]] = found
                if found["moment"] == "last":
                    break
        finally:
            process.kill()
    assert "last" in told, "it ended before it was killed"
    return told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "station"
    made.mkdir()
    return made


def test_a_result_is_shown_again_once_it_is_said_that_the_table_has_not_played_on(folder: Path) -> None:
    before = killed_at_last(folder, "9S", "2H", "KD", "3C")
    assert before["last"]["state"] == "result"
    after = killed_at_last(folder)
    assert after["asked"]["state"] == "pending", "it may be old: nobody has said so yet"
    assert after["again"] == before["last"] | {"moment": "again"}
    digests = [each.digest for each in journal_events(folder, ResultDisplayed)]
    assert len(set(digests)) == 1, "what was shown of the result is the same by its digest"


@pytest.mark.clause("tiger-buffalo-v4", "5.4.2")
def test_a_round_that_was_cut_off_waits_for_its_decision_and_no_card_of_it_is_shown_as_if_it_went_on(
    folder: Path,
) -> None:
    before = killed_at_last(folder, "9S", "2H")
    assert before["last"]["state"] == "cards"
    after = killed_at_last(folder)
    assert after["asked"]["state"] == after["again"]["state"] == "pending"
