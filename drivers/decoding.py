"""From what a port hands over to observations: the same for a live line and for a capture that is played back.

Knows no port and no clock. It keeps the law of generations: what belongs to an earlier session is not decoded, and
nothing is put together across a change of session.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

from dealer_app.observations import BytesDropped, LineDown, LineUp, Observation, Request
from drivers.framing import Framing
from drivers.garbage import GarbageWatch
from drivers.ports.inbox import Chunk, Failed, Opened, Overflowed, PortEvent


class Heard(Struct, frozen=True, kw_only=True):
    """An observation, when its last byte arrived, and in which session."""

    at: int
    generation: int
    observation: Observation


class Decoder:
    """One device's framing, fed with port events in their order; times in milliseconds."""

    def __init__(self, framing: Framing, *, baudrate: int) -> None:
        self._framing = framing
        self._baudrate = baudrate
        self._watch = GarbageWatch(baudrate)
        self._generation = 0
        self._now = 0

    @property
    def generation(self) -> int:
        return self._generation

    def take(self, event: PortEvent) -> tuple[Heard, ...]:
        if event.generation < self._generation:
            return ()
        heard = [*self.tick(event.at), *self._moved_on(event.generation)]
        match event:
            case Chunk(data=data):
                heard += self._sifted(self._framing.feed(data))
            case Opened(port=port, usb=usb, simulated=simulated):
                heard += self._told(LineUp(port=port, baudrate=self._baudrate, usb=usb, simulated=simulated))
            case Failed(fault=fault, said=said):
                heard += self._line_ended()
                heard += self._told(LineDown(fault=fault.code, said=said))
            case Overflowed(lost=lost):
                heard += self._told(BytesDropped(count=lost))
            case _:
                assert_never(event)
        return tuple(heard)

    def tick(self, at: int) -> tuple[Heard, ...]:
        """Time passed; at least ten times a second while nothing comes."""
        # A chunk can be stamped a moment before the tick that overtook it.
        self._now = max(self._now, at)
        return self._sifted(self._framing.tick(self._now / 1000))

    def ask(self, request: Request) -> tuple[Heard, ...]:
        return self._told(*self._framing.ask(request))

    def outgoing(self) -> bytes:
        return self._framing.outgoing()

    def _moved_on(self, generation: int) -> tuple[Heard, ...]:
        if generation == self._generation:
            return ()
        ended = self._line_ended()
        self._generation = generation
        return ended

    def _line_ended(self) -> tuple[Heard, ...]:
        ended = self._sifted(self._framing.line_lost())
        self._watch.line_changed()
        return ended

    def _sifted(self, observations: Iterable[Observation]) -> tuple[Heard, ...]:
        return self._told(*self._watch.sifted(observations, self._now))

    def _told(self, *observations: Observation) -> tuple[Heard, ...]:
        return tuple(Heard(at=self._now, generation=self._generation, observation=it) for it in observations)
