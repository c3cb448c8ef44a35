"""The one task that owns the station: what devices and people want is done one after the other, and ends in order."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from dealer_app.device_questions import DeviceKind
from dealer_app.devices.actor import INBOX_SIZE, Actor, Device, Stopped
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.observations import CardRead, LightAreas, LineUp
from dealer_app.station.station import Station
from dealer_app.station_events import StationStarted
from tests.support.device_station import SHOE, TUMBLER, DeviceStation
from tests.support.rounds import DEALER, TAI_SAI, V4
from tests.support.scripted_source import ScriptedSource


class ActorBench:
    """An actor on the station of a test, with a shoe and a tumbler that the test speaks for."""

    def __init__(self, table: DeviceStation, **options: object) -> None:
        self.table = table
        self.shoe, self.tumbler = ScriptedSource(), ScriptedSource()
        devices = {SHOE: Device(DeviceKind.SHOE, self.shoe), TUMBLER: Device(DeviceKind.TUMBLER, self.tumbler)}
        settings = ListeningSettings(terminal=table.dealer.terminal)
        self.actor = Actor(table.station, settings, lambda: devices, tick_seconds=0.01, **options)  # type: ignore[arg-type]

    def run(self, course: Callable[["ActorBench"], Awaitable[None]]) -> None:
        async def both() -> None:
            task = asyncio.create_task(self.actor.run())
            try:
                await asyncio.wait_for(course(self), 5)
            finally:
                self.actor.stop()
                await task

        asyncio.run(both())

    async def soon(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.001)


def test_a_report_wakes_the_actor_and_is_dealt() -> None:
    table = DeviceStation(V4)

    async def course(running: ActorBench) -> None:
        await running.actor.run_on_station(lambda _: table.close_bets())
        running.shoe.says(CardRead(sequence="1", card=CARDS["9H"]))
        await running.soon(lambda: table.cards == [CARDS["9H"]])

    ActorBench(table).run(course)


def test_what_people_want_is_done_and_answered_in_order() -> None:
    table = DeviceStation(V4)
    given: list[object] = []

    async def course(running: ActorBench) -> None:
        def give(command: Command) -> Callable[[Station], object]:
            return lambda station: station.table.give(table.dealer, command)

        wanted = [commands.PlaceYourBets(by=DEALER, at=0), commands.NoMoreBets(by=DEALER, at=0)]
        given.extend(await asyncio.gather(*(running.actor.run_on_station(give(each)) for each in wanted)))

    ActorBench(table).run(course)
    assert not any(isinstance(each, Refusal) for each in given)
    assert table.table.round is not None


def test_more_than_the_inbox_holds_waits_and_is_done() -> None:
    table = DeviceStation(V4)
    done: list[int] = []

    async def course(running: ActorBench) -> None:
        run = running.actor.run_on_station
        await asyncio.gather(*(run(lambda _, n=n: done.append(n)) for n in range(3 * INBOX_SIZE)))  # type: ignore[misc]

    ActorBench(table).run(course)
    assert done == list(range(3 * INBOX_SIZE))


def test_whoever_looks_on_is_told_of_changes() -> None:
    table = DeviceStation(V4).close_bets()
    changes: list[Station] = []

    async def course(running: ActorBench) -> None:
        running.shoe.says(LineUp(port="a"))
        await running.soon(lambda: bool(changes))

    ActorBench(table, on_change=changes.append).run(course)
    assert changes[0] is table.station


def test_what_a_device_answers_to_a_request_is_heard_like_everything_else() -> None:
    table = DeviceStation(TAI_SAI).close_bets()

    async def course(running: ActorBench) -> None:
        given: tuple[Command, ...] = (
            commands.CountTumbles(by=DEALER, at=0, tumbles=3),
            commands.ReadDice(by=DEALER, at=0, dice=(2, 5, 6)),
            commands.AnnounceResult(by=DEALER, at=0),
        )
        for command in given:
            await running.actor.run_on_station(
                lambda station, it=command: station.table.give(table.dealer, it, approval=table.supervisor)  # type: ignore[misc]
            )
        await running.soon(lambda: table.station.state.listening.devices.get(TUMBLER) is not None)
        (request,) = running.tumbler.asked
        assert isinstance(request, LightAreas)

    ActorBench(table).run(course)
    assert table.station.state.listening.devices[TUMBLER].error == "lamps"


def test_stopping_ends_the_devices_and_refuses_what_comes_after() -> None:
    running = ActorBench(DeviceStation(V4))

    async def course(_: ActorBench) -> None:
        return

    running.run(course)
    assert running.shoe.stopped
    with pytest.raises(Stopped):
        asyncio.run(running.actor.run_on_station(lambda _: None))


def test_a_fault_of_ours_ends_the_actor_and_is_raised() -> None:
    """Nothing goes on at a table of which nothing is recorded."""
    running = ActorBench(DeviceStation(V4))

    async def course(_: ActorBench) -> None:
        def broken(_: Station) -> None:
            raise ValueError("ours")

        with pytest.raises(ValueError, match="ours"):
            await running.actor.run_on_station(broken)

    with pytest.raises(ValueError, match="ours"):
        running.run(course)
    assert running.shoe.stopped


def test_sessions_that_stand_idle_end_while_the_actor_runs() -> None:
    table = DeviceStation(V4)
    table.house.clock.wait(24 * 3600 * 1_000_000)

    async def course(running: ActorBench) -> None:
        await running.soon(lambda: table.dealer.terminal not in table.station.state.people.sessions)

    ActorBench(table).run(course)
    assert not table.events(StationStarted)[1:]
