"""How much room a journal has left on its disk, long before it is needed."""

import shutil
from enum import Enum
from pathlib import Path

from dealer_app.journal.ballast import NAME

SHORT = 256 * 1024 * 1024
"""Less than this is told: with its index and copies a day of rounds takes a good part of it."""


class Room(Enum):
    ENOUGH = "enough"
    SHORT = "short"
    NONE = "none"
    """The reserve has been given up: no round begins until it can be laid again."""


def room(folder: Path) -> Room:
    """What cannot be asked is not short: writing will show."""
    try:
        free, reserve = shutil.disk_usage(folder).free, (folder / NAME).is_file()
    except OSError:
        return Room.ENOUGH
    if not reserve:
        return Room.NONE
    return Room.SHORT if free < SHORT else Room.ENOUGH
