"""What a finger means that touches beside what it means: something that is smaller than a finger reaches further."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect

Meant = TypeVar("Meant")


def meant(point: QPoint, there: Iterable[tuple[Meant, QRect, tuple[int, int]]]) -> Meant | None:
    """The nearest of those that are smaller than a finger; each with its place, and how far it reaches beyond that.

    Of two that are as near it is the first. What is as large as a finger is touched itself, and not here.
    """
    return nearest(
        point,
        (
            (each, rect, rect.adjusted(-wide, -high, wide, high))
            for each, rect, (wide, high) in there
            if wide > 0 or high > 0
        ),
    )


def nearest(point: QPoint, there: Iterable[tuple[Meant, QRect, QRect]]) -> Meant | None:
    """The same; each with its place, and all that it reaches."""
    found: list[tuple[int, int, Meant]] = []
    for number, (each, rect, reached) in enumerate(there):
        if reached.contains(point):
            found.append((_apart(point, rect), number, each))
    return min(found, key=lambda one: one[:2])[2] if found else None


def _apart(point: QPoint, rect: QRect) -> int:
    """How far it is from there to the nearest edge."""
    across = max(rect.left() - point.x(), point.x() - rect.right(), 0)
    return across + max(rect.top() - point.y(), point.y() - rect.bottom(), 0)


def reach(rect: QRect, target: int, others: Sequence[QRect], within: QRect) -> QRect:
    """As large as a finger around its middle; where something else lies on one side, further on the other.

    What lies between two that are both too small is shared by them.
    """
    wide, high = max(0, target - rect.width()), max(0, target - rect.height())
    beside = [other for other in (*others, *_edges(within)) if other != rect]
    level = [other for other in beside if rect.top() <= other.bottom() and other.top() <= rect.bottom()]
    before = (_taken(rect.left() - other.right() - 1, wide, other.width() < target) for other in level)
    behind = (_taken(other.left() - rect.right() - 1, wide, other.width() < target) for other in level)
    left, right = _shared(wide, max(before, default=0), max(behind, default=0))
    whole = rect.adjusted(-left, 0, right, 0)
    upright = [other for other in beside if whole.left() <= other.right() and other.left() <= whole.right()]
    over = (_taken(rect.top() - other.bottom() - 1, high, other.height() < target) for other in upright)
    under = (_taken(other.top() - rect.bottom() - 1, high, other.height() < target) for other in upright)
    above, below = _shared(high, max(over, default=0), max(under, default=0))
    return whole.adjusted(0, -above, 0, below)


def _edges(within: QRect) -> tuple[QRect, ...]:
    """What lies around it: no finger comes from there."""
    return (
        within.translated(-within.width(), 0),
        within.translated(within.width(), 0),
        within.translated(0, -within.height()),
        within.translated(0, within.height()),
    )


def _taken(gap: int, lacks: int, shares: bool) -> int:
    """How much is not its own of what it would reach on a side on which something lies so far away."""
    free = gap // 2 if shares else gap
    return lacks - free if gap >= 0 and lacks > free else 0


def _shared(lacks: int, before: int, behind: int) -> tuple[int, int]:
    """How much it reaches on one side and on the other: alike, unless one of them has less room."""
    half = -(-lacks // 2)
    one, other = min(half, lacks - before), min(half, lacks - behind)
    return max(one, min(lacks - other, lacks - before)), max(other, min(lacks - one, lacks - behind))
