"""Damages a journal after all the people of its house, or leaves it as a kill does."""

import shutil
from pathlib import Path

from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import read_head
from dealer_app.station.startup import open_station
from dealer_app.station_events import ShiftBegan
from tests.support.journal_damage import alter_journal
from tests.support.typist import Typist, read_entries


def break_late(folder: Path) -> int:
    """An event after all the people is altered; gives the last one before it."""
    late = next(entry.sequence for entry in read_entries(folder) if entry.name == "table-opened")
    alter_journal(folder, f"UPDATE events SET body = replace(body, 'T1', 'T2') WHERE sequence = {late}")  # noqa: S608
    return late - 1


def cut_short(typist: Typist, to: Path) -> None:
    """A folder as a kill leaves it, with a log; and by its head some events that were acknowledged are missing."""
    with open_station(typist.folder, typist.clock) as station:
        station.record(ShiftBegan(number=1))
        shutil.copytree(typist.folder, to, ignore=shutil.ignore_patterns("*-shm", "station.*"))
    head = read_head(to)
    assert head is not None
    (to / HEAD).write_text(f"{head.sequence + 5:020d} {head.hash.hex()}\n", encoding="ascii")


def aside_folder(folder: Path) -> Path:
    (aside,) = folder.glob("damaged-*")
    return aside
