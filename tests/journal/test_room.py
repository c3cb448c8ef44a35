"""A disk that fills up is known before it is full; one whose reserve was given up is known as full."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer_app.journal.disk import SHORT_BYTES, DiskReserve, DiskRoom, disk_room


@pytest.mark.parametrize(
    ("free", "found"), [(SHORT_BYTES, DiskRoom.ENOUGH), (SHORT_BYTES - 1, DiskRoom.SHORT), (0, DiskRoom.SHORT)]
)
def test_what_is_free_says_whether_it_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, found: DiskRoom
) -> None:
    assert DiskReserve(tmp_path).ensure()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert disk_room(tmp_path) is found


def test_without_the_reserve_there_is_no_room_whatever_is_free(tmp_path: Path) -> None:
    assert disk_room(tmp_path) is DiskRoom.NONE
    reserve = DiskReserve(tmp_path)
    assert reserve.ensure()
    assert disk_room(tmp_path) is not DiskRoom.NONE
    assert reserve.release()
    assert disk_room(tmp_path) is DiskRoom.NONE


def test_a_disk_that_cannot_be_asked_is_not_called_short(tmp_path: Path) -> None:
    assert disk_room(tmp_path / "nowhere") is DiskRoom.ENOUGH
