"""Which device it is, as far as a line can say, and whether one that is none may be listened to."""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.people.events import Kind

SIMULATED = "simulated-devices"
"""The setting by which a live house listens to a program that speaks as a device would; it takes two people."""
REFUSED, ALLOWED = 0, 1


class Identity(Struct, frozen=True, kw_only=True):
    """What was connected: the port, its speed, what the USB adapter calls itself, and the profile that is spoken.

    A pseudo-terminal, or this machine speaking with itself, is no device but a program.
    """

    port: str
    baudrate: int = 0
    usb: str = ""
    profile: str = ""
    simulated: bool = False


def may_be_simulated(kind: Kind | None, settings: Mapping[str, str]) -> bool:
    """At a live house only where two people have decided so."""
    return kind is not Kind.LIVE or int(settings.get(SIMULATED, REFUSED)) == ALLOWED
