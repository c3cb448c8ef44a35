"""A power cut while a new volume begins leaves the journal as it was or the new volume, never neither of them."""

import errno
import os
import shutil
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.fault_points import POINTS
from dealer_app.journal import replacement
from dealer_app.journal.folder import is_new_folder, open_journal
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.journal.volumes import verify_closed_volumes, volume_number
from dealer_app.station.fold import station_fold_method
from dealer_app.station.renewal import NotAgreedError, begin_new_volume
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.station.startup import make_program, open_station
from dealer_app.station_events import NewVolumeAgreed, StationStopped
from tests.cli.cut_files import cut_power
from tests.cli.new_volumes import play_round, start_volume
from tests.support.kill_child import kill_work
from tests.support.typist import Typist, read_entries

FOLDING = station_fold_method(make_program().version)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="only where a program can be forked")


@pytest.fixture
def agreed(staffed: Typist) -> Typist:
    """In its second volume, and at the moment at which a third one is agreed and nothing of it is done."""
    play_round(staffed)
    assert start_volume(staffed).exit_code == 0
    play_round(staffed, again=True)
    with open_station(staffed.folder, staffed.clock) as station:
        station.record(NewVolumeAgreed(volume=3, approval=1))
        station.record(StationStopped())
    return staffed


def number(folder: Path) -> int:
    reader = open_reader(folder)
    try:
        return volume_number(reader)
    finally:
        reader.close()


def left_whole(folder: Path, staffed: Typist, before: bytes) -> str:
    """The volume that a power cut has left, which is whole; where it is the old one, the new one can still be begun."""
    assert not is_new_folder(folder)
    opened = open_journal(folder, FOLDING, station="T1")
    opened.close()
    assert snapshot_bytes(opened.recovered.state) == before
    left = "old" if number(folder) == 2 else "new"
    if left == "old":
        assert not (folder / "volume-0002").exists()
        begin_new_volume(folder, make_program(), staffed.clock)
    assert number(folder) == 3
    assert snapshot_bytes(recover(folder, FOLDING).state) == before
    assert [volume.number for volume in verify_closed_volumes(folder)] == [1, 2]
    assert verify_all(folder) == read_head(folder)
    assert read_entries(folder / "volume-0002") == read_entries(staffed.folder)
    assert not list(folder.glob("journal-renewed*"))
    return left


@pytest.mark.long
def test_a_power_cut_before_any_file_is_touched_leaves_the_one_or_the_other(agreed: Typist, tmp_path: Path) -> None:
    before, found = snapshot_bytes(recover(agreed.folder, FOLDING).state), set[str]()
    folder = tmp_path / "cut"
    for at in count(1):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(agreed.folder, folder)
        if not cut_power(folder, partial(begin_new_volume, folder, make_program(), agreed.clock), at):
            break
        found.add(left_whole(folder, agreed, before))
    assert found == {"old", "new"}
    assert at > 40


def test_so_does_one_at_any_point_of_the_journal(agreed: Typist, tmp_path: Path) -> None:
    before, points = snapshot_bytes(recover(agreed.folder, FOLDING).state), set[str]()
    folder = tmp_path / "cut"
    for passage in count(1):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(agreed.folder, folder)

        def work() -> None:
            begin_new_volume(folder, make_program(), agreed.clock)

        death = kill_work(work, passage=passage, acknowledged=0)
        if death.point is None:
            break
        points.add(death.point)
        assert left_whole(folder, agreed, before) == "old", "it is made whole before it is the journal"
    closing = {"journal.before_checkpoint", "journal.checkpointed"}
    assert points == {point for point in POINTS if point.startswith("journal.")} - closing


def test_a_start_in_between_takes_the_agreement_back(agreed: Typist) -> None:
    with open_station(agreed.folder, agreed.clock) as station:
        station.record(StationStopped())
    with pytest.raises(NotAgreedError):
        begin_new_volume(agreed.folder, make_program(), agreed.clock)
    assert number(agreed.folder) == 2


def test_while_somebody_reads_none_is_begun_and_it_is_said(agreed: Typist) -> None:
    reader = open_reader(agreed.folder)
    reader.connection.execute("BEGIN")
    reader.head()
    shown = start_volume(agreed)
    assert (shown.exit_code, "is locked by another program" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2
    reader.close()
    assert start_volume(agreed).exit_code == 0


def test_a_full_disk_leaves_the_journal_as_it_was(agreed: Typist) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch.object(replacement, "_copy_entries", side_effect=full):
        shown = start_volume(agreed)
    assert (shown.exit_code, "No space left on device" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2
    assert not list(agreed.folder.glob("journal-renewed*"))
    assert start_volume(agreed).exit_code == 0


def test_what_lies_in_the_way_is_said_before_anything_is_moved(agreed: Typist) -> None:
    (agreed.folder / "volume-0002").mkdir()
    (agreed.folder / "volume-0002" / "index.db").touch()
    shown = start_volume(agreed)
    assert (shown.exit_code, "something else is there" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2


def test_what_is_closed_is_one_file_without_a_log(agreed: Typist, tmp_path: Path) -> None:
    left = Path(shutil.copytree(agreed.folder, tmp_path / "left"))
    begin_new_volume(left, make_program(), agreed.clock)
    assert {path.name for path in (left / "volume-0002").iterdir()} == {DATABASE, "journal.head"}
