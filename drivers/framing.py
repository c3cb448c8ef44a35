"""What every device's framing is: bytes in, observations out, and no port.

A framing keeps a bounded buffer, finds its way back after garbage and names what it throws away. It reads no clock:
`tick` tells it the time, before `feed` and `ask`, and at least ten times a second while the line is silent.
"""

from typing import Protocol

from dealer_app.observations import Observation, Request

Seconds = float
"""Of a clock that only goes forward; its zero means nothing."""


class Framing(Protocol):
    """One device on one line, over all the times that the line is opened."""

    def feed(self, data: bytes) -> tuple[Observation, ...]:
        """What these bytes complete. Never raises, whatever they are."""
        ...

    def tick(self, now: Seconds) -> tuple[Observation, ...]:
        """What the passing of time brings: a request that was not answered, a frame that was not ended."""
        ...

    def ask(self, request: Request) -> tuple[Observation, ...]:
        """Takes a request on, or says at once why not."""
        ...

    def outgoing(self) -> bytes:
        """What is to be written now; asked after each `feed`, `tick` and `ask`, and empty most of the time."""
        ...

    def line_lost(self) -> tuple[Observation, ...]:
        """The port was closed: half a frame and what was asked are given up, the last number heard is kept."""
        ...
