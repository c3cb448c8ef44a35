"""An operator's drawing that cannot be used never stops a table: the screen says why, and shows the station's own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import ByTouch
from ui.app import _open_artwork
from ui.table.artwork import template as reading

ENDLESS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1336 560">'
    '<path id="tie" d="M20 20A1e300 1e300 0 0 0 90 70z"/></svg>'
)


def shown(qapp: QApplication, folder: Path, *told: str) -> None:
    """A table of Appendix P with this drawing, up to its first bet."""

    async def play(table: AtWindow) -> None:
        table.window.artwork = _open_artwork(folder, table.application.report_artwork)
        hands = ByTouch(table)
        await starts_table(hands, V4, "P")
        await table.soon(lambda: all(text in table.screen.rail.refusal.first for text in told))
        await takes_bets(hands, (3, "banker", 1500))
        assert not table.application.stop_screen.code

    data = folder / "data"
    data.mkdir()
    at_window(qapp, data, play)


def test_of_numbers_without_measure_it_is_said_how_many_faults_there_are(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("line 1: path: a number is too large")
    (tmp_path / f"{V4}-P.svg").write_text(ENDLESS, encoding="utf-8")
    shown(qapp, tmp_path, "it does not fit this layout. dealer-station layouts check lists all ")


def test_whatever_goes_wrong_with_a_drawing_the_table_goes_on(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Callable[[str], None]
) -> None:
    def fails(*_: object) -> None:
        raise OverflowError

    expect_log("cannot be read")
    monkeypatch.setattr(reading, "read_template", fails)
    (tmp_path / f"{V4}-P.svg").write_text(ENDLESS, encoding="utf-8")
    shown(qapp, tmp_path, "a file cannot be read. The station draws this layout itself.")
