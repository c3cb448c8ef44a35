"""The head of the journal as a window says it: for who compares it with a note, and for who makes the note."""

from pathlib import Path

from dealer_app.domain.round.table_events import TableClosed
from dealer_app.journal.head_words import head_text
from dealer_app.journal.noted import noted_last
from dealer_app.journal.reader import read_only
from dealer_app.people.events import Kind
from dealer_app.private_files import keeps_modes
from dealer_app.showing.lines import Line
from dealer_app.showing.texts import put
from dealer_app.station.core import Done
from dealer_app.station.facts import ShiftEnded
from dealer_app.station.station import Station
from dealer_app.wording import Both


def found(words: Both, folder: Path, station: Station) -> Line | None:
    """What a start says of the journal that it found; nothing of a new one."""
    known = station.last_known
    if not known.sequence:
        return None
    if station.state.people.kind is Kind.LIVE and not keeps_modes(folder):
        return put(words, "window", "no-modes", head=head_text(known))
    reader = read_only(folder)
    try:
        noted = noted_last(reader)
    finally:
        reader.close()
    if noted is None or noted == known:
        return put(words, "window", "head-found", head=head_text(known))
    return put(words, "window", "head-found-noted", head=head_text(known), noted=head_text(noted))


def to_note(words: Both, done: Done, station: Station) -> Line | None:
    """When a table or a shift has ended."""
    if not any(isinstance(event, TableClosed | ShiftEnded) for event in done):
        return None
    return put(words, "window", "head-to-note", head=head_text(station.journal.head()))
