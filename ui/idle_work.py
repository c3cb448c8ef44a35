"""Work that can wait, a piece in each turn of the loop: a card, a key or a touch that comes has its turn in between.

Where nobody has said that a loop runs, as for one picture, it is done at once.
"""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

WorkPieces = Iterator[None]
"""Each `next` does one of them."""

_AHEAD_MILLISECONDS = 20
"""Between two pieces of what nobody waits for."""


class IdleWork(QObject):
    """Runs pieces of work in the idle turns of the loop; what is wanted now goes before what is made ahead."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: dict[object, WorkPieces] = {}
        self._ahead: dict[object, WorkPieces] = {}
        self._by_turns = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._do_next_piece)

    @property
    def has_loop(self) -> bool:
        """Whether a loop has been said to run."""
        return self._by_turns

    @property
    def is_queue_empty(self) -> bool:
        """Whether all that is wanted is done."""
        return not self._wanted

    @property
    def is_idle(self) -> bool:
        """Whether nothing is made ahead any more either."""
        return not (self._wanted or self._ahead)

    def begin(self) -> None:
        """A loop runs from now on."""
        self._by_turns = True

    def end(self) -> None:
        """Nobody will see what is still wanted."""
        self._by_turns = False
        self._wanted.clear()
        self._ahead.clear()
        self._timer.stop()

    def schedule(self, name: object, pieces: WorkPieces) -> None:
        """In the coming turns. What was wanted by this name before is not wanted any more."""
        self._wanted[name] = pieces
        if self._by_turns:
            self._start_timer()
        else:
            self.finish()

    def schedule_ahead(self, name: object, pieces: WorkPieces) -> None:
        """In turns in which nothing else is to be done; nothing where no loop runs."""
        if self._by_turns:
            self._ahead[name] = pieces
            self._start_timer()

    def forget(self, name: object) -> None:
        self._wanted.pop(name, None)
        self._start_timer()

    def finish(self) -> None:
        """All that is wanted, at once."""
        while self._wanted:
            self._do_piece(self._wanted)

    def _start_timer(self) -> None:
        if not (self._wanted or self._ahead):
            self._timer.stop()
            return
        pause = 0 if self._wanted else _AHEAD_MILLISECONDS
        if not self._timer.isActive() or self._timer.interval() != pause:
            self._timer.start(pause)

    def _do_next_piece(self) -> None:
        try:
            self._do_piece(self._wanted or self._ahead)
        finally:
            self._start_timer()

    @staticmethod
    def _do_piece(waiting: dict[object, WorkPieces]) -> None:
        """The next piece of the first; one that fails is not tried again."""
        name, pieces = next(iter(waiting.items()))
        over = True
        try:
            over = next(pieces, pieces) is pieces
        finally:
            if over and waiting.get(name) is pieces:
                del waiting[name]


class DeferredPainting(QObject):
    """Paints what a screen has changed a turn of the loop later: a card or a touch that came may go before.

    It listens only until then: at any other time all events of a window go straight to it.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._put_off = False

    def begin(self) -> None:
        self._window.installEventFilter(self)

    def end(self) -> None:
        """What is to be painted is painted when it is asked for."""
        self._put_off = False
        self._window.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.UpdateRequest:
            return False
        if self._put_off:
            # Once, and not again for each screen that came since: else nothing would be seen while they come.
            self.end()
            return False
        self._put_off = True
        again = QEvent(QEvent.Type.UpdateRequest)
        QCoreApplication.postEvent(watched, again, Qt.EventPriority.LowEventPriority.value)
        return True
