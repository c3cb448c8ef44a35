"""One station writes a journal, and every time it is opened it is asked whether it keeps its promises."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from dealer_app.journal.folder import open_journal
from dealer_app.journal_errors import JournalError, JournalFault
from tests.support.house_run import FOLDING

HOLDER = """
import sys
from pathlib import Path
from dealer_app.journal.folder import open_journal
from dealer_app.station.fold import station_fold_method
opened = open_journal(Path(sys.argv[1]), station_fold_method("test"), station="T7")
print("open", flush=True)
sys.stdin.read()
opened.close()
"""

PROMISES = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "trusted_schema": 0, "wal_autocheckpoint": 0}


@pytest.mark.assurance("A11")
def test_a_journal_that_is_opened_keeps_its_promises_each_time(folder: Path) -> None:
    for _ in range(3):
        opened = open_journal(folder, FOLDING, station="T1")
        kept = {name: opened.journal.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PROMISES}
        opened.close()
        assert kept == PROMISES


@pytest.mark.assurance("A11")
@pytest.mark.parametrize(
    ("meant", "done"),
    [
        ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"),
        ("PRAGMA synchronous = FULL", "PRAGMA synchronous = OFF"),
        ("PRAGMA journal_mode = WAL", "PRAGMA journal_mode = DELETE"),
    ],
)
def test_a_connection_that_would_not_keep_them_is_not_written_through(folder: Path, meant: str, done: str) -> None:
    open_journal(folder, FOLDING, station="T1").close()
    connect = sqlite3.connect

    class Other(sqlite3.Connection):
        def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
            return super().execute(done if sql == meant else sql, *parameters)  # type: ignore[arg-type]

    def connecting(database: str, **words: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(database, **{**words, "factory": Other})
        return connection

    with (
        patch("dealer_app.journal.store.sqlite3.connect", connecting),
        pytest.raises(JournalError) as raised,
    ):
        open_journal(folder, FOLDING, station="T1")
    assert raised.value.fault is JournalFault.NOT_WRITTEN
    open_journal(folder, FOLDING, station="T1").close()


def test_a_second_station_is_told_who_has_the_folder_and_it_is_free_when_that_one_is_killed(folder: Path) -> None:
    words = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(JournalError) as raised:
            open_journal(folder, FOLDING, station="T1")
        assert raised.value.fault is JournalFault.HELD_BY_ANOTHER
        assert raised.value.facts == {
            "folder": str(folder),
            "station": "T7",
            "process": str(other.pid),
            "computer": socket.gethostname(),
        }
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    open_journal(folder, FOLDING, station="T1").close()


def test_the_same_process_is_no_exception(folder: Path) -> None:
    opened = open_journal(folder, FOLDING, station="T1")
    with pytest.raises(JournalError) as raised:
        open_journal(folder, FOLDING, station="T2")
    assert raised.value.fault is JournalFault.HELD_BY_ANOTHER
    assert raised.value.facts["station"] == "T1"
    opened.close()
    open_journal(folder, FOLDING, station="T2").close()
