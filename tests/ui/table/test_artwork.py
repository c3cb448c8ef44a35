"""The operator's own drawing stands for the station's where it is sound, and is told where it is not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.screens.context import AssetFault
from tests.support.rounds import V4
from ui.table.artwork.template import ArtworkFolder
from ui.table.export import sheets
from ui.theme import fonts


@pytest.fixture(autouse=True)
def letters(qapp: QApplication) -> None:
    """An export paints names."""
    assert qapp is not None
    fonts.install_fonts()


def _exported(folder: Path) -> Path:
    sheets.write_svg(folder, V4, "A")
    return folder


def test_a_sound_artwork_is_read_once_and_stands_for_its_layout(tmp_path: Path) -> None:
    told: list[tuple[AssetFault, int]] = []
    artwork = ArtworkFolder(_exported(tmp_path), lambda *said: told.append(said))
    found = artwork.find_template(V4, "A")
    assert found is not None
    assert artwork.find_template(V4, "A") is found
    assert told == []


def test_where_there_is_none_the_station_draws_and_says_nothing(tmp_path: Path) -> None:
    told: list[tuple[AssetFault, int]] = []
    assert ArtworkFolder(tmp_path, lambda *said: told.append(said)).find_template(V4, "A") is None
    assert told == []


def test_a_faulty_artwork_is_told_once_and_not_used(tmp_path: Path, expect_log: Callable[[str], None]) -> None:
    expect_log(f"{V4}-A.svg cannot be used")
    told: list[tuple[AssetFault, int]] = []
    (tmp_path / f"{V4}-A.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'></svg>", encoding="utf-8")
    artwork = ArtworkFolder(tmp_path, lambda *said: told.append(said))
    assert artwork.find_template(V4, "A") is None
    assert artwork.find_template(V4, "A") is None
    ((why, faults),) = told
    assert why is AssetFault.NOT_FITTING
    assert faults > 1
