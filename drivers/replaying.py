"""Plays a capture through a device's framing, and yields what was observed when it was made."""

from collections.abc import Iterable, Iterator

from drivers.decoding import Decoder, Heard
from drivers.framing import Framing
from drivers.ports.inbox import PortEvent

_TICK_MS = 100
_TICKS = 50
"""After five seconds of silence nothing is still waited for."""


def replayed(events: Iterable[PortEvent], framing: Framing, *, baudrate: int) -> Iterator[Heard]:
    """What the station sends is not replayed: an answer to it comes as one that nobody asked for."""
    decoder = Decoder(framing, baudrate=baudrate)
    now: int | None = None
    for event in events:
        for _ in range(_TICKS):
            if now is None or now + _TICK_MS >= event.at:
                break
            now += _TICK_MS
            yield from decoder.tick(now)
        now = event.at
        yield from decoder.take(event)
    if now is not None:
        for _ in range(_TICKS):
            now += _TICK_MS
            yield from decoder.tick(now)
