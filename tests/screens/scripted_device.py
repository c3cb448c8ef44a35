"""A device of a desk in a test: it says what the test has it say, at once and without a line."""

from collections import deque
from collections.abc import Callable

from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead, DeviceReport, DeviceRequest, LineUp, Observation


class ScriptedDevice:
    """A device that says what a test has it say."""

    def __init__(self) -> None:
        self.waiting: deque[DeviceReport] = deque([DeviceReport(generation=1, observation=LineUp(port="of a test"))])
        self.line = 1
        self._on_event: Callable[[], None] = lambda: None

    def start(self, on_event: Callable[[], None]) -> None:
        self._on_event = on_event

    def take_reports(self) -> tuple[DeviceReport, ...]:
        said = tuple(self.waiting)
        self.waiting.clear()
        return said

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        del request
        return ()

    def test(self) -> None:
        """There is no line to open."""

    def stop(self) -> None:
        """Nothing runs."""

    def says(self, *observations: Observation) -> None:
        self.waiting.extend(DeviceReport(generation=self.line, observation=each) for each in observations)
        self._on_event()


def card_report(text: str) -> Observation:
    """A card that the shoe has read."""
    return CardRead(card=CARDS[text])
