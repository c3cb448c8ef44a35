"""The whole station against a simulated tumbler on a pseudo-terminal: dice, its mishaps, its faults and its lamps."""

import asyncio

import pytest

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CaseOpened, DiceRead
from dealer_app.station_events import DeviceIncident
from drivers.requests import Sending
from drivers.simulation.devices import Mishap
from drivers.simulation.line import DeviceFault
from drivers.tumbler.tum.simulator import SimulatedTum
from tests.support.device_station import DeviceStation
from tests.support.rounds import TAI_SAI
from tests.support.station_bench import new_round, station_bench


def tumbled(mishap: Mishap, fault: DeviceFault | None = None) -> DeviceStation:
    table = DeviceStation(TAI_SAI)

    async def course() -> None:
        async with station_bench(table, "tum", sending=Sending.ON) as bench:
            bench.simulated.start()
            await bench.quiet()
            await bench.do(commands.PlaceYourBets)
            if mishap is not Mishap.EARLY:
                await bench.do(commands.NoMoreBets)
            if fault is not None:
                bench.simulated.suffer(fault)
            bench.tumbler.tumble(Tumble((2, 5, 6)), mishap)
            await bench.quiet()

    asyncio.run(course())
    return table


def test_dice_at_rest_are_read() -> None:
    assert [each.dice for each in tumbled(Mishap.NONE).events(DiceRead)] == [(2, 5, 6)]


@pytest.mark.parametrize(
    ("mishap", "case"),
    [
        (Mishap.UNDER_TUMBLED, "too-few-tumbles"),
        (Mishap.COCKED_DIE, "cocked-die"),
        (Mishap.EARLY, "tumble-before-closing"),
    ],
)
def test_each_mishap_of_a_tumbler_is_its_irregularity(mishap: Mishap, case: str) -> None:
    table = tumbled(mishap)
    assert table.case == case
    assert not table.events(DiceRead)


@pytest.mark.parametrize("fault", [DeviceFault.LOSS, DeviceFault.BAD_CHECKSUM, DeviceFault.LOST_REPORT])
def test_a_tumble_of_which_a_report_is_lost_is_confirmed_by_the_dealer(fault: DeviceFault) -> None:
    table = tumbled(Mishap.NONE, fault)
    assert not table.events(DiceRead)
    assert table.questions


def test_lamps_show_what_won_and_a_tumbler_that_refuses_them_is_the_trouble_of_the_lamps() -> None:
    table = DeviceStation(TAI_SAI)

    async def course() -> tuple[tuple[str, ...], tuple[str, ...]]:
        async with station_bench(table, "tum", sending=Sending.ON) as bench:
            tum = bench.simulated
            assert isinstance(tum, SimulatedTum)
            tum.start()
            await bench.quiet()
            lit = []
            for refuses in (None, "9"):
                tum.refuses = refuses
                await new_round(bench)
                tum.tumble(Tumble((2, 5, 6)))
                await bench.quiet()
                await bench.do(commands.AnnounceResult)
                await bench.quiet()
                lit.append(tum.lamps)
                tum.refuses = None
                await bench.do(commands.SettleAll)
                await bench.quiet()
            return lit[0], lit[1]

    first, second = asyncio.run(course())
    assert {"big", "sum:13"} <= set(first)
    assert second == ()
    assert table.events(DeviceIncident)[-2].detail == "lamps"
    assert "wrong-lamps" in {event.case.trouble for event in table.events(CaseOpened)}
