"""What the journal holds: a record as it is handed over, and the entry that it becomes, chained to the one before.

The bytes that are hashed are said here and nowhere else in the product; docs/journal.md says them for everybody.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

GENESIS = bytes(32)
"""What stands for the hash before the first entry."""


class Sealed(Struct, frozen=True):
    """A value that is written apart, so that no output shows it before its seal ends; the event holds the digest."""

    digest: str
    value: str
    salt: str


class Secret(Struct, frozen=True):
    """A value that never leaves the data folder, as what a PIN is checked against; the event holds the digest."""

    digest: str
    value: str


class Record(Struct, frozen=True, kw_only=True):
    """One event, encoded and not yet written."""

    name: str
    version: int
    body: str
    sealed: tuple[Sealed, ...] = ()


class Written(Struct, frozen=True, kw_only=True):
    """Under which circumstances records are written: what all entries of one decision share."""

    day: str
    """The gaming day, as YYYY-MM-DD."""
    utc: int
    offset: int
    counter: int
    badge: str
    """Who acted; nobody for what the station does by itself."""
    position: str


class Entry(NamedTuple):
    """An event as it stands in the journal, its fields in the order of the table's columns."""

    sequence: int
    decision: int
    """The sequence of the first entry of the same decision: all of them were made durable together."""
    day: str
    utc: int
    offset: int
    counter: int
    badge: str
    position: str
    name: str
    version: int
    body: str
    hash: bytes


class Head(NamedTuple):
    """How far the journal goes."""

    sequence: int
    hash: bytes


EMPTY = Head(0, GENESIS)


def entries(head: Head, records: Sequence[Record], written: Written) -> list[Entry]:
    """The entries that these records become after the head."""
    for text in (written.day, written.badge, written.position):
        assert text.isprintable(), "a line break would make two entries hash alike, and one row of a table two"
    sequence, before = head
    decision = sequence + 1
    assert records, "what was decided is at least one event"
    about = (decision, written.day, written.utc, written.offset, written.counter, written.badge, written.position)
    made = []
    for record in records:
        sequence += 1
        fields = (sequence, *about, record.name, record.version, record.body)
        before = chained(before, fields)
        made.append(Entry._make((*fields, before)))
    return made


_LINES = "%d\n%d\n%s\n%d\n%d\n%d\n%s\n%s\n%s\n%d\n%s"


def chained(before: bytes, fields: tuple[object, ...]) -> bytes:
    """The hash of an entry: over the hash before it and its fields but the hash, one a line."""
    return sha256(before + (_LINES % fields).encode()).digest()


def breaks(entry: Entry, before: Head) -> bool:
    """Whether an entry does not follow from the head before it."""
    return entry.sequence != before.sequence + 1 or chained(before.hash, entry[:-1]) != entry.hash
