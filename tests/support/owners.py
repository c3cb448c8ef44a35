"""A file of another account: really so where root runs the tests, and otherwise as the station would see it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from dealer_app import private_files

ANOTHER = 54_321


@contextmanager
def foreign_owner(path: Path) -> Iterator[None]:
    """While it lasts the path belongs to nobody who runs here."""
    if os.geteuid() == 0:
        before = path.stat()
        os.chown(path, ANOTHER, -1)
        try:
            yield
        finally:
            # SQLite, and the station, give what root makes beside a file of another account to that account too.
            for each in (path, *path.parent.rglob("*")):
                if each.lstat().st_uid == ANOTHER:
                    os.chown(each, before.st_uid, -1, follow_symlinks=False)
        return
    owner = private_files.file_owner
    with patch.object(private_files, "file_owner", lambda each: ANOTHER if each == path else owner(each)):
        yield
