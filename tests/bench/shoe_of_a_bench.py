"""Rounds that a bench deals from a shoe: which cards they have, when the shoe ends, and how long a card is awaited.

await begins(bench, number)
for frame in reports(number, dealt):
    times.append(await asyncio.to_thread(awaited.write, bench.end, frame))
"""

import threading
import time
from collections.abc import Iterator

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.observations import Destination
from drivers.shoe.angel_eye.encoding import NUMBERS, draw_data, report_frame
from drivers.simulation.line import End
from tests.support.real_ports import PATIENCE_SECONDS
from tests.support.station_bench import StationBench, new_round

RANKS = ("2", "3", "2", "3", "5")
_SUITS = "HSDC"
_ROUNDS_A_SHOE = 12
"""Few enough that no card comes more often than eight decks hold it."""


class Awaited:
    """Reads the clock when what was waited for has come."""

    def __init__(self) -> None:
        self._at = 0.0
        self._one = threading.Semaphore(0)

    def take_time(self) -> None:
        self._at = time.perf_counter()
        self._one.release()

    def write(self, end: End, frame: bytes) -> float:
        """How many seconds after the write it had come."""
        before = time.perf_counter()
        end.write(frame)
        assert self._one.acquire(timeout=PATIENCE_SECONDS), "the card did not come"
        return self._at - before


async def begins(bench: StationBench, number: int) -> None:
    """The round of this number, with a new shoe where the one before would not last."""
    if number % _ROUNDS_A_SHOE == _ROUNDS_A_SHOE - 1:
        await bench.do(commands.EndShoe, reason="bench")
        await bench.actor.run_on_station(lambda _: bench.table.new_shoe())
    await new_round(bench)


def reports(number: int, dealt: int) -> Iterator[bytes]:
    """The cards of the round of this number, under numbers that go on from those of the cards dealt before."""
    for turn, rank in enumerate(RANKS):
        card = CARDS[f"{rank}{_SUITS[(number + turn) % 4]}"]
        hand = (Destination.PLAYER, Destination.BANKER)[turn % 2]
        # The greeting had the number before the first.
        yield report_frame(NUMBERS[(dealt + turn + 1) % len(NUMBERS)], draw_data(card, hand, 1))
