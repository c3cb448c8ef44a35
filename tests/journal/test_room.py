"""A disk that fills up is known before it is full; one whose reserve was given up is known as full."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer_app.journal.ballast import Ballast
from dealer_app.journal.room import SHORT, Room, room


@pytest.mark.parametrize(("free", "found"), [(SHORT, Room.ENOUGH), (SHORT - 1, Room.SHORT), (0, Room.SHORT)])
def test_what_is_free_says_whether_it_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, found: Room
) -> None:
    assert Ballast(tmp_path).lay()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert room(tmp_path) is found


def test_without_the_reserve_there_is_no_room_whatever_is_free(tmp_path: Path) -> None:
    assert room(tmp_path) is Room.NONE
    reserve = Ballast(tmp_path)
    assert reserve.lay()
    assert room(tmp_path) is not Room.NONE
    assert reserve.spend()
    assert room(tmp_path) is Room.NONE


def test_a_disk_that_cannot_be_asked_is_not_called_short(tmp_path: Path) -> None:
    assert room(tmp_path / "nowhere") is Room.ENOUGH
