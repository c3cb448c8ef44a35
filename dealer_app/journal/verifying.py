"""Following the whole chain, from the first entry to the last, while others write behind it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import EMPTY, Head, breaks
from dealer_app.journal.trouble import DamagedError, not_read

_AT_A_TIME = 2_000

Told = Callable[[int, int], bool]
"""Is told how far the chain is followed, and how long it is; its answer is whether to go on."""

Made = TypeVar("Made")


class Follow(Protocol):
    """Has a chain followed, on whatever thread, and shows whom it concerns how far that is."""

    def __call__(self, work: Callable[[Told], Made], /) -> Made: ...


def at_once(work: Callable[[Told], Made], /) -> Made:
    """Nobody is shown anything."""
    return work(lambda _at, _of: True)


def verify(folder: Path, told: Told = lambda _at, _of: True) -> Head:
    """Follows the chain of a journal, or of a volume, from its first entry; gives up to where it is whole.

    Raises DamagedError where it breaks.
    """
    reader = read_only(folder)
    try:
        return _followed(reader, folder / DATABASE, told)
    finally:
        reader.close()


def _followed(reader: Reader, file: Path, told: Told) -> Head:
    at = EMPTY
    try:
        at, end = reader.base(), reader.head().sequence
        base = at.sequence
        while at.sequence < end and told(at.sequence - base, end - base):
            # A part at a time: a reader that stayed in one long look would keep the log from being folded.
            some = list(reader.entries(at.sequence + 1, at.sequence + _AT_A_TIME))
            if not some:
                raise DamagedError(f"event {at.sequence + 1} is missing", at.sequence)
            for entry in some:
                if breaks(entry, at):
                    raise DamagedError(f"event {at.sequence + 1} does not follow from the one before", at.sequence)
                at = Head(entry.sequence, entry.hash)
    except sqlite3.DatabaseError as problem:
        raise not_read(problem, file, at.sequence) from problem
    told(at.sequence - base, end - base)
    return at
