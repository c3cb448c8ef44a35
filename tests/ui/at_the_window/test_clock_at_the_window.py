"""At the real window a clock that nothing keeps right is said once, and once that it is right again."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from dealer_app.showing import acts
from dealer_app.showing.blocks import Note
from dealer_app.station.facts import ClockChecked
from tests.support.at_window import DEALER, AtTable, at_window

OFF = "The clock of this computer is not synchronised"


def said(table: AtTable) -> str:
    return table.screen.rail.refusal.first


def test_it_is_said_once_and_nothing_waits_for_it(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtTable) -> None:
        await table.found()
        table.station.note(ClockChecked(synchronised=False))
        await table.until(lambda: said(table).startswith(OFF))
        assert table.screen.rail.refusal.second.startswith("此電腦的時鐘沒有同步")
        await table.give(acts.SignOut())
        assert not said(table)
        await table.give(acts.SignIn(DEALER))
        assert not said(table)

    async def again(table: AtTable) -> None:
        notes = [block.text.first for block in table.screen.rail.work if isinstance(block, Note)]
        assert [note.startswith(OFF) for note in notes] == [False, True]
        await table.until(lambda: said(table))
        table.station.note(ClockChecked(synchronised=True))
        await table.until(lambda: said(table) == "The clock of this computer is synchronised again.")

    at_window(qapp, tmp_path, play)
    at_window(qapp, tmp_path, again)
