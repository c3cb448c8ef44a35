"""Rounds at a whole station with a simulated shoe that suffers faults by chance, all from one seed; `make soak`.

The dealer answers what he is asked by what really lies there, and keys by hand what nobody asked for. At the end every
card on the table is known in its order, and none is known that does not lie there.
"""

import argparse
import asyncio
import logging
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from dealer_app.device_questions import Question
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn
from dealer_app.domain.round.refusal import Refusal
from dealer_app.station.station import Station
from drivers.simulation.devices import SMALLEST_ROUND, shuffle_decks
from drivers.simulation.line import DeviceFault
from tests.devices.dice_soak import ROUND_LASTS, soak_dice
from tests.support.device_station import DeviceStation
from tests.support.rounds import DEALER, V4
from tests.support.station_bench import StationBench, new_round, station_bench

ONE_CARD_IN = 6
"""A fault befalls about one report in so many."""
_PAUSE_IN = 3


@dataclass
class ShoeSoakResult:
    """What became of it."""

    rounds: int = 0
    on_table: int = 0
    drawn: int = 0
    by_hand: int = 0
    faults: Counter[DeviceFault] = field(default_factory=Counter)
    asked: Counter[Question] = field(default_factory=Counter)

    def __str__(self) -> str:
        faults = ", ".join(f"{fault.value} {count}" for fault, count in sorted(self.faults.items(), key=str))
        asked = ", ".join(f"{question.value} {count}" for question, count in sorted(self.asked.items(), key=str))
        return (
            f"{self.rounds} rounds: {self.on_table} cards on the table, {self.drawn} known, none invented; "
            f"{self.by_hand} drawn by hand\nfaults: {faults}\nasked: {asked}"
        )


class _Soak:
    def __init__(self, table: DeviceStation, bench: StationBench, seed: int) -> None:
        self.table = table
        self.bench = bench
        self.chance = Random(seed)
        self.seed = seed
        self.done = ShoeSoakResult()
        self.cards = self._shoe()

    def _shoe(self) -> list[Card]:
        """The cards left of a shoe of which the first of the deck was burned, and one unseen after it."""
        self.seed += 1
        cards = shuffle_decks(seed=self.seed, decks=8)
        cards.remove(DECK[0])
        return cards[(DECK[0].points or 10) :]

    async def round(self) -> None:
        if len(self.cards) < SMALLEST_ROUND:
            await self._change_shoe()
        # Rounds that follow each other at once would be a line that comes and goes all the time.
        self.table.house.clock.wait(ROUND_LASTS)
        await new_round(self.bench)
        while True:
            self._befall()
            if not await self.bench.deal_one(self.cards):
                break
            if self.chance.randrange(_PAUSE_IN) == 0:
                await self.bench.answer_all()
        await self.bench.end_of_game()
        self.bench.simulated.line.faults.lift_silence()
        await self.bench.answer_all()
        await self._by_hand()
        assert self.table.cards == self.bench.on_table, f"round {self.done.rounds + 1}: {self.table.questions}"
        assert not self.table.case
        await self.bench.do(commands.AnnounceResult)
        await self.bench.do(commands.SettleAll)
        self.done.rounds += 1
        self.done.on_table += len(self.bench.on_table)

    def _befall(self) -> None:
        faults = self.bench.simulated.line.faults
        if faults.silent:
            if self.chance.randrange(2):
                faults.lift_silence()
        elif self.chance.randrange(ONE_CARD_IN) == 0:
            fault = self.chance.choice(list(DeviceFault))
            self.done.faults[fault] += 1
            self.bench.simulated.suffer(fault)

    async def _by_hand(self) -> None:
        """What was lost after the last report that came: the guide asks for a card that lies there already."""
        while self.table.cards != self.bench.on_table:
            await self.bench.actor.run_on_station(self._key_next)
            await self.bench.answer_all()

    def _key_next(self, station: Station) -> None:
        """Looks at the table and keys at once: its report may have come a moment ago, or wait to be asked about."""
        known = len(self.table.cards)
        assert self.table.cards == self.bench.on_table[:known], "a card that does not lie there"
        if self.table.cards != self.bench.on_table and not station.devices.question_queue:
            self.done.by_hand += 1
            draw = commands.DrawCard(by=DEALER, at=0, card=self.bench.on_table[known])
            given = station.table.give(self.table.dealer, draw, approval=self.table.supervisor)
            assert not isinstance(given, Refusal), given

    async def _change_shoe(self) -> None:
        self.cards = self._shoe()
        await self.bench.do(commands.EndShoe, reason="soak")
        await self.bench.actor.run_on_station(lambda _: self.table.new_shoe())


async def soak_shoe(rounds: int, seed: int) -> ShoeSoakResult:
    table = DeviceStation(V4)
    async with station_bench(table, "angel_eye") as bench:
        bench.simulated.start()
        await bench.answer_all()
        soak = _Soak(table, bench, seed)
        while soak.done.rounds < rounds:
            await soak.round()
        soak.done.asked = Counter(bench.asked)
        soak.done.drawn = len(table.events(CardDrawn))
    assert soak.done.drawn == soak.done.on_table
    return soak.done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    logging.getLogger("drivers").setLevel(logging.CRITICAL)
    for soak in (soak_shoe, soak_dice):
        print(asyncio.run(soak(wanted.rounds, wanted.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
