"""A driver (port and framing together) and the profile of a kind of device.

The driver is all that the station sees of a device. It is not tied to a loop: its owner calls it for
reports at least ten times a second. A profile has speeds, framing and simulator; each device folder
defines its own.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from dealer_app.observations import DeviceReport, DeviceRequest, LineDown
from drivers.address import SendingError
from drivers.decoder import Decoder
from drivers.framing import Framing
from drivers.port import LineListener, MillisecondClock, Port, PortState
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine


class Driver:
    """A device on its port: `start`, then `take_reports` over and over, `ask` in between, then `stop`; also as a
    context.

    `listener` makes the one who sees all that passes, once the line is started. `advise` is called with what is wrong
    with a line and what to do, when it goes down. `profile` is said of a line that opens.
    """

    def __init__(
        self,
        port: Port,
        framing: Framing,
        *,
        clock: MillisecondClock,
        profile: str = "",
        listener: Callable[[], LineListener] = LineListener,
        advise: Callable[[LineDown], None] = lambda _: None,
    ) -> None:
        self.port = port
        self._decoder = Decoder(framing, baudrate=port.baudrate, profile=profile)
        self._clock = clock
        self._make_listener = listener
        self._listener: LineListener | None = None
        self._advise = advise

    def __enter__(self) -> "Driver":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, on_event: Callable[[], None] = lambda: None) -> None:
        """Begins to listen; `on_event` is called on the thread of the port when there is something to take."""
        self._listener = self._make_listener()
        self.port.start(on_event, self._listener)

    def stop(self) -> None:
        self.port.stop()
        if self._listener is not None:
            self._listener.close()

    def test(self) -> None:
        """Reopens the line, if it has been started; the result comes as a report."""
        if self.port.state is not PortState.IDLE:
            self.port.reopen()

    def take_reports(self, timeout: float = 0.0) -> tuple[DeviceReport, ...]:
        """All reports since the last time, after waiting for something at most so many seconds."""
        reports: list[DeviceReport] = []
        events = self.port.take(timeout)
        for event in events:
            reports += self._decoder.take(event)
            self._send()
        if not events:
            # An event says itself how late it is.
            reports += self._decoder.tick(self._clock())
            self._send()
        for report in reports:
            if isinstance(report.observation, LineDown):
                self._advise(report.observation)
        return tuple(reports)

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        """Asks the device; the answer comes as a report, at once if it cannot be sent."""
        at_once = self._decoder.ask(request)
        self._send()
        return at_once

    def _send(self) -> None:
        data = self._decoder.bytes_to_send()
        if not data:
            return
        try:
            self.port.send(data, generation=self._decoder.generation)
        except SendingError:
            # The line is lost, or so slow that its outbox is full: the framing hears no answer and gives up in time.
            return


class ProfileKind(Enum):
    SHOE = "shoe"
    TUMBLER = "tumbler"


class ReportCheck(Enum):
    """Whether a report carries a check, so that a wrong one hardly ever passes for a right one."""

    CHECKED = "checked"
    UNCHECKED = "unchecked"


class Profile(Struct, frozen=True, kw_only=True):
    name: str
    kind: ProfileKind
    about: str
    baudrates: tuple[int, ...]
    """The usual one first."""
    checking: ReportCheck
    framing: Callable[[Sending], Framing]
    """With the settings that a site usually begins with."""
    simulator: Callable[[SimulatedLine], SimulatedShoe | SimulatedTumbler]

    @property
    def baudrate(self) -> int:
        return self.baudrates[0]
