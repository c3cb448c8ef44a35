"""The data folder: nobody else reads it, a journal that was copied back is found out, and remains stay remains."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app import private_files
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import head_words
from dealer_app.journal.reader import DATABASE
from dealer_app.screens.context import Looks
from dealer_app.screens.ports import save_looks
from dealer_app.station.startup import open_station
from tests.cli.late_damage import aside_folder, break_late
from tests.support.owners import foreign_owner
from tests.support.typist import BETS, OPENED, PINS, V4, Typist, check_stopped, event_counts, read_entries

CARDS = ("9S", "3H", "KD", "4C")
ENDS = ("round-concluded", "table-closed", "shift-ended", "station-stopped")


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """The least careful one there is."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    return [str(path) for path in (folder, *folder.rglob("*")) if mode(path) & 0o077]


def listed(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def head_words_of(folder: Path) -> str:
    last = read_entries(folder)[-1]
    return f"{last.sequence} {' '.join(head_words(last.hash))} ({last.hash.hex()})"


# Who can read it


def test_no_other_account_reads_anything_of_a_whole_shift(staffed: Typist, tmp_path: Path) -> None:
    folder = staffed.folder
    shift = [*staffed.command_lines("S1", "shift begin"), *staffed.open_lines(), *OPENED, *BETS]
    assert staffed.run(shift, *V4).exit_code == 1
    shown = staffed.run([*staffed.command_lines("S1", "not played on"), *staffed.command_lines("S1", "shift end")])
    assert "cut off in round 1" in shown.output
    staffed.type("journal", "search", "--person", "D1")
    with open_station(folder, staffed.clock):
        assert (folder / f"{DATABASE}-wal").exists()
        assert (folder / "station.holder").exists()
        assert open_to_others(folder) == []
    staffed.check_done(staffed.type("journal", "backup", str(tmp_path / "backups")))
    (backup,) = (tmp_path / "backups").iterdir()
    restored = Typist(tmp_path / "restored" / "here")
    restored.clock = staffed.clock
    restored.check_done(restored.type("journal", "restore", str(backup)))
    for form in ("json", "csv"):
        staffed.check_done(
            staffed.type("journal", "export", "--form", form, "--output", str(tmp_path / form), "--last", "5")
        )
    break_late(folder)
    staffed.check_done(staffed.type("journal", "renew", lines=staffed.agreement_lines("S1", "T1")))
    assert aside_folder(folder).is_dir()
    staffed.type("journal", "renew", lines=["S1", "111222"])
    assert save_looks(folder, Looks()) is None
    (tmp_path / "second").mkdir(0o700)
    staffed.check_done(
        staffed.type("folder", "second-head", str(tmp_path / "second"), lines=staffed.agreement_lines("M1", "M2"))
    )
    there = {path.name for path in folder.iterdir()}
    assert there >= {DATABASE, HEAD, "reserve", "station.lock", "index.db", "screen.json"}
    assert open_to_others(tmp_path) == []


def test_wrong_pins_of_a_sitting_are_kept_for_this_account_alone(staffed: Typist) -> None:
    staffed.run([*staffed.open_lines(), *OPENED], *V4)
    break_late(staffed.folder)
    staffed.type("journal", "renew", lines=["S1", "111222"] * 3)
    assert list(staffed.folder.glob("*.attempts"))
    assert open_to_others(staffed.folder) == []


@pytest.mark.parametrize("left", [0o055, 0o050, 0o005, 0o011])
def test_a_live_folder_that_others_can_read_is_not_started_until_it_is_put_right(staffed: Typist, left: int) -> None:
    before = event_counts(staffed.folder)
    staffed.folder.chmod(0o700 | left)
    for refused in (staffed.run([]), staffed.type("people", "add", lines=["M1", PINS["M1"]])):
        assert refused.exit_code == 2
        assert f"dealer-station folder secure --data-dir {staffed.folder}" in refused.output
    assert event_counts(staffed.folder) == before
    shown = staffed.check_done(staffed.type("folder", "secure"))
    assert "1 of its files were not so" in shown.output
    assert open_to_others(staffed.folder) == []
    check_stopped(staffed.run(staffed.command_lines("S1", "stop")))


def test_a_file_in_it_that_others_can_read_is_as_bad(staffed: Typist) -> None:
    (staffed.folder / DATABASE).chmod(0o644)
    assert DATABASE in staffed.run([]).output
    staffed.check_done(staffed.type("folder", "secure"))
    check_stopped(staffed.run(staffed.command_lines("S1", "stop")))


@pytest.mark.parametrize("name", [".", DATABASE, HEAD, "station.lock"])
def test_a_live_folder_of_another_account_is_not_started_until_it_is_given_to_this_one(
    staffed: Typist, name: str
) -> None:
    before = event_counts(staffed.folder)
    with foreign_owner(staffed.folder / name):
        for refused in (staffed.run([]), staffed.type("people", "add", lines=["M1", PINS["M1"]])):
            assert refused.exit_code == 2
            assert "Another account of this computer owns" in refused.output
            assert f"chown -R {os.geteuid()} {staffed.folder}" in refused.output
        assert event_counts(staffed.folder) == before
        secured = staffed.type("folder", "secure")
        assert secured.exit_code == 1
        assert "belong to another account" in secured.output
        assert f"chown -R {os.geteuid()} {staffed.folder}" in secured.output
    staffed.check_done(staffed.type("folder", "secure"))
    check_stopped(staffed.run(staffed.command_lines("S1", "stop")))


def test_on_a_disk_that_keeps_no_owners_nothing_is_refused_for_that(staffed: Typist) -> None:
    with patch.object(private_files, "own_account", return_value=os.geteuid() + 1):
        check_stopped(staffed.run(staffed.command_lines("S1", "stop")))
        staffed.check_done(staffed.type("folder", "secure"))


@pytest.mark.parametrize("name", [DATABASE, HEAD, "volume-0001", "nothing"])
def test_a_live_folder_with_a_link_to_elsewhere_in_it_is_not_started(
    staffed: Typist, tmp_path: Path, name: str
) -> None:
    place, elsewhere = staffed.folder / name, tmp_path / "elsewhere"
    if place.exists():
        place.rename(elsewhere)
    place.symlink_to(elsewhere)
    before = event_counts(staffed.folder)
    for refused in (staffed.run([]), staffed.type("folder", "secure")):
        assert refused.exit_code != 0
        assert name in refused.output
        assert "it is not known who can read what is there" in refused.output
    assert event_counts(staffed.folder) == before
    place.unlink()
    if elsewhere.exists():
        elsewhere.rename(place)
    staffed.check_done(staffed.type("folder", "secure"))
    check_stopped(staffed.run(staffed.command_lines("S1", "stop")))


def test_a_demonstration_is_never_refused_for_that(typist: Typist) -> None:
    typist.check_done(typist.begin_house(demo=True))
    assert open_to_others(typist.folder) == []
    typist.folder.chmod(0o755)
    (typist.folder / "link").symlink_to(typist.folder)
    with foreign_owner(typist.folder / DATABASE):
        check_stopped(typist.run(typist.command_lines("M2", "stop")))


def test_a_folder_with_other_things_in_it_is_secured_before_a_house_is_founded(typist: Typist) -> None:
    typist.folder.mkdir(0o755)
    (typist.folder / "notes").write_text("mine", encoding="utf-8")
    (typist.folder / "records").mkdir(0o755)
    shown = typist.begin_house()
    assert (shown.exit_code, "folder secure" in shown.output) == (2, True)
    assert listed(typist.folder) == {"notes", "records"}
    typist.check_done(typist.type("folder", "secure"))
    typist.check_done(typist.begin_house())
    assert open_to_others(typist.folder) == []


def test_a_house_is_not_founded_in_a_folder_of_another_account_nor_over_a_link(typist: Typist) -> None:
    typist.folder.mkdir(0o700)
    with foreign_owner(typist.folder):
        shown = typist.begin_house()
        assert (shown.exit_code, "chown -R" in shown.output) == (2, True)
        assert listed(typist.folder) == set()
    (typist.folder / DATABASE).symlink_to(typist.folder.parent / "elsewhere")
    shown = typist.begin_house()
    assert (shown.exit_code, "is not known" in shown.output) == (2, True)
    assert listed(typist.folder) == {DATABASE}


def test_an_empty_folder_is_taken_for_this_account(typist: Typist) -> None:
    typist.folder.mkdir(0o755)
    typist.check_done(typist.begin_house())
    assert open_to_others(typist.folder) == []


def test_on_a_disk_without_modes_nothing_is_refused_but_it_is_said(staffed: Typist) -> None:
    with patch.object(private_files, "_OTHERS_MASK", 0o777):
        shown = staffed.run(staffed.command_lines("S1", "stop"))
        refused = staffed.type("folder", "secure")
    assert "This disk keeps no rights of files" in check_stopped(shown)
    assert (refused.exit_code, "nothing can be put right" in refused.output) == (1, True)
    assert "keeps no rights" not in staffed.run([]).output


def test_where_no_folder_is_nothing_is_secured(typist: Typist) -> None:
    assert typist.type("folder", "secure").exit_code == 2
    assert not typist.folder.exists()


# Wiped, and founded again


@pytest.mark.parametrize(
    "left",
    [
        *("index.db", "reserve", f"{DATABASE}-wal", "snapshot-000000000061.json", "damaged-1/SHA256SUMS"),
        *("records/angel_eye.bytes", "records/2026/angel_eye.bytes.4", "tumbler.bytes"),
    ],
)
def test_nobody_founds_a_house_over_the_remains_of_one(staffed: Typist, left: str) -> None:
    remains = staffed.folder / left
    for path in staffed.folder.iterdir():
        path.unlink()
    private_files.make_folder(remains.parent)
    private_files.write_text(remains, "left behind")
    shown = staffed.begin_house()
    assert (shown.exit_code, left in shown.output) == (2, True), shown.output
    assert "No staff registered yet" not in shown.output
    assert not (staffed.folder / DATABASE).exists()


@pytest.mark.parametrize("left", ["volume-0001", "damaged-000000000061-0123abcd"])
def test_an_empty_folder_of_a_house_is_remains_of_one_too(typist: Typist, left: str) -> None:
    private_files.make_folder(typist.folder / left)
    shown = typist.begin_house()
    assert (shown.exit_code, left in shown.output) == (2, True), shown.output
    assert not (typist.folder / DATABASE).exists()


def test_an_empty_folder_for_records_is_no_remains(typist: Typist) -> None:
    private_files.make_folder(typist.folder / "records")
    typist.check_done(typist.begin_house())


def test_nor_in_the_journal_of_a_folder_that_nobody_was_ever_in(staffed: Typist, tmp_path: Path) -> None:
    check_stopped(staffed.run([*staffed.session_lines("S1"), "stop"]))
    assert list(staffed.folder.glob("snapshot-*"))
    with open_station(tmp_path / "new", staffed.clock):
        pass
    for name in (DATABASE, HEAD):
        shutil.copyfile(tmp_path / "new" / name, staffed.folder / name)
    (staffed.folder / f"{DATABASE}-wal").unlink(missing_ok=True)
    shown = staffed.begin_house()
    assert (shown.exit_code, "snapshot-" in shown.output) == (2, True), shown.output


def test_a_first_start_that_was_cut_off_is_no_remains(typist: Typist) -> None:
    typist.folder.mkdir(0o700)
    for name in ("station.lock", "station.holder", "journal.new"):
        private_files.write_text(typist.folder / name, "")
    private_files.write_text(typist.folder / HEAD, f"{0:020d} {'0' * 64}\n")
    typist.check_done(typist.begin_house())


# The head, shown


@pytest.mark.assurance("A26")
def test_the_head_is_shown_when_a_table_closes_a_shift_ends_and_at_the_stop(staffed: Typist) -> None:
    lines = [
        *staffed.command_lines("S1", "shift begin"),
        *staffed.open_lines(),
        *staffed.command_lines("S1", "close table"),
        *staffed.command_lines("S1", "shift end"),
    ]
    shown = check_stopped(staffed.run([*lines, *staffed.command_lines("S1", "stop")], *V4))
    heads = [line.removeprefix("Head to note: ") for line in shown.splitlines() if line.startswith("Head to note")]
    entries = read_entries(staffed.folder)
    closing = [
        max(entry.sequence for entry in entries if entry.decision == each.decision)
        for each in entries
        if each.name in ("table-closed", "shift-ended")
    ]
    assert [int(head.split()[0]) for head in heads] == [*closing, entries[-1].sequence]
    for head in heads:
        sequence, *words, digest = head.split()
        assert entries[int(sequence) - 1].hash.hex() == digest.strip("()")
        assert tuple(words) == head_words(entries[int(sequence) - 1].hash)
        at = staffed.check_done(staffed.type("folder", "head", "--at", sequence))
        assert f"Head then: {head}" in at.output
    again = staffed.run([]).output
    assert f"Last known head: {heads[2]}" in again
    assert f"As shown at the last closing of a table or shift: {heads[1]}" in again
    assert staffed.type("folder", "head", "--at", "100000").exit_code == 1


def test_without_a_second_place_a_folder_copied_back_shows_another_head(staffed: Typist, tmp_path: Path) -> None:
    shutil.copytree(staffed.folder, tmp_path / "kept")
    noted = head_words_of(staffed.folder)
    check_stopped(staffed.run([*staffed.command_lines("S1", "shift begin"), *staffed.command_lines("S1", "stop")]))
    later = head_words_of(staffed.folder)
    shutil.rmtree(staffed.folder)
    shutil.copytree(tmp_path / "kept", staffed.folder)
    shown = staffed.run([]).output
    assert f"Last known head: {noted}" in shown
    assert later not in shown
