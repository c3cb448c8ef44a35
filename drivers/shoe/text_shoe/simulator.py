"""A simulated text shoe: events in angle brackets, neither numbered nor checked."""

from dealer_app.domain.cards import Card, Rank
from dealer_app.observations import Destination
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import SimulatedLine

_BURNED = frozenset({Destination.BURN, Destination.FIRST_CARD, Destination.BURN_COUNT})


class SimulatedTextShoe(SimulatedShoe):
    check_at = -2
    """No check there is: the event's closing bracket."""

    def __init__(self, line: SimulatedLine, *, ten: str = "T") -> None:
        """Shoes write a ten as `T` or as `10`."""
        super().__init__(line)
        self._ten = ten

    def draw(self, card: Card | None, destination: Destination) -> None:
        kind = "Manual Burn Cards" if destination in _BURNED else "Game"
        if card is None:
            self._report(f"[{kind}]<Game>".encode())
            return
        rank = self._ten if card.rank is Rank.TEN else card.rank.value
        self._report(f"[{kind}]<Card:{rank}{card.suit.value}>".encode())

    def _frame(self, content: bytes) -> bytes:
        return b" " + content + b" "
