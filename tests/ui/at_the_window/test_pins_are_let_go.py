"""At the real window too a PIN is kept by nothing, its widgets among them, once the act it was keyed for is over."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.memory_texts import TextCount
from tests.support.signers import SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.ui.at_the_window.touch_hands import Ways, both_ways

WRONG = "951368"


@both_ways
@pytest.mark.parametrize("pin", [SUPERVISOR.pin.text, WRONG])
def test_after_it_was_right_or_wrong(qapp: QApplication, tmp_path: Path, way: Ways, pin: str) -> None:
    async def play(table: AtWindow) -> None:
        await table.begin_house()
        hands = way(table)
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        before = TextCount(pin)
        await hands.fills(SUPERVISOR.badge, pin)
        assert ("table" in table.station.state.people.sessions) is (pin != WRONG)
        before.holds()

    at_window(qapp, tmp_path, play)
