"""A table at its moment, from which other desks of a test begin: its state, a journal of its own, who is signed in."""

from msgspec import Struct

from dealer_app.journal.memory import MemoryJournal
from dealer_app.showing.history import History
from dealer_app.station.moment import Moment
from dealer_app.station.proof import Proof
from dealer_app.station.state import StationState


class Kept(Struct, frozen=True, kw_only=True):
    """A table at its moment."""

    state: StationState
    journal: MemoryJournal
    at: Moment
    history: History
    session: Proof


def copy_of(journal: MemoryJournal) -> MemoryJournal:
    copied = MemoryJournal()
    copied._entries = list(journal._entries)
    copied._sealed, copied._secrets = dict(journal._sealed), dict(journal._secrets)
    return copied
