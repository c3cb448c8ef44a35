"""The data folder: nobody else reads it, a journal that was copied back is found out, and nobody founds over remains."""

import os
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app import private_files
from dealer_app.journal import second_head
from dealer_app.journal.head_file import NAME as HEAD
from dealer_app.journal.head_file import read_head
from dealer_app.journal.head_words import head_words
from dealer_app.journal.reader import DATABASE
from dealer_app.terminal.starting import station_at
from tests.support.by_hand import by_hand
from tests.support.damaging import aside_of, break_late
from tests.support.typist import BETS, OPENED, PINS, V4, Typist, entries_of, names, stopped


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


def head_words_of(folder: Path) -> str:
    last = entries_of(folder)[-1]
    return f"{last.sequence} {' '.join(head_words(last.hash))} ({last.hash.hex()})"


# Who can read it


def test_no_other_account_reads_anything_of_a_whole_shift(staffed: Typist, tmp_path: Path) -> None:
    folder = staffed.folder
    shift = [*staffed.by("S1", "shift begin"), *staffed.opening(), *OPENED, *BETS]
    assert staffed.run(shift, *V4).exit_code == 1
    shown = staffed.run([*staffed.by("S1", "not played on"), *staffed.by("S1", "shift end")])
    assert "cut off in round 1" in shown.output
    staffed.type("journal", "search", "--person", "D1")
    with station_at(folder, staffed.clock):
        assert (folder / f"{DATABASE}-wal").exists()
        assert (folder / "station.holder").exists()
        assert open_to_others(folder) == []
    staffed.done(staffed.type("journal", "backup", str(tmp_path / "backups")))
    (backup,) = (tmp_path / "backups").iterdir()
    restored = Typist(tmp_path / "restored" / "here")
    restored.clock = staffed.clock
    restored.done(restored.type("journal", "restore", str(backup)))
    for form in ("json", "csv"):
        staffed.done(staffed.type("journal", "export", "--form", form, "--output", str(tmp_path / form), "--last", "5"))
    break_late(folder)
    staffed.done(staffed.type("journal", "renew", lines=staffed.agreed("S1", "T1")))
    assert aside_of(folder).is_dir()
    staffed.type("journal", "renew", lines=["S1", "111222"])
    (tmp_path / "second").mkdir(0o700)
    staffed.done(staffed.type("folder", "second-head", str(tmp_path / "second"), lines=staffed.agreed("M1", "M2")))
    assert {path.name for path in folder.iterdir()} >= {DATABASE, HEAD, "reserve", "station.lock", "index.db"}
    assert open_to_others(tmp_path) == []


def test_wrong_pins_of_a_sitting_are_kept_for_this_account_alone(staffed: Typist) -> None:
    staffed.run([*staffed.opening(), *OPENED], *V4)
    break_late(staffed.folder)
    staffed.type("journal", "renew", lines=["S1", "111222"] * 3)
    assert list(staffed.folder.glob("*.attempts"))
    assert open_to_others(staffed.folder) == []


@pytest.mark.parametrize("left", [0o055, 0o050, 0o005, 0o011])
def test_a_live_folder_that_others_can_read_is_not_started_until_it_is_put_right(staffed: Typist, left: int) -> None:
    before = names(staffed.folder)
    staffed.folder.chmod(0o700 | left)
    for refused in (staffed.run([]), staffed.type("people", "add", lines=["M1", PINS["M1"]])):
        assert refused.exit_code == 2
        assert f"dealer-station folder secure --data-dir {staffed.folder}" in refused.output
    assert names(staffed.folder) == before
    shown = staffed.done(staffed.type("folder", "secure"))
    assert "1 of its files were not so" in shown.output
    assert open_to_others(staffed.folder) == []
    stopped(staffed.run(staffed.by("S1", "stop")))


def test_a_file_in_it_that_others_can_read_is_as_bad(staffed: Typist) -> None:
    (staffed.folder / DATABASE).chmod(0o644)
    assert DATABASE in staffed.run([]).output
    staffed.done(staffed.type("folder", "secure"))
    stopped(staffed.run(staffed.by("S1", "stop")))


