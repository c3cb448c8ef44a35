"""At the real window own words are written by touches alone, and stand in the journal as they were written."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import ClaimRaised
from tests.support.folder_events import journal_events
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import pulls

SIZES = [(1920, 1080), (1366, 768)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_claim_in_own_words(qapp: QApplication, tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(table: AtWindow) -> None:
        keys, input_state = ByKeys(table), ByTouch(table)
        await starts_table(keys, V4, "P")
        await takes_bets(keys, (3, "banker", 500))
        await pulls(table, "9S", "2H", "KD", "3C")
        await keys.press_next()
        await input_state.press("claim")
        await input_state.enters("reason")
        await input_state.writes("300 on tie")
        await input_state.press("digit:back")
        await input_state.press("digit:done")
        await input_state.press("who:3")
        await input_state.press_next()
        assert table.station.state.table.claim is not None

    at_window(qapp, tmp_path, play, WindowSetting(size=size))
    assert [(each.text, each.who) for each in journal_events(tmp_path, ClaimRaised)] == [("300 ON TI", (3, "seated"))]
