"""Whether a journal is all that was acknowledged: its chain, its end, and what lies beside the chain.

A recovery checks as much as a start has time for; this checks everything there is, and changes nothing.
"""

import sqlite3
from pathlib import Path

from dealer_app.journal.head_file import read_head
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Head
from dealer_app.journal.recovery import missing
from dealer_app.journal.trouble import DamagedError, not_read
from dealer_app.journal.verifying import Told, verify

_AT_A_TIME = 500
"""Between two times that somebody is told."""


def check_all(folder: Path, told: Told = lambda _at, _of: True) -> Head:
    """Gives up to where the journal is whole. Raises DamagedError for the first thing that is not as it was."""
    acknowledged = read_head(folder)
    head = verify(folder, told)
    reader = read_only(folder)
    try:
        compare_end(reader, acknowledged)
        check_beside(reader, told)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, head.sequence) from problem
    finally:
        reader.close()
    return head


def as_acknowledged(folder: Path) -> None:
    """For whoever looks back: raises DamagedError where the end has been lost that journal.head knows of."""
    acknowledged = read_head(folder)
    if acknowledged is None:
        return
    reader = read_only(folder)
    try:
        compare_end(reader, acknowledged)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, folder / DATABASE, 0) from problem
    finally:
        reader.close()


def compare_end(reader: Reader, acknowledged: Head | None) -> None:
    """Raises DamagedError if the journal does not go as far as was acknowledged, or goes there by another way."""
    end = reader.head()
    if acknowledged is None:
        raise DamagedError("journal.head is missing or cannot be read, so the end cannot be checked", end.sequence)
    if end.sequence < acknowledged.sequence:
        raise DamagedError(missing(end.sequence, acknowledged), end.sequence)
    at = next(reader.entries(acknowledged.sequence, acknowledged.sequence), None)
    if at is not None and at.hash != acknowledged.hash:
        raise DamagedError(f"event {acknowledged.sequence} is not the one that was acknowledged", 0)


def check_beside(reader: Reader, told: Told = lambda _at, _of: True) -> None:
    """Raises DamagedError for the first sealed value or secret that is not the one of its digest."""
    for query, read in (("SELECT digest FROM sealed", reader.sealed), ("SELECT digest FROM secrets", reader.secret)):
        digests = reader.connection.execute(query).fetchall()
        for number, (digest,) in enumerate(digests, 1):
            read(digest)
            if not number % _AT_A_TIME and not told(number, len(digests)):
                return
