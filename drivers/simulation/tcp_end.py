"""The device's end of a serial device server in TCP-server mode, which can be unplugged."""

import select
import socket

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
    def attended(self) -> bool:
        return self._connected(0.0) is not None

    def write(self, data: bytes) -> None:
        peer = self._connected(0.0)
        if peer is not None:
            try:
                peer.sendall(data)
            except OSError:
                self._hang_up()

    def read(self, timeout: float = 0.0) -> bytes:
        peer = self._connected(timeout)
        if peer is None or not select.select([peer], [], [], timeout)[0]:
            return b""
        try:
            data = peer.recv(_LARGEST)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def unplug(self) -> None:
        self._hang_up()
        if self._server is not None:
            self._server.close()
            self._server = None

    def plug(self) -> None:
        self.unplug()
        self._server = socket.create_server((self._host, self._port))
        self._port = self._server.getsockname()[1]

    def _connected(self, timeout: float) -> socket.socket | None:
        if self._peer is None and self._server is not None and select.select([self._server], [], [], timeout)[0]:
            self._peer, _ = self._server.accept()
            self._peer.settimeout(_PATIENCE_SECONDS)
        return self._peer

    def _hang_up(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None
