"""A table at its moment, from which other desks of a test begin: its state, a journal of its own, who is signed in."""

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.journal.store import MemoryJournal
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.station.core import Proof
from dealer_app.station.state import StationState


class TableSnapshot(Struct, frozen=True, kw_only=True):
    """A table at its moment."""

    state: StationState
    journal: MemoryJournal
    at: Timestamp
    history: ResultsHistory
    session: Proof


def copy_journal(journal: MemoryJournal) -> MemoryJournal:
    copied = MemoryJournal()
    copied._entries = list(journal._entries)
    copied._sealed, copied._secrets = dict(journal._sealed), dict(journal._secrets)
    return copied
