"""What is no device: pseudo-terminals and a connection of this machine with itself, by address and when it is open."""

import os
import socket
from pathlib import Path

import pytest

from drivers.serial_line import SerialLine, is_local_peer, is_pseudo_terminal, is_simulated_address


@pytest.mark.parametrize(
    "address",
    [
        "/dev/pts/7",
        "/dev/ttyp3",
        "socket://127.0.0.1:4001",
        "socket://127.8.8.8:4001",
        "socket://localhost:4001",
        "SOCKET://LOCALHOST:4001",
        "rfc2217://127.0.0.1:4001",
        "rfc2217://localhost:4001",
        "socket://0.0.0.0:4001",
    ],
)
def test_an_address_of_a_program_is_known(address: str) -> None:
    assert is_simulated_address(address)


@pytest.mark.parametrize(
    "address",
    ["/dev/ttyUSB0", "/dev/ttyS0", "/dev/ttyAMA0", "COM3", "usb:0403:6001", "socket://192.168.7.20:4001"],
)
def test_an_address_of_a_device_is_none(address: str) -> None:
    assert not is_simulated_address(address)


def test_a_link_to_a_pseudo_terminal_is_one(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    link.symlink_to("/dev/pts/7")
    assert is_simulated_address(str(link))


def test_an_open_pseudo_terminal_is_known_by_what_it_is() -> None:
    ours, theirs = os.openpty()
    try:
        assert is_pseudo_terminal(theirs)
        line = SerialLine(os.ttyname(theirs), 9600)
        assert line.is_simulated()
        line.close()
    finally:
        os.close(ours)
        os.close(theirs)


def test_an_open_file_that_is_no_terminal_is_none() -> None:
    with Path("/dev/null").open("rb") as file:
        assert not is_pseudo_terminal(file.fileno())


def test_a_connection_with_this_machine_is_known_by_its_ends() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = SerialLine(f"socket://127.0.0.1:{server.getsockname()[1]}", 9600)
        assert line.is_simulated()
        line.close()
    with socket.socket() as alone:
        assert not is_local_peer(alone), "nobody is at the other side"
