"""Arrow keys from control to control: nobody is caught anywhere, and a line is kept while there is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from ui.keys import Way, next_focus

GRID = [QRect(column * 70, row * 70, 64, 64) for row in range(4) for column in range(3)]


@pytest.mark.parametrize("at", range(len(GRID)))
def test_in_a_grid_every_arrow_does_as_it_says(at: int) -> None:
    row, column = divmod(at, 3)
    assert next_focus(GRID, at, Way.UP) == (at - 3 if row > 0 else None)
    assert next_focus(GRID, at, Way.DOWN) == (at + 3 if row < 3 else None)
    assert next_focus(GRID, at, Way.RIGHT) == (at + 1 if at < 11 else None)
    assert next_focus(GRID, at, Way.LEFT) == (at - 1 if at > 0 else None)
    assert 0 <= column < 3


boxes = st.builds(QRect, st.integers(0, 1_000), st.integers(0, 1_000), st.integers(20, 300), st.integers(20, 100))


@given(st.lists(boxes, min_size=2, max_size=12), st.sampled_from(Way))
def test_an_arrow_never_leads_to_where_one_is_or_out_of_the_list(rects: list[QRect], way: Way) -> None:
    ordered = sorted(rects, key=lambda rect: (rect.y(), rect.x()))
    for at in range(len(ordered)):
        found = next_focus(ordered, at, way)
        assert found is None or (0 <= found < len(ordered) and found != at)


@given(st.lists(boxes, min_size=2, max_size=12))
def test_from_the_first_to_the_last_one_can_always_go_on(rects: list[QRect]) -> None:
    """Down, or right where there is nothing below: the walk ends, and ends at a control with nothing below it."""
    ordered = sorted(rects, key=lambda rect: (rect.y(), rect.x()))
    at: int | None = 0
    for _ in range(len(ordered) + 1):
        before, at = at, next_focus(ordered, at or 0, Way.DOWN)
        if at is None:
            assert before is not None
            assert next_focus(ordered, before, Way.DOWN) is None
            return
    pytest.fail("the arrow goes round in circles")
