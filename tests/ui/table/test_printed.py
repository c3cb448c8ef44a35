"""What is said to be printed: each glyph is seen in a drawing that exists, or marked as the station's own choice."""

import pytest

from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import box_legend, chinese_legend_lines, has_unread_line, legend_kinds, legend_lines
from dealer_app.rulebooks.loader import GAMES
from tests.ui.table.layout_sizes import LAYOUTS, the_layout
from ui.table.export.sheets import list_drawings

V4, INSURANCE, TAI_SAI = "tiger-buffalo-v4", "tiger-buffalo-insurance", "tai-sai-open-cover-v5"
SEEN = {
    "player": {f"{V4} A", f"{INSURANCE} G"},
    "banker": {f"{V4} A", f"{INSURANCE} G"},
    "big": {f"{TAI_SAI} {letter}" for letter in "ACE"},
    "small": {f"{TAI_SAI} {letter}" for letter in "ACE"},
    "odd": {f"{TAI_SAI} C"},
    "even": {f"{TAI_SAI} C"},
}
"""What the scans of the four documents show, read by eye."""


NUMBERED = {"single": "1", "sum": "4", "domino": "12", "double": "1", "triple": "1", "four": "4321", "three": "123"} | {
    "pair_single": "113"
}
"""The numbers of one area of each kind that has several."""


def first_area(kind: str) -> Area:
    return Area(f"{kind}:{NUMBERED[kind]}" if kind in NUMBERED else kind)


@pytest.mark.parametrize("kind", sorted(legend_kinds()))
def test_a_glyph_is_drawn_where_the_scans_show_it_and_nowhere_else(kind: str) -> None:
    printed = box_legend(first_area(kind))
    assert set(printed.drawn) == SEEN.get(kind, set())
    assert set(printed.drawn) <= {" ".join(each) for each in list_drawings(GAMES)}
    assert printed.glyph or not printed.drawn


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_legend_is_printed_as_in_the_drawing(game: str, letter: str) -> None:
    areas = set(the_layout(game, letter).areas)
    told = {area: legend_lines(game, letter, area) for area in areas if legend_lines(game, letter, area)}
    assert all(lines[-1] == "LOSE IF ANY TRIPLE APPEARS" for lines in told.values())
    if game == TAI_SAI:
        big = "ARE NUMBERS 11 TO 17" if letter == "A" else "NUMBERS 11 TO 17"
        assert told[Area("big")][0] == big
        assert told[Area("small")][0] == big.replace("11 TO 17", "4 TO 10")
    else:
        assert not told


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_what_a_drawing_says_in_chinese_is_printed_as_far_as_it_could_be_read(game: str, letter: str) -> None:
    areas = the_layout(game, letter).areas
    told = {area: lines for area in areas if (lines := chinese_legend_lines(game, letter, area))}
    wanted = {Area("big"): ("11點至17點", "一贏一"), Area("small"): ("4點至10點", "一贏一")}
    assert told == (wanted if (game, letter) == (TAI_SAI, "A") else {})
    assert {area for area in areas if has_unread_line(game, letter, area)} == told.keys()
