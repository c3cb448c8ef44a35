"""Sizes by the window: larger in proportion, never smaller than can be touched or read."""

import pytest

from ui.theme.sizes import SMALLEST_TEXT, TARGET, Measures

WINDOWS = [(1280, 720), (1366, 768), (1600, 900), (1919, 1080), (1920, 1080), (1920, 1200), (2560, 1440), (3840, 2160)]


def test_as_drawn() -> None:
    full = Measures.from_size(1920, 1080)
    assert (full.scale, full.compact) == (1.0, False)
    assert (full.top_bar_height, full.rail_width, full.primary_height, full.tool_height) == (72, 584, 96, 76)
    assert (full.instruction, full.primary_text, full.announcement) == (42, 34, 22)


def test_larger_is_everything_in_proportion() -> None:
    large = Measures.from_size(2560, 1440)
    assert (large.rail_width, large.target) == (779, 85)
    assert large.text(16) == 21
    assert large.stroke(3) == pytest.approx(4)


def test_compact_has_sizes_of_its_own() -> None:
    compact = Measures.from_size(1366, 768)
    assert compact.compact
    assert (compact.top_bar_height, compact.rail_width, compact.primary_height, compact.tool_height) == (
        56,
        440,
        80,
        64,
    )
    assert compact.instruction == 34


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_nothing_is_too_small_to_be_touched_or_read(width: int, height: int) -> None:
    measures = Measures.from_size(width, height)
    assert measures.target >= TARGET
    assert measures.tool_height >= TARGET
    assert min(measures.caption, measures.body, measures.text(9), measures.text(30, 3)) >= SMALLEST_TEXT


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_parts_leave_room_for_the_layout(width: int, height: int) -> None:
    measures = Measures.from_size(width, height)
    others = measures.top_bar_height + measures.ribbon_height + measures.hands_height + measures.past_height
    assert height - others >= measures.px(500, 290)
    assert width - measures.rail_width >= 840


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize(("width", "height"), [size for size in WINDOWS if size[0] >= 1920])
def test_under_a_ribbon_the_layout_keeps_its_letters_and_its_odds(width: int, height: int, dice: bool) -> None:
    """What the ribbon takes is given up by hands and roads; below this scale a layout is painted without odds."""
    measures = Measures.from_size(width, height)
    stage = height - measures.top_bar_height - measures.ribbon_height
    wanted = (width - measures.rail_width) * (656 if dice else 560) / 1336
    rows = measures.stage_rows(stage, wanted, dice=dice, past=True)
    assert rows.layout / wanted >= 0.95
    assert rows.result + rows.layout + rows.past == stage


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("past", [False, True])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_hands_and_roads_are_as_drawn_where_the_layout_has_its_height(
    width: int, height: int, past: bool, dice: bool
) -> None:
    measures = Measures.from_size(width, height)
    stage = height - measures.top_bar_height
    rows = measures.stage_rows(stage, 100, dice=dice, past=past)
    assert rows.result == (measures.px(200, 136) if dice else measures.hands_height)
    assert rows.past == (0 if not past else measures.px(166, 132) if dice else measures.past_height)
    least = measures.stage_rows(stage, 10_000, dice=dice, past=past)
    assert rows.result * 0.85 <= least.result <= rows.result
    assert rows.past * 0.85 <= least.past <= rows.past


def test_a_window_that_is_too_small_says_so() -> None:
    assert Measures.from_size(1280, 720).is_large_enough
    assert not Measures.from_size(1279, 720).is_large_enough
    assert not Measures.from_size(1920, 719).is_large_enough
