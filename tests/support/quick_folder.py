"""A folder in memory where there is one: a kill or a flipped byte needs no disk, and a disk would take its time."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

_MEMORY = Path("/dev/shm")  # noqa: S108 - each folder in it is made for us alone
_ENOUGH = 64 * 1024 * 1024


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A new folder, which is gone afterwards."""
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH:
        folder = Path(mkdtemp(prefix="dealer-station-", dir=_MEMORY))
        try:
            yield folder
        finally:
            shutil.rmtree(folder)
    else:
        with TemporaryDirectory(prefix="dealer-station-") as name:
            yield Path(name)