def test_a_demonstration_is_never_refused_for_that(typist: Typist) -> None:
    typist.done(typist.found(demo=True))
    assert open_to_others(typist.folder) == []
    typist.folder.chmod(0o755)
    stopped(typist.run(typist.by("M2", "stop")))


def test_a_folder_with_other_things_in_it_is_secured_before_a_house_is_founded(typist: Typist) -> None:
    typist.folder.mkdir(0o755)
    (typist.folder / "notes").write_text("mine", encoding="utf-8")
    shown = typist.found()
    assert (shown.exit_code, "folder secure" in shown.output) == (2, True)
    typist.done(typist.type("folder", "secure"))
    typist.done(typist.found())
    assert open_to_others(typist.folder) == []


def test_an_empty_folder_is_taken_for_this_account(typist: Typist) -> None:
    typist.folder.mkdir(0o755)
    typist.done(typist.found())
    assert open_to_others(typist.folder) == []


def test_on_a_disk_without_modes_nothing_is_refused_but_it_is_said(staffed: Typist) -> None:
    with patch.object(private_files, "_OF_OTHERS", 0o777):
        shown = staffed.run(staffed.by("S1", "stop"))
        refused = staffed.type("folder", "secure")
    assert "This disk keeps no rights of files" in stopped(shown)
    assert (refused.exit_code, "nothing can be put right" in refused.output) == (1, True)
    assert "keeps no rights" not in staffed.run([]).output


def test_where_no_folder_is_nothing_is_secured(typist: Typist) -> None:
    assert typist.type("folder", "secure").exit_code == 2
    assert not typist.folder.exists()


# Wiped, and founded again


@pytest.mark.parametrize(
    "left", ["index.db", "reserve", f"{DATABASE}-wal", "snapshot-000000000061.json", "damaged-1/SHA256SUMS"]
)
def test_nobody_founds_a_house_over_the_remains_of_one(staffed: Typist, left: str) -> None:
    remains = staffed.folder / left
    for path in staffed.folder.iterdir():
        path.unlink()
    private_files.make_folder(remains.parent)
    private_files.write_text(remains, "left behind")
    shown = staffed.found()
    assert (shown.exit_code, left in shown.output) == (2, True), shown.output
    assert "Nobody is known here yet" not in shown.output
    assert not (staffed.folder / DATABASE).exists()


def test_nor_in_the_journal_of_a_folder_that_nobody_was_ever_in(staffed: Typist, tmp_path: Path) -> None:
    stopped(staffed.run([*staffed.sign_in("S1"), "stop"]))
    assert list(staffed.folder.glob("snapshot-*"))
    with station_at(tmp_path / "new", staffed.clock):
        pass
    for name in (DATABASE, HEAD):
        shutil.copyfile(tmp_path / "new" / name, staffed.folder / name)
    (staffed.folder / f"{DATABASE}-wal").unlink(missing_ok=True)
    shown = staffed.found()
    assert (shown.exit_code, "snapshot-" in shown.output) == (2, True), shown.output


def test_a_first_start_that_was_cut_off_is_no_remains(typist: Typist) -> None:
    typist.folder.mkdir(0o700)
    for name in ("station.lock", "station.holder", "journal.new"):
        private_files.write_text(typist.folder / name, "")
    private_files.write_text(typist.folder / HEAD, f"{0:020d} {'0' * 64}\n")
    typist.done(typist.found())


# The head, shown


def test_the_head_is_shown_when_a_table_closes_a_shift_ends_and_at_the_stop(staffed: Typist) -> None:
    lines = [*staffed.by("S1", "shift begin"), *staffed.opening(), "close table", *staffed.by("S1", "shift end")]
    shown = stopped(staffed.run([*lines, *staffed.by("S1", "stop")], *V4))
    heads = [line.removeprefix("Head to note: ") for line in shown.splitlines() if line.startswith("Head to note")]
    entries = entries_of(staffed.folder)
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
        at = staffed.done(staffed.type("folder", "head", "--at", sequence))
        assert f"Head then: {head}" in at.output
    again = staffed.run([]).output
    assert f"Last known head: {heads[2]}" in again
    assert f"As shown at the last closing of a table or shift: {heads[1]}" in again
    assert staffed.type("folder", "head", "--at", "100000").exit_code == 1


