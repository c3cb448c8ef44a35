"""A device of a desk in a test, whose line is up: it says what the test has it say, and does nothing else."""

from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead, DeviceReport, DeviceRequest, LineUp, Observation
from tests.support.scripted_source import ScriptedSource


class ScriptedDevice(ScriptedSource):
    """What it says is of the line that is up, which is another one after each plug."""

    def __init__(self) -> None:
        super().__init__()
        self.line = 1
        self.reports(LineUp(port="of a test"))

    def reports(self, *observations: Observation) -> None:
        self.says(*observations, generation=self.line)

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        del request
        return ()


def card_report(text: str) -> Observation:
    """A card that the shoe has read."""
    return CardRead(card=CARDS[text])
