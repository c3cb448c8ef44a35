"""What a screen gives is done on the station by whoever is proved to be there, and a refusal leaves all as it was."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Table
from dealer_app.journal.memory import MemoryJournal
from dealer_app.people.events import Kind
from dealer_app.people.pin_effort import Effort
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position
from dealer_app.play.tables import usual_table
from dealer_app.rulebooks import approved
from dealer_app.showing import acts
from dealer_app.showing.acts import asking
from dealer_app.showing.performing import Performer, seen_of
from dealer_app.station.core import Around
from dealer_app.station.facts import StationStarted
from dealer_app.station.reading import in_force, rules_of
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import Writer
from tests.support.live_station import SteppingClock

Result = TypeVar("Result")
QUICK = Effort(memory_kibibytes=8, passes=1, lanes=1)
DEALER, SUPERVISOR = acts.Credentials("d1", Pin("482913")), acts.Credentials("S1", Pin("730264"))


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


class Screen:
    """A performer on a station, asked from a test."""

    def __init__(self, pins: PinWork) -> None:
        around = Around(positions=positions(), rules=rules_of, salt=lambda: "salt")
        self.station = Station(StationState(), Writer(MemoryJournal(), SteppingClock()), around)
        self.station.note(StationStarted(station="T1", program="test", rulebooks=""))
        self._performer = Performer(self._do, pins, positions(), "table")

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    def does(self, act: acts.Act) -> Refusal | None:
        async def one() -> Refusal | None:
            return await self._performer.perform(act, seen_of(self.station))

        return asyncio.run(one())

    def founded(self) -> "Screen":
        assert self.does(_founding()) is None
        assert self.does(acts.SignIn(DEALER)) is None
        return self

    def opened(self) -> "Screen":
        book = approved("tai-sai-open-cover-v5")
        table: Table = usual_table(book, book.layouts[0])
        assert self.does(acts.OpenTable(table=table, game=in_force(book), by=SUPERVISOR)) is None
        return self


def _founding() -> acts.FoundHouse:
    def person(who: acts.Credentials, position: Position) -> acts.NewPersonKeyed:
        return acts.NewPersonKeyed(badge=who.badge, name="Somebody", position=position, pin=who.pin)

    both = (person(DEALER, Position.DEALER), person(SUPERVISOR, Position.PIT_SUPERVISOR))
    return acts.FoundHouse(kind=Kind.DEMO, people=both)


def test_a_house_is_founded_and_its_dealer_signs_in_with_his_pin(pins: PinWork) -> None:
    screen = Screen(pins).founded()
    assert screen.station.state.people.sessions["table"].badge == "D1"


def test_a_wrong_pin_is_refused_and_journalled(pins: PinWork) -> None:
    screen = Screen(pins).founded()
    screen.does(acts.SignOut())
    before = screen.station.journal.head()
    refusal = screen.does(acts.SignIn(acts.Credentials("D1", Pin("111222"))))
    assert refusal is not None
    assert screen.station.journal.head() != before
    assert "table" not in screen.station.state.people.sessions


def test_a_table_is_opened_by_the_supervisor_who_keys_his_pin_while_the_dealer_stays_signed_in(pins: PinWork) -> None:
    screen = Screen(pins).founded().opened()
    assert screen.station.state.table.table is not None
    assert screen.station.state.people.sessions["table"].badge == "D1"


def test_a_dealer_alone_does_not_open_a_table(pins: PinWork) -> None:
    screen = Screen(pins).founded()
    book = approved("tai-sai-open-cover-v5")
    table = usual_table(book, book.layouts[0])
    assert screen.does(acts.OpenTable(table=table, game=in_force(book))) is not None
    assert screen.station.state.table.table is None


def test_several_commands_are_given_until_one_is_refused(pins: PinWork) -> None:
    screen = Screen(pins).founded().opened()
    twice = (asking(commands.HoldForClaim, text="x"), asking(commands.HoldForClaim, text="y"))
    assert screen.does(acts.GiveAll(commands=twice)) is not None


def test_the_station_is_stopped_by_who_is_in_charge_only(pins: PinWork) -> None:
    screen = Screen(pins).founded()
    assert screen.does(acts.StopStation()) is not None
    assert screen.station.state.running
    assert screen.does(acts.StopStation(by=SUPERVISOR)) is None
    assert not screen.station.state.running


def test_a_shift_is_begun_by_a_supervisor_who_is_signed_in(pins: PinWork) -> None:
    screen = Screen(pins).founded()
    assert screen.does(acts.BeginShift()) is not None
    assert screen.does(acts.SignIn(SUPERVISOR)) is None
    assert screen.does(acts.BeginShift()) is None
    assert screen.station.state.shift == 1
