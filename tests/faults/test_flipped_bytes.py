"""A byte that flips anywhere is found, or changes nothing: never is there another history, or a shorter one."""

import random
import sqlite3
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import JournalEntry
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.journal_errors import JournalError
from dealer_app.station.state import StationState
from tests.faults.killed_folders import make_killed_folder
from tests.support.house_run import FOLDING
from tests.support.kill_child import copy_folder
from tests.support.quick_folder import quick_folder

WAL = f"{DATABASE}-wal"
FLIPS = {DATABASE: 900, WAL: 800, "snapshot": 300}
SEED = 20_261_118


class JournalContents(Struct, frozen=True):
    """All that a journal holds, and what it comes to."""

    state: StationState
    entries: tuple[JournalEntry, ...]
    beside: tuple[tuple[str, ...], ...]


def history(folder: Path) -> JournalContents:
    """Raises JournalError for whatever is found to be wrong."""
    found = recover(folder, FOLDING)
    assert verify_all(folder) == found.head, "the whole chain goes as far as the part that is folded"
    reader = open_reader(folder)
    try:
        entries = tuple(reader.entries())
        digests = sorted(digest for (digest,) in reader.connection.execute("SELECT digest FROM sealed"))
        secrets = sorted(digest for (digest,) in reader.connection.execute("SELECT digest FROM secrets"))
        beside: list[tuple[str, ...]] = [(digest, *reader.read_sealed(digest)) for digest in digests]
        beside += [(digest, reader.read_secret(digest)) for digest in secrets]
    except sqlite3.DatabaseError as problem:
        pytest.fail(f"what recovery and verification read without a fault cannot be read: {problem}")
    finally:
        reader.close()
    return JournalContents(found.state, entries, tuple(beside))


@cache
def whole() -> tuple[dict[str, bytes], JournalContents]:
    """The files of a station that was cut off, with sealed cards, a snapshot and a log; and what they hold."""
    with quick_folder() as folder:
        left = make_killed_folder(folder, "v4-excess-card", snapshots=(1,))
        files = {file.name: file.read_bytes() for file in left.iterdir()}
        return files, history(copy_folder(left, folder / "read"))


def flipped(content: bytes, at: int, mask: int) -> bytes:
    return content[:at] + bytes([content[at] ^ mask]) + content[at + 1 :]


def judged(folder: Path, name: str, content: bytes) -> str | None:
    """What is found in a folder with this file changed; nothing if its history is what it was."""
    files, true = whole()
    for file, kept in files.items():
        (folder / file).write_bytes(content if file == name else kept)
    (folder / f"{DATABASE}-shm").unlink(missing_ok=True)
    try:
        found = history(folder)
    except JournalError as problem:
        return str(problem)
    assert found.entries == true.entries
    assert found.beside == true.beside
    assert found.state == true.state
    return None


@pytest.mark.assurance("A8")
@pytest.mark.parametrize("kind", FLIPS)
def test_a_flipped_byte_is_found_or_changes_nothing(folder: Path, kind: str) -> None:
    files, _ = whole()
    (name,) = (file for file in files if file == kind or (kind == "snapshot" and file.startswith("snapshot-")))
    chance = random.Random(f"{SEED} {kind}")
    found = 0
    for number in range(FLIPS[kind]):
        # One from each part of the file, so that they are spread over all of it.
        size = len(files[name])
        at = chance.randrange(number * size // FLIPS[kind], max((number + 1) * size // FLIPS[kind], 1))
        mask = chance.randrange(1, 256)
        found += judged(folder, name, flipped(files[name], at, mask)) is not None
    # A snapshot that is not what was announced is thrown away; of the others some flips fall on what nobody reads.
    assert (found == 0) if kind == "snapshot" else (0 < found < FLIPS[kind])


@pytest.mark.parametrize("mask", [0x01, 0x10, 0x80])
def test_a_flipped_byte_of_the_head_is_found(folder: Path, mask: int) -> None:
    head = whole()[0][HEAD]
    for at in range(len(head)):
        judged(folder, HEAD, flipped(head, at, mask))


def test_a_log_whose_header_is_flipped_would_shorten_the_history_but_for_the_head(folder: Path) -> None:
    """SQLite takes such a log for an old one, and drops it without a word: only the head knows of what is missing."""
    files, true = whole()
    said = judged(folder, WAL, flipped(files[WAL], 16, 0x01))
    assert said is not None
    assert f"to {len(true.entries)} were acknowledged and are missing" in said
