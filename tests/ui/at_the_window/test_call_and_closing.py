"""A call for a supervisor that nobody answers stays over the whole frame, also after a restart; a table is closed."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_app.screens.blocks import NoteBlock, RowsBlock
from dealer_app.screens.house.menu import CLOSE_TABLE_KEY
from dealer_app.screens.screen import Overlay
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_rounds import calls_bets, opens, starts_table
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import finishes_round, pulls

SIZES = ((1920, 1080), (1366, 768))


def edge(picture: QImage) -> set[str]:
    """The colours along the frame of the window."""
    right, bottom = picture.width() - 2, picture.height() - 2
    spots = [(x, 2) for x in range(2, right, 97)] + [(2, y) for y in range(2, bottom, 97)]
    spots += [(right, y) for y in range(2, bottom, 97)] + [(x, bottom) for x in range(2, right, 97)]
    return {picture.pixelColor(x, y).name() for x, y in spots}


@pytest.mark.parametrize("size", SIZES)
def test_an_unanswered_call_is_over_the_whole_frame_and_survives_a_restart(
    qapp: QApplication, tmp_path: Path, size: tuple[int, int]
) -> None:
    async def calls(table: AtWindow) -> None:
        hands = ByTouch(table)
        await table.begin_house()
        await opens(hands, V4, "P")
        before = edge(table.picture())
        await hands.press("supervisor")
        assert table.screen.overlay is not None
        await hands.press_next()
        assert table.station.state.called
        assert len(edge(table.picture())) == 1, "one line around all of it"
        assert edge(table.picture()) != before
        await hands.press("irregularity")
        assert len(edge(table.picture())) == 1, "over a panel too"

    async def restarted(table: AtWindow) -> None:
        assert table.station.state.called
        assert table.screen.call.first
        tool = next(one for one in table.screen.rail.tools if one.name == "supervisor")
        assert tool.label.first.startswith("called "), "in words too, also where a second line has no room"
        assert len(edge(table.picture())) == 1

    at_window(qapp, tmp_path, calls, WindowSetting(size=size))
    at_window(qapp, tmp_path, restarted, WindowSetting(size=size))


@pytest.mark.parametrize("size", SIZES)
def test_a_table_that_cannot_be_closed_says_why_and_one_that_can_what_was_played(
    qapp: QApplication, tmp_path: Path, size: tuple[int, int]
) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, V4, "P")
        await calls_bets(hands, (3, "banker", 1_000))
        await _opens_closing(hands)
        overlay = table.screen.overlay
        assert overlay is not None
        (why, *_) = (block for block in overlay.left_column if isinstance(block, NoteBlock))
        assert "round is in play" in why.text.first
        assert overlay.grave is None
        assert _summary(overlay)["closing:rounds"] == "0", "none has ended yet"
        await table.key("Esc")
        await hands.press_next()
        await pulls(table, "9S", "2H", "KD", "3C")
        await finishes_round(hands)
        await _opens_closing(hands)
        overlay = table.screen.overlay
        assert overlay is not None
        assert _summary(overlay) == {
            "closing:table": "T1",
            "closing:document": "Tiger Buffalo · P",
            "closing:rounds": "1",
            "closing:cards": "4",
        }
        assert overlay.primary is not None
        assert overlay.primary.label.first == "Close the table", "what the badge is for"
        assert "Badge" in overlay.primary.waits.first
        assert overlay.grave is None, "a supervisor signs for it"

    at_window(qapp, tmp_path, play, WindowSetting(size=size))


async def _opens_closing(hands: ByTouch) -> None:
    await hands.table.key("F10")
    await hands.press(f"open:{CLOSE_TABLE_KEY}")


def _summary(overlay: Overlay) -> dict[str, str]:
    (summary,) = (block for block in overlay.left_column if isinstance(block, RowsBlock))
    return {row.name: row.right for row in summary.rows}
