"""The head of the journal as a window says it: for who compares it with a note, and for who makes the note."""

from pathlib import Path

from msgspec import Struct

from dealer_app.domain.round.table_events import TableClosed
from dealer_app.journal.head_words import head_text
from dealer_app.journal.noted import noted_last
from dealer_app.journal.reader import read_only
from dealer_app.journal.record import EMPTY as NOTHING_WRITTEN
from dealer_app.journal.record import Head
from dealer_app.people.events import Kind
from dealer_app.private_files import keeps_modes
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.texts import put
from dealer_app.station.core import Done
from dealer_app.station.facts import ShiftEnded
from dealer_app.station.station import Station
from dealer_app.wording import Both


class HeadSeen(Struct, frozen=True, kw_only=True):
    """What there is to be said of the head now, in whatever language."""

    known: Head = NOTHING_WRITTEN
    """As a start has found it."""
    noted: Head = NOTHING_WRITTEN
    """As it was shown at the last closing."""
    closed: bool = False
    """Whether that has been since the start."""
    missing: tuple[str, ...] = ()
    """The volumes that do not lie beside the journal, by name."""
    private: bool = True
    """Whether the disk keeps it from other accounts."""

    def line(self, words: Both) -> Line:
        if self.closed:
            return put(words, "window", "head-to-note", head=head_text(self.noted))
        if not self.known.sequence:
            return EMPTY
        known = head_text(self.known)
        if not self.private:
            return put(words, "window", "no-modes", head=known)
        if self.missing:
            return put(words, "window", "volume-missing", missing=", ".join(self.missing), head=known)
        if self.noted in (NOTHING_WRITTEN, self.known):
            return put(words, "window", "head-found", head=known)
        return put(words, "window", "head-found-noted", head=known, noted=head_text(self.noted))


def found(folder: Path, station: Station) -> HeadSeen:
    """What a start says of the journal that it found; nothing of a new one."""
    reader = read_only(folder)
    try:
        noted = noted_last(reader)
    finally:
        reader.close()
    private = station.state.people.kind is not Kind.LIVE or keeps_modes(folder)
    return HeadSeen(
        known=station.last_known,
        noted=noted or NOTHING_WRITTEN,
        missing=station.missing_volumes,
        private=private,
    )


def closing(done: Done, station: Station) -> HeadSeen | None:
    """When a table or a shift has ended, what is to be noted."""
    if not any(isinstance(event, TableClosed | ShiftEnded) for event in done):
        return None
    return HeadSeen(noted=station.journal.head(), closed=True)
