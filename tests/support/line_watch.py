"""Both ends of a pseudo-terminal, counting what passes: so a test knows when all that was written is handed over."""

import time

from drivers.serial_line import DeviceLine, SerialLine
from drivers.simulation.pty_end import PtyEnd

_LOST_AFTER_SECONDS = 0.5
"""What is written before a line that was plugged in is opened again is gone: it is not waited for any longer."""


class WatchedEnd(PtyEnd):
    """Counts the bytes that were written since it was plugged in."""

    written = 0

    def write(self, data: bytes) -> None:
        super().write(data)
        self.written += len(data)

    def plug(self) -> None:
        super().plug()
        self.written = 0


class WatchedLine(SerialLine):
    """Counts the bytes that the port has taken and put into its inbox: it reads again only after that."""

    def __init__(self, name: str, baudrate: int) -> None:
        super().__init__(name, baudrate)
        self.taken = 0
        self._given = 0

    def read(self) -> bytes:
        self.taken = self._given
        data = super().read()
        self._given += len(data)
        return data


class LineWatch:
    """Of one end and whatever line is open to it."""

    def __init__(self, end: WatchedEnd) -> None:
        self._end = end
        self._line: WatchedLine | None = None
        self._counted = (0, 0)
        self._since = 0.0

    def open(self, name: str, baudrate: int) -> DeviceLine:
        self._line = WatchedLine(name, baudrate)
        return self._line

    def all_taken(self) -> bool:
        """Whether the station has all that was written, or what is missing is gone for good."""
        counted = self._end.written, 0 if self._line is None else self._line.taken
        if counted[0] == counted[1]:
            return True
        if counted != self._counted:
            self._counted, self._since = counted, time.monotonic()
        if time.monotonic() - self._since < _LOST_AFTER_SECONDS:
            return False
        self._end.written = counted[1]
        return True
