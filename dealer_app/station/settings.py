"""What the operator sets for a station: gaming day, idle sessions, who keys without a device, who may speak as one.

What is in force follows from the state, so that it is the same after a start.
"""

from collections.abc import Mapping

from dealer_app.people.positions import Position, Positions
from dealer_app.station.days import CHANGES_AT
from dealer_app.station.listening.identity import ALLOWED, REFUSED, SIMULATED

GAMING_DAY = "gaming-day"
"""At which minute after midnight, local time, the gaming day changes."""
IDLE = "idle"
"""With a position behind a colon: after how many minutes its sessions end."""
HAND_DEALING = "hand-dealing"
"""How many people it takes to key cards or dice at a table for which no device is set up: the dealer alone, or two."""
ALONE, TWO = 1, 2
TWO_PEOPLE = frozenset({SIMULATED})
"""What no manager sets alone."""
DAY = 24 * 60


def names() -> tuple[str, ...]:
    """Every setting there is."""
    return (GAMING_DAY, HAND_DEALING, SIMULATED, *(f"{IDLE}:{position.value}" for position in Position))


def fits(setting: str, value: int) -> bool:
    """Whether there is such a setting and it can have this value."""
    if setting == HAND_DEALING:
        return value in (ALONE, TWO)
    if setting == SIMULATED:
        return value in (REFUSED, ALLOWED)
    return setting in names() and (0 if setting == GAMING_DAY else 1) <= value < DAY


def keys_alone(settings: Mapping[str, str]) -> bool:
    """Whether the dealer keys by himself where no device is set up."""
    return int(settings.get(HAND_DEALING, ALONE)) == ALONE


def day_changes_at(settings: Mapping[str, str]) -> int:
    return int(settings.get(GAMING_DAY, CHANGES_AT))


def idle_minutes(settings: Mapping[str, str], positions: Positions) -> Mapping[Position, int]:
    usual = positions.idle_minutes()
    return {place: int(settings.get(f"{IDLE}:{place.value}", minutes)) for place, minutes in usual.items()}
