"""Follows the older part of the chain while the station plays, at a pace that leaves the disk to the table."""

import threading
from pathlib import Path

from dealer_app.journal.record import Head
from dealer_app.journal.trouble import JournalError
from dealer_app.journal.verifying import PAUSE_MILLISECONDS, verify
from dealer_app.terminal.keyboard import Keyboard


class Verifying:
    """One verification of the whole journal, on a thread of its own."""

    def __init__(self, folder: Path, keyboard: Keyboard) -> None:
        self._folder = folder
        self._keyboard = keyboard
        self._pause = PAUSE_MILLISECONDS / 1000
        self._stop = threading.Event()
        self._found: Head | JournalError | None = None
        self._thread = threading.Thread(target=self._verify, name="verifying")
        self._thread.start()

    def _verify(self) -> None:
        try:
            head = verify(self._folder, lambda _at, _of: not self._stop.wait(self._pause))
        except JournalError as problem:
            self._found = problem
            # Whoever waits at the table is told at once; the station itself ends with the next thing that it hears.
            self._keyboard.say("STOP. The journal is damaged. Finish nothing, call the pit.")
        else:
            if not self._stop.is_set():
                self._found = head

    def found(self) -> Head | None:
        """How far the chain is whole, once; nothing before that is known. Raises JournalError for damage."""
        if isinstance(self._found, JournalError):
            raise self._found
        found, self._found = self._found, None
        return found

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
