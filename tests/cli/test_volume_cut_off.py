"""A power cut while a new volume begins leaves the journal as it was or the new volume, never neither of them."""

import errno
import os
import shutil
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.faults import POINTS
from dealer_app.journal import replacing
from dealer_app.journal.checking import check_all
from dealer_app.journal.head_file import read_head
from dealer_app.journal.opening import is_new, open_journal
from dealer_app.journal.reader import DATABASE, read_only
from dealer_app.journal.recovery import recover
from dealer_app.journal.volumes import check_closed, number_of
from dealer_app.station.facts import NewVolumeAgreed, StationStopped
from dealer_app.station.fold import folding
from dealer_app.station.new_volume import NotAgreedError, begin_volume
from dealer_app.station.snapshot import snapshot
from dealer_app.terminal.starting import program, station_at
from tests.support.cut_files import cut_off
from tests.support.killing import killed
from tests.support.new_volumes import begin, play_round
from tests.support.typist import Typist, entries_of

FOLDING = folding(program().version)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="only where a program can be forked")


@pytest.fixture
def agreed(staffed: Typist) -> Typist:
    """In its second volume, and at the moment at which a third one is agreed and nothing of it is done."""
    play_round(staffed)
    assert begin(staffed).exit_code == 0
    play_round(staffed, again=True)
    with station_at(staffed.folder, staffed.clock) as station:
        station.note(NewVolumeAgreed(volume=3, approval=1))
        station.note(StationStopped())
    return staffed


def number(folder: Path) -> int:
    reader = read_only(folder)
    try:
        return number_of(reader)
    finally:
        reader.close()


def left_whole(folder: Path, staffed: Typist, before: bytes) -> str:
    """The volume that a power cut has left, which is whole; where it is the old one, the new one can still be begun."""
    assert not is_new(folder)
    opened = open_journal(folder, FOLDING, station="T1")
    opened.close()
    assert snapshot(opened.recovered.state) == before
    left = "old" if number(folder) == 2 else "new"
    if left == "old":
        assert not (folder / "volume-0002").exists()
        begin_volume(folder, program(), staffed.clock)
    assert number(folder) == 3
    assert snapshot(recover(folder, FOLDING).state) == before
    assert [volume.number for volume in check_closed(folder)] == [1, 2]
    assert check_all(folder) == read_head(folder)
    assert entries_of(folder / "volume-0002") == entries_of(staffed.folder)
    assert not list(folder.glob("journal-renewed*"))
    return left


def test_a_power_cut_before_any_file_is_touched_leaves_the_one_or_the_other(agreed: Typist, tmp_path: Path) -> None:
    before, found = snapshot(recover(agreed.folder, FOLDING).state), set[str]()
    folder = tmp_path / "cut"
    for at in count(1):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(agreed.folder, folder)
        if not cut_off(folder, partial(begin_volume, folder, program(), agreed.clock), at):
            break
        found.add(left_whole(folder, agreed, before))
    assert found == {"old", "new"}
    assert at > 40


def test_so_does_one_at_any_point_of_the_journal(agreed: Typist, tmp_path: Path) -> None:
    before, points = snapshot(recover(agreed.folder, FOLDING).state), set[str]()
    folder = tmp_path / "cut"
    for passage in count(1):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(agreed.folder, folder)

        def work() -> None:
            begin_volume(folder, program(), agreed.clock)

        death = killed(work, passage=passage, acknowledged=0)
        if death.point is None:
            break
        points.add(death.point)
        assert left_whole(folder, agreed, before) == "old", "it is made whole before it is the journal"
    closing = {"journal.before_checkpoint", "journal.checkpointed"}
    assert points == {point for point in POINTS if point.startswith("journal.")} - closing


def test_a_start_in_between_takes_the_agreement_back(agreed: Typist) -> None:
    with station_at(agreed.folder, agreed.clock) as station:
        station.note(StationStopped())
    with pytest.raises(NotAgreedError):
        begin_volume(agreed.folder, program(), agreed.clock)
    assert number(agreed.folder) == 2


def test_while_somebody_reads_none_is_begun_and_it_is_said(agreed: Typist) -> None:
    reader = read_only(agreed.folder)
    reader.connection.execute("BEGIN")
    reader.head()
    shown = begin(agreed)
    assert (shown.exit_code, "is locked by another program" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2
    reader.close()
    assert begin(agreed).exit_code == 0


def test_a_full_disk_leaves_the_journal_as_it_was(agreed: Typist) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch.object(replacing, "_copy", side_effect=full):
        shown = begin(agreed)
    assert (shown.exit_code, "No space left on device" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2
    assert not list(agreed.folder.glob("journal-renewed*"))
    assert begin(agreed).exit_code == 0


def test_what_lies_in_the_way_is_said_before_anything_is_moved(agreed: Typist) -> None:
    (agreed.folder / "volume-0002").mkdir()
    (agreed.folder / "volume-0002" / "index.db").touch()
    shown = begin(agreed)
    assert (shown.exit_code, "something else lies there" in shown.output) == (2, True), shown.output
    assert number(agreed.folder) == 2


def test_what_is_closed_is_one_file_without_a_log(agreed: Typist, tmp_path: Path) -> None:
    left = Path(shutil.copytree(agreed.folder, tmp_path / "left"))
    begin_volume(left, program(), agreed.clock)
    assert {path.name for path in (left / "volume-0002").iterdir()} == {DATABASE, "journal.head"}
