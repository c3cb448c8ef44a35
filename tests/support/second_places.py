"""A second place of the head, whatever becomes of it, and a data folder that is copied back."""

import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from dealer_app.journal import second_head
from tests.support.typist import Typist, stopped


def kept_in(second: Path) -> second_head.Kept:
    (file,) = second.iterdir()
    kept = second_head.read_kept(file)
    assert kept is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return kept


def copied_back(typist: Typist, tmp_path: Path) -> None:
    """The folder as it was before a shift."""
    shutil.copytree(typist.folder, tmp_path / "kept")
    stopped(typist.run([*typist.by("S1", "shift begin"), *typist.by("S1", "stop")]))
    shutil.rmtree(typist.folder)
    shutil.copytree(tmp_path / "kept", typist.folder)


@contextmanager
def away(second: Path) -> Iterator[None]:
    """The share is not there."""
    second.rename(second.with_name("away"))
    yield
    second.with_name("away").rename(second)


@contextmanager
def emptied(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.unlink()
    yield
    file.write_bytes(kept)


@contextmanager
def scribbled(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.write_bytes(b"\xff" * 40)
    yield
    file.write_bytes(kept)


@contextmanager
def hanging(second: Path) -> Iterator[None]:
    del second
    never = threading.Event()

    def hang(*_: object) -> None:
        never.wait()

    with (
        patch.object(second_head, "read_kept", hang),
        patch.object(second_head.compare_with, "__defaults__", (50,)),
    ):
        yield
    never.set()
