"""At the real window the lamp of the journal follows the journal: its disk is watched."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app import station_window
from dealer_app.journal.disk import RESERVE_FILE
from dealer_app.journal.heads import head_text, read_head
from dealer_app.journal.second_head import SecondHeadRecord, second_head_file, write_second_head
from dealer_app.screens import actions
from dealer_app.screens.blocks import NoteBlock
from dealer_app.station_events import SecondHeadPlaced
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window


def lamp(table: AtWindow) -> str:
    return next(cell.value for cell in table.screen.top_bar.right if cell.name == "lamp:journal")


@pytest.mark.assurance("A12")
def test_all_is_saved_and_a_full_disk_is_told_with_what_to_do(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(station_window, "_ROOM_CHECK_SECONDS", 0.02)

    async def play(table: AtWindow) -> None:
        await table.begin_house()
        await table.soon(lambda: lamp(table) == "Saved")
        (tmp_path / RESERVE_FILE).unlink()
        await table.soon(lambda: lamp(table) == "Disk full")
        await table.touch("lamp:journal")
        assert table.screen.overlay is not None
        assert table.screen.overlay.name == "devices"

    at_window(qapp, tmp_path, play)


def test_the_head_is_shown_when_a_shift_has_ended_and_at_the_next_start(qapp: QApplication, tmp_path: Path) -> None:
    shown: list[str] = []

    async def play(table: AtWindow) -> None:
        await table.begin_house()
        await table.give(actions.BeginShift(by=SUPERVISOR))
        assert not table.screen.rail.refusal
        await table.give(actions.EndShift(by=SUPERVISOR))
        head = head_text(table.station.journal.head())
        to_note = table.screen.rail.refusal.first
        assert to_note.startswith(f"Supervisor: write down this head of the journal: {head}. It shows later whether")
        shown.append(head)

    async def again(table: AtWindow) -> None:
        told = f"Last known head of the journal: {shown[0]}. Compare it with the note."
        assert [block.text.first for block in table.screen.rail.work if isinstance(block, NoteBlock)] == [told]

    at_window(qapp, tmp_path, play)
    at_window(qapp, tmp_path, again)


def test_a_second_place_that_is_lost_is_on_the_lamp_and_play_goes_on(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(station_window, "_ROOM_CHECK_SECONDS", 0.02)
    folder, place = tmp_path / "data", tmp_path / "place"
    place.mkdir()

    async def play(table: AtWindow) -> None:
        await table.begin_house()
        journal = next(table.station.journal.entries(1, 1)).hash.hex()
        file = second_head_file(place, journal)
        write_second_head(file, SecondHeadRecord(table.station.journal.head(), journal))
        table.station.record(SecondHeadPlaced(before="", after=str(file), approval=0))

    async def again(table: AtWindow) -> None:
        await table.soon(lambda: lamp(table) == "Saved")
        place.rename(tmp_path / "away")
        await table.give(actions.SignIn(DEALER))
        await table.give(actions.BeginShift(by=SUPERVISOR))
        await table.give(actions.EndShift(by=SUPERVISOR))
        await table.soon(lambda: lamp(table) == "Head not kept")
        (tmp_path / "away").rename(place)
        await table.give(actions.BeginShift(by=SUPERVISOR))
        await table.give(actions.EndShift(by=SUPERVISOR))
        await table.soon(lambda: lamp(table) == "Saved")

    at_window(qapp, folder, play)
    at_window(qapp, folder, again)
    (kept,) = place.iterdir()
    assert kept.read_text(encoding="ascii").split()[1] == read_head_of(folder)


def read_head_of(folder: Path) -> str:
    head = read_head(folder)
    assert head is not None
    return head.hash.hex()
