"""`journal.head`: how far the journal went, beside the database.

It is overwritten after each commit and brought to the disk at the end of a round and of a session. A database that ends
before it has lost what was acknowledged; one that goes further only saw the power fail before the file was written.
"""

import os
import re
from pathlib import Path
from typing import Self

from dealer_app.journal.record import EMPTY, Head
from dealer_app.private_files import open_bytes

NAME = "journal.head"
_FORM = re.compile(r"(\d{20}) ([0-9a-f]{64})\n")


def read_head(folder: Path) -> Head | None:
    """What the file says; None if it is not there or says nothing that can be read."""
    try:
        text = (folder / NAME).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None
    found = _FORM.fullmatch(text)
    return Head(int(found[1]), bytes.fromhex(found[2])) if found else None


class HeadFile:
    """The file, held open: always the same length, so that writing it never needs room on the disk."""

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        self._file = open_bytes(path, "r+b" if path.exists() else "w+b", buffering=0)

    @classmethod
    def make(cls, folder: Path) -> Self:
        """The file of a journal in which nothing is written yet: there whole, or not at all."""
        unfinished = folder / f"{NAME}.new"
        with open_bytes(unfinished, "wb") as file:
            file.write(_line(EMPTY))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(folder / NAME)
        return cls(folder)

    def write(self, head: Head) -> None:
        self._file.seek(0)
        self._file.write(_line(head))

    def sync(self) -> None:
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def _line(head: Head) -> bytes:
    return f"{head.sequence:020d} {head.hash.hex()}\n".encode()
