"""A driver: a port and a device's framing, together. It is all that the station sees of a device.

Not tied to a loop: whoever owns it asks for what was heard, at least ten times a second.
"""

from dealer_app.observations import Request
from drivers.decoding import Decoder, Heard
from drivers.framing import Framing
from drivers.port import Clock, Port
from drivers.ports.faults import SendingError


class Driver:
    """`start`, then `heard` over and over, `ask` in between, then `stop`; also as a context."""

    def __init__(self, port: Port, framing: Framing, *, clock: Clock) -> None:
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
        """Opens the line anew; what comes of it is heard."""
        self.port.reopen()

    def heard(self, timeout: float = 0.0) -> tuple[Heard, ...]:
        """All that was heard since the last time, after waiting for something at most so many seconds."""
        heard: list[Heard] = []
        events = self.port.take(timeout)
        for event in events:
            heard += self._decoder.take(event)
            self._send()
        if not events:
            # An event says itself how late it is.
            heard += self._decoder.tick(self._clock())
            self._send()
        return tuple(heard)

    def ask(self, request: Request) -> tuple[Heard, ...]:
        """Asks the device; what comes of it is heard, at once if it cannot be sent."""
        at_once = self._decoder.ask(request)
        self._send()
        return at_once

    def _send(self) -> None:
        data = self._decoder.outgoing()
        if not data:
            return
        try:
            self.port.send(data, generation=self._decoder.generation)
        except SendingError:
            # The line is lost, or so slow that its outbox is full: the framing hears no answer and gives up in time.
            return