def test_without_a_second_place_a_folder_copied_back_shows_another_head(staffed: Typist, tmp_path: Path) -> None:
    shutil.copytree(staffed.folder, tmp_path / "kept")
    noted = head_words_of(staffed.folder)
    stopped(staffed.run([*staffed.by("S1", "shift begin"), *staffed.by("S1", "stop")]))
    later = head_words_of(staffed.folder)
    shutil.rmtree(staffed.folder)
    shutil.copytree(tmp_path / "kept", staffed.folder)
    shown = staffed.run([]).output
    assert f"Last known head: {noted}" in shown
    assert later not in shown


# The head at a second place


@pytest.fixture
def second(tmp_path: Path) -> Path:
    place = tmp_path / "second place"
    place.mkdir()
    return place


@pytest.fixture
def doubled(staffed: Typist, second: Path) -> Typist:
    """Two managers have decided that the head is kept in a second place."""
    staffed.done(staffed.type("folder", "second-head", str(second), lines=staffed.agreed("M1", "M2")))
    return staffed


def kept_in(second: Path) -> second_head.Kept:
    (file,) = second.iterdir()
    kept = second_head.read_kept(file)
    assert kept is not None
    assert mode(file) == 0o600
    return kept


def test_the_head_is_there_from_the_decision_on_and_after_each_stop(doubled: Typist, second: Path) -> None:
    assert kept_in(second).head == read_head(doubled.folder)
    stopped(doubled.run(doubled.by("S1", "stop")))
    assert kept_in(second).head == read_head(doubled.folder)
    assert kept_in(second).journal == entries_of(doubled.folder)[0].hash.hex()
    shown = doubled.done(doubled.type("folder", "head"))
    assert f"At the second place, {second}" in shown.output


def test_it_is_kept_when_a_round_a_table_and_a_shift_ends(doubled: Typist, second: Path) -> None:
    kept: list[tuple[str, int]] = []
    write = second_head.write_kept

    def noted(path: Path, each: second_head.Kept) -> None:
        write(path, each)
        kept.append((entries_of(doubled.folder)[each.head.sequence - 1].name, each.head.sequence))

    with patch.object(second_head, "write_kept", noted):
        lines = [*doubled.by("S1", "shift begin"), *doubled.opening(), "close table", *doubled.by("S1", "shift end")]
        stopped(doubled.run([*lines, *doubled.by("S1", "stop")], *V4))
    assert kept[-1] == ("snapshot-taken", entries_of(doubled.folder)[-1].sequence)
    assert [sequence for _, sequence in kept] == sorted(sequence for _, sequence in kept)


def copied_back(typist: Typist, tmp_path: Path) -> None:
    """The folder as it was before a shift."""
    shutil.copytree(typist.folder, tmp_path / "kept")
    stopped(typist.run([*typist.by("S1", "shift begin"), *typist.by("S1", "stop")]))
    shutil.rmtree(typist.folder)
    shutil.copytree(tmp_path / "kept", typist.folder)


def test_a_folder_copied_back_is_refused_as_one_that_was_cut_short(
    doubled: Typist, second: Path, tmp_path: Path
) -> None:
    copied_back(doubled, tmp_path)
    before = entries_of(doubled.folder)
    for shown in (doubled.run([]), doubled.type("people", "add", lines=["M1", PINS["M1"]])):
        assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True), shown.output
        assert "were acknowledged and are missing" in shown.output
        assert f"It is true up to event {len(before)}" in shown.output
    assert doubled.type("folder", "head").exit_code == 2
    refused = doubled.type("folder", "without-second-head", lines=doubled.agreed("M1", "S1"))
    assert (refused.exit_code, "is damaged" in refused.output) == (2, True)
    assert entries_of(doubled.folder) == before
    # A new journal is the way, and for what is missing it takes three.
    two = doubled.type("journal", "renew", lines=doubled.agreed("S1", "T1"))
    assert two.exit_code == 2
    doubled.done(doubled.type("journal", "renew", lines=doubled.agreed("S1", "T1", "M1")))
    stopped(doubled.run(doubled.by("S1", "stop")))
    assert kept_in(second).journal == entries_of(doubled.folder)[0].hash.hex()
    assert kept_in(second).head == read_head(doubled.folder)


