"""A shoe's cards, shuffled by a seed or given, and rounds dealt from them in the order that it is told.

The order is asked after each card, for the rules are not a device's: whoever starts the simulation knows them.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

from msgspec import Struct

from dealer_app.domain.cards import DECK, Card
from dealer_app.observations import Destination, ShoeWinner
from drivers.simulation.devices import SimulatedShoe

SMALLEST_ROUND = 6
"""So many cards a round may need: none is begun with fewer."""


class Dealt(Struct, frozen=True, kw_only=True):
    """What the rules say of the cards drawn so far: where the next goes, or else who has won."""

    next_to: Destination | None
    winner: ShoeWinner | None = None


Order: TypeAlias = Callable[[Sequence[Card]], Dealt]


def shuffled(*, seed: int, decks: int) -> list[Card]:
    """The same seed gives the same shoe."""
    cards = list(DECK) * decks
    Random(seed).shuffle(cards)  # noqa: S311 - a simulated shoe guards nothing
    return cards


class DealtShoe:
    """The cards that are left, and the device that reports each as it is drawn."""

    def __init__(
        self, device: SimulatedShoe, cards: Iterable[Card], *, order: Order, cut_before: int | None = None
    ) -> None:
        """`cut_before` is the number of cards that are left when the cutting card comes out."""
        self._device = device
        self._left = list(reversed(list(cards)))
        self._order = order
        self._cut_before = cut_before

    @property
    def left(self) -> int:
        return len(self._left)

    def burn(self, count: int) -> None:
        """The first card of the shoe is shown, and so many after it are burned."""
        if count and self.left > count:
            self._device.draw(self._left.pop(), Destination.FIRST_CARD)
            for _ in range(count):
                self._device.draw(self._left.pop(), Destination.BURN)

    def deal_round(self, between: Callable[[], None] = lambda: None) -> tuple[Card, ...]:
        """The cards of one round, none if too few are left; `between` is called before each card."""
        if self.left < SMALLEST_ROUND:
            return ()
        drawn: list[Card] = []
        hands: dict[Destination, list[Card]] = {Destination.PLAYER: [], Destination.BANKER: []}
        while (said := self._order(drawn)).next_to is not None:
            between()
            if self.left == self._cut_before:
                self._device.cutting_card()
            card = self._left.pop()
            drawn.append(card)
            hands.setdefault(said.next_to, []).append(card)
            self._device.draw(card, said.next_to)
        if said.winner is not None:
            self._device.result(said.winner, player=hands[Destination.PLAYER], banker=hands[Destination.BANKER])
        self._device.stand_by()
        return tuple(drawn)
