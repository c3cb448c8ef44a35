"""At the real window the lamp of the journal follows the journal: its disk is watched."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app import windowed
from dealer_app.journal.ballast import NAME
from tests.support.at_window import AtTable, at_window


def lamp(table: AtTable) -> str:
    return next(cell.value for cell in table.screen.top_bar.right if cell.name == "lamp:journal")


def test_all_is_saved_and_a_full_disk_is_told_with_what_to_do(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windowed, "_ROOM_IS_ASKED_SECONDS", 0.02)

    async def play(table: AtTable) -> None:
        await table.found()
        await table.until(lambda: lamp(table) == "Saved")
        (tmp_path / NAME).unlink()
        await table.until(lambda: lamp(table) == "Disk full")
        await table.touch("lamp:journal")
        assert table.screen.overlay is not None
        assert table.screen.overlay.name == "devices"

    at_window(qapp, tmp_path, play)
