"""Rounds of dice at a whole station with a simulated tumbler, with mishaps and faults by chance, all from one seed.

The dealer knows how often the dice were tumbled and how they lie. At the end every tumble that was valid has given its
result, and no other one has.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from dealer_app.device_questions import EntrySubject, Question, Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import DiceRead
from dealer_app.domain.round.needs import AnswerNeeded, ApprovalNeeded, VoidNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person
from drivers.requests import Sending
from drivers.simulation.devices import Mishap
from drivers.simulation.line import DeviceFault
from tests.support.device_station import DeviceStation
from tests.support.rounds import DEALER, SUPERVISOR, TAI_SAI
from tests.support.station_bench import StationBench, station_bench

MISHAPS = (*[Mishap.NONE] * 4, *Mishap)
_MOST_STEPS = 40


@dataclass
class DiceSoakResult:
    """What became of it."""

    rounds: int = 0
    valid: int = 0
    read: int = 0
    by_hand: int = 0
    faults: Counter[DeviceFault] = field(default_factory=Counter)
    mishaps: Counter[Mishap] = field(default_factory=Counter)
    asked: Counter[Question] = field(default_factory=Counter)

    def __str__(self) -> str:
        counted = (("faults", self.faults), ("mishaps", self.mishaps), ("asked", self.asked))
        lines = (f"{name}: {', '.join(sorted(f'{it.value} {n}' for it, n in each.items()))}" for name, each in counted)
        rounds = f"{self.rounds} rounds: {self.valid} valid tumbles, {self.read} results, none invented"
        return "\n".join((f"{rounds}; {self.by_hand} entries by hand", *lines))


ROUND_LASTS = 10_000_000
"""In microseconds of the station's clock: less than any round at a table."""


class _Round:
    """One round, and what is true of it."""

    def __init__(self, bench: StationBench, done: DiceSoakResult, chance: Random) -> None:
        self.bench = bench
        self.table = bench.table
        self.done = done
        self.chance = chance
        self.mishap = chance.choice(MISHAPS)
        one, two, three = (chance.choice(DIE_FACES) for _ in range(3))
        self.dice = Tumble((one, two, three))
        self.tumbles = 2 if self.mishap is Mishap.UNDER_TUMBLED else 3
        self.flat = (True, True, self.mishap is not Mishap.COCKED_DIE)

    @property
    def valid(self) -> bool:
        return self.mishap in {Mishap.NONE, Mishap.EARLY}

    async def play(self) -> None:
        # Rounds that follow each other at once would be a line that comes and goes all the time.
        self.table.house.clock.wait(ROUND_LASTS)
        await self.bench.do(commands.PlaceYourBets)
        if self.mishap is not Mishap.EARLY:
            await self.bench.do(commands.NoMoreBets)
        for _ in range(self.chance.randrange(3)):
            fault = self.chance.choice(list(DeviceFault))
            self.done.faults[fault] += 1
            self.bench.simulated.suffer(fault)
        await self._tumble()
        for _ in range(_MOST_STEPS):
            await self.bench.quiet()
            if not await self._step():
                break
        self._judge()

    async def _tumble(self) -> None:
        """Report by report, for a line that was lost is back only after a while."""
        tumbler = self.bench.tumbler
        cocked = frozenset({2}) if self.mishap is Mishap.COCKED_DIE else frozenset[int]()
        await self._report(tumbler.activate)
        for number in range(1, self.tumbles + 1):
            await self._report(lambda number=number: tumbler.report_tumble(number))  # type: ignore[misc]
        await self._report(lambda: tumbler.rest(self.dice, cocked=cocked))
        self.bench.simulated.line.faults.lift_silence()

    async def _report(self, report: Callable[[], None]) -> None:
        await asyncio.to_thread(report)
        # A line that is silent may be given up meanwhile, and comes back only when it is heard again.
        if self.chance.randrange(3) == 0 and not self.bench.simulated.line.faults.silent:
            await self.bench.quiet()

    async def _step(self) -> bool:
        """What is asked is answered, what a case needs is met, what was lost is entered by hand; False at the end."""
        state = self.table.table
        if state.cases:
            await self._meet()
        elif self.table.station.devices.question_queue and self.table.first.what is not EntrySubject.TUMBLE:
            await self._answer()
        elif state.round is None:
            return False
        elif state.round.tumbles is None:
            # In an early round too: that closing was announced is asked by the engine.
            self.done.by_hand += 1
            await self.bench.do(commands.CountTumbles, tumbles=self.tumbles)
        elif state.round.dice is None:
            self.done.by_hand += 1
            await self.bench.do(commands.ReadDice, dice=self.dice.dice, flat=self.flat)
        else:
            await self.bench.do(commands.AnnounceResult)
            await self.bench.do(commands.SettleAll)
        return True

    async def _meet(self) -> None:
        need = self.table.table.cases[-1].needs[0]
        match need:
            case AnswerNeeded():
                await self._give(commands.Answer, DEALER, announced=True)
            case ApprovalNeeded():
                await self._give(commands.Approve, SUPERVISOR)
            case VoidNeeded():
                await self._give(commands.ConfirmVoid, DEALER)
            case _:
                raise AssertionError(f"not foreseen: {need}")

    async def _give(self, command: type[Command], by: Person, **fields: object) -> None:
        proof = self.table.dealer if by is DEALER else self.table.supervisor
        given = await self.bench.actor.run_on_station(
            lambda station: station.table.give(
                proof, command(by=by, at=0, **fields), request=station.table.approval_digest()
            )
        )
        assert not isinstance(given, Refusal), f"{command.__name__}: {given}"

    async def _answer(self) -> None:
        entry = self.table.first
        self.done.asked[entry.question] += 1
        truth = DealerAnswer(reply=Reply.DEAL, tumbles=self.tumbles, dice=self.dice.dice, flat=self.flat)
        answered = await self.bench.actor.run_on_station(
            lambda station: station.devices.answer(
                self.table.dealer, entry.number, truth, approval=self.table.supervisor
            )
        )
        assert not isinstance(answered, Refusal), f"{entry.question}: {answered}"

    def _judge(self) -> None:
        last = self.table.table.last
        assert self.table.table.round is None, f"{self.table.case}, {self.table.questions}"
        assert last is not None
        assert last.dice == (self.dice.dice if self.valid else None), self.mishap
        self.done.rounds += 1
        self.done.valid += self.valid
        self.done.mishaps[self.mishap] += 1


async def soak_dice(rounds: int, seed: int) -> DiceSoakResult:
    table, done, chance = DeviceStation(TAI_SAI), DiceSoakResult(), Random(seed)
    async with station_bench(table, "tum", sending=Sending.ON) as bench:
        bench.simulated.start()
        await bench.quiet()
        for _ in range(rounds):
            await _Round(bench, done, chance).play()
    done.read = len(table.events(DiceRead))
    assert done.read == done.valid
    return done
