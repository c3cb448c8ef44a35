"""The head at a second place: what was copied back is behind it, and a place that cannot be reached stops nobody."""

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.journal import second_head
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import read_head
from dealer_app.journal.records import Head
from tests.cli.late_damage import break_late
from tests.cli.second_places import (
    read_second_head,
    restore_old_folder,
    with_hanging_disk,
    with_spoilt_file,
    without_head_file,
    without_place,
)
from tests.support.journal_damage import by_hand
from tests.support.typist import OPENED, PINS, V4, Typist, check_stopped, event_counts, read_entries

CARDS = ("9S", "3H", "KD", "4C")
ENDS = ("round-concluded", "table-closed", "shift-ended", "station-stopped")


def test_the_head_is_there_from_the_decision_on_and_after_each_stop(doubled: Typist, second: Path) -> None:
    assert read_second_head(second).head == read_head(doubled.folder)
    check_stopped(doubled.run(doubled.command_lines("S1", "stop")))
    assert read_second_head(second).head == read_head(doubled.folder)
    assert read_second_head(second).journal == read_entries(doubled.folder)[0].hash.hex()
    shown = doubled.check_done(doubled.type("folder", "head"))
    assert f"At the second place, {second}" in shown.output
    assert "It goes at least as far as the second head" in doubled.check_done(doubled.type("journal", "verify")).output
    with without_place(second):
        assert "It was not compared with" in doubled.check_done(doubled.type("journal", "verify")).output


@pytest.mark.assurance("A26")
def test_it_is_kept_when_a_round_a_table_and_a_shift_ends(doubled: Typist, second: Path) -> None:
    wanted: list[int] = []
    keep = second_head.SecondHead.keep

    def noted(self: second_head.SecondHead, head: Head) -> None:
        wanted.append(head.sequence)
        keep(self, head)

    round_ = ["place your bets", "bet 1 player 1000", "no more bets", *(f"card {card}" for card in CARDS), "result"]
    lines = [
        *doubled.command_lines("S1", "shift begin"),
        *doubled.open_lines(),
        *OPENED,
        *round_,
        "settled",
        *doubled.command_lines("S1", "close table"),
    ]
    with patch.object(second_head.SecondHead, "keep", noted):
        shown = check_stopped(
            doubled.run([*lines, *doubled.command_lines("S1", "shift end"), *doubled.command_lines("S1", "stop")], *V4)
        )
    entries = read_entries(doubled.folder)
    ends = [entry.sequence for entry in entries if entry.name in ENDS and entry.sequence > wanted[0]]
    assert len(ends) == len(ENDS), shown
    assert all(any(end <= sequence < end + 4 for sequence in wanted) for end in ends), (ends, wanted)
    assert wanted[-1] == entries[-1].sequence == read_second_head(second).head.sequence


@pytest.mark.assurance("A26")
def test_a_folder_copied_back_is_refused_as_one_that_was_cut_short(
    doubled: Typist, second: Path, tmp_path: Path
) -> None:
    restore_old_folder(doubled, tmp_path)
    before = read_entries(doubled.folder)
    for shown in (doubled.run([]), doubled.type("people", "add", lines=["M1", PINS["M1"]])):
        assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True), shown.output
        assert "were acknowledged and are missing" in shown.output
        assert f"It is intact up to event {len(before)}" in shown.output
    assert doubled.type("folder", "head").exit_code == 2
    verified = doubled.type("journal", "verify")
    assert (verified.exit_code, "were acknowledged and are missing" in verified.output) == (1, True)
    refused = doubled.type("folder", "without-second-head", lines=doubled.agreement_lines("M1", "S1"))
    assert (refused.exit_code, "is damaged" in refused.output) == (2, True)
    assert read_entries(doubled.folder) == before
    # A new journal is the way, and for what is missing it takes three.
    two = doubled.type("journal", "renew", lines=doubled.agreement_lines("S1", "T1"))
    assert two.exit_code == 2
    doubled.check_done(doubled.type("journal", "renew", lines=doubled.agreement_lines("S1", "T1", "M1")))
    check_stopped(doubled.run(doubled.command_lines("S1", "stop")))
    assert read_second_head(second).journal == read_entries(doubled.folder)[0].hash.hex()
    assert read_second_head(second).head == read_head(doubled.folder)


