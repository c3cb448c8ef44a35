"""The window's one event loop: Qt's, with the tasks of the station on it, and signals of the system.

Python handles a signal between two of its own steps, and while Qt waits there are none: the signal wakes Qt
up. So Ctrl-C and the system's request to end are handled in a turn of the loop.
"""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context
from typing import Any

import qasync
from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal
from PySide6.QtWidgets import QApplication

_SWITCH_SECONDS = 0.001
_MOST_BEHIND = 10
"""Several of them wait for the whole day: for the disk that fills up, or for the end."""


class _Waker(QObject):
    woken = Signal(object)


class WindowLoop(qasync.QEventLoop):  # type: ignore[misc]
    """What another thread asks for is done in the turn in which its signal comes.

    The loop that it is made from sets a timer there, and does it a turn later: a card has come by then, and waits.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._switched = sys.getswitchinterval()
        # Another thread that computes gives way to the window after this, each time that it is asked.
        sys.setswitchinterval(_SWITCH_SECONDS)
        # Python's own threads: those of the loop that it is made from would be objects of Qt, and ten at once.
        self.set_default_executor(ThreadPoolExecutor(_MOST_BEHIND, thread_name_prefix="behind"))
        self._waker = _Waker()
        self._waker.woken.connect(_run_handle, Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Gives the other threads of this program their usual share of time again."""
        super().close()
        sys.setswitchinterval(self._switched)

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context=context)
        self._waker.woken.emit(handle)
        return handle


def _run_handle(handle: asyncio.Handle) -> None:
    if not handle.cancelled():
        handle._run()
        # The other thread may let go of it last, and what hangs on it is not to be taken apart there.
        handle.cancel()


_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def end_on_interrupt() -> Iterator[None]:
    """Until the loop hears signals, Ctrl-C ends the program at once, as the system's request to end does.

    Python would make an exception of it, and where Qt has called it that is printed and forgotten.
    """
    raises = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if raises:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if raises:
            signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def handle_signals(parent: QObject, interrupted: Callable[[int], None]) -> Iterator[None]:
    """While it is open, each of these signals is handed over in a turn of the loop, and never in the middle of a step.

    A signal that the program was started to ignore, as the command nohup does, stays ignored.
    """
    reading, wakes = socket.socketpair()
    reading.setblocking(False)
    wakes.setblocking(False)
    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, parent)

    def hand_over() -> None:
        for number in reading.recv(64):
            if number in before:
                interrupted(number)

    notifier.activated.connect(hand_over)
    woken = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    before = {
        each: signal.signal(each, lambda *_: None) for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(woken)
        notifier.setEnabled(False)
        notifier.deleteLater()
        reading.close()
        wakes.close()
