"""`dealer-station layouts`: the drawings as files and sheets, and what is said where that cannot be."""

import os
import re
from errno import ENOSPC
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QImage

from dealer_app.cli.layouts import command
from dealer_app.rulebooks.loader import GAMES
from tests.support.long_tests import mostly_long
from ui.table.export.sheets import list_drawings

pytestmark = pytest.mark.usefixtures("letters")
NAMES = {f"{game}-{letter}" for game, letter in list_drawings(GAMES)}


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])


def test_there_are_43_appendices() -> None:
    assert len(NAMES) == 43
    assert "tai-sai-open-cover-v5-D" in NAMES


@pytest.mark.parametrize("kind", mostly_long(["svg", "png"], keep_every=2))
def test_every_appendix_is_a_file(tmp_path: Path, kind: str) -> None:
    result = run("export", f"--{kind}", "-o", tmp_path / "new")
    assert result.exit_code == 0, result.output
    assert {path.name for path in (tmp_path / "new").iterdir()} == {f"{name}.{kind}" for name in NAMES}
    assert "43 files" in result.output


def test_a_picture_is_twice_as_large_as_on_a_screen(tmp_path: Path) -> None:
    run("export", "--png", "-o", tmp_path, "tai-sai-open-cover-v5")
    assert len(list(tmp_path.iterdir())) == 6
    image = QImage(str(tmp_path / "tai-sai-open-cover-v5-C.png"))
    assert (image.width(), image.height()) == (2672, 1312)
    assert image != QImage(str(tmp_path / "tai-sai-open-cover-v5-D.png"))


def test_the_sheets_are_a_page_each(tmp_path: Path) -> None:
    file = tmp_path / "layouts.pdf"
    result = run("export", "--pdf", "-o", file)
    assert result.exit_code == 0, result.output
    assert "43 pages" in result.output
    assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 43


def test_what_is_exported_is_a_right_artwork(tmp_path: Path) -> None:
    run("export", "--svg", "-o", tmp_path, "tiger-buffalo-insurance")
    result = run("check", tmp_path / "tiger-buffalo-insurance-A.svg", "tiger-buffalo-insurance", "A")
    assert result.exit_code == 0, result.output
    assert "seats 1 2 3 5 6 7" in result.output


def test_where_an_artwork_has_no_room_for_its_names_is_told(tmp_path: Path) -> None:
    run("export", "--svg", "-o", tmp_path, "tai-sai-open-cover-v5")
    result = run("check", tmp_path / "tai-sai-open-cover-v5-A.svg", "tai-sai-open-cover-v5", "A")
    assert result.exit_code == 0, result.output
    assert "in a small window the station draws this layout itself: no room for the names of double:66" in result.output


def test_an_artwork_of_another_layout_has_its_faults_told(tmp_path: Path) -> None:
    run("export", "--svg", "-o", tmp_path, "tiger-buffalo-v4")
    result = run("check", tmp_path / "tiger-buffalo-v4-A.svg", "tiger-buffalo-v4", "P")
    assert result.exit_code == 1
    assert "wu_dalang is missing" in result.output
    assert "big_buffalo is unknown" in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("export", "--svg", "-o", "x", "whist"), "there is no game 'whist'"),
        (("export", "-o", "x"), "choose one"),
        (("export", "--svg", "--png", "-o", "x"), "choose one"),
        (("export", "--svg", "-o", "/dev/null/x"), "cannot be made"),
        (("export", "--pdf", "-o", "/dev/null/x.pdf"), "cannot be written"),
        (("check", "nothing.svg", "tiger-buffalo-v4", "A"), "cannot be read"),
        (("check", "nothing.svg", "tiger-buffalo-v4", "Z"), "not 'Z'"),
        (("check", "nothing.svg", "whist", "A"), "there is no game"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in result.output
    assert result.output.count("\n") == 1


def test_sheets_that_do_not_fit_are_not_told_as_written() -> None:
    result = run("export", "--pdf", "-o", "/dev/full", "tai-sai-open-cover-v5")
    assert result.exit_code == 2
    assert result.output == "/dev/full: cannot be written: No space left on device\n"


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_what_cannot_be_written_whole_leaves_the_file_of_before(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file = tmp_path / f"tai-sai-open-cover-v5-A.{kind}"
    file.write_bytes(b"before")
    result = run("export", f"--{kind}", "-o", file if kind == "pdf" else tmp_path, "tai-sai-open-cover-v5")
    assert result.exit_code == 2
    assert result.output == f"{file}: cannot be written: No space left on device\n"
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / f"tai-sai-open-cover-v5-A.{kind}").mkdir()
    result = run("export", f"--{kind}", "-o", tmp_path, "tai-sai-open-cover-v5")
    assert result.exit_code == 2
    assert f"tai-sai-open-cover-v5-A.{kind}: cannot be written" in result.output
