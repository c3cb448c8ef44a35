"""A profile: what the station knows of a kind of device before it meets one.

Speeds, framing and simulator; each device's `driver.py` has its own, and `profiles` has them all.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from drivers.asking import Sending
from drivers.framing import Framing
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine


class Kind(Enum):
    SHOE = "shoe"
    TUMBLER = "tumbler"


class Checking(Enum):
    """Whether a report carries a check, so that a wrong one hardly ever passes for a right one."""

    CHECKED = "checked"
    UNCHECKED = "unchecked"


class Profile(Struct, frozen=True, kw_only=True):
    name: str
    kind: Kind
    about: str
    baudrates: tuple[int, ...]
    """The usual one first."""
    checking: Checking
    framing: Callable[[Sending], Framing]
    """With the settings that a site usually begins with."""
    simulator: Callable[[SimulatedLine], SimulatedShoe | SimulatedTumbler]

    @property
    def baudrate(self) -> int:
        return self.baudrates[0]
