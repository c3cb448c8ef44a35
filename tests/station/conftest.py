"""What tests of who may do what share: a house of known people, and its journal."""

import pytest

from dealer_app.journal.memory import MemoryJournal
from tests.support.live_station import House


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def house(journal: MemoryJournal) -> House:
    return House(journal)
