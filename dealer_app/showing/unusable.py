"""Why something of the window's own cannot be used: a code, which each language has words for."""

from enum import Enum


class Why(Enum):
    ABSENT = "absent"
    BROKEN = "broken"
    NO_PLAYER = "no-player"
    """The program has nothing to play sounds with."""
    NO_LOUDSPEAKER = "no-loudspeaker"
    NOT_PLAYED = "not-played"
    """There is a loudspeaker, and a sound cannot be played on it all the same."""
    NOT_FITTING = "not-fitting"
    """An artwork that is no drawing of this layout."""
    DISK_FULL = "disk-full"
    NOT_ALLOWED = "not-allowed"
    NOT_WRITTEN = "not-written"
