"""What the first picture does not wait for is done before anybody plays: the log of the journal is made long."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from dealer_app.journal.reader import DATABASE
from dealer_app.journal_errors import JournalError, JournalFault
from tests.support.window_bench import AtWindow, at_window

LONG = 2 * 1024 * 1024


def test_the_log_is_long_before_anybody_has_signed_in(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        await table.begin_house()
        assert (tmp_path / f"{DATABASE}-wal").stat().st_size > LONG

    at_window(qapp, tmp_path, play)


def test_a_disk_that_fails_at_it_stops_the_station_in_words(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    """Nothing of the journal is lost by it, and the screen says what is wrong."""
    expect_log("the station stopped with")
    failed = JournalError(JournalFault.NOT_WRITTEN, {"file": DATABASE, "reason": "disk I/O error"})

    async def play(table: AtWindow) -> None:
        await table.soon(lambda: table.application.stop_screen.code)
        assert "disk I/O error" in table.application.stop_screen.accessibleDescription()
        table.application.stop_screen.code = ""

    with patch("dealer_app.station.station.Station.make_room", side_effect=failed):
        at_window(qapp, tmp_path, play)
    connection = sqlite3.connect(tmp_path / DATABASE)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
