"""Simulated devices with the mishaps that real ones have, and the dealer who plays them at a pace."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import count
from random import Random
from typing import TypeAlias

from msgspec import Struct

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import Destination, ShoeWinner
from drivers.simulation.line import DeviceFault, SimulatedLine


class SimulatedDevice(ABC):
    """Built upon its line, and driven by the person or test that plays the dealer; `answer` is called often."""

    check_at: int
    """The place in a report, from its end, that a wrong check shows in."""

    def __init__(self, line: SimulatedLine) -> None:
        self.line = line

    def start(self) -> None:
        """Switched on, or reset: what was before is forgotten. Devices that greet, greet."""
        return

    def answer(self, timeout: float = 0.0) -> None:
        """Takes what the station sent, after waiting for it so many seconds, and answers it."""
        self.line.hear(timeout)

    def suffer(self, fault: DeviceFault, at: int | None = None) -> None:
        """This befalls the next report."""
        self.line.faults.arm(fault, at)

    def _report(self, content: bytes) -> None:
        if self.line.faults.take_reset():
            self.start()
        self.line.report(self._frame(content), check=self.check_at)

    @abstractmethod
    def _frame(self, content: bytes) -> bytes:
        """The content with all that goes around it."""


class SimulatedShoe(SimulatedDevice):
    def report_standby(self) -> None:
        """A round is over and the next not begun."""
        return

    @abstractmethod
    def draw(self, card: Card | None, destination: Destination) -> None:
        """A card leaves the shoe; None is one that the shoe cannot read."""

    def draw_cutting_card(self) -> None:
        return

    def result(self, winner: ShoeWinner, *, player: Sequence[Card], banker: Sequence[Card]) -> None:
        """The round is over by the shoe's own reckoning."""


class Mishap(Enum):
    """What can go wrong with a tumbler that the rules have an answer to (Tai Sai 5.5)."""

    NONE = "none"
    UNDER_TUMBLED = "under-tumbled"
    COCKED_DIE = "cocked-die"
    EARLY = "early"
    """Activated before the announcement; when that is, the person who plays the dealer decides."""


TUMBLES = 3
"""At least so many times the dice are tumbled (Tai Sai 3.7)."""


class SimulatedTumbler(SimulatedDevice):
    @abstractmethod
    def activate(self) -> None: ...

    @abstractmethod
    def report_tumble(self, number: int) -> None: ...

    @abstractmethod
    def rest(self, dice: Tumble, *, cocked: frozenset[int] = frozenset()) -> None:
        """The dice lie still; `cocked` are the places of those that do not lie flat."""

    def tumble(self, dice: Tumble, mishap: Mishap = Mishap.NONE) -> None:
        """All of it, from the activation on."""
        self.activate()
        for number in range(1, TUMBLES if mishap is Mishap.UNDER_TUMBLED else TUMBLES + 1):
            self.report_tumble(number)
        self.rest(dice, cocked=frozenset({2}) if mishap is Mishap.COCKED_DIE else frozenset())


SMALLEST_ROUND = 6
"""So many cards a round may need: none is begun with fewer."""


class NextDraw(Struct, frozen=True, kw_only=True):
    """What the rules say of the cards drawn so far: where the next goes, or else who has won."""

    next_to: Destination | None
    winner: ShoeWinner | None = None


DealOrder: TypeAlias = Callable[[Sequence[Card]], NextDraw]


def shuffle_decks(*, seed: int, decks: int) -> list[Card]:
    """The same seed gives the same shoe."""
    cards = list(DECK) * decks
    Random(seed).shuffle(cards)  # noqa: S311 - a simulated shoe guards nothing
    return cards


