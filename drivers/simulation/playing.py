"""Plays the dealer for a simulated device: rounds at their pace, with faults by chance, until it is told to end."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from msgspec import Struct

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import FACES, Tumble
from drivers.simulation.dealing import SMALLEST_ROUND, DealtShoe, Order, shuffled
from drivers.simulation.devices import Mishap, SimulatedDevice, SimulatedShoe, SimulatedTumbler
from drivers.simulation.faults import Fault

SILENT_REPORTS = 5
"""A device that fell silent is heard again after about so many."""


class Course(Struct, frozen=True, kw_only=True):
    """How the simulation goes: without `rounds` there is no end; a fault befalls one report in `every`."""

    seed: int
    rounds: int | None
    interval: float
    faults: tuple[Fault, ...] = ()
    every: int = 10
    say: Callable[[str], None]
    between_rounds: Callable[[], None] = lambda: None
    """What else is to happen at the device after each round."""

    def numbers(self) -> Iterator[int]:
        return iter(count(1) if self.rounds is None else range(1, self.rounds + 1))


class _Fate:
    """Chooses faults, and lets the device answer the station while the time passes."""

    def __init__(self, device: SimulatedDevice, course: Course) -> None:
        self._device = device
        self._course = course
        self._chance = Random(course.seed)  # noqa: S311 - a simulated device guards nothing

    def between(self) -> None:
        self._device.answer(self._course.interval)
        faults = self._device.line.faults
        if faults.silent and self._chance.randrange(SILENT_REPORTS) == 0:
            faults.lift_silence()
        elif self._course.faults and self._chance.randrange(self._course.every) == 0:
            fault = self._chance.choice(self._course.faults)
            self._course.say(f"fault: {fault.value}")
            self._device.suffer(fault)


def play_shoe(
    device: SimulatedShoe, course: Course, *, order: Order, cards: tuple[Card, ...], decks: int, burn: int
) -> None:
    """Given cards are dealt once; without them shoe after shoe is shuffled, each by the next seed."""
    fate = _Fate(device, course)
    numbers = course.numbers()
    for shoe in count(course.seed):
        left = list(cards) or shuffled(seed=shoe, decks=decks)
        dealt = DealtShoe(device, left, order=order, cut_before=None if cards else len(left) // 8)
        device.start()
        dealt.burn(burn)
        while dealt.left >= SMALLEST_ROUND:
            number = next(numbers, None)
            if number is None:
                return
            course.say(f"round {number}: {' '.join(map(str, dealt.deal_round(fate.between)))}")
            course.between_rounds()
        if cards:
            return


def play_tumbler(device: SimulatedTumbler, course: Course, *, dice: Tumble | None, mishaps: tuple[Mishap, ...]) -> None:
    """A tumble is announced by `no more bets`; after the mishap of being early it is announced too late."""
    fate = _Fate(device, course)
    chance = Random(course.seed)  # noqa: S311 - a simulated device guards nothing
    device.start()
    for number in course.numbers():
        mishap = chance.choice(mishaps) if mishaps else Mishap.NONE
        rolled = dice or Tumble((chance.choice(FACES), chance.choice(FACES), chance.choice(FACES)))
        fate.between()
        if mishap is not Mishap.EARLY:
            course.say(f"round {number}: no more bets")
        device.tumble(rolled, mishap)
        if mishap is Mishap.EARLY:
            course.say(f"round {number}: no more bets")
        told = "" if mishap is Mishap.NONE else f" ({mishap.value})"
        course.say(f"round {number}: {' '.join(map(str, rolled.dice))}{told}")
        device.answer()
