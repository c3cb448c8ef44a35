"""Collects garbage on the window's own thread only, and while nobody does anything.

Python would collect whenever enough new objects have been made. That is in the middle of a card or of a panel that
opens, and takes some 30 ms each time; and it is in the thread that makes them, a port's or the journal's: parts of a
window that were thrown away would be taken apart there, under the hands of Qt, which ends the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_QUIET_MILLISECONDS = 3_000
"""Without a key, a touch or a card: then it is unlikely that one comes just now."""
_NEW_ENOUGH = 7_000
"""So much more was made than thrown away: what is new is looked through, as often as Python itself would."""
_OFTEN_ENOUGH = 10
"""What is new has been looked through so many times: as often as Python itself would wait."""
_AT_THE_LATEST = 500
"""Where nobody ever rests it is done all the same."""


def collect_garbage(*, resting: bool) -> bool:
    """Looks through what is new, and through everything where that can be. Whether it was everything."""
    new, _, times = gc.get_count()
    everything = times >= (_OFTEN_ENOUGH if resting else _AT_THE_LATEST)
    if everything:
        gc.collect()
    elif new >= _NEW_ENOUGH:
        gc.collect(1)
    return everything


class MainThreadCollector(QObject):
    def __init__(self, parent: QObject | None = None, *, quiet: int = _QUIET_MILLISECONDS) -> None:
        super().__init__(parent)
        self._quiet = self._first = True
        self._timer = QTimer(self)
        self._timer.setInterval(quiet)
        self._timer.timeout.connect(self._on_timer)

    def begin(self) -> None:
        """From now on Python collects nothing by itself, nor after the end: other threads live longer than the window.

        The caller that has begun the program lets it collect again, once they have ended.
        """
        gc.disable()
        self._timer.start()

    def end(self) -> None:
        """Nobody looks any more; what was to stay until the end need not."""
        self._timer.stop()
        gc.unfreeze()

    def note_activity(self, *_: object) -> None:
        """Somebody does something, or a device."""
        self._quiet = False

    def _on_timer(self) -> None:
        quiet, self._quiet = self._quiet, True
        if collect_garbage(resting=quiet) and self._first:
            # Documents, words and modules stay until the end, and need not be looked through again.
            self._first = False
            gc.freeze()
