"""Every golden script, given to a station by known people, comes to what it comes to without one."""

import re

import pytest

from dealer_app.journal.codec import decode
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import ApprovalItem
from dealer_app.station.fold import apply_station_event
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.state import StationState
from tests.support.journals import play_script
from tests.support.live_station import StaffedStation
from tests.support.traces import Script, read_scripts


def without_people(text: str) -> str:
    """What happened, but for who did it, when, and by which salt."""
    text = re.sub(r"Person\(name='[^']*'", "Person(", text)
    text = re.sub(r"(reported_by|by)='[^']*'", r"\1", text)
    return re.sub(r"Seal\([^)]*\)|'salt': '[^']*'|drawn_together=\{[^}]*\}", "", text)


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_a_script_comes_to_the_same_at_a_station(script: Script) -> None:
    known, journal = play_script(script), MemoryJournal()
    house = StaffedStation(journal)
    house.play_all(known.given, known.rules)
    state = house.station.state
    assert without_people(repr(state.table)) == without_people(repr(known.state))

    folded = StationState()
    for entry in journal.entries():
        folded = apply_station_event(folded, decode(entry, journal.read_sealed))
    assert folded == state
    assert read_snapshot(snapshot_bytes(state), journal.read_sealed) == state
    # Whatever the case waits for is asked, and nothing else is.
    asked = [request for request in state.people.requests.values() if request.asked.item is ApprovalItem.DECISION]
    assert len(asked) <= 1
