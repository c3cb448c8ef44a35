"""At the real window a clock that nothing keeps right is said once, and once that it is right again."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from dealer_app.screens import actions
from dealer_app.screens.blocks import NoteBlock
from dealer_app.station_events import ClockChecked
from tests.support.signers import DEALER
from tests.support.window_bench import AtWindow, at_window

OFF = "The clock of this computer is not synchronised"


def said(table: AtWindow) -> str:
    return table.screen.rail.refusal.first


def test_it_is_said_once_and_nothing_waits_for_it(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        await table.begin_house()
        table.station.record(ClockChecked(synchronised=False))
        await table.soon(lambda: said(table).startswith(OFF))
        assert table.screen.rail.refusal.second.startswith("此電腦的時鐘沒有同步")
        await table.give(actions.SignOut())
        assert not said(table)
        await table.give(actions.SignIn(DEALER))
        assert not said(table)

    async def again(table: AtWindow) -> None:
        notes = [block.text.first for block in table.screen.rail.work if isinstance(block, NoteBlock)]
        assert [note.startswith(OFF) for note in notes] == [False, True]
        await table.soon(lambda: said(table))
        table.station.record(ClockChecked(synchronised=True))
        await table.soon(lambda: said(table) == "The clock of this computer is synchronised again.")

    at_window(qapp, tmp_path, play)
    at_window(qapp, tmp_path, again)
