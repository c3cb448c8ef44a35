"""A device server that speaks RFC 2217: bytes both ways, its speed set by the station, and a lost connection."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import serial
from serial.rfc2217 import PortManager

from drivers.address import PortError, PortFault
from drivers.serial_line import SerialLine

# pyserial 3.5 names its reader thread in a way that Python has since replaced.
pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")


class _Wire:
    """What the port manager writes to."""

    def __init__(self, peer: socket.socket) -> None:
        self._peer = peer

    def write(self, data: bytes) -> None:
        self._peer.sendall(data)


@contextmanager
def server() -> Iterator[tuple[int, serial.SerialBase, threading.Event]]:
    """One connection to a port whose output is its input; setting the event breaks the connection."""
    looped = serial.serial_for_url("loop://", timeout=0)
    broken = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        peer, _ = listening.accept()
        with peer:
            peer.settimeout(0.01)
            # Its types ask for more than it uses.
            manager = PortManager(looped, _Wire(peer))  # type: ignore[arg-type]
            while not broken.is_set():
                try:
                    came = peer.recv(4096)
                except TimeoutError:
                    came = None
                if came == b"":
                    return
                if came:
                    looped.write(b"".join(manager.filter(came)))
                out = looped.read(4096)
                if out:
                    peer.sendall(b"".join(manager.escape(out)))

    thread = threading.Thread(target=serve, name="rfc2217 server")
    thread.start()
    try:
        yield listening.getsockname()[1], looped, broken
    finally:
        broken.set()
        thread.join()
        listening.close()
        looped.close()


def read_on(line: SerialLine) -> None:
    for _ in range(100):
        line.read()


def test_bytes_speed_and_loss() -> None:
    every = bytes(range(256)) * 2
    with server() as (number, looped, broken):
        line = SerialLine(f"rfc2217://127.0.0.1:{number}", 4800)
        assert looped.baudrate == 4800
        line.write(every)
        read, give_up = b"", time.monotonic() + 10
        while len(read) < len(every) and time.monotonic() < give_up:
            read += line.read()
        assert read == every
        broken.set()
        with pytest.raises(PortError) as problem:
            read_on(line)
        assert problem.value.fault is PortFault.GONE
        line.close()
