"""A file that only takes up room: given up when the disk is full, so that a round in hand can end."""

import os
from contextlib import suppress
from pathlib import Path

from dealer_app.private_files import open_bytes

NAME = "reserve"
SIZE = 4 * 1024 * 1024


class Ballast:
    """The reserve of a data folder."""

    def __init__(self, folder: Path, size: int = SIZE) -> None:
        self._path = folder / NAME
        self._size = size

    def lay(self) -> bool:
        """Whether the reserve is there, made anew if there is room for it now."""
        try:
            if not self._path.is_file() or self._path.stat().st_size < self._size:
                with open_bytes(self._path, "wb") as file:
                    file.write(os.urandom(self._size))
                    os.fsync(file.fileno())
        except OSError:
            # What is no file at all, as a folder of that name, stays where it is.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return False
        return True

    def spend(self) -> bool:
        """Whether there was something to give up."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True
