"""A decision in the making: its events in their order, and the state as it will be when they are durable."""

from collections.abc import Iterable

from dealer_app.journal.record import Secret
from dealer_app.people.decision import Decided
from dealer_app.station.fold import apply
from dealer_app.station.state import StationState


class Draft:
    """Nothing of it has happened yet. It is written whole, or forgotten."""

    def __init__(self, state: StationState) -> None:
        self.state = state
        self.events: list[object] = []
        self.secrets: list[Secret] = []

    def add(self, events: Iterable[object]) -> None:
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def add_decided(self, decided: Decided) -> None:
        self.add(decided.events)
        self.secrets += (Secret(digest, value) for digest, value in decided.secrets)
