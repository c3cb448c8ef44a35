"""A folder that cannot be used as it is: a file in its place, no right to write in it, another who holds it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dealer_app.journal.disk import RESERVE_FILE as RESERVE
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.folder import open_journal
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station.startup import start_station
from tests.faults.small_journals import file_sums
from tests.support.house_run import FOLDING, PROGRAM
from tests.support.live_station import SteppingClock, make_environment


def test_a_folder_where_the_reserve_should_be_is_no_reserve_and_no_trouble(folder: Path) -> None:
    (folder / RESERVE / "within").mkdir(parents=True)
    ballast = DiskReserve(folder)
    assert not ballast.ensure()
    assert not ballast.release()
    with start_station(folder, PROGRAM, SteppingClock(), make_environment()):
        pass
    assert (folder / RESERVE / "within").is_dir()


def test_a_file_where_the_folder_should_be_is_said_so(folder: Path) -> None:
    for path in (folder / "file", folder / "file" / "below"):
        (folder / "file").write_text("not a folder", encoding="utf-8")
        with pytest.raises(JournalError) as raised:
            open_journal(path, FOLDING, station="T1")
        assert raised.value.fault is JournalFault.FOLDER_NOT_WRITABLE
        assert (folder / "file").read_text(encoding="utf-8") == "not a folder"


def test_a_folder_that_may_only_be_read_is_said_so(kept: Path, not_run_here: Callable[[str], None]) -> None:
    with _read_only_folder(kept, not_run_here):
        before = file_sums(kept)
        with pytest.raises(JournalError) as raised:
            open_journal(kept, FOLDING, station="T1")
        assert file_sums(kept) == before
    assert raised.value.fault is JournalFault.FOLDER_NOT_WRITABLE
    assert raised.value.facts["folder"] == str(kept)


@contextmanager
def _read_only_folder(folder: Path, not_run_here: Callable[[str], None]) -> Iterator[None]:
    """By its rights; for the superuser, who may write all the same, by a mount."""
    if os.geteuid():
        folder.chmod(0o500)
        try:
            yield
        finally:
            folder.chmod(0o700)
        return
    mount = shutil.which("mount") or "mount"
    bound = subprocess.run([mount, "--bind", "-o", "ro", folder, folder], capture_output=True, check=False)
    if bound.returncode:
        not_run_here("the superuser may write everywhere, and mounting is not allowed")
    try:
        yield
    finally:
        subprocess.run([shutil.which("umount") or "umount", folder], check=True)


def test_who_holds_the_folder_is_named_even_where_nothing_else_is_known(kept: Path) -> None:
    opened = open_journal(kept, FOLDING, station="T1")
    (kept / "station.holder").write_text("{", encoding="utf-8")
    with pytest.raises(JournalError) as raised:
        open_journal(kept, FOLDING, station="T2")
    assert raised.value.fault is JournalFault.HELD_BY_ANOTHER
    assert socket.gethostname() not in raised.value.facts.values()
    opened.close()
