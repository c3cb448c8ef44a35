"""Every character that the station can show is in the bundled fonts themselves, not in those of this machine."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics, QImage, QPainter, QRawFont

from dealer_app.screens.context import AssetFault
from tests.ui.theme.character_set import visible_characters
from ui.theme import fonts
from ui.theme.font_files import FONT_FILES
from ui.theme.fonts import Han

BUNDLED = Path(__file__).parents[3] / "resources" / "fonts"
NAMES = tuple(FONT_FILES)
MOST_BYTES = 6_000_000


def _lacks(*names: str) -> str:
    """What none of these has in its own table of characters."""
    faces = [QRawFont(str(BUNDLED / name), 16.0) for name in names]
    assert all(face.isValid() for face in faces)
    return "".join(
        each for each in visible_characters() if not any(face.supportsCharacter(ord(each)) for face in faces)
    )


@pytest.mark.parametrize("latin", [name for name in FONT_FILES if name.startswith("Inter")])
@pytest.mark.parametrize("weight", ["Regular", "Bold"])
@pytest.mark.parametrize("form", ["TC", "SC"])
def test_every_character_of_every_catalogue_is_bundled(
    letters: tuple[fonts.MissingFont, ...], latin: str, weight: str, form: str
) -> None:
    assert not letters
    assert _lacks(latin, f"NotoSans{form}-{weight}.otf") == ""


def test_a_character_that_is_not_bundled_is_found() -> None:
    assert "閒" in visible_characters()
    assert "閒" in _lacks("Inter-Bold.ttf")


def test_a_name_can_be_written_that_no_catalogue_has() -> None:
    regular = QRawFont(str(BUNDLED / "NotoSansTC-Regular.otf"), 16.0)
    assert all(regular.supportsCharacter(ord(each)) for each in "陳黃詹鄧蔡")


def test_the_bundled_fonts_are_small_and_carry_their_licence() -> None:
    assert sum(path.stat().st_size for path in BUNDLED.iterdir()) < MOST_BYTES
    assert "SIL OPEN FONT LICENSE" in (BUNDLED / "OFL.txt").read_text(encoding="utf-8")
    assert {path.name for path in BUNDLED.iterdir()} == {*FONT_FILES, "OFL.txt"}


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("display", [False, True])
def test_figures_are_all_of_one_width(display: bool) -> None:
    metrics = QFontMetrics(fonts.font(40, 700, display=display))
    assert len({metrics.horizontalAdvance(figure * 10) for figure in "0123456789"}) == 1


@pytest.mark.usefixtures("letters")
def test_letters_are_those_that_are_bundled_and_heavier_is_wider() -> None:
    widths = [QFontMetrics(fonts.font(60, weight)).horizontalAdvance("PLAYER") for weight in (500, 600, 700, 800)]
    assert widths == sorted(set(widths))
    assert QFontInfo(fonts.font(20)).family() == "Station Inter 500"
    assert QFontInfo(fonts.font(20, 700, display=True)).family() == "Station Inter Display 700"


@pytest.mark.usefixtures("letters")
def test_chinese_is_written_in_the_form_that_is_preferred() -> None:
    try:
        fonts.set_current_han(Han.SIMPLIFIED)
        assert fonts.font(20).families()[1] == "Station Noto Sans SC"
        assert fonts.font(20, 700).families()[1] == "Station Noto Sans SC Bold"
    finally:
        fonts.set_current_han(Han.TRADITIONAL)
    assert fonts.font(20).families()[1] == "Station Noto Sans TC"
    assert fonts.font(20) is fonts.font(20)


@pytest.mark.usefixtures("qtbot")
def test_a_font_that_is_missing_or_damaged_is_said_and_the_rest_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "fonts"
    folder.mkdir()
    for name in NAMES[2:]:
        (folder / name).write_bytes((BUNDLED / name).read_bytes())
    (folder / NAMES[1]).write_bytes(b"no font")
    monkeypatch.setattr("ui.theme.fonts.resources.files", lambda _package: tmp_path)
    assert fonts.install_fonts() == (
        (NAMES[0], AssetFault.ABSENT),
        (NAMES[1], AssetFault.BROKEN),
    )


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("weight", [500, 700])
def test_marks_change_their_form_with_the_language_while_the_window_is_open(weight: int, *, display: bool) -> None:
    """A comma stands in the middle of its square in the traditional form, and at its foot in the simplified one."""
    before = fonts.current_han()
    traditional, simplified, again = (
        _painted("\N{FULLWIDTH COMMA}", form, weight, display=display)
        for form in (Han.TRADITIONAL, Han.SIMPLIFIED, Han.TRADITIONAL)
    )
    fonts.set_current_han(before)
    assert traditional != simplified
    assert traditional == again


def _painted(text: str, form: Han, weight: int, *, display: bool) -> QImage:
    fonts.set_current_han(form)
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.setFont(fonts.font(40, weight, display=display))
        painter.drawText(5, 45, text)
    return image