def test_a_journal_from_before_a_renewal_is_refused_too(doubled: Typist, tmp_path: Path) -> None:
    doubled.run([*doubled.opening(), *OPENED], *V4)
    shutil.copytree(doubled.folder, tmp_path / "kept")
    break_late(doubled.folder)
    doubled.done(doubled.type("journal", "renew", lines=doubled.agreed("S1", "T1")))
    stopped(doubled.run(doubled.by("S1", "stop")))
    shutil.rmtree(doubled.folder)
    shutil.copytree(tmp_path / "kept", doubled.folder)
    shown = doubled.run([])
    assert (shown.exit_code, "is that of another journal" in shown.output) == (2, True), shown.output


def test_a_journal_that_went_on_from_a_copy_is_refused(doubled: Typist, second: Path, tmp_path: Path) -> None:
    """As long as the true one, and not the same."""
    shutil.copytree(doubled.folder, tmp_path / "kept")
    (file,) = second.iterdir()
    before = file.read_bytes()
    stopped(doubled.run([*doubled.by("S1", "shift begin"), *doubled.by("S1", "stop")]))
    true = file.read_bytes()
    shutil.rmtree(doubled.folder)
    shutil.copytree(tmp_path / "kept", doubled.folder)
    file.write_bytes(before)
    stopped(doubled.run([*doubled.by("M1", "shift begin"), *doubled.by("M1", "stop")]))
    stopped(doubled.run(doubled.by("M1", "stop")))
    file.write_bytes(true)
    shown = doubled.run([])
    assert (shown.exit_code, "is not the one that the second head" in shown.output) == (2, True), shown.output


@contextmanager
def away(second: Path) -> Iterator[None]:
    """The share is not there."""
    second.rename(second.with_name("away"))
    yield
    second.with_name("away").rename(second)


@contextmanager
def emptied(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.unlink()
    yield
    file.write_bytes(kept)


@contextmanager
def scribbled(second: Path) -> Iterator[None]:
    (file,) = second.iterdir()
    kept = file.read_bytes()
    file.write_bytes(b"\xff" * 40)
    yield
    file.write_bytes(kept)


@contextmanager
def hanging(second: Path) -> Iterator[None]:
    del second
    never = threading.Event()

    def hang(*_: object) -> None:
        never.wait()

    with (
        patch.object(second_head, "read_kept", hang),
        patch.object(second_head.compare_with, "__defaults__", (0.05,)),
    ):
        yield
    never.set()


@pytest.mark.parametrize("trouble", [away, emptied, scribbled, hanging])
def test_a_second_place_that_cannot_be_read_is_said_and_two_people_may_start_without(
    doubled: Typist, second: Path, trouble: Callable[[Path], Iterator[None]]
) -> None:
    before = entries_of(doubled.folder)
    with trouble(second):  # type: ignore[attr-defined]
        shown = doubled.run([])
        assert shown.exit_code == 2
        assert f"dealer-station folder without-second-head --data-dir {doubled.folder}" in shown.output
        assert entries_of(doubled.folder) == before
        for lines in (doubled.agreed("D1"), doubled.agreed("S1", "D1", "D1", "D1"), doubled.agreed("S1", "S1", "S1")):
            assert doubled.type("folder", "without-second-head", lines=lines).exit_code != 0
            assert doubled.run([]).exit_code == 2
        shown = doubled.done(doubled.type("folder", "without-second-head", lines=doubled.agreed("M1", "S1")))
        assert head_words_of(doubled.folder) != before
        assert "Not compared with the second head" in doubled.run([]).output
        doubled.clock.wait(24 * 3600 * 1_000_000)
        assert doubled.run([]).exit_code == 2


def test_who_waived_it_cannot_waive_what_it_says_when_it_is_there_again(
    doubled: Typist, second: Path, tmp_path: Path
) -> None:
    copied_back(doubled, tmp_path)
    with away(second):
        doubled.done(doubled.type("folder", "without-second-head", lines=doubled.agreed("M1", "S1")))
        assert doubled.run([]).exit_code == 1
    shown = doubled.run([])
    assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True)


