"""A device whose reports a test decides: the source of an actor, without a port."""

from collections import deque
from collections.abc import Callable

from dealer_app.observations import DeviceReport, DeviceRequest, NotDone, Observation, RequestFailed


class ScriptedSource:
    """Reports what the test says; requests to it are kept, and fail at once."""

    def __init__(self) -> None:
        self.to_hear: deque[DeviceReport] = deque()
        self.asked: list[DeviceRequest] = []
        self.stopped = False
        self._wake: Callable[[], None] = lambda: None

    def start(self, on_event: Callable[[], None]) -> None:
        self._wake = on_event

    def says(self, *observations: Observation, generation: int = 1) -> None:
        self.to_hear.extend(DeviceReport(generation=generation, observation=each) for each in observations)
        self._wake()

    def take_reports(self) -> tuple[DeviceReport, ...]:
        heard = tuple(self.to_hear)
        self.to_hear.clear()
        return heard

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        self.asked.append(request)
        return (DeviceReport(generation=1, observation=RequestFailed(request=request, why=NotDone.TOO_MANY)),)

    def test(self) -> None:
        """There is no line to open."""

    def stop(self) -> None:
        self.stopped = True
