"""A journal held against its second head by what looks back or makes a backup, and does not know what it folds to.

Where the head is kept a second time is an event of its own, so that nothing has to be folded to find it.
"""

import sqlite3
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_app.journal.codec import decode
from dealer_app.journal.facts import StateCarried
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Entry, Head, breaks
from dealer_app.journal.second_head import Kept, MissedError, compare_with
from dealer_app.journal.trouble import DamagedError, not_read
from dealer_app.journal.volumes import is_closed
from dealer_app.station.facts import SecondHeadPlaced

_LAST_PLACED = "SELECT sequence FROM events WHERE name = 'second-head-placed' ORDER BY sequence DESC LIMIT 1"


class Comparison(Struct, frozen=True):
    """A journal goes as far as its second head, or that could not be asked."""

    file: Path
    kept: Kept | None
    missed: str = ""
    """Why the place could not be reached, or what lies there could not be read."""


class _State(msgspec.Struct):
    second_head: str = ""


class _Snapshot(msgspec.Struct):
    state: _State


_read_state = msgspec.json.Decoder(_Snapshot).decode


def compare_second_head(folder: Path) -> Comparison | None:
    """Nothing where no second head is kept, and for a closed volume, whose end the next one names.

    Raises DamagedError for a journal that is behind its second head, and JournalError for one that cannot be read.
    """
    if is_closed(folder):
        return None
    try:
        file = _place_of(folder)
        return None if file is None else _compare_at(folder, file)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, 0) from problem


def _compare_at(folder: Path, file: Path) -> Comparison:
    try:
        return Comparison(file, compare_with(folder, file))
    except MissedError as problem:
        return Comparison(file, None, str(problem))


def _place_of(folder: Path) -> Path | None:
    reader = read_only(folder)
    try:
        row = reader.connection.execute(_LAST_PLACED).fetchone()
        place = _carried(reader) if row is None else _placed(reader, row[0])
    finally:
        reader.close()
    return Path(place) if place else None


def _placed(reader: Reader, sequence: int) -> str:
    event = decode(_followed(reader, sequence), reader.sealed)
    assert isinstance(event, SecondHeadPlaced), "the name says so"
    return event.after


def _carried(reader: Reader) -> str:
    """The place that a volume took over from the one before."""
    base = reader.base().sequence
    entry = next(reader.entries(base + 2, base + 2), None) if base else None
    if entry is None or entry.name != "state-carried":
        return ""
    event = decode(_followed(reader, entry.sequence), reader.sealed)
    return _read_state(event.state).state.second_head if isinstance(event, StateCarried) else ""


def _followed(reader: Reader, sequence: int) -> Entry:
    """The event, as it was written: a place that damage has made up is not asked. Raises DamagedError."""
    *before, entry = reader.entries(sequence - 1, sequence)
    if breaks(entry, Head(before[0].sequence, before[0].hash) if before else reader.base()):
        raise DamagedError(f"event {sequence} does not follow from the one before", 0)
    return entry
