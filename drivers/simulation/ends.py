"""The device's end of a simulated line: the one this system has, and the TCP server.

The pseudo-terminal has a module of its own, which cannot be imported on Windows.
"""

import select
import socket
import sys
from pathlib import Path

from drivers.simulation.line import End

_PATIENCE_SECONDS = 5.0
"""How long a full line is waited for; then the bytes are gone, as they would be on a wire."""
_LARGEST = 4096


class TcpEnd:
    """A serial device server in TCP-server mode: one connection at a time."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self._host, self._port = host, port
        self._server: socket.socket | None = None
        self._peer: socket.socket | None = None
        self.plug()

    @property
    def address(self) -> str:
        return f"socket://{self._host}:{self._port}"

    @property
    def speed(self) -> int | None:
        return None

    @property
    def has_listener(self) -> bool:
        return self._accept_peer(0.0) is not None

    def write(self, data: bytes) -> None:
        peer = self._accept_peer(0.0)
        if peer is not None:
            try:
                peer.sendall(data)
            except OSError:
                self._close_peer()

    def read(self, timeout: float = 0.0) -> bytes:
        peer = self._accept_peer(timeout)
        if peer is None or not select.select([peer], [], [], timeout)[0]:
            return b""
        try:
            data = peer.recv(_LARGEST)
        except OSError:
            data = b""
        if not data:
            self._close_peer()
        return data

    def unplug(self) -> None:
        self._close_peer()
        if self._server is not None:
            self._server.close()
            self._server = None

    def plug(self) -> None:
        self.unplug()
        self._server = socket.create_server((self._host, self._port))
        self._port = self._server.getsockname()[1]

    def _accept_peer(self, timeout: float) -> socket.socket | None:
        if self._peer is None and self._server is not None and select.select([self._server], [], [], timeout)[0]:
            self._peer, _ = self._server.accept()
            self._peer.settimeout(_PATIENCE_SECONDS)
        return self._peer

    def _close_peer(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None


if sys.platform != "win32":
    from drivers.simulation.pty_end import PtyEnd


def usual_end(link: Path) -> End:
    """Under this link it is found again when it was unplugged: the number of a pseudo-terminal goes to the next."""
    if sys.platform == "win32":
        return TcpEnd()
    return PtyEnd(link)
