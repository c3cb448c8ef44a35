"""The heads that people note: the last one there is, and the one that was shown when something was closed."""

from dealer_app.journal.reader import Reader
from dealer_app.journal.record import Head

_CLOSING = """SELECT decision FROM events NOT INDEXED
    WHERE name IN ('table-closed', 'shift-ended', 'state-carried') AND sequence > ? ORDER BY sequence DESC LIMIT 1"""
_FAR_ENOUGH = 50_000
"""Entries, which are some shifts: a start looks no further back."""
_LONGEST = 10_000
"""Entries of one decision, many times over."""


def noted_last(reader: Reader) -> Head | None:
    """The head as it was shown when a table was closed, a shift ended or a volume began last; nothing if none did."""
    row = reader.connection.execute(_CLOSING, (reader.head().sequence - _FAR_ENOUGH,)).fetchone()
    if row is None:
        return None
    (decision,) = row
    last = None
    for entry in reader.entries(decision, decision + _LONGEST):
        if entry.decision != decision:
            break
        last = Head(entry.sequence, entry.hash)
    return last


def head_after(reader: Reader, sequence: int) -> Head | None:
    """The head as it was after an event; nothing if there is none of that number."""
    entry = next(reader.entries(sequence, sequence), None)
    return None if entry is None else Head(entry.sequence, entry.hash)
