"""The one loop of the window: Qt's, with the tasks of the station on it."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

import qasync  # isort: skip - it takes whichever Qt was imported before it


_GIVES_WAY_SECONDS = 0.001
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
        sys.setswitchinterval(_GIVES_WAY_SECONDS)
        # Python's own threads: those of the loop that it is made from would be objects of Qt, and ten at once.
        self.set_default_executor(ThreadPoolExecutor(_MOST_BEHIND, thread_name_prefix="behind"))
        self._waker = _Waker()
        self._waker.woken.connect(_run, Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Whoever else computes in this program shares its time again as before."""
        super().close()
        sys.setswitchinterval(self._switched)

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context=context)
        self._waker.woken.emit(handle)
        return handle


def _run(handle: asyncio.Handle) -> None:
    if not handle.cancelled():
        handle._run()
        # The other thread may let go of it last, and what hangs on it is not to be taken apart there.
        handle.cancel()
