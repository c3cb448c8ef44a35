"""At the real window: what happened is looked back on line by line, and again after the station was cut off."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.screens.blocks import ListRow, RowsBlock
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import pulls

CARDS = ("9S", "2H", "KD", "3C")


def told(table: AtWindow) -> list[ListRow]:
    overlay = table.screen.overlay
    assert overlay is not None
    return [row for block in overlay.left_column if isinstance(block, RowsBlock) for row in block.rows]


@pytest.mark.assurance("A14")
def test_a_round_is_looked_back_on_before_and_after_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    seen: list[list[ListRow]] = []

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.opens_menu()
        await hands.press("open:recall")
        seen.append(told(table))
        assert seen[0][0].title == "Result announced: PLAYER"
        assert all(row.right and row.lines[0].startswith(("Dealer 1", "The shoe")) for row in seen[0])

    async def after(table: AtWindow) -> None:
        hands = ByTouch(table)
        await table.soon(lambda: table.context.timeline.number == 1)
        if table.screen.writes == "badge-own":
            await ByKeys(table).fills("D1", "482913")
        await hands.press("played-on:no")
        await hands.press_next()
        while table.station.state.listening.row:
            await hands.press("reply:nothing")
            await hands.press_next()
        await hands.opens_menu()
        await hands.press("open:recall")
        rows: list[ListRow] = []
        while not any(row.title == seen[0][-1].title for row in rows):
            rows += told(table)
            await hands.press("more-lines")
        lines = [(row.title, row.right, row.lines) for row in rows]
        assert all((row.title, row.right, row.lines) in lines for row in seen[0])
        assert any(row.title == "The station had stopped unexpectedly" for row in rows)

    at_window(qapp, tmp_path, play)
    at_window(qapp, tmp_path, after)
