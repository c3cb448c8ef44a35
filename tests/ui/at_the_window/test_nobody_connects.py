"""A window can be looked at where it stands, and from nowhere else: it opens nothing to connect to."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.open_sockets import list_sockets
from tests.support.window_bench import AtWindow, at_window


@pytest.mark.assurance("A39")
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_a_window_listens_on_no_socket(qapp: QApplication, tmp_path: Path) -> None:
    before, seen = list_sockets(), list[set[str]]()

    async def play(table: AtWindow) -> None:
        await table.soon(lambda: table.window.idle_work.is_idle)
        seen.append(list_sockets())

    at_window(qapp, tmp_path, play)
    assert seen[0] - before == set()
