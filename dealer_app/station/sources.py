"""What the station needs of a device's driver: an interface that drivers fulfil, and the one who wires them together.

The station knows no port and no protocol.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dealer_app.observations import Observation, Request

Report = tuple[int, "Observation"]
"""The session of the line in which it was heard, and what was heard."""


class Source(Protocol):
    """One device. Nothing here waits for it: what is not there yet is heard the next time."""

    def start(self, on_event: Callable[[], None]) -> None:
        """Begins to listen; `on_event` is called, on whatever thread, when there is something to hear."""
        ...

    def heard(self) -> tuple[Report, ...]:
        """All since the last time, in its order. To be asked at least ten times a second."""
        ...

    def ask(self, request: "Request") -> tuple[Report, ...]:
        """Asks the device for something; what cannot even be sent is heard at once."""
        ...

    def test(self) -> None:
        """Opens its line anew; what comes of it is heard."""
        ...

    def stop(self) -> None:
        """Ends, and returns when it has."""
        ...
