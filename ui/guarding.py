"""A widget whose painting failed once paints a plain box until the restart: the fault is told once, and not again."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

Painted = TypeVar("Painted", bound=QWidget)
_FAILED = "_painting_failed"


def guarded(paint: Callable[[Painted, QPaintEvent], None]) -> Callable[[Painted, QPaintEvent], None]:
    """Goes around a paintEvent."""

    @wraps(paint)
    def painted(self: Painted, event: QPaintEvent) -> None:
        if not getattr(self, _FAILED, False):
            try:
                paint(self, event)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the window goes on and says so
                setattr(self, _FAILED, True)
                sys.excepthook(type(problem), problem, problem.__traceback__)
            else:
                return
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), Qt.GlobalColor.darkGray)

    return painted
