"""The device's end of a pseudo-terminal, which can be unplugged. Not on Windows: there a TCP server takes its place."""

import os
import pty
import select
import termios
import tty
from pathlib import Path

_SPEEDS = {
    getattr(termios, f"B{speed}"): speed
    for speed in (50, 300, 600, 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200)
}
_UNOPENED = 50
"""The speed until somebody opens the line, for nobody uses it."""
_PATIENCE_SECONDS = 5.0
"""How long a full line is waited for; then the bytes are gone, as they would be on a wire."""
_LARGEST = 4096


class PtyEnd:
    """A pseudo-terminal. Plugged in again it is another one, under another name, as USB adapters may be."""

    def __init__(self, link: Path | None = None) -> None:
        """`link` is a symbolic link that is kept leading to it, whatever its name."""
        self._link = link
        self._master = self._slave = -1
        self.plug()

    @property
    def address(self) -> str:
        if self._link is not None:
            return str(self._link)
        return os.ttyname(self._slave) if self._slave >= 0 else "an unplugged line"

    @property
    def speed(self) -> int | None:
        return None if self._master < 0 else _SPEEDS.get(termios.tcgetattr(self._master)[5])

    @property
    def has_listener(self) -> bool:
        return self.speed not in {None, _UNOPENED}

    def write(self, data: bytes) -> None:
        left = memoryview(data)
        while left and self._master >= 0:
            _, ready, _ = select.select([], [self._master], [], _PATIENCE_SECONDS)
            if not ready:
                return
            left = left[os.write(self._master, left[:_LARGEST]) :]

    def read(self, timeout: float = 0.0) -> bytes:
        if self._master < 0:
            return b""
        ready, _, _ = select.select([self._master], [], [], timeout)
        return os.read(self._master, _LARGEST) if ready else b""

    def unplug(self) -> None:
        if self._master >= 0:
            os.close(self._slave)
            os.close(self._master)
            if self._link is not None:
                self._link.unlink(missing_ok=True)
        self._master = self._slave = -1

    def plug(self) -> None:
        self.unplug()
        # The slave stays open here too: else the master could not be read before the station opens it.
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        settings = termios.tcgetattr(self._slave)
        settings[4] = settings[5] = termios.B50
        termios.tcsetattr(self._slave, termios.TCSANOW, settings)
        os.set_blocking(self._master, False)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(os.ttyname(self._slave))
