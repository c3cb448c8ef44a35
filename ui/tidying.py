"""Python looks through all that was ever made for what nobody needs any more while nobody does anything.

It would do so whenever enough new has been made, which is in the middle of a card or of a panel that opens, and stand
still for some 30 ms each time.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_QUIET_MILLISECONDS = 3_000
"""Without a key, a touch or a card: then it is unlikely that one comes just now."""
_OFTEN_ENOUGH = 10
"""What is new has been looked through so many times: as often as Python itself would wait."""
_AT_THE_LATEST = 500
"""Where nobody ever rests it is done all the same."""


class Tidying(QObject):
    def __init__(self, parent: QObject | None = None, *, quiet: int = _QUIET_MILLISECONDS) -> None:
        super().__init__(parent)
        self._usual = gc.get_threshold()
        self._quiet = self._first = True
        self._timer = QTimer(self)
        self._timer.setInterval(quiet)
        self._timer.timeout.connect(self._rested)

    def begin(self) -> None:
        self._usual = gc.get_threshold()
        gc.set_threshold(*self._usual[:2], _AT_THE_LATEST)
        self._timer.start()

    def end(self) -> None:
        self._timer.stop()
        gc.set_threshold(*self._usual)
        gc.unfreeze()

    def disturbed(self, *_: object) -> None:
        """Somebody does something, or a device."""
        self._quiet = False

    def _rested(self) -> None:
        quiet, self._quiet = self._quiet, True
        if quiet and gc.get_count()[2] >= _OFTEN_ENOUGH:
            gc.collect()
            if self._first:
                # Documents, words and modules stay until the end, and need not be looked through again.
                gc.freeze()
            self._first = False
