"""The designs of the customer display are data: what is wrong in them is named when they are read."""

from importlib import resources

import pytest
from PySide6.QtCore import QSize

from ui.display.formats import FormatFaultsError, choose_format, load_formats, read_formats


def given() -> str:
    return (resources.files("resources") / "display" / "formats.toml").read_text(encoding="utf-8")


def faults_with(old: str, new: str) -> tuple[str, ...]:
    text = given()
    assert old in text
    with pytest.raises(FormatFaultsError) as told:
        read_formats(text.replace(old, new, 1))
    return told.value.faults


def test_the_shape_of_the_screen_chooses_the_design_and_its_size_the_scale() -> None:
    wide, high = QSize(1920, 1080), QSize(1080, 1920)
    assert (choose_format(wide).name, choose_format(wide).scale(wide)) == ("landscape", 1.0)
    assert (choose_format(high).name, choose_format(high).scale(high)) == ("portrait", 1.0)
    four_k = QSize(3840, 2160)
    assert choose_format(four_k).scale(four_k) == 2.0
    assert set(load_formats()) == {"landscape", "portrait"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("cards = { hands = [24, 118, 1872, 470] }", "", "landscape: cards is missing"),
        ("offer = {", "offers = {", "landscape: offers is no arrangement"),
        (
            "{ banner = [24, 118, 1872, 470] }",
            "{ banner = [24, 118, 1972, 470] }",
            "landscape.band: banner is not within",
        ),
        ("{ hands = [24, 118, 1872, 470] }", "{ hands = [24, 118, 1872, 530] }", "landscape.cards: hands and bead lie"),
        ("{ hands = [24, 118, 1872, 470] }", "{ heads = [24, 118, 1872, 470] }", "landscape.cards: heads is no part"),
        ("size = [1920, 1080]", "size = [1920]", "formats.toml:"),
        ("bead = [24, 634, 40, 11]", "", "formats.toml:"),
        ("[landscape.dice]", "[landscape.dice", "formats.toml:"),
    ],
)
def test_what_is_wrong_in_a_design_is_named(old: str, new: str, fault: str) -> None:
    assert any(told.startswith(fault) for told in faults_with(old, new))


def test_a_design_that_is_missing_is_named() -> None:
    text = given()
    with pytest.raises(FormatFaultsError, match="portrait is missing"):
        read_formats(text[: text.index("[portrait]")])
