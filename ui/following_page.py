"""What is seen while a long journal is followed before a start: the words, and a bar. There is no window yet."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.screens.blocks import NO_TEXT, ScreenText
from ui.event_loop import WindowLoop
from ui.stop_screen import safe_paint
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.theme.theme import DARK

_WIDTH, _HEIGHT = 0.5, 12
"""Of the bar: its part of the page, and pixels."""
_FRAME_SECONDS = 0.016

FollowProgress = Callable[[], tuple[ScreenText, float]]
"""The words, and which part is done."""


class WindowShape(Protocol):
    """How the window will be opened: the page is no larger and no smaller."""

    @property
    def size(self) -> tuple[int, int] | None: ...

    @property
    def full_screen(self) -> bool: ...


class FollowingPage(QWidget):
    """A page of its own, which is gone before the window comes. Who closes it does not want to wait."""

    def __init__(self, shape: WindowShape, title: str) -> None:
        super().__init__()
        self.left = False
        self.line = NO_TEXT
        self.part = 0.0
        self.setWindowTitle(title)
        screen = QGuiApplication.primaryScreen().availableSize()
        self.resize(QSize(*shape.size) if shape.size is not None else screen)
        if shape.full_screen:
            self.setWindowState(Qt.WindowState.WindowFullScreen)

    async def show_progress(self, done: Callable[[], bool], how_far: FollowProgress) -> None:
        """Or until somebody closes it."""
        self.show()
        while not done() and not self.left:
            self.line, self.part = how_far()
            self.setAccessibleName(self.line.first)
            self.update()
            await asyncio.sleep(_FRAME_SECONDS)
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.left = True
        event.accept()

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        measures = Measures.from_size(self.width(), self.height())
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), DARK.bg)
            bar = QRectF(self.width() * (1 - _WIDTH) / 2, self.height() * 0.56, self.width() * _WIDTH, _HEIGHT)
            painter.fillRect(bar, DARK.s3)
            painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * self.part, bar.height()), DARK.t1)
            painter.setPen(DARK.t1)
            top = self.height() * 0.36
            for text, size in ((self.line.first, measures.text(30, 24)), (self.line.second, measures.text(28, 22))):
                painter.setFont(fonts.font(size))
                room = QRectF(self.width() * 0.08, top, self.width() * 0.84, self.height())
                painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
                top += size * 1.8


def run_following_page(following: "Future[Any]", shape: WindowShape, title: str, how_far: FollowProgress) -> None:
    """Shows the page until the chain is followed, or somebody closes it."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication), "the page is a widget"
    app.setQuitOnLastWindowClosed(False)
    fonts.install_fonts()
    page = FollowingPage(shape, title)
    with WindowLoop(app) as loop:
        loop.run_until_complete(page.show_progress(following.done, how_far))
    page.deleteLater()
