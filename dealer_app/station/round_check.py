"""A round that has ended is read back from the file, by a connection of its own: somebody may have been at it.

What is older is followed at the next start, with all the rest.
"""

import sqlite3
from pathlib import Path

from dealer_app.domain.round.events import RoundConcluded, RoundVoided
from dealer_app.journal.journal import Journal
from dealer_app.journal.reader import DATABASE, read_only
from dealer_app.journal.record import Head, breaks
from dealer_app.journal.recovery import missing
from dealer_app.journal.trouble import DamagedError, JournalError, not_read
from dealer_app.station.core import Core, Done
from dealer_app.station.moment import Moment
from dealer_app.station.writing import Author

_ENDS = (RoundConcluded, RoundVoided)


def follow_after(folder: Path, at: Head) -> Head:
    """Follows the chain of a journal from a head to its end. Raises DamagedError where it breaks."""
    reader = read_only(folder)
    try:
        for entry in reader.entries(at.sequence + 1):
            if breaks(entry, at):
                raise DamagedError(f"event {at.sequence + 1} does not follow from the one before", at.sequence)
            at = Head(entry.sequence, entry.hash)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, at.sequence) from problem
    finally:
        reader.close()
    return at


class RoundCheck:
    """Follows the chain from the end of the round before; where it does not hold nothing more is written."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self._folder = folder
        self._journal = journal
        self._at = journal.head()
        self._damage: DamagedError | None = None

    def attach(self, core: Core) -> None:
        core.followers.append(self._happened)
        core.guards.append(self.look)

    def look(self) -> None:
        """Raises DamagedError if a round was not there as it had been written."""
        if self._damage is not None:
            raise self._damage

    def _happened(self, done: Done, author: Author, at: Moment) -> None:
        del author, at
        if any(isinstance(event, _ENDS) for event in done):
            self._read_back()

    def _read_back(self) -> None:
        written = self._journal.head()
        try:
            found = follow_after(self._folder, self._at)
        except DamagedError as problem:
            self._damage = problem
            return
        except JournalError:
            # The file cannot be asked now, which is no damage: the next round is followed with this one.
            return
        if found == written:
            self._at = found
        elif found.sequence < written.sequence:
            self._damage = DamagedError(missing(found.sequence, written), found.sequence)
        else:
            self._damage = DamagedError(f"event {found.sequence} is not the one that was written", self._at.sequence)
