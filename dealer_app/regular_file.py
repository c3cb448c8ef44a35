"""Files that somebody gives the program to read: regular ones alone, and no more of them than they may hold.

A pipe or a device has no end, or waits for somebody who never writes; nothing of one is read.
"""

import errno
import os
import stat
from pathlib import Path

_QUIETLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""What was put in the file's place since it was looked at does not hold the program up."""


def read_regular(path: Path, most: int) -> bytes:
    """The file's bytes; of one that is longer a byte more than `most`. Raises OSError for all that is no such file."""
    _check(path.stat())
    descriptor = os.open(path, os.O_RDONLY | _QUIETLY)
    with os.fdopen(descriptor, "rb") as file:
        _check(os.fstat(file.fileno()))
        return file.read(most + 1)


def _check(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file, but a pipe or a device")
