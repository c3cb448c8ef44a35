"""A device of which a test says what is heard when: the source of an actor, without a port."""

from collections import deque
from collections.abc import Callable

from dealer_app.observations import NotDone, Observation, Request, RequestFailed
from dealer_app.station.sources import Report


class Said:
    """See the module. What it is asked for is kept, and fails at once."""

    def __init__(self) -> None:
        self.to_hear: deque[Report] = deque()
        self.asked: list[Request] = []
        self.stopped = False
        self._wake: Callable[[], None] = lambda: None

    def start(self, on_event: Callable[[], None]) -> None:
        self._wake = on_event

    def says(self, observation: Observation, generation: int = 1) -> None:
        self.to_hear.append((generation, observation))
        self._wake()

    def heard(self) -> tuple[Report, ...]:
        heard = tuple(self.to_hear)
        self.to_hear.clear()
        return heard

    def ask(self, request: Request) -> tuple[Report, ...]:
        self.asked.append(request)
        return ((1, RequestFailed(request=request, why=NotDone.TOO_MANY)),)

    def test(self) -> None:
        """There is no line to open."""

    def stop(self) -> None:
        self.stopped = True
