"""What the journal holds: records, chained entries, its own events, and what every journal can do.

The bytes that are hashed are defined here and nowhere else in the product; docs/journal.md describes them.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from msgspec import Struct

from dealer_app.journal_errors import DamagedError

GENESIS = bytes(32)
"""Used as the hash before the first entry."""


class SealedValue(Struct, frozen=True):
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
    sealed: tuple[SealedValue, ...] = ()


class DecisionContext(Struct, frozen=True, kw_only=True):
    """Under which circumstances records are written: what all entries of one decision share."""

    day: str
    """The gaming day, as YYYY-MM-DD."""
    utc: int
    offset: int
    counter: int
    badge: str
    """Who acted; nobody for what the station does by itself."""
    position: str


class JournalEntry(NamedTuple):
    """An event as the journal has it, its fields in the order of the table's columns."""

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


EMPTY_HEAD = Head(0, GENESIS)


def chain_entries(head: Head, records: Sequence[Record], written: DecisionContext) -> list[JournalEntry]:
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
        before = entry_hash(before, fields)
        made.append(JournalEntry._make((*fields, before)))
    return made


_HASH_LINES = "%d\n%d\n%s\n%d\n%d\n%d\n%s\n%s\n%s\n%d\n%s"


def entry_hash(before: bytes, fields: tuple[object, ...]) -> bytes:
    """The hash of an entry: over the hash before it and its fields but the hash, one a line.

    Raises DamagedError for a field that is missing or of another kind, as a damaged row may have it.
    """
    try:
        return sha256(before + (_HASH_LINES % fields).encode()).digest()
    except (TypeError, ValueError, OverflowError) as problem:
        raise DamagedError(f"event {fields[0]} is not as it was written", 0) from problem


def is_broken_link(entry: JournalEntry, before: Head) -> bool:
    """Whether an entry does not follow from the head before it."""
    return entry.sequence != before.sequence + 1 or entry_hash(before.hash, entry[:-1]) != entry.hash


class JournalBegan(Struct, frozen=True, kw_only=True):
    """The first event there is, or that of a volume, which names the head of the volume before and follows from it.

    A journal that follows a damaged one begins with event 1 again, and points to how far that one was true.
    """

    station: str
    previous_sequence: int = 0
    previous_hash: str = ""
    previous_file: str = ""
    """SHA-256 of the damaged file, as it was copied aside; for a volume, the name of the folder of the one before."""
    previous_journal: str = ""
    """The hash of the first event of the damaged journal or volume before, by which a second head knows it."""
    volume: int = 1
    """Which volume of the journal this is."""


class StateCarried(Struct, frozen=True, kw_only=True):
    """The second event of a volume: what all volumes before it fold to."""

    digest: str
    """SHA-256 of the state that is written here."""
    state: str
    """As a snapshot has it, which is JSON; nothing in it is sealed."""


class SnapshotTaken(Struct, frozen=True, kw_only=True):
    """What the journal folds to after an entry was written beside it, by which program."""

    through: int
    digest: str
    program: str


class JournalVerified(Struct, frozen=True, kw_only=True):
    """The chain was followed without a break, up to this entry with this hash."""

    through: int
    hash: str


class Journal(Protocol):
    """Entries in a chain; added at the end and never changed."""

    def head(self) -> Head: ...

    def last(self) -> JournalEntry | None: ...

    def append(
        self, records: Sequence[Record], written: DecisionContext, secrets: Sequence[Secret] = ()
    ) -> tuple[JournalEntry, ...]:
        """Writes one decision, all of it or nothing, and returns when it is durable."""
        ...

    def entries(self, first: int = 1, last: int = ...) -> Iterator[JournalEntry]: ...

    def latest(self, name: str, before: int = ...) -> JournalEntry | None:
        """The last entry of one of the few names that a start looks for."""
        ...

    def read_sealed(self, digest: str) -> tuple[str, str]: ...

    def read_secret(self, digest: str) -> str: ...

    def make_room(self) -> None:
        """Before play: what would else grow during it."""
        ...

    def checkpoint(self) -> None:
        """Between rounds: what may wait until then."""
        ...

    def close(self) -> None: ...
