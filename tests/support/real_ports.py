"""Ports of the real kind in a test: they try again quickly, and a test waits for them so long and no longer."""

import time

from drivers.address import Listing, parse_address
from drivers.port import BackOff, MillisecondClock, Port, PortEnvironment

PATIENCE_SECONDS = 10.0
QUICK = BackOff(first=0.01, factor=2.0, longest=0.05)


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def make_port(
    where: str, *, baudrate: int, listing: Listing = tuple, clock: MillisecondClock = milliseconds, **options: object
) -> Port:
    """A port of the real kind, that tries again quickly."""
    surroundings = PortEnvironment(clock=clock, listing=listing, back_off=QUICK)
    return Port(parse_address(where), baudrate=baudrate, surroundings=surroundings, **options)  # type: ignore[arg-type]
