"""The station takes no connection from anywhere: nothing in it listens, whoever has it running."""

import ast
import socket
import sys
from pathlib import Path

import pytest

from tests.support.open_sockets import list_sockets
from tests.support.run_station import demo_folder, run_station

ROOT = Path(__file__).parents[2]
SERVES = {
    *("bind", "create_server", "create_unix_server", "start_server", "start_unix_server"),
    "create_datagram_endpoint",
}
SERVERS = {"socketserver", "http", "xmlrpc", "wsgiref"}
QT_SERVERS = {"QTcpServer", "QLocalServer", "QWebSocketServer", "QUdpSocket", "QDBusConnection"}
A_SIMULATED_DEVICE = "drivers/simulation/ends.py"
"""A device that a test or `devices simulate` plays: no part of a station that deals."""


def serving(file: Path) -> set[str]:
    """What a file calls on a socket or a loop, or names of Qt, to be connected to."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imports = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in ([ast.alias(node.module or "")] if isinstance(node, ast.ImportFrom) else node.names)
    }
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & QT_SERVERS
    if imports & {"socket", "asyncio"}:
        called = {
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        found |= called & SERVES
    return found | imports & SERVERS


@pytest.mark.assurance("A39")
def test_no_module_of_the_station_waits_for_a_connection() -> None:
    files = [file for part in ("dealer_app", "ui", "drivers") for file in sorted((ROOT / part).rglob("*.py"))]
    found = {str(file.relative_to(ROOT)): serving(file) for file in files if serving(file)}
    assert set(found) == {A_SIMULATED_DEVICE}, found


@pytest.mark.assurance("A39")
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_a_running_station_listens_on_no_socket(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)):
        assert any(each.startswith("tcp ") for each in list_sockets())
    with run_station(demo_folder(tmp_path / "station")) as station:
        station.sees("Type a command")
        assert list_sockets(station.process.pid) == set()
        station.gives_command("M2", "stop").sees("Stopped in order.")
