"""A journal held against its second head by who looks back or makes a backup, and does not know what it folds to.

Where the head is kept a second time is an event of its own, so that nothing has to be folded to find it.
"""

import sqlite3
from pathlib import Path

from msgspec import Struct

from dealer_app.journal.reader import DATABASE, read_only
from dealer_app.journal.second_head import Kept, MissedError, compare_with, placed
from dealer_app.journal.trouble import DamagedError, not_read
from dealer_app.journal.volumes import is_closed


class Comparison(Struct, frozen=True):
    """A journal goes as far as its second head, or that could not be asked."""

    file: Path
    kept: Kept | None
    missed: str = ""
    """Why the place could not be reached, or what lies there could not be read."""


def compare_second_head(folder: Path) -> Comparison | None:
    """Nothing where no second head is kept, and for a closed volume, whose end the next one names.

    Raises DamagedError for a journal that is behind its second head, and JournalError for one that cannot be read.
    """
    file = None if is_closed(folder) else _place_of(folder)
    if file is None:
        return None
    try:
        return Comparison(file, compare_with(folder, file))
    except MissedError as problem:
        return Comparison(file, None, str(problem))
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, 0) from problem


def _place_of(folder: Path) -> Path | None:
    reader = read_only(folder)
    try:
        return placed(reader)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, 0) from problem
    except (ValueError, TypeError, KeyError) as problem:
        raise DamagedError("the event that says where the second head is kept cannot be read", 0) from problem
    finally:
        reader.close()