def test_a_journal_from_before_a_renewal_is_refused_too(doubled: Typist, tmp_path: Path) -> None:
    doubled.run([*doubled.open_lines(), *OPENED], *V4)
    shutil.copytree(doubled.folder, tmp_path / "kept")
    break_late(doubled.folder)
    doubled.check_done(doubled.type("journal", "renew", lines=doubled.agreement_lines("S1", "T1")))
    check_stopped(doubled.run(doubled.command_lines("S1", "stop")))
    shutil.rmtree(doubled.folder)
    shutil.copytree(tmp_path / "kept", doubled.folder)
    shown = doubled.run([])
    assert (shown.exit_code, "is that of another journal" in shown.output) == (2, True), shown.output


def test_a_journal_that_went_on_from_a_copy_is_refused(doubled: Typist, second: Path, tmp_path: Path) -> None:
    """As long as the true one, and not the same."""
    shutil.copytree(doubled.folder, tmp_path / "kept")
    (file,) = second.iterdir()
    before = file.read_bytes()
    check_stopped(doubled.run([*doubled.command_lines("S1", "shift begin"), *doubled.command_lines("S1", "stop")]))
    true = file.read_bytes()
    shutil.rmtree(doubled.folder)
    shutil.copytree(tmp_path / "kept", doubled.folder)
    file.write_bytes(before)
    check_stopped(doubled.run([*doubled.command_lines("M1", "shift begin"), *doubled.command_lines("M1", "stop")]))
    check_stopped(doubled.run(doubled.command_lines("M1", "stop")))
    file.write_bytes(true)
    shown = doubled.run([])
    assert (shown.exit_code, "is not the one that the second head" in shown.output) == (2, True), shown.output


@pytest.mark.parametrize("trouble", [without_place, without_head_file, with_spoilt_file, with_hanging_disk])
def test_a_second_place_that_cannot_be_read_is_said_and_two_people_may_start_without(
    doubled: Typist, second: Path, trouble: Callable[[Path], AbstractContextManager[None]]
) -> None:
    before = read_entries(doubled.folder)
    with trouble(second):
        shown = doubled.run([])
        assert shown.exit_code == 2
        assert f"dealer-station folder without-second-head --data-dir {doubled.folder}" in shown.output
        assert read_entries(doubled.folder) == before
        for lines in (
            doubled.agreement_lines("D1"),
            doubled.agreement_lines("S1", "D1", "D1", "D1"),
            doubled.agreement_lines("S1", "S1", "S1"),
        ):
            assert doubled.type("folder", "without-second-head", lines=lines).exit_code != 0
            assert doubled.run([]).exit_code == 2
        doubled.check_done(doubled.type("folder", "without-second-head", lines=doubled.agreement_lines("M1", "S1")))
        assert "Not compared with the second head" in doubled.run([]).output
        doubled.clock.wait(24 * 3600 * 1_000_000)
        # What could be read no more has been written anew meanwhile.
        again = trouble in (without_head_file, with_spoilt_file)
        assert doubled.run([]).exit_code == (1 if again else 2)


def test_who_waived_it_cannot_waive_what_it_says_when_it_is_there_again(
    doubled: Typist, second: Path, tmp_path: Path
) -> None:
    restore_old_folder(doubled, tmp_path)
    with without_place(second):
        doubled.check_done(doubled.type("folder", "without-second-head", lines=doubled.agreement_lines("M1", "S1")))
        assert doubled.run([]).exit_code == 1
    shown = doubled.run([])
    assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True)


