"""What a finger means that touches beside what it means: something that is smaller than a finger reaches further."""

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect

Meant = TypeVar("Meant")


def meant(point: QPoint, there: Iterable[tuple[Meant, QRect, tuple[int, int]]]) -> Meant | None:
    """The nearest of those that are smaller than a finger; each with its place, and how far it reaches beyond that.

    Of two that are as near it is the first. What is as large as a finger is touched itself, and not here.
    """
    found: list[tuple[int, int, Meant]] = []
    for number, (each, rect, (wide, high)) in enumerate(there):
        if (wide > 0 or high > 0) and rect.adjusted(-wide, -high, wide, high).contains(point):
            found.append(((point - rect.center()).manhattanLength(), number, each))
    return min(found, key=lambda one: one[:2])[2] if found else None