def test_it_is_waived_only_where_it_is_missed(doubled: Typist, staffed: Typist) -> None:
    shown = doubled.type("folder", "without-second-head", lines=[])
    assert (shown.exit_code, "can be reached" in shown.output) == (1, True)
    doubled.done(doubled.type("folder", "second-head", "--none", lines=doubled.agreed("M1", "M2")))
    shown = staffed.type("folder", "without-second-head", lines=[])
    assert (shown.exit_code, "at no second place" in shown.output) == (1, True)


def test_where_it_is_kept_is_for_two_managers_to_decide(staffed: Typist, second: Path) -> None:
    for lines in (staffed.agreed("M1", "S1", "S1", "S1"), staffed.agreed("D1", "M1"), staffed.agreed("M1")):
        assert staffed.type("folder", "second-head", str(second), lines=lines).exit_code != 0
    assert "second-head-placed" not in names(staffed.folder)
    for wrong, says in ((staffed.folder / "below", "another folder"), (second / "none", "cannot be used")):
        shown = staffed.type("folder", "second-head", str(wrong), lines=staffed.agreed("M1", "M2"))
        assert (shown.exit_code, says in shown.output) == (1, True), shown.output
    for usage in ([], [str(second), "--none"]):
        assert staffed.type("folder", "second-head", *usage).exit_code == 2


def test_a_full_second_place_is_said_and_play_goes_on(doubled: Typist) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with patch.object(second_head, "write_kept", full):
        lines = [*doubled.opening(), "close table", *doubled.by("S1", "shift begin"), *doubled.by("S1", "stop")]
        shown = stopped(doubled.run(lines, *V4))
    assert "The second head cannot be kept (No space left on device). Play goes on" in shown
    stopped(doubled.run(doubled.by("S1", "stop")))


def test_a_place_that_comes_back_with_more_stops_the_station(doubled: Typist, second: Path, tmp_path: Path) -> None:
    """It was copied back while the share was away, and two people let it start."""
    copied_back(doubled, tmp_path)
    lines = [*doubled.by("S1", "shift begin"), *doubled.by("S1", "shift end"), *doubled.by("S1", "stop")]
    with away(second):
        doubled.done(doubled.type("folder", "without-second-head", lines=doubled.agreed("M1", "S1")))
    kept = kept_in(second)
    with (
        patch.object(second_head, "compare_with", _missed),
        patch("dealer_app.station.second_place.compare_with", _missed),
    ):
        shown = doubled.run(lines * 3)
    assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True), shown.output
    assert kept_in(second) == kept


def _missed(*_: object) -> None:
    raise second_head.MissedError("not there")


def test_a_trigger_does_not_hide_it(doubled: Typist, tmp_path: Path) -> None:
    """Cut short by hand, with the head beside it written to fit."""
    stopped(doubled.run([*doubled.by("S1", "shift begin"), *doubled.by("S1", "stop")]))
    entries = entries_of(doubled.folder)
    end = entries[-4]
    by_hand(doubled.folder, "DROP TRIGGER events_delete", f"DELETE FROM events WHERE sequence > {end.sequence}")  # noqa: S608
    (doubled.folder / HEAD).write_text(f"{end.sequence:020d} {end.hash.hex()}\n", encoding="ascii")
    assert tmp_path.is_dir()
    shown = doubled.run([])
    assert (shown.exit_code, f"events {end.sequence + 1} to {entries[-1].sequence}" in shown.output) == (2, True)
