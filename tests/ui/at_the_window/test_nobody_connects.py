"""A window can be looked at where it stands, and from nowhere else: it opens nothing to connect to."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.at_window import AtTable, at_window
from tests.support.open_sockets import listening


@pytest.mark.assurance("A39")
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_a_window_listens_on_no_socket(qapp: QApplication, tmp_path: Path) -> None:
    before, seen = listening(), list[set[str]]()

    async def play(table: AtTable) -> None:
        await table.until(lambda: table.window.turns.resting)
        seen.append(listening())

    at_window(qapp, tmp_path, play)
    assert seen[0] - before == set()
