"""What the operator sets for a station: when its gaming day changes, and how long sessions may stand idle.

What is in force follows from the state, so that it is the same after a start.
"""

from collections.abc import Mapping

from dealer_app.people.positions import Position, Positions
from dealer_app.station.days import CHANGES_AT

GAMING_DAY = "gaming-day"
"""At which minute after midnight, local time, the gaming day changes."""
IDLE = "idle"
"""With a position behind a colon: after how many minutes its sessions end."""
DAY = 24 * 60


def names() -> tuple[str, ...]:
    """Every setting there is."""
    return (GAMING_DAY, *(f"{IDLE}:{position.value}" for position in Position))


def day_changes_at(settings: Mapping[str, str]) -> int:
    return int(settings.get(GAMING_DAY, CHANGES_AT))


def idle_minutes(settings: Mapping[str, str], positions: Positions) -> Mapping[Position, int]:
    usual = positions.idle_minutes()
    return {place: int(settings.get(f"{IDLE}:{place.value}", minutes)) for place, minutes in usual.items()}
