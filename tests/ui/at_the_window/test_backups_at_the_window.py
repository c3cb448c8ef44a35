"""At the real window a backup that fails is on the lamp until it is noted or put right; one is made while it plays."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.journal.backup_work import backup_mark, mark_place
from dealer_app.journal.recovery import verify_all
from dealer_app.screens import actions
from dealer_app.screens.blocks import NoteBlock, RowsBlock
from dealer_app.screens.input_state import Panel
from dealer_app.station import backups
from dealer_app.station_events import BackupsPlanned
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window

MARK = backup_mark("ab" * 32)


def lamp(table: AtWindow) -> str:
    return next(cell.value for cell in table.screen.top_bar.right if cell.name == "lamp:journal")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    made = tmp_path / "place"
    made.mkdir()
    mark_place(made, MARK)
    return made


def planned(place: Path) -> BackupsPlanned:
    return BackupsPlanned(place=str(place), mark=MARK, hours=1, most=2, approval=0)


def test_one_is_made_while_the_window_plays_and_the_panel_shows_it(
    qapp: QApplication, tmp_path: Path, place: Path
) -> None:
    async def play(table: AtWindow) -> None:
        await table.begin_house()
        table.station.record(planned(place))
        await table.soon(lambda: table.station.state.backups.made)
        (made,) = table.station.state.backups.made
        assert verify_all(place / made.name).sequence == made.sequence
        assert lamp(table) == "Saved"
        await table.give(actions.SetInput(table.input_state.replace(panel=Panel.MENU)))
        await table.touch("open:backups")
        overlay = table.screen.overlay
        assert overlay is not None
        (rows,) = overlay.left_column
        assert isinstance(rows, RowsBlock)
        shown = {row.name: (row.right, *row.lines) for row in rows.rows}
        assert shown["backups:place"] == ("", str(place))
        assert shown["backups:often"] == ("Every 1 h",)
        assert shown["backups:last"][1].startswith(f"{made.sequence} ")

    at_window(qapp, tmp_path / "data", play)


def test_one_that_fails_is_on_the_lamp_until_who_is_in_charge_has_noted_it(
    qapp: QApplication, tmp_path: Path, place: Path
) -> None:
    async def play(table: AtWindow) -> None:
        await table.begin_house()
        table.station.record(replace(planned(place), mark="another"))
        await table.soon(lambda: lamp(table) == "Backup failed")
        await table.touch("lamp:journal")
        await table.touch("device-backups")
        overlay = table.screen.overlay
        assert overlay is not None
        assert overlay.name == "backups"
        told = next(block.text for block in overlay.left_column if isinstance(block, NoteBlock))
        assert told.first.startswith("The backup that was due was not made: the place is not there.")
        assert "找不到備份處" in told.second
        await table.key(*SUPERVISOR.badge, "Enter", *SUPERVISOR.pin.text, "Enter")
        await table.soon(lambda: lamp(table) == "Saved")
        assert table.station.state.backups.failed is not None

    async def again(table: AtWindow) -> None:
        await table.give(actions.SignIn(DEALER))
        await table.soon(lambda: lamp(table) == "Backup failed")
        # A dealer notes nothing.
        await table.touch("lamp:journal")
        await table.touch("device-backups")
        await table.key(*DEALER.badge, "Enter", *DEALER.pin.text, "Enter")
        await table.soon(lambda: table.screen.rail.refusal.first)
        assert "Only a Pit Supervisor or above can note" in table.screen.rail.refusal.first
        assert lamp(table) == "Backup failed"

    at_window(qapp, tmp_path / "data", play)
    at_window(qapp, tmp_path / "data", again)


def test_it_goes_out_when_a_backup_is_made_at_last(
    qapp: QApplication, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "RETRY_TIME", 1)
    place.rename(tmp_path / "away")

    async def play(table: AtWindow) -> None:
        await table.begin_house()
        table.station.record(planned(place))
        await table.soon(lambda: lamp(table) == "Backup failed")
        (tmp_path / "away").rename(place)
        await table.soon(lambda: lamp(table) == "Saved")
        assert len(list(place.iterdir())) == 2

    at_window(qapp, tmp_path / "data", play)
