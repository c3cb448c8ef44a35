"""What the journal says of the time before a window was opened: results for the roads, and what happened.

Read beside the table that is served already, on a thread of its own.
"""

from pathlib import Path

from dealer_app.journal.codec import decode
from dealer_app.journal.reader import read_only
from dealer_app.showing.chronicle import Chronicle, Happened, chronicle_of
from dealer_app.showing.history import History, history_of

_LOOKED_BACK = 20_000
"""Events: more than a shoe of some ninety rounds with a full table makes."""


def remembered(folder: Path, last: int) -> tuple[History, Chronicle]:
    """Up to the entry of this number, from as much of the journal as a shoe can fill.

    A volume begins while no table is open: what is remembered of one is never in the volume before.
    """
    reader = read_only(folder)
    try:
        told = [
            Happened(decode(entry, reader.sealed), entry.utc, entry.offset, entry.badge, entry.position)
            for entry in reader.entries(max(1, last - _LOOKED_BACK), last)
        ]
    finally:
        reader.close()
    return history_of(one.event for one in told), chronicle_of(told)
