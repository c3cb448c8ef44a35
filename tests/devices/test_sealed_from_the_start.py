"""Before any device is heard there is one desk of devices, made on the thread of the station, that captures ask."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dealer_app import wiring
from dealer_app.cli import run
from dealer_app.station.station import Station
from dealer_app.wiring import DeviceConnection, StationOptions, TableDevices


class DeskIsMade:
    """Of a station only what matters here: how often its desk of devices is made, and on which thread."""

    def __init__(self) -> None:
        self.on: list[str] = []
        self.state = SimpleNamespace()

    @cached_property
    def devices(self) -> SimpleNamespace:
        self.on.append(threading.current_thread().name)
        return SimpleNamespace(sealed=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], bool]]:
    """What the capture of each device asks, in place of the device."""
    found: list[Callable[[], bool]] = []

    def made(connection: DeviceConnection, _: object, *, sealed: Callable[[], bool], **__: object) -> object:
        found.append(sealed)
        return connection

    for module in (wiring, run):
        monkeypatch.setattr(module, "make_device", made)
    return found


def _asked_on_a_port(asked: list[Callable[[], bool]]) -> list[bool]:
    told: list[bool] = []
    port = threading.Thread(target=lambda: told.extend(each() for each in asked), name="port")
    port.start()
    port.join()
    return told


def test_behind_a_window_a_port_makes_no_desk(asked: list[Callable[[], bool]], tmp_path: Path) -> None:
    station = DeskIsMade()
    wanted = StationOptions(folder=tmp_path, devices={"shoe": DeviceConnection(profile="angel_eye", port="/dev/null")})
    with TableDevices(wanted, demonstrates=False, station=cast(Station, station)) as devices:
        devices.listen()
    assert _asked_on_a_port(asked) == [True]
    assert station.on == [threading.current_thread().name]


def test_without_a_window_a_port_makes_no_desk(
    asked: list[Callable[[], bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    station = DeskIsMade()
    console = SimpleNamespace(station=station, desk=SimpleNamespace(terminal="here"))
    keyboard = SimpleNamespace(listen=lambda _: None)
    monkeypatch.setattr(run, "Actor", _no_actor)
    connection = DeviceConnection(profile="angel_eye", port="/dev/null")
    run.listen_to_devices(cast(Any, keyboard), cast(Any, console), (connection,))
    assert _asked_on_a_port(asked) == [True]
    assert station.on == [threading.current_thread().name]


@contextmanager
def _no_actor(*_: object, **__: object) -> Iterator[None]:
    yield
