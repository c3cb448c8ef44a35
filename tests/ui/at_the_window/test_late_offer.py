"""Insurance that had not been offered, at the real window: what is keyed is taken, and a PIN goes where it belongs."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.rounds import INSURANCE
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import brings_cards, current_round, opens
from tests.ui.at_the_window.window_devices import pulls

PIN = "591604"


async def _not_offered(table: AtWindow) -> ByKeys:
    """The fifth card lies there, and the manager stands before the panel."""
    hands = ByKeys(table)
    await table.begin_house()
    await table.employs_chief()
    await opens(hands, INSURANCE, "A")
    await brings_cards(hands)
    await hands.press_next()
    await hands.bet(1, "banker", 1000)
    await table.key("Esc")
    await hands.press_next()
    await pulls(table, "2S", "3H", "2D", "2C", "5H")
    await hands.press("announced:no")
    await hands.press_next()
    await hands.press_next()
    return hands


@pytest.mark.clause(INSURANCE, "5.13.1")
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
def test_an_amount_keyed_and_signed_is_taken_by_enter(
    qapp: QApplication, tmp_path: Path, size: tuple[int, int]
) -> None:
    async def play(table: AtWindow) -> None:
        hands = await _not_offered(table)
        await table.touch("late:banker:1", "person:G1")
        await table.key(*PIN)
        await table.touch("amount")
        await table.key(*"600")
        assert PIN not in repr(table.screen)
        await hands.press_next()
        assert [(bet.stake, bet.late) for bet in current_round(table).insurance] == [(60_000, True)]
        await table.key(*PIN)
        await hands.press_next()
        assert not table.station.state.table.cases

    at_window(qapp, tmp_path, play, WindowSetting(size=size))
