"""What simulated shoes and tumblers have in common: the line, the restart, and what a dealer can do with any of them.

Each device's own simulator says it in its own bytes. Where a device says nothing of something, nothing is sent.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.observations import Destination, ShoeWinner
from drivers.simulation.faults import Fault
from drivers.simulation.line import SimulatedLine


class SimulatedDevice(ABC):
    """Built upon its line, and driven by whoever plays the dealer; `answer` is called often."""

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

    def suffer(self, fault: Fault, at: int | None = None) -> None:
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
    def stand_by(self) -> None:
        """A round is over and the next not begun."""
        return

    @abstractmethod
    def draw(self, card: Card | None, destination: Destination) -> None:
        """A card leaves the shoe; None is one that the shoe cannot read."""

    def cutting_card(self) -> None:
        return

    def result(self, winner: ShoeWinner, *, player: Sequence[Card], banker: Sequence[Card]) -> None:
        """The round is over by the shoe's own reckoning."""
        del winner, player, banker


class Mishap(Enum):
    """What can go wrong with a tumbler that the rules have an answer to (Tai Sai 5.5)."""

    NONE = "none"
    UNDER_TUMBLED = "under-tumbled"
    COCKED_DIE = "cocked-die"
    EARLY = "early"
    """Activated before the announcement; when that is, whoever plays the dealer decides."""


TUMBLES = 3
"""At least so many times the dice are tumbled (Tai Sai 3.7)."""


class SimulatedTumbler(SimulatedDevice):
    @abstractmethod
    def activate(self) -> None: ...

    @abstractmethod
    def tumbled(self, number: int) -> None: ...

    @abstractmethod
    def rest(self, dice: Tumble, *, cocked: frozenset[int] = frozenset()) -> None:
        """The dice lie still; `cocked` are the places of those that do not lie flat."""

    def tumble(self, dice: Tumble, mishap: Mishap = Mishap.NONE) -> None:
        """All of it, from the activation on."""
        self.activate()
        for number in range(1, TUMBLES if mishap is Mishap.UNDER_TUMBLED else TUMBLES + 1):
            self.tumbled(number)
        self.rest(dice, cocked=frozenset({2}) if mishap is Mishap.COCKED_DIE else frozenset())
