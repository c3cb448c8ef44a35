"""A simulated card reader in serial mode: one line for each card that is passed before it."""

from dealer_app.domain.cards import Card
from dealer_app.observations import Destination
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import SimulatedLine


class SimulatedLineScanner(SimulatedShoe):
    def __init__(self, line: SimulatedLine, *, prefix: str = "", ending: bytes = b"\r\n") -> None:
        super().__init__(line)
        self._prefix = prefix
        self._ending = ending
        # No check there is: the last letter of the line.
        self.check_at = -1 - len(ending)

    def draw(self, card: Card | None, _destination: Destination) -> None:
        # A reader that reads nothing says nothing, or a word of its own: here one that is no card.
        self._report(f"{self._prefix}{'??' if card is None else card.text}".encode())

    def _frame(self, content: bytes) -> bytes:
        return content + self._ending
