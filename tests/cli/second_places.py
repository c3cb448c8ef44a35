"""A second place of the head, whatever becomes of it, and a data folder that is copied back."""

import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from dealer_app.journal import second_head
from tests.support.typist import Typist, check_stopped


def read_second_head(second: Path) -> second_head.SecondHeadRecord:
    (file,) = second.iterdir()
    kept = second_head.read_second_head(file)
    assert kept is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return kept


def restore_old_folder(typist: Typist, tmp_path: Path) -> None:
    """The folder as it was before a shift."""
    shutil.copytree(typist.folder, tmp_path / "kept")
    check_stopped(typist.run([*typist.command_lines("S1", "shift begin"), *typist.command_lines("S1", "stop")]))
    shutil.rmtree(typist.folder)
    shutil.copytree(tmp_path / "kept", typist.folder)


@contextmanager
def without_place(second: Path) -> Iterator[None]:
    """The share is not there."""
    second.rename(second.with_name("away"))
    yield
    second.with_name("away").rename(second)


@contextmanager
def without_head_file(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.unlink()
    yield
    file.write_bytes(kept)


@contextmanager
def with_spoilt_file(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.write_bytes(b"\xff" * 40)
    yield
    file.write_bytes(kept)


@contextmanager
def with_hanging_disk(second: Path) -> Iterator[None]:
    del second
    never = threading.Event()

    def hang(*_: object) -> None:
        never.wait()

    with (
        patch.object(second_head, "read_second_head", hang),
        patch.object(second_head.check_second_head, "__defaults__", (50,)),
    ):
        yield
    never.set()
