"""The second window of practice, for a trainer on a second monitor or beside the first window."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from dealer_app.screens.context import Looks
from dealer_app.screens.ports import SecondDesk
from dealer_app.screens.screen import Screen
from ui.window import StationWindow


class SecondWindow:
    """Opened for a desk that takes its touches and keys, fed with screens, closed with the first window."""

    def __init__(self, first: StationWindow, note_activity: Callable[..., None]) -> None:
        self._first = first
        self._note_activity = note_activity
        self.window: StationWindow | None = None

    def open(self, desk: SecondDesk) -> bool:
        """On a monitor of its own where there is one, else as large as the first window and over it."""
        self.close()
        window = self.window = StationWindow()
        window.setWindowTitle(self._first.windowTitle())
        window.artwork = self._first.artwork
        window.resize(self._first.size())
        for happens in (window.acted, window.typed, window.waited):
            happens.connect(self._note_activity)
        window.acted.connect(desk.press)
        window.typed.connect(desk.press_key)
        window.waited.connect(desk.show_wait)
        # In the next turn of the loop: the window that asks is not taken away while it does.
        window.wants_to_close.connect(lambda: QTimer.singleShot(0, desk.leave))
        here = self._first.screen()
        other = next((each for each in QGuiApplication.screens() if each is not here), None)
        if other is not None:
            window.setGeometry(other.availableGeometry())
        return True

    def show(self, screen: Screen, looks: Looks) -> None:
        """Brings it up to date."""
        if self.window is None:
            return
        self.window.show_screen(screen, looks)
        if not self.window.isVisible():
            self.window.show()

    def close(self) -> None:
        """It goes, and is not asked."""
        window, self.window = self.window, None
        if window is not None:
            window.may_close = True
            window.idle_work.end()
            window.close()
            window.deleteLater()