class DealtShoe:
    """The cards that are left, and the device that reports each as it is drawn."""

    def __init__(
        self, device: SimulatedShoe, cards: Iterable[Card], *, order: DealOrder, cut_before: int | None = None
    ) -> None:
        """`cut_before` is the number of cards that are left when the cutting card comes out."""
        self._device = device
        self._left = list(reversed(list(cards)))
        self._order = order
        self._cut_before = cut_before

    @property
    def cards_left(self) -> int:
        return len(self._left)

    def burn(self, count: int) -> None:
        """The first card of the shoe is shown, and so many after it are burned."""
        if count and self.cards_left > count:
            self._device.draw(self._left.pop(), Destination.FIRST_CARD)
            for _ in range(count):
                self._device.draw(self._left.pop(), Destination.BURN)

    def deal_round(self, between: Callable[[], None] = lambda: None) -> tuple[Card, ...]:
        """The cards of one round, none if too few are left; `between` is called before each card."""
        if self.cards_left < SMALLEST_ROUND:
            return ()
        drawn: list[Card] = []
        hands: dict[Destination, list[Card]] = {Destination.PLAYER: [], Destination.BANKER: []}
        while (said := self._order(drawn)).next_to is not None:
            between()
            if self.cards_left == self._cut_before:
                self._device.draw_cutting_card()
            card = self._left.pop()
            drawn.append(card)
            hands.setdefault(said.next_to, []).append(card)
            self._device.draw(card, said.next_to)
        if said.winner is not None:
            self._device.result(said.winner, player=hands[Destination.PLAYER], banker=hands[Destination.BANKER])
        self._device.report_standby()
        return tuple(drawn)


SILENT_REPORTS = 5
"""A device that fell silent reports again after about so many."""


class SimulationPlan(Struct, frozen=True, kw_only=True):
    """How the simulation goes: without `rounds` there is no end; a fault befalls one report in `every`."""

    seed: int
    rounds: int | None
    interval: float
    faults: tuple[DeviceFault, ...] = ()
    every: int = 10
    say: Callable[[str], None]
    between_rounds: Callable[[], None] = lambda: None
    """What else is to happen at the device after each round."""

    def numbers(self) -> Iterator[int]:
        return iter(count(1) if self.rounds is None else range(1, self.rounds + 1))


class _FaultChooser:
    """Chooses faults, and lets the device answer the station while the time passes."""

    def __init__(self, device: SimulatedDevice, course: SimulationPlan) -> None:
        self._device = device
        self._course = course
        self._chance = Random(course.seed)  # noqa: S311 - a simulated device guards nothing

    def pass_interval(self) -> None:
        self._device.answer(self._course.interval)
        faults = self._device.line.faults
        if faults.silent and self._chance.randrange(SILENT_REPORTS) == 0:
            faults.lift_silence()
        elif self._course.faults and self._chance.randrange(self._course.every) == 0:
            fault = self._chance.choice(self._course.faults)
            self._course.say(f"fault: {fault.value}")
            self._device.suffer(fault)


def play_shoe(
    device: SimulatedShoe, course: SimulationPlan, *, order: DealOrder, cards: tuple[Card, ...], decks: int, burn: int
) -> None:
    """Given cards are dealt once; without them shoe after shoe is shuffled, each by the next seed."""
    fate = _FaultChooser(device, course)
    numbers = course.numbers()
    for shoe in count(course.seed):
        left = list(cards) or shuffle_decks(seed=shoe, decks=decks)
        dealt = DealtShoe(device, left, order=order, cut_before=None if cards else len(left) // 8)
        device.start()
        dealt.burn(burn)
        while dealt.cards_left >= SMALLEST_ROUND:
            number = next(numbers, None)
            if number is None:
                return
            course.say(f"round {number}: {' '.join(map(str, dealt.deal_round(fate.pass_interval)))}")
            course.between_rounds()
        if cards:
            return


def play_tumbler(
    device: SimulatedTumbler, course: SimulationPlan, *, dice: Tumble | None, mishaps: tuple[Mishap, ...]
) -> None:
    """A tumble is announced by `no more bets`; after the mishap of being early it is announced too late."""
    fate = _FaultChooser(device, course)
    chance = Random(course.seed)  # noqa: S311 - a simulated device guards nothing
    device.start()
    for number in course.numbers():
        mishap = chance.choice(mishaps) if mishaps else Mishap.NONE
        rolled = dice or Tumble((chance.choice(DIE_FACES), chance.choice(DIE_FACES), chance.choice(DIE_FACES)))
        fate.pass_interval()
        if mishap is not Mishap.EARLY:
            course.say(f"round {number}: no more bets")
        device.tumble(rolled, mishap)
        if mishap is Mishap.EARLY:
            course.say(f"round {number}: no more bets")
        mishap_word = "" if mishap is Mishap.NONE else f" ({mishap.value})"
        course.say(f"round {number}: {' '.join(map(str, rolled.dice))}{mishap_word}")
        device.answer()
