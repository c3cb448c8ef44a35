"""Verifying, searching, exporting and copying a journal of several volumes, through the command."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.new_volumes import alter_volume, play_round, volume_folder
from tests.support.typist import Typist, read_entries

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_export.py"


def verified(file: Path, *noted: str) -> str:
    done = subprocess.run([sys.executable, str(SCRIPT), str(file), *noted], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_verify_follows_every_volume(twice: Typist) -> None:
    shown = twice.type("journal", "verify")
    assert shown.exit_code == 0, shown.output
    lines = shown.output.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["volume-0001", "volume-0002"]
    assert lines[2].startswith(f"{read_entries(twice.folder)[-1].sequence} events, the chain is whole.")
    alter_volume(volume_folder(twice, 1), "UPDATE events SET body = '{}' WHERE sequence = 3")
    shown = twice.type("journal", "verify")
    assert (shown.exit_code, "event 3 does not follow" in shown.output) == (1, True), shown.output


def test_search_and_stats_go_through_all_of_them(twice: Typist) -> None:
    shown = twice.type("journal", "search", "--result", "1-2-6")
    assert [line.split("  ")[0] for line in shown.output.splitlines()[:3]] == ["round 3", "round 2", "round 1"]
    assert "there are more" in twice.type("journal", "search", "--result", "1-2-6", "--most", "2").output
    assert "3 rounds on" in twice.type("journal", "stats").output


@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_export_goes_through_all_of_them_and_is_verified(twice: Typist, tmp_path: Path, form: str) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    twice.check_done(twice.type("journal", "export", "--form", form, "--output", str(whole)))
    end = read_entries(twice.folder)[-1]
    noted = read_entries(volume_folder(twice, 1))[-1]
    assert f"up to event {end.sequence}" in verified(whole, str(noted.sequence), noted.hash.hex())
    first = str(read_entries(volume_folder(twice, 2))[0].sequence)
    last = str(read_entries(volume_folder(twice, 2))[-1].sequence)
    twice.check_done(
        twice.type("journal", "export", "--form", form, "--output", str(part), "--first", first, "--last", last)
    )
    assert f"up to event {last}" in verified(part)
    shutil.rmtree(volume_folder(twice, 1))
    twice.check_done(twice.type("journal", "export", "--form", form, "--output", str(part)))
    assert f"after event {noted.sequence}, hash {noted.hash.hex()}, up to event {end.sequence}," in verified(part)
    shown = twice.type("journal", "export", "--first", "1")
    assert (shown.exit_code, f"from {first} on" in shown.output) == (1, True), shown.output


@pytest.mark.parametrize("words", [("search",), ("stats",), ("recall", "1")])
def test_damage_in_a_closed_volume_is_said_of_that_volume(twice: Typist, words: tuple[str, ...]) -> None:
    round_ = next(entry.sequence for entry in read_entries(volume_folder(twice, 1)) if entry.name == "dice-read")
    alter_volume(volume_folder(twice, 1), f"UPDATE events SET utc = utc + 1 WHERE sequence = {round_}")  # noqa: S608
    shown = twice.type("journal", *words)
    assert (shown.exit_code, "volume-0001 in" in shown.output) == (1, True), shown.output


def test_a_head_that_was_noted_in_a_closed_volume_is_shown(twice: Typist) -> None:
    entry = read_entries(volume_folder(twice, 1))[40]
    shown = twice.check_done(twice.type("folder", "head", "--at", str(entry.sequence)))
    assert entry.hash.hex() in shown.output
    shutil.rmtree(volume_folder(twice, 1))
    assert twice.type("folder", "head", "--at", str(entry.sequence)).exit_code == 1


def test_a_closed_volume_can_be_read_by_itself(twice: Typist, tmp_path: Path) -> None:
    alone = Typist(volume_folder(twice, 2))
    assert "round 2" in alone.type("journal", "recall", "2").output
    assert alone.type("journal", "verify").exit_code == 0
    alone.check_done(alone.type("journal", "export", "--output", str(tmp_path / "until")))
    assert f"up to event {read_entries(volume_folder(twice, 2))[-1].sequence}" in verified(tmp_path / "until")


def test_a_backup_copies_each_closed_volume_once_and_restores_them(twice: Typist, tmp_path: Path) -> None:
    backups, restored = tmp_path / "backups", tmp_path / "restored"
    twice.check_done(twice.type("journal", "backup", str(backups)))
    copies = sorted(path.name.split("-0000")[0] for path in backups.iterdir())
    assert copies == ["journal", "volume-0001", "volume-0002"]
    before = {path: path.stat().st_mtime_ns for path in backups.glob("volume-*/*")}
    (made,) = backups.glob("journal-*")
    play_round(twice, again=True)
    twice.check_done(twice.type("journal", "backup", str(backups)))
    assert {path: path.stat().st_mtime_ns for path in backups.glob("volume-*/*")} == before
    again = Typist(restored)
    again.clock = twice.clock
    shown = again.check_done(again.type("journal", "restore", str(made)))
    assert "Missing" not in shown.output
    for number in (1, 2):
        assert read_entries(volume_folder(again, number)) == read_entries(volume_folder(twice, number))
    assert again.type("journal", "verify").exit_code == 0
    assert "Stopped in order." in again.run([*again.session_lines("S1"), "stop"]).output
    shutil.rmtree(next(backups.glob("volume-0001-*")))
    other = Typist(tmp_path / "other")
    assert (
        "Missing beside the journal: volume-0001."
        in other.check_done(other.type("journal", "restore", str(made))).output
    )


def test_a_damaged_closed_volume_is_not_backed_up_as_if_it_were_whole(twice: Typist, tmp_path: Path) -> None:
    alter_volume(volume_folder(twice, 1), "UPDATE events SET body = '{}' WHERE sequence = 3")
    shown = twice.type("journal", "backup", str(tmp_path / "backups"))
    assert (shown.exit_code, "volume-0001" in shown.output) == (1, True), shown.output
    assert not (tmp_path / "backups").exists()
