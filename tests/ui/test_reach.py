"""What a finger means that touches beside it."""

import pytest
from PySide6.QtCore import QPoint, QRect

from ui.touch import nearest_small_item

SMALL, BESIDE, LARGE = QRect(0, 0, 20, 20), QRect(60, 0, 20, 20), QRect(0, 100, 80, 80)
THERE = (("small", SMALL, (20, 10)), ("beside", BESIDE, (20, 10)), ("large", LARGE, (0, 0)))


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        (QPoint(10, 25), "small"),
        (QPoint(30, 10), "small"),
        (QPoint(49, 10), "beside"),
        (QPoint(10, 35), None),
        (QPoint(40, 98), None),
        (QPoint(40, 140), None),
    ],
)
def test_the_nearest_that_reaches_so_far_is_meant(point: QPoint, expected: str | None) -> None:
    assert nearest_small_item(point, THERE) == expected


def test_of_two_that_are_as_near_it_is_the_first() -> None:
    both = (("one", SMALL, (5, 5)), ("other", QRect(SMALL), (5, 5)))
    assert nearest_small_item(QPoint(22, 10), both) == "one"
