"""The operator's own drawing stands for the station's where it is sound, and is told where it is not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.showing.unusable import Why
from tests.support.rounds import V4
from ui.table import export
from ui.table.artwork import Artwork
from ui.theme import fonts


@pytest.fixture(autouse=True)
def letters(qapp: QApplication) -> None:
    """An export paints names."""
    assert qapp is not None
    fonts.install()


def _exported(folder: Path) -> Path:
    export.write_svg(folder, V4, "A")
    return folder


def test_a_sound_artwork_is_read_once_and_stands_for_its_layout(tmp_path: Path) -> None:
    told: list[tuple[Why, int]] = []
    artwork = Artwork(_exported(tmp_path), lambda *said: told.append(said))
    found = artwork.of(V4, "A")
    assert found is not None
    assert artwork.of(V4, "A") is found
    assert told == []


def test_where_there_is_none_the_station_draws_and_says_nothing(tmp_path: Path) -> None:
    told: list[tuple[Why, int]] = []
    assert Artwork(tmp_path, lambda *said: told.append(said)).of(V4, "A") is None
    assert told == []


def test_a_faulty_artwork_is_told_once_and_not_used(tmp_path: Path, expect_log: Callable[[str], None]) -> None:
    expect_log(f"{V4}-A.svg cannot be used")
    told: list[tuple[Why, int]] = []
    (tmp_path / f"{V4}-A.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'></svg>", encoding="utf-8")
    artwork = Artwork(tmp_path, lambda *said: told.append(said))
    assert artwork.of(V4, "A") is None
    assert artwork.of(V4, "A") is None
    ((why, faults),) = told
    assert why is Why.NOT_FITTING
    assert faults > 1
