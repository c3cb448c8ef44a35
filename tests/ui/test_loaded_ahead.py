"""What is wanted soon is made ready behind the window: one thing after the other, and none once it is left."""

import asyncio
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from dealer_app import windowed
from dealer_app.documents import GAMES
from dealer_app.showing.chronicle import Chronicle
from dealer_app.showing.desk import Desk
from dealer_app.showing.history import History
from dealer_app.showing.house import opening_ahead
from dealer_app.showing.outlets import Outlets
from dealer_app.windowed import Behind, Beneath

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

    def remembered(_: Path, __: int) -> tuple[History, Chronicle]:
        noted.does("remembers")
        return History(), Chronicle()

    monkeypatch.setattr(windowed, "remembered", remembered)
    monkeypatch.setattr(windowed, "_BETWEEN_DOCUMENTS_SECONDS", 0)
    monkeypatch.setattr(opening_ahead, "read_ahead", noted.does)
    return noted


def _behind() -> Behind:
    """Of what runs behind a window only what this needs."""
    behind = Behind.__new__(Behind)
    behind.desk = cast(Desk, SimpleNamespace(remember=_nothing))
    behind._beneath = cast(Beneath, SimpleNamespace(folder=Path()))
    behind._outlets = cast(Outlets, SimpleNamespace(read=_nothing))
    behind._before = 0
    return behind


def _nothing(*_: object) -> None:
    pass


def test_one_thing_is_read_after_the_other(work: OneAtATime) -> None:
    asyncio.run(_behind()._ahead(threading.Event()))
    assert work.did == ["remembers", *GAMES]


def test_no_document_is_read_ahead_once_the_window_is_left(work: OneAtATime) -> None:
    leaving = threading.Event()
    leaving.set()
    asyncio.run(_behind()._ahead(leaving))
    assert not set(work.did) & set(GAMES)
