"""A port that cannot be opened says what is wrong and what to do; real ports where the system has them."""

import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from drivers.address import PortError, PortFault
from drivers.serial_line import SerialLine, list_ports
from drivers.simulation.ends import TcpEnd
from drivers.simulation.pty_end import PtyEnd
from tests.devices.device_lines import soon


def problem_of(name: str, baudrate: int = 9600) -> PortError:
    with pytest.raises(PortError) as problem:
        SerialLine(name, baudrate)
    assert name in str(problem.value)
    return problem.value


def test_a_port_that_does_not_exist() -> None:
    problem = problem_of("/dev/ttyNOSUCH")
    assert problem.fault is PortFault.MISSING
    assert "is the device plugged in?" in str(problem)


def test_a_port_that_is_busy() -> None:
    end = PtyEnd()
    line = SerialLine(end.address, 9600)
    problem = problem_of(end.address)
    line.close()
    assert problem.fault is PortFault.BUSY
    assert "close that one" in str(problem)
    SerialLine(end.address, 9600).close()
    end.unplug()


def refusing(number: int) -> Callable[..., int]:
    def opened(path: str, *_: object) -> int:
        raise OSError(number, os.strerror(number), path)

    return opened


@pytest.mark.parametrize(
    ("number", "fault", "advice"),
    [
        (errno.EACCES, PortFault.NOT_PERMITTED, "usermod -aG dialout USER"),
        (errno.EPERM, PortFault.NOT_PERMITTED, "group dialout"),
        (errno.EBUSY, PortFault.BUSY, "close that one"),
        (errno.ENXIO, PortFault.MISSING, "plugged in"),
    ],
)
def test_what_the_system_refuses(number: int, fault: PortFault, advice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("serial.serialposix.os.open", refusing(number))
        problem = problem_of("/dev/ttyUSB0")
    assert problem.fault is fault
    assert advice in str(problem)


@pytest.mark.parametrize("name", ["/dev/null", "/etc"])
def test_what_is_no_serial_port(name: str) -> None:
    assert problem_of(name).fault is PortFault.NOT_A_PORT


def test_a_device_server_that_refuses() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    problem = problem_of(f"socket://127.0.0.1:{number}")
    assert problem.fault is PortFault.REFUSED
    assert "TCP-server mode" in str(problem)


def test_a_device_server_whose_name_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with monkeypatch.context() as patch:
        patch.setattr("socket.create_connection", unknown)
        assert problem_of("socket://no-such-host:4001").fault is PortFault.UNKNOWN_HOST


def test_a_device_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_: object, **__: object) -> None:
        raise TimeoutError("timed out")

    with monkeypatch.context() as patch:
        patch.setattr("socket.create_connection", silent)
        assert problem_of("socket://10.0.0.1:4001").fault is PortFault.UNREACHABLE


def test_without_pyserial_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    problem = problem_of("/dev/ttyUSB0")
    assert problem.fault is PortFault.NO_LIBRARY
    assert "install dealer-station[window]" in str(problem)
    with pytest.raises(PortError, match="pyserial is not installed"):
        list_ports()


def test_the_systems_ports_are_listed_with_their_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    found, bare = (ListPortInfo(name, skip_link_detection=True) for name in ("/dev/ttyUSB0", "/dev/ttyS0"))
    found.vid, found.pid, found.serial_number, found.description = 0x0403, 0x6001, "A1", "FT232"
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [found, bare])
    assert [(it.name, str(it.usb), it.description) for it in list_ports()] == [
        ("/dev/ttyS0", "None", "n/a"),
        ("/dev/ttyUSB0", "usb:0403:6001:A1", "FT232"),
    ]


# Reading and writing, on either kind of line


@contextmanager
def joined(kind: str) -> Iterator[tuple[PtyEnd | TcpEnd, SerialLine]]:
    end = PtyEnd() if kind == "pty" else TcpEnd()
    line = SerialLine(end.address, 9600)
    try:
        soon(lambda: end.has_listener)
        yield end, line
    finally:
        line.close()
        end.unplug()


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_bytes_go_both_ways_unchanged(kind: str) -> None:
    every = bytes(range(256)) * 4
    with joined(kind) as (end, line):
        end.write(every)
        read, heard = b"", b""
        while len(read) < len(every):
            read += line.read()
        line.write(every)
        while len(heard) < len(every):
            heard += end.read(1.0)
        assert read == heard == every
        assert line.read() == b""


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_an_unplugged_line_says_so(kind: str) -> None:
    with joined(kind) as (end, line):
        end.unplug()
        with pytest.raises(PortError) as problem:
            line.read()
        assert problem.value.fault is PortFault.GONE


def test_the_speed_is_seen_from_the_other_end() -> None:
    end = PtyEnd()
    assert not end.has_listener
    for speed in (4800, 9600, 115200):
        SerialLine(end.address, speed).close()
        assert end.speed == speed
    end.unplug()


def test_pyserial_is_asked_for_the_port_alone() -> None:
    """Two stations on one port would each read half of the bytes."""
    end = PtyEnd()
    line = SerialLine(end.address, 9600)
    with pytest.raises(serial.SerialException):
        serial.serial_for_url(end.address, exclusive=True)
    line.close()
    end.unplug()
