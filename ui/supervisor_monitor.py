"""The supervisor's room on a monitor of its own: a second window of the station, worked at by touch or mouse alone.

It never takes the keyboard, so that what the dealer keys without looking is never keyed into the room. Where its
monitor is unplugged the window is hidden, and shown again as it was once the monitor is back.
"""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SignOut
from dealer_app.screens.context import Looks
from dealer_app.screens.ports import ScreenDesk, StopTexts, WindowPort
from dealer_app.screens.screen import Cue, Screen
from ui.stop_screen import StopScreen
from ui.theme.sizes import Measures
from ui.theme.theme import DARK
from ui.window import StationWindow

_SECOND = 1000
_ROOM_CUES = frozenset({Cue.REFUSED, Cue.DEVICE, Cue.STOP})
"""What is refused there, and alarms; all else sounds for the dealer already."""


class KeysToDealer(QObject):
    """Hands every key that comes to the room's window to the dealer's: not every system keeps keys away from it."""

    _KEYS = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})

    def __init__(self, station: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._station = station

    def eventFilter(self, _room: QObject, event: QEvent) -> bool:
        target = self._station.windowHandle()
        if event.type() not in self._KEYS or target is None:
            return False
        QCoreApplication.sendEvent(target, event)
        return True


class SupervisorMonitor:
    """`monitor` is counted from 1; `station` is the dealer's window, whose monitor it never covers."""

    def __init__(self, monitor: int, station: QWidget, words: StopTexts) -> None:
        self._monitor = monitor
        self._station = station
        self._desk: ScreenDesk | None = None
        self._keys: KeysToDealer | None = None
        self._is_open = False
        """Whether somebody is in the room."""
        self.window = StationWindow()
        self.window.setObjectName("supervisor-monitor")
        self.window.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.stop_screen = StopScreen(self.window, words, DARK)
        self._clock = QTimer(self.window)
        self._clock.setInterval(_SECOND)
        self._clock.timeout.connect(self._tick)

    def make_outlets(self, beside: WindowPort) -> WindowPort:
        """Where the desk of the room shows and sounds; all else is as for the dealer's screen."""
        window = self.window
        return replace(
            beside,
            show=self._show,
            show_hands=window.show_new_cards,
            play_sound=lambda cue: beside.play_sound(cue) if cue in _ROOM_CUES else None,
            is_small=lambda: not Measures.from_size(window.width(), window.height()).is_large_enough,
            is_compact=lambda: Measures.from_size(window.width(), window.height()).compact,
            show_guests=lambda _: None,
        )

    def begin(self, desk: ScreenDesk) -> None:
        """Shows the desk of the room, as soon as its monitor is there."""
        self._desk = desk
        self.window.acted.connect(desk.press)
        self.window.waited.connect(desk.show_wait)
        self.window.wants_to_close.connect(self._leave_room)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication), "a window needs an application"
        # At once: the system would put the window onto the monitor that is left, which is the dealer's.
        application.screenRemoved.connect(self._tick)
        desk.show()
        self._tick()
        self._clock.start()

    def end(self) -> None:
        self._clock.stop()
        self.window.idle_work.end()
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()

    def stop(self, code: str, note: str) -> None:
        """Play has stopped: the room says so, too."""
        self.stop_screen.stop(code, note)
        self.window.stop(self.stop_screen)

    @property
    def is_there(self) -> bool:
        return self.window.isVisible()

    def _show(self, screen: Screen, looks: Looks) -> None:
        self._is_open = screen.leave is not None
        self.window.show_screen(screen, looks)

    def _leave_room(self) -> None:
        """Somebody closes the window: who is in the room leaves it, and the way in is shown."""
        if self._desk is not None and self._is_open:
            self._desk.press(SignOut())

    def _tick(self, _gone: QScreen | None = None) -> None:
        """Whether the monitor is there; and time has passed for the desk."""
        screen = self._find_monitor()
        if screen is None:
            self.window.hide()
            return
        if not self.window.isVisible():
            self.window.setGeometry(screen.geometry())
            # Not `showFullScreen`, which would take the keyboard.
            self.window.setWindowState(Qt.WindowState.WindowFullScreen)
            self.window.show()
            self._keep_keys()
            self.window.idle_work.begin()
        if self._desk is not None:
            self._desk.refresh()

    def _keep_keys(self) -> None:
        """With the dealer, whatever the system does when another window is shown."""
        if self._keys is None:
            handle = self.window.windowHandle()
            self._keys = KeysToDealer(self._station, handle)
            handle.installEventFilter(self._keys)
        self._station.activateWindow()

    def _find_monitor(self) -> QScreen | None:
        """Its monitor, if that is there and is not the dealer's."""
        screens = QGuiApplication.screens()
        found = screens[self._monitor - 1] if 0 < self._monitor <= len(screens) else None
        return None if found is None or found is self._station.screen() else found
