"""What is wanted soon is made ready behind the window: one thing after the other, and none once it is left."""

import asyncio
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from dealer_app import station_window
from dealer_app.rulebooks.loader import GAMES
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.house import table_opening
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.timeline import Timeline
from dealer_app.station_window import WindowBackend, WindowEnvironment

_MOMENT = 0.01


class OneAtATime:
    """Notes what was done, and whether something else was under way."""

    def __init__(self) -> None:
        self._busy = threading.Lock()
        self.did: list[str] = []

    def does(self, name: str) -> None:
        assert self._busy.acquire(blocking=False), f"{name} was done while something else was"
        time.sleep(_MOMENT)
        self.did.append(name)
        self._busy.release()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> OneAtATime:
    noted = OneAtATime()

    def remembered(_: Path, __: int) -> tuple[ResultsHistory, Timeline]:
        noted.does("remembers")
        return ResultsHistory(), Timeline()

    async def read_shoes(_: WindowBackend) -> None:
        noted.does("shoes")

    monkeypatch.setattr(station_window, "read_recent_history", remembered)
    monkeypatch.setattr(WindowBackend, "_read_shoes", read_shoes)
    monkeypatch.setattr(station_window, "_DOCUMENT_PAUSE_SECONDS", 0)
    monkeypatch.setattr(table_opening, "prepare_opening", noted.does)
    return noted


def _behind() -> WindowBackend:
    """Of what runs behind a window only what this needs."""
    behind = WindowBackend.__new__(WindowBackend)
    behind.monitor_desk = None
    behind.desk = cast(ScreenController, SimpleNamespace(load_past=_nothing))
    behind._beneath = cast(WindowEnvironment, SimpleNamespace(folder=Path()))
    behind._outlets = cast(WindowPort, SimpleNamespace(prepare_game=_nothing))
    behind._before = 0
    return behind


def _nothing(*_: object) -> None:
    pass


def test_one_thing_is_read_after_the_other(work: OneAtATime) -> None:
    asyncio.run(_behind()._prepare_ahead(threading.Event()))
    assert work.did == ["remembers", "shoes", *GAMES]


def test_no_document_is_read_ahead_once_the_window_is_left(work: OneAtATime) -> None:
    leaving = threading.Event()
    leaving.set()
    asyncio.run(_behind()._prepare_ahead(leaving))
    assert not set(work.did) & set(GAMES)
