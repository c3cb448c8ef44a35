"""Whether the system keeps the clock right is asked at a start, each hour and at each table; a change is written."""

import ctypes
import sys

import pytest

from dealer_app.clock import SystemClock
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import FolderKind
from dealer_app.station_events import ClockChecked
from tests.station.open_house import open_house_table
from tests.support.live_station import StaffedStation

HOUR = 3_600_000_000


def looked(house: StaffedStation) -> tuple[object, ...]:
    return house.station.run_checks()


@pytest.mark.assurance("A30")
def test_it_is_asked_at_first_and_then_each_hour() -> None:
    house = StaffedStation(MemoryJournal())
    house.clock.synchronised = True
    assert looked(house) == ()
    house.clock.synchronised = False
    assert looked(house) == ()
    house.clock.wait(HOUR - HOUR // 60)
    assert looked(house) == ()
    house.clock.wait(HOUR // 60)
    assert looked(house) == (ClockChecked(synchronised=False),)
    assert not house.station.state.clock_synchronised
    house.clock.wait(HOUR)
    assert looked(house) == ()
    house.clock.synchronised = True
    house.clock.wait(HOUR)
    assert looked(house) == (ClockChecked(synchronised=True),)
    assert house.station.state.clock_synchronised


def test_it_is_asked_when_a_table_opens() -> None:
    house = StaffedStation(MemoryJournal())
    looked(house)
    house.clock.synchronised = False
    open_house_table(house)
    assert looked(house) == (ClockChecked(synchronised=False),)


def test_what_the_system_does_not_tell_any_more_changes_nothing() -> None:
    house = StaffedStation(MemoryJournal())
    house.clock.synchronised = False
    assert looked(house) == (ClockChecked(synchronised=False),)
    house.clock.synchronised = None
    house.clock.wait(HOUR)
    assert looked(house) == ()
    assert not house.station.state.clock_synchronised


def test_a_demonstration_says_nothing_of_it() -> None:
    house = StaffedStation(MemoryJournal(), FolderKind.DEMO)
    house.clock.synchronised = False
    assert looked(house) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_the_system_is_asked_and_changes_nothing() -> None:
    """Whatever it says here, it says the same twice."""
    asked = SystemClock()
    assert asked.is_synchronised() in (True, False, None)
    assert asked.is_synchronised() == asked.is_synchronised()


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_another_system_does_not_tell(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert SystemClock().is_synchronised() is None


class Kernel:
    """Answers as the C library does."""

    def __init__(self, state: int, status: int) -> None:
        self._state, self._status = state, status

    def __call__(self, name: object) -> "Kernel":
        assert name is None
        return self

    def adjtimex(self, asked: object) -> int:
        found = asked._obj  # type: ignore[attr-defined]
        assert found.modes == 0
        found.status = self._status
        return self._state


@pytest.mark.assurance("A30")
@pytest.mark.parametrize(
    ("state", "status", "says"),
    [(0, 0x2001, True), (5, 0x40, False), (0, 0x2041, False), (1, 0x11, True), (-1, 0, None)],
)
def test_the_kernel_s_own_mark_decides(
    state: int, status: int, says: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", Kernel(state, status))
    assert SystemClock().is_synchronised() is says


def test_a_library_that_does_not_know_the_question_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert SystemClock().is_synchronised() is None
