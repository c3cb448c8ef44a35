"""Every pair of colours that is read or seen stands off as WCAG asks, in both themes."""

import pytest
from PySide6.QtGui import QColor

from ui.theme import theme as contrast
from ui.theme import theme as tokens
from ui.theme.theme import BRIGHT, DARK, ColourTheme

THEMES = (pytest.param(DARK, id="dark"), pytest.param(BRIGHT, id="bright"))


def _ratio(theme: ColourTheme, one: str, other: str) -> float:
    return contrast.contrast_ratio(getattr(theme, one), getattr(theme, other))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), contrast.TEXT_PAIRS)
def test_what_is_read_stands_off(theme: ColourTheme, text: str, ground: str) -> None:
    assert _ratio(theme, text, ground) >= contrast.TEXT_CONTRAST


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("shape", "ground"), contrast.SHAPE_PAIRS)
def test_what_is_seen_stands_off(theme: ColourTheme, shape: str, ground: str) -> None:
    assert _ratio(theme, shape, ground) >= contrast.SHAPE_CONTRAST


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast.contrast_ratio(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast.contrast_ratio(QColor("#767676"), QColor("white")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(
    ("text", "ground", "told"),
    [("t1", "s1", 16.3), ("t3", "s3", 5.1), ("edge", "s1", 4.0), ("lit", "felt", 11.8), ("go", "goink", 15.8)],
)
def test_the_dark_theme_has_the_contrasts_it_was_drawn_with(text: str, ground: str, told: float) -> None:
    assert _ratio(DARK, text, ground) == pytest.approx(told, abs=0.06)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_there_and_only_what_lies_over_others_lets_through(theme: ColourTheme) -> None:
    for name in tokens.colour_names():
        colour = getattr(theme, name)
        assert colour.isValid(), name
        assert (colour.alpha() == 255) is (name not in {"shade", "glow"}), name


@pytest.mark.parametrize("theme", THEMES)
def test_a_field_is_not_taken_for_a_key(theme: ColourTheme) -> None:
    """Its ground is another than that of every key, and it has a line to write on besides (test_plans)."""
    assert all(_ratio(theme, "field", key) >= 1.2 for key in ("s3", "pick"))
