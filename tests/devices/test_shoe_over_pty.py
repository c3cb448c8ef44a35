"""The whole station against simulated shoes on a pseudo-terminal, with every fault of the catalogue.

Whatever befalls a line: no card is invented, and when the dealer has answered what he is asked, every card that lies on
the table is known, in its order.
"""

import asyncio
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest

from dealer_app.device_questions import Question
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn
from dealer_app.observations import DeviceError, ShoeWinner
from dealer_app.station_events import DeviceIncident, Incident
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.simulation.line import DeviceFault
from tests.support.device_station import DeviceStation
from tests.support.rounds import V4
from tests.support.station_bench import StationBench, new_round, station_bench

GONE = r"was lost: check plug and power"
ROUND = [CARDS[text] for text in ("2H", "3S", "2D", "3C", "5S", "9D")]
OTHER = [CARDS[text] for text in ("4H", "6S", "KD", "KC", "4S", "9C")]
MEGABYTES_OF_NOISE = 10
MOST_OF_NOISE = 4
"""Entries in the journal."""
MOST_BYTES_KEPT = 4 << 20
SHOES = ("angel_eye", "text_shoe", "line_scanner")


def of_the_round() -> list[Card]:
    return list(ROUND)


async def suffered(bench: StationBench, fault: DeviceFault, place: int, at: int | None = None) -> None:
    """A round of five cards, of which the report of one suffers the fault."""
    bench.simulated.start()
    await bench.answer_all()
    await new_round(bench)
    cards = of_the_round()
    while len(bench.on_table) < 5:
        if len(bench.on_table) == place:
            bench.simulated.suffer(fault, at)
        await bench.deal_one(cards)
        if fault is DeviceFault.SILENCE and len(bench.on_table) == place + 1:
            bench.simulated.line.faults.lift_silence()
        await bench.quiet()
    await bench.end_of_game()
    await bench.answer_all()


@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("fault", DeviceFault, ids=lambda fault: fault.value)
def test_a_shoe_that_numbers_its_reports_loses_no_card(
    fault: DeviceFault, place: int, expect_log: Callable[[str], None]
) -> None:
    if fault is DeviceFault.UNPLUG:
        expect_log(GONE)
    table = DeviceStation(V4)

    async def course() -> list[Question]:
        async with station_bench(table, "angel_eye") as bench:
            await suffered(bench, fault, place)
            await bench.do(commands.AnnounceResult)
            await bench.do(commands.SettleAll)
            return bench.asked

    asked = asyncio.run(course())
    assert table.cards == ROUND[:5]
    assert len(table.events(CardDrawn)) == 5
    # A greeting straight after the greeting is the same report again.
    harmless = fault in {DeviceFault.BYTE_BY_BYTE, DeviceFault.REPEAT} or (
        fault is DeviceFault.RESET_MID_ROUND and place == 0
    )
    assert bool(asked) == (not harmless), asked


@pytest.mark.assurance("A22")
@pytest.mark.parametrize("shoe", SHOES)
def test_unplugged_after_each_byte_of_a_report_no_card_is_invented(
    shoe: str, expect_log: Callable[[str], None]
) -> None:
    """What was cut off is keyed by the dealer, who is asked each time."""
    expect_log(GONE)
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, shoe) as bench:
            bench.simulated.start()
            await bench.answer_all()
            # A scanner takes the same code within a second for one scan: no card comes twice so soon.
            for turn, at in enumerate((1, 4) if shoe == "line_scanner" else range(8)):
                cards = OTHER if turn % 2 else ROUND
                await new_round(bench)
                await suffer_unplugged(bench, list(cards), at)
                await bench.answer_all()
                assert table.cards == cards[:5], f"after {at} bytes"
                await bench.do(commands.AnnounceResult)
                await bench.do(commands.SettleAll)
            assert {Question.LINE_LOST, Question.LINE_BACK} & set(bench.asked)

    asyncio.run(course())


