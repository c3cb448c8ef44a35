"""Where hands lie at each size: everything stands apart, the banner over no card, and no word is cut off."""

import tomllib
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from dealer_app.screens.blocks import ScreenText
from ui.hands.panel import hand_places
from ui.painting.cards import place_lines
from ui.painting.shapes import text_width
from ui.theme.sizes import SMALLEST_TEXT, Measures

pytestmark = pytest.mark.usefixtures("letters")
I18N = Path(__file__).parents[3] / "resources" / "i18n"
SIZES = [
    pytest.param(1920, 1080, id="1920"),
    pytest.param(1366, 768, id="1366"),
    pytest.param(2560, 1440, id="2560"),
    pytest.param(1280, 720, id="1280"),
]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_stands_apart_and_in_the_widget(width: int, height: int) -> None:
    measures = Measures.from_size(width, height)
    wide, high = width - measures.rail_width, measures.hands_height
    laid = hand_places(wide, high, measures)
    whole = QRect(0, 0, wide, high)
    for panel in (laid.left, laid.right):
        parts = [rect.toRect() for rect in (*panel.slots, panel.points)]
        for index, part in enumerate(parts):
            assert panel.panel.toRect().contains(part)
            assert not any(part.intersects(other) for other in parts[index + 1 :])
        assert whole.contains(panel.panel.toRect())
        # Points are read from two metres: a digit is never smaller than it was drawn.
        assert panel.points.width() >= measures.px(148, 92) * 0.7
    assert not laid.left.panel.intersects(laid.right.panel)
    assert whole.contains(laid.banner.toRect())


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("given_up", [False, True])
def test_the_word_in_the_place_of_a_third_card_is_never_cut_off(
    width: int, height: int, language: str, given_up: bool
) -> None:
    """At the height as drawn, and at what is left where a ribbon has taken some of it."""
    measures = Measures.from_size(width, height)
    high = measures.stage_rows(height, 10_000, dice=False, past=True).result if given_up else measures.hands_height
    laid = hand_places(width - measures.rail_width, high, measures)
    words = tomllib.loads((I18N / f"play.{language}.toml").read_text(encoding="utf-8"))["play"]
    for code, panel in product(("third-card", "next-card", "natural", "stands"), (laid.left, laid.right)):
        room = panel.slots[2].adjusted(3, 4, -3, -4)
        lines = place_lines(ScreenText(words[code], short=words.get(f"{code}.short", "")), room.width(), room.height())
        assert "".join(text for text, _ in lines) == words[code].replace(" ", "" if len(lines) > 1 else " ")
        assert all(text_width(text, letters) <= room.width() for text, letters in lines)
        assert all(letters.pixelSize() >= SMALLEST_TEXT for _, letters in lines)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("given_up", [False, True])
def test_the_banner_lies_over_no_card_and_over_no_points(width: int, height: int, given_up: bool) -> None:
    measures = Measures.from_size(width, height)
    high = measures.stage_rows(height, 10_000, dice=False, past=True).result if given_up else measures.hands_height
    laid = hand_places(width - measures.rail_width, high, measures)
    for panel in (laid.left, laid.right):
        assert not any(laid.banner.intersects(card) for card in panel.slots)
        assert not any(panel.points.intersects(card) for card in panel.slots)
        assert laid.banner.bottom() <= panel.points.center().y() - panel.points.height() * 0.3
