"""Damages a journal in a test, and tells what its files are."""

import shutil
from hashlib import sha256
from pathlib import Path

from dealer_app.journal.head_file import NAME as HEAD
from dealer_app.journal.head_file import read_head
from dealer_app.journal.reader import DATABASE
from dealer_app.station.facts import ShiftBegan
from dealer_app.terminal.starting import station_at
from tests.support.by_hand import by_hand
from tests.support.typist import Typist, entries_of


def sums(folder: Path) -> dict[str, str]:
    """Of all that is of the journal, but for an empty log, which reading makes."""
    files = [path for path in folder.iterdir() if path.name in (DATABASE, f"{DATABASE}-wal", HEAD)]
    files += folder.glob("snapshot-*.json")
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files if path.stat().st_size}


def altered(folder: Path, statement: str) -> None:
    triggers = ("events_update", "events_delete", "secrets_delete")
    by_hand(folder, *(f"DROP TRIGGER {trigger}" for trigger in triggers), statement)


def break_late(folder: Path) -> int:
    """An event after all the people is altered; gives the last one before it."""
    late = next(entry.sequence for entry in entries_of(folder) if entry.name == "table-opened")
    altered(folder, f"UPDATE events SET body = replace(body, 'T1', 'T2') WHERE sequence = {late}")  # noqa: S608
    return late - 1


def cut_short(typist: Typist, to: Path) -> None:
    """A folder as a kill leaves it, with a log; and by its head some events that were acknowledged are missing."""
    with station_at(typist.folder, typist.clock) as station:
        station.note(ShiftBegan(number=1))
        shutil.copytree(typist.folder, to, ignore=shutil.ignore_patterns("*-shm", "station.*"))
    head = read_head(to)
    assert head is not None
    (to / HEAD).write_text(f"{head.sequence + 5:020d} {head.hash.hex()}\n", encoding="ascii")


def aside_of(folder: Path) -> Path:
    (aside,) = folder.glob("damaged-*")
    return aside