async def suffer_unplugged(bench: StationBench, cards: list[Card], at: int) -> None:
    for place in range(5):
        if place == 2:
            bench.simulated.suffer(DeviceFault.UNPLUG, at)
        await bench.deal_one(cards)
        await bench.answer_all()


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize(
    "fault", [it for it in DeviceFault if it is not DeviceFault.UNPLUG], ids=lambda fault: fault.value
)
def test_no_shoe_makes_a_card_that_does_not_lie_there(shoe: str, fault: DeviceFault) -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, shoe) as bench:
            bench.simulated.start()
            await bench.answer_all()
            await new_round(bench)
            cards = of_the_round()
            # Half way through a scanner's line stands its end, without which it is the same line.
            at = 1 if shoe == "line_scanner" else None
            for place in range(3):
                if place == 1:
                    bench.simulated.suffer(fault, at)
                await bench.deal_one(cards)
                if fault is DeviceFault.SILENCE:
                    bench.simulated.line.faults.lift_silence()
                await bench.answer_all()
            lies = iter(bench.on_table)
            invented = [card for card in table.cards if not any(card is one for one in lies)]
            assert not invented, "does not lie there, or not in this order"

    asyncio.run(course())


@pytest.mark.parametrize("error", [DeviceError.CANNOT_READ, DeviceError.OVERDRAW, DeviceError.CARD_PUSHED_BACK])
def test_an_error_that_the_shoe_holds_is_journalled_and_what_was_drawn_meanwhile_is_asked(error: DeviceError) -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, "angel_eye") as bench:
            shoe = bench.simulated
            assert isinstance(shoe, SimulatedAngelEye)
            shoe.start()
            await bench.answer_all()
            await new_round(bench)
            cards = of_the_round()
            await bench.deal_one(cards)
            shoe.raise_error(error)
            await bench.deal_one(cards)
            await bench.quiet()
            assert table.station.state.listening.devices["angel_eye"].error.startswith(error.value)
            shoe.cancel_error()
            while len(bench.on_table) < 5:
                await bench.deal_one(cards)
            await bench.end_of_game()
            await bench.answer_all()
            assert Question.OUTSIDE_GAME in bench.asked

    asyncio.run(course())
    assert table.cards == ROUND[:5]
    # The shoe's result comes while it is still asked what lies there.
    held, kept = [Incident.TROUBLE, Incident.OVER], [Incident.RESULT_KEPT, Incident.RESULT_DONE]
    assert [each.incident for each in table.events(DeviceIncident)][-4:] == [*held, *kept]


def test_a_shoe_that_says_another_winner_stops_the_settlement() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, "angel_eye") as bench:
            bench.simulated.start()
            await bench.answer_all()
            await new_round(bench)
            await bench.deal(of_the_round())
            bench.shoe.result(ShoeWinner.TIE, player=[], banker=[])
            await bench.quiet()

    asyncio.run(course())
    assert table.case == "wrong-display"


@pytest.mark.assurance("A23")
def test_ten_megabytes_of_noise_leave_the_round_unharmed() -> None:
    """What was heard of it is one question, and one trouble in the journal; then the shoe is understood again."""
    table = DeviceStation(V4)
    noise = Random(5).randbytes(MEGABYTES_OF_NOISE << 20)
    most_kept = 0

    async def course() -> None:
        nonlocal most_kept
        async with station_bench(table, "angel_eye") as bench:
            bench.simulated.start()
            await bench.answer_all()
            await new_round(bench)
            cards = of_the_round()
            await bench.deal_one(cards)
            await bench.quiet()
            before = table.journal.head().sequence
            tracemalloc.start()
            await asyncio.to_thread(bench.end.write, noise)
            await bench.quiet()
            _, most_kept = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert table.journal.head().sequence - before <= MOST_OF_NOISE
            # Half a frame of noise at its end must not take the card with it.
            await asyncio.to_thread(bench.simulated.line.send, b"\x03" * 128)
            await bench.answer_all()
            while await bench.deal_one(cards):
                await bench.answer_all()

    asyncio.run(course())
    assert most_kept < MOST_BYTES_KEPT
    assert table.cards == ROUND[:5]
    assert not table.case
    garbled = [each for each in table.events(DeviceIncident) if each.incident is Incident.TROUBLE]
    assert len(garbled) == 1, garbled
    assert "garbled" in garbled[0].detail
