"""A small journal that was closed in order, as tests damage it; and what opening comes to that has to refuse it."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_app.journal.codec import encode
from dealer_app.journal.folder import open_journal
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal_errors import JournalError
from dealer_app.private_files import write_bytes
from dealer_app.station_events import StationStarted
from tests.support.house_run import FOLDING
from tests.support.journals import WRITTEN, sqlite_journal
from tests.support.quick_folder import quick_folder

STARTS = [StationStarted(station=f"T{number}", program="test", rulebooks="") for number in range(1, 30)]


@cache
def journal_files() -> dict[str, bytes]:
    """A small journal that was closed in order."""
    with quick_folder() as folder:
        journal = sqlite_journal(folder)
        for event in STARTS:
            journal.append([encode(event)], WRITTEN)
        journal.close()
        return {file.name: file.read_bytes() for file in folder.iterdir()}


def write_files(folder: Path) -> None:
    for name, content in journal_files().items():
        write_bytes(folder / name, content)


def file_sums(folder: Path) -> dict[str, str]:
    """Of everything that belongs to the journal; the lock is the folder's own."""
    return {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file() and file.name.startswith(("journal", "snapshot")) and not file.name.endswith(("-shm", "-wal"))
    }


def expect_refusal(folder: Path) -> JournalError:
    """What opening comes to, which has to leave everything as it was, and the folder free."""
    before = file_sums(folder)
    with pytest.raises(JournalError) as raised:
        open_journal(folder, FOLDING, station="T1")
    assert file_sums(folder) == before
    wal = folder / f"{DATABASE}-wal"
    assert not wal.exists() or wal.stat().st_size == 0
    assert not (folder / "station.holder").exists()
    return raised.value


def event_rows(folder: Path) -> list[tuple[object, ...]]:
    reader = open_reader(folder)
    try:
        return [tuple(entry) for entry in reader.entries()]
    finally:
        reader.close()
