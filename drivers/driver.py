"""A driver (port and framing together) and the profile of a kind of device.

The driver is all that the station sees of a device. It is not tied to a loop: its owner calls it for
observations at least ten times a second. A profile has speeds, framing and simulator; each device folder
defines its own.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from dealer_app.observations import DeviceRequest
from drivers.address import SendingError
from drivers.decoder import Decoder, TimedObservation
from drivers.framing import Framing
from drivers.port import MillisecondClock, Port
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine


class Driver:
    """A device on its port: `start`, then `take_observations` over and over, `ask` in between, then `stop`; also as
    a context.
    """

    def __init__(self, port: Port, framing: Framing, *, clock: MillisecondClock) -> None:
        self.port = port
        self._decoder = Decoder(framing, baudrate=port.baudrate)
        self._clock = clock

    def __enter__(self) -> "Driver":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        self.port.start()

    def stop(self) -> None:
        self.port.stop()

    def test(self) -> None:
        """Reopens the line; the result comes as an observation."""
        self.port.reopen()

    def take_observations(self, timeout: float = 0.0) -> tuple[TimedObservation, ...]:
        """All observations since the last time, after waiting for something at most so many seconds."""
        heard: list[TimedObservation] = []
        events = self.port.take(timeout)
        for event in events:
            heard += self._decoder.take(event)
            self._send()
        if not events:
            # An event says itself how late it is.
            heard += self._decoder.tick(self._clock())
            self._send()
        return tuple(heard)

    def ask(self, request: DeviceRequest) -> tuple[TimedObservation, ...]:
        """Asks the device; the answer comes as an observation, at once if it cannot be sent."""
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