def test_it_is_waived_only_where_it_is_missed(doubled: Typist, staffed: Typist) -> None:
    shown = doubled.type("folder", "without-second-head", lines=[])
    assert (shown.exit_code, "can be reached" in shown.output) == (1, True)
    doubled.check_done(doubled.type("folder", "second-head", "--none", lines=doubled.agreement_lines("M1", "M2")))
    shown = staffed.type("folder", "without-second-head", lines=[])
    assert (shown.exit_code, "at no second place" in shown.output) == (1, True)


@pytest.mark.assurance("A38")
def test_where_it_is_kept_is_for_two_managers_to_decide(staffed: Typist, second: Path) -> None:
    for lines in (
        staffed.agreement_lines("M1", "S1", "S1", "S1"),
        staffed.agreement_lines("D1", "M1"),
        staffed.agreement_lines("M1"),
    ):
        assert staffed.type("folder", "second-head", str(second), lines=lines).exit_code != 0
    assert "second-head-placed" not in event_counts(staffed.folder)
    for wrong, says in ((staffed.folder / "below", "another folder"), (second / "none", "cannot be used")):
        shown = staffed.type("folder", "second-head", str(wrong), lines=staffed.agreement_lines("M1", "M2"))
        assert (shown.exit_code, says in shown.output) == (1, True), shown.output
    for usage in ([], [str(second), "--none"]):
        assert staffed.type("folder", "second-head", *usage).exit_code == 2


def test_a_full_second_place_is_said_and_play_goes_on(doubled: Typist) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with patch.object(second_head, "write_second_head", full):
        lines = [
            *doubled.open_lines(),
            *doubled.command_lines("S1", "close table"),
            *doubled.command_lines("S1", "shift begin"),
            *doubled.command_lines("S1", "stop"),
        ]
        shown = check_stopped(doubled.run(lines, *V4))
    assert "The second head cannot be kept (No space left on device). Play goes on" in shown
    check_stopped(doubled.run(doubled.command_lines("S1", "stop")))


def test_a_place_that_comes_back_with_more_stops_the_station(doubled: Typist, second: Path, tmp_path: Path) -> None:
    """It was copied back while the share was away, and two people let it start."""
    restore_old_folder(doubled, tmp_path)
    lines = [
        *doubled.command_lines("S1", "shift begin"),
        *doubled.command_lines("S1", "shift end"),
        *doubled.command_lines("S1", "stop"),
    ]
    with without_place(second):
        doubled.check_done(doubled.type("folder", "without-second-head", lines=doubled.agreement_lines("M1", "S1")))
    kept = read_second_head(second)
    with (
        patch.object(second_head, "check_second_head", _missed),
        patch("dealer_app.station.watches.check_second_head", _missed),
    ):
        shown = doubled.run(lines * 3)
    assert (shown.exit_code, "The journal is damaged" in shown.output) == (2, True), shown.output
    assert read_second_head(second) == kept


def _missed(*_: object) -> None:
    raise second_head.MissedError("not there")


def test_a_trigger_does_not_hide_it(doubled: Typist, tmp_path: Path) -> None:
    """Cut short by hand, with the head beside it written to fit."""
    check_stopped(doubled.run([*doubled.command_lines("S1", "shift begin"), *doubled.command_lines("S1", "stop")]))
    entries = read_entries(doubled.folder)
    end = entries[-4]
    by_hand(doubled.folder, "DROP TRIGGER events_delete", f"DELETE FROM events WHERE sequence > {end.sequence}")  # noqa: S608
    (doubled.folder / HEAD).write_text(f"{end.sequence:020d} {end.hash.hex()}\n", encoding="ascii")
    assert tmp_path.is_dir()
    shown = doubled.run([])
    assert (shown.exit_code, f"events {end.sequence + 1} to {entries[-1].sequence}" in shown.output) == (2, True)
