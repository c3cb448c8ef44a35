"""Ctrl-C in the terminal from which the window was opened, and what the system sends to have a program end.

Python hears of a signal between two of its own steps, and while Qt waits there are none: the signal wakes Qt up.
"""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QSocketNotifier

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def interruptible(parent: QObject, interrupted: Callable[[int], None]) -> Iterator[None]:
    """Meanwhile each of these signals is handed over in a turn of the loop, and never in the middle of a step.

    A signal that whoever started the program has it ignore, as `nohup` does, stays ignored.
    """
    heard, wakes = socket.socketpair()
    heard.setblocking(False)
    wakes.setblocking(False)
    notifier = QSocketNotifier(heard.fileno(), QSocketNotifier.Type.Read, parent)

    def hand_over() -> None:
        for number in heard.recv(64):
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
        heard.close()
        wakes.close()
