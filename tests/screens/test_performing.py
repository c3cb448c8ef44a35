"""What a screen gives is done on the station by whoever is proved to be there, and a refusal leaves all as it was."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Table, usual_table
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import HashEffort, Pin
from dealer_app.people.positions import Position, load_positions
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens import actions
from dealer_app.screens.action_runner import ActionRunner, take_snapshot
from dealer_app.screens.actions import new_command
from dealer_app.station.core import StationEnvironment
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table import load_rules, rulebook_event
from dealer_app.station.transaction import JournalWriter
from dealer_app.station_events import StationStarted
from tests.support.live_station import SteppingClock

Result = TypeVar("Result")
QUICK = HashEffort(memory_kibibytes=8, passes=1, lanes=1)
DEALER, SUPERVISOR = actions.Credentials("d1", Pin("482913")), actions.Credentials("S1", Pin("730264"))


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


class PerformerBench:
    """A performer on a station, asked from a test."""

    def __init__(self, pins: PinWork) -> None:
        around = StationEnvironment(positions=load_positions(), rules=load_rules, salt=lambda: "salt")
        self.station = Station(StationState(), JournalWriter(MemoryJournal(), SteppingClock()), around)
        self.station.record(StationStarted(station="T1", program="test", rulebooks=""))
        self._performer = ActionRunner(self._do, pins, load_positions(), "table")

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    def does(self, act: actions.Action) -> Refusal | None:
        async def one() -> Refusal | None:
            return await self._performer.run(act, take_snapshot(self.station))

        return asyncio.run(one())

    def founded(self) -> "PerformerBench":
        assert self.does(_founding()) is None
        assert self.does(actions.SignIn(DEALER)) is None
        return self

    def opened(self) -> "PerformerBench":
        book = load_rulebook("tai-sai-open-cover-v5")
        table: Table = usual_table(book, book.layouts[0])
        assert self.does(actions.OpenTableAction(table=table, game=rulebook_event(book), by=SUPERVISOR)) is None
        return self


def _founding() -> actions.FoundHouse:
    def person(who: actions.Credentials, position: Position) -> actions.NewPersonKeyed:
        return actions.NewPersonKeyed(badge=who.badge, name="Somebody", position=position, pin=who.pin)

    both = (person(DEALER, Position.DEALER), person(SUPERVISOR, Position.PIT_SUPERVISOR))
    return actions.FoundHouse(kind=FolderKind.DEMO, people=both)


def test_a_house_is_founded_and_its_dealer_signs_in_with_his_pin(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded()
    assert screen.station.state.people.sessions["table"].badge == "D1"


def test_a_wrong_pin_is_refused_and_journalled(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded()
    screen.does(actions.SignOut())
    before = screen.station.journal.head()
    refusal = screen.does(actions.SignIn(actions.Credentials("D1", Pin("111222"))))
    assert refusal is not None
    assert screen.station.journal.head() != before
    assert "table" not in screen.station.state.people.sessions


def test_a_table_is_opened_by_the_supervisor_who_keys_his_pin_while_the_dealer_stays_signed_in(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded().opened()
    assert screen.station.state.table.table is not None
    assert screen.station.state.people.sessions["table"].badge == "D1"


def test_a_dealer_alone_does_not_open_a_table(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded()
    book = load_rulebook("tai-sai-open-cover-v5")
    table = usual_table(book, book.layouts[0])
    assert screen.does(actions.OpenTableAction(table=table, game=rulebook_event(book))) is not None
    assert screen.station.state.table.table is None


def test_several_commands_are_given_until_one_is_refused(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded().opened()
    twice = (new_command(commands.HoldForClaim, text="x"), new_command(commands.HoldForClaim, text="y"))
    assert screen.does(actions.SendCommands(commands=twice)) is not None


def test_the_station_is_stopped_by_who_is_in_charge_only(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded()
    assert screen.does(actions.StopStation()) is not None
    assert screen.station.state.running
    assert screen.does(actions.StopStation(by=SUPERVISOR)) is None
    assert not screen.station.state.running


def test_a_shift_is_begun_by_a_supervisor_who_is_signed_in(pins: PinWork) -> None:
    screen = PerformerBench(pins).founded()
    assert screen.does(actions.BeginShift()) is not None
    assert screen.does(actions.SignIn(SUPERVISOR)) is None
    assert screen.does(actions.BeginShift()) is None
    assert screen.station.state.shift == 1
