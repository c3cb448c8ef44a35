"""What tests of who may do what share: a house of known people, and its journal."""

import pytest

from dealer_app.journal.store import MemoryJournal
from tests.support.live_station import StaffedStation


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def house(journal: MemoryJournal) -> StaffedStation:
    return StaffedStation(journal)
