"""The window of the customer display: full screen on its monitor, without a frame, a pointer or a key.

It counts the seconds in which it was fed and painted; who sees the count rise, and the lamp on the dealer's bar, know
that it is alive. A display that is not fed any more says so, and never shows an old result.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from dealer_app.screens.display.customer_screen import CustomerScreen
from ui.display.display_painter import paint_customer_screen, paint_stale
from ui.stop_screen import safe_paint
from ui.theme.theme import DARK

_SECOND = 1000
_STALE_SECONDS = 4.0
"""The station feeds it once a second at least."""
_WINDOW_SIZE = QSize(1280, 720)
"""Of the display of a demonstration, which shares the monitor of the station."""


class DisplayWindow(QWidget):
    """Shows what it is fed. `monitor` is counted from 1; without one it is a window beside the station's."""

    def __init__(
        self,
        monitor: int | None,
        painted: Callable[[CustomerScreen], None],
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(None)
        self._monitor = monitor
        self._painted = painted
        self._seconds = seconds
        self._shown: CustomerScreen | None = None
        self._fed_at = float("-inf")
        self._painted_at = float("-inf")
        self._frames = 0
        self._monitor_name = ""
        """Of the monitor on which it was last: their order changes when one is plugged in again."""
        self.setObjectName("display")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        if monitor is not None:
            self.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
            self.setCursor(Qt.CursorShape.BlankCursor)
        self.resize(_WINDOW_SIZE)
        self._clock = QTimer(self)
        self._clock.setInterval(_SECOND)
        self._clock.timeout.connect(self._tick)

    def open(self) -> None:
        """Shows it on its monitor, and again whenever that monitor comes back."""
        self._place()
        if self._monitor is not None:
            app = QGuiApplication.instance()
            assert isinstance(app, QGuiApplication), "a window has its application"
            # At once: Qt moves a window whose monitor goes onto one that is left.
            app.screenRemoved.connect(self._place)
            app.screenAdded.connect(self._place)
        self._clock.start()

    def end(self) -> None:
        self._clock.stop()
        self.close()
        self.deleteLater()

    def show_screen(self, shown: CustomerScreen) -> None:
        self._fed_at = self._seconds()
        if shown != self._shown:
            self._shown = shown
            self.setWindowTitle(shown.title)
            self.update()

    @property
    def is_alive(self) -> bool:
        """Whether guests see what is so now: it was fed and painted just now, and its monitor is there."""
        now = self._seconds()
        return self.isVisible() and now - self._painted_at < _STALE_SECONDS and not self._is_stale(now)

    def _is_stale(self, now: float) -> bool:
        return now - self._fed_at >= _STALE_SECONDS

    def _tick(self) -> None:
        """Once a second: a frame more while it is fed, and a look whether the monitor is there."""
        if self._monitor is not None and self.isVisible() != (self._find_monitor() is not None):
            self._place()
        if not self._is_stale(self._seconds()):
            self._frames += 1
        self.update()

    def _find_monitor(self) -> QScreen | None:
        screens = QGuiApplication.screens()
        assert self._monitor is not None, "asked of a display with a monitor of its own"
        names = [screen.name() for screen in screens]
        named = screens[names.index(self._monitor_name)] if self._monitor_name in filter(None, names) else None
        return named or (screens[self._monitor - 1] if 0 < self._monitor <= len(screens) else None)

    def _place(self) -> None:
        if self._monitor is None:
            self.show()
            return
        screen = self._find_monitor()
        if screen is None:
            # Its monitor was unplugged: a display that jumps onto the dealer's would cover the table.
            self.hide()
            return
        self._monitor_name = screen.name()
        self.setGeometry(screen.geometry())
        self.showFullScreen()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Guests press nothing."""
        event.ignore()

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        shown, now = self._shown, self._seconds()
        with QPainter(self) as painter:
            if shown is None:
                painter.fillRect(self.rect(), DARK.bg)
                return
            if self._is_stale(now):
                paint_stale(painter, self.size(), shown)
                return
            paint_customer_screen(painter, self.size(), shown, self._frames)
        self._painted_at = now
        self._painted(shown)
