"""A shoe that floods, damages what it sends, or is none at all: bytes on a pseudo-terminal, through the real driver."""

import asyncio

import pytest

from dealer_app.device_questions import REFUSED, SIMULATED_DEVICES, Question, Reply
from dealer_app.devices.incidents import MINUTE, MOST_A_MINUTE, TOO_MANY
from dealer_app.domain.cards import CARDS
from dealer_app.observations import Destination, DeviceError
from dealer_app.station.two_people import ProposeSetting
from dealer_app.station_events import DeviceIncident, Incident
from drivers.shoe.angel_eye.encoding import draw_data, report_frame
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from tests.support.device_station import DeviceStation
from tests.support.rounds import V4
from tests.support.station_bench import PLUG, StationBench, new_round, station_bench

PAIRS = 1_500
SHOE = "angel_eye"


async def bytes_come(bench: StationBench, *frames: bytes) -> None:
    for frame in frames:
        await asyncio.to_thread(bench.simulated.line.send, frame)
    await bench.quiet()


async def begun(bench: StationBench) -> SimulatedAngelEye:
    """The shoe has greeted, and a round is closed."""
    bench.simulated.start()
    await bench.answer_all()
    await new_round(bench)
    assert isinstance(bench.simulated, SimulatedAngelEye)
    return bench.simulated


def card(number: str, text: str, to: Destination) -> bytes:
    return report_frame(number, draw_data(CARDS[text], to, 1))


def damaged(frame: bytes) -> bytes:
    """The face of the card is another on its way, and the check does not fit."""
    return frame[:4] + bytes([frame[4] ^ 0x01]) + frame[5:]


def test_fifteen_hundred_errors_and_cancels_are_counted() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            shoe = await begun(bench)

            def flood() -> None:
                for _ in range(PAIRS):
                    shoe.raise_error(DeviceError.BUTTON_MISHANDLED)
                    shoe.cancel_error()

            await asyncio.to_thread(flood)
            await bench.quiet()
            assert table.station.state.listening.devices[SHOE].error == TOO_MANY
            table.house.clock.wait(MINUTE)
            await bench.actor.run_on_station(lambda _: None)

    asyncio.run(course())
    incidents = table.events(DeviceIncident)
    surplus = incidents[-1]
    assert len(incidents) <= MOST_A_MINUTE
    assert (surplus.incident, surplus.detail) == (Incident.COUNTED, "")
    own = 2  # that there are too many, and their number
    told = [each for each in incidents if each.detail.startswith("button") or each.detail == "reset"]
    assert len(told) + surplus.count >= 2 * PAIRS
    assert len(incidents) - own >= len(told)


@pytest.mark.assurance("A21")
def test_a_damaged_card_is_asked_at_once_and_keyed_for_it_the_gap_asks_nothing() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            await begun(bench)
            await bytes_come(bench, card("1", "9H", Destination.PLAYER))
            await bytes_come(bench, damaged(card("2", "KS", Destination.BANKER)))
            assert table.questions == [Question.DAMAGED], "nothing has come after it"
            await bench.actor.run_on_station(lambda _: table.answer(Reply.DEAL, seconded=True, cards=(CARDS["KS"],)))
            await bytes_come(bench, card("3", "TD", Destination.PLAYER), card("4", "3C", Destination.BANKER))

    asyncio.run(course())
    assert table.questions == []
    assert table.cards == [CARDS[text] for text in ("9H", "KS", "TD", "3C")]


def test_put_aside_too_soon_the_gap_asks_again() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            await begun(bench)
            await bytes_come(bench, card("1", "9H", Destination.PLAYER))
            await bytes_come(bench, damaged(card("2", "KS", Destination.BANKER)))
            await bench.actor.run_on_station(lambda _: table.answer(Reply.NOTHING))
            await bytes_come(bench, card("3", "TD", Destination.PLAYER))

    asyncio.run(course())
    assert table.questions == [Question.REPORTS_LOST, Question.WAITS]


def test_sent_again_by_the_shoe_the_damaged_card_is_dealt_and_nothing_is_asked_any_more() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            await begun(bench)
            await bytes_come(bench, card("1", "9H", Destination.PLAYER))
            second = card("2", "KS", Destination.BANKER)
            await bytes_come(bench, damaged(second))
            assert table.questions == [Question.DAMAGED]
            await bytes_come(bench, second)

    asyncio.run(course())
    assert table.questions == []
    assert table.cards == [CARDS["9H"], CARDS["KS"]]


def test_keyed_and_then_sent_again_it_is_one_card() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            await begun(bench)
            await bytes_come(bench, card("1", "9H", Destination.PLAYER))
            second = card("2", "KS", Destination.BANKER)
            await bytes_come(bench, damaged(second))
            await bench.actor.run_on_station(lambda _: table.answer(Reply.DEAL, seconded=True, cards=(CARDS["KS"],)))
            await bytes_come(bench, second, card("3", "TD", Destination.PLAYER))

    asyncio.run(course())
    assert table.questions == []
    assert table.cards == [CARDS["9H"], CARDS["KS"], CARDS["TD"]]


def test_two_damaged_cards_within_seconds_are_two_questions_at_once() -> None:
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            await begun(bench)
            for number, text, to in (("1", "9H", Destination.PLAYER), ("3", "TD", Destination.PLAYER)):
                await bytes_come(bench, card(number, text, to))
                await bytes_come(bench, damaged(card(str(int(number) + 1), "KS", Destination.BANKER)))
                assert table.questions == [Question.DAMAGED]
                await bench.actor.run_on_station(
                    lambda _: table.answer(Reply.DEAL, seconded=True, cards=(CARDS["KS"],))
                )

    asyncio.run(course())
    assert table.cards == [CARDS[text] for text in ("9H", "KS", "TD", "KS")]


def test_a_pseudo_terminal_is_known_for_one_by_whatever_name_it_was_opened() -> None:
    """The bench opens it as a USB adapter: what is open is asked, and not its name."""
    table = DeviceStation(V4)

    async def course() -> None:
        async with station_bench(table, SHOE) as bench:
            connected = table.events(DeviceIncident)[-1].identity
            assert (connected.simulated, connected.usb, connected.profile) == (True, str(PLUG), SHOE)
            assert (connected.baudrate, connected.port.startswith("/dev/pts/")) == (4800, True)
            taken_back = ProposeSetting(setting=SIMULATED_DEVICES, value=REFUSED)
            await bench.actor.run_on_station(lambda _: table.house.two(taken_back))
            bench.simulated.start()
            await bench.all_taken()
            await bench.actor.run_on_station(lambda _: table.close_bets())
            await asyncio.to_thread(bench.simulated.line.send, card("1", "9H", Destination.PLAYER))
            await bench.all_taken()

    asyncio.run(course())
    assert table.events(DeviceIncident)[-1].incident is Incident.REFUSED
    assert table.cards == []
