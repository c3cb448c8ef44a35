"""`dealer-station journal new-volume`: begun by two people at rest, and every other command knows of all volumes."""

import json
import shutil
from hashlib import sha256
from pathlib import Path
from stat import S_IMODE

import pytest

from dealer_app.journal.codec import decode
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import JournalBegan, StateCarried
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.station.fold import station_fold_method
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.station.startup import make_program
from tests.cli.late_damage import break_late
from tests.cli.new_volumes import TWO, alter_volume, play_round, start_volume, volume_folder
from tests.support.journal_damage import alter_journal
from tests.support.typist import PINS, Typist, event_counts, read_entries


def state_of(folder: Path) -> bytes:
    return snapshot_bytes(recover(folder, station_fold_method(make_program().version)).state)


def test_two_people_close_the_journal_and_go_on_in_a_new_volume(staffed: Typist) -> None:
    play_round(staffed)
    shown = start_volume(staffed)
    assert shown.exit_code == 0, shown.output
    closed, folder = volume_folder(staffed, 1), staffed.folder
    old, new = read_entries(closed), read_entries(folder)
    assert verify_all(closed) == read_head(closed) == (old[-1].sequence, old[-1].hash)
    began, carried = (decode(entry, lambda _: ("", "")) for entry in new)
    assert began == JournalBegan(
        station=make_program().station,
        previous_sequence=old[-1].sequence,
        previous_hash=old[-1].hash.hex(),
        previous_file=f"{closed.name}/{DATABASE}",
        previous_journal=old[0].hash.hex(),
        volume=2,
    )
    assert [entry.sequence for entry in new] == [old[-1].sequence + 1, old[-1].sequence + 2]
    assert new[0].badge == "S1"
    assert isinstance(carried, StateCarried)
    assert state_of(folder) == state_of(closed) == carried.state.encode()
    assert carried.digest == sha256(carried.state.encode()).hexdigest()
    assert verify_all(folder) == read_head(folder)
    assert f"Head to note: {new[-1].sequence} " in shown.output
    assert str(closed) in shown.output


def test_what_is_closed_is_kept_for_reading_alone(once: Typist) -> None:
    closed = volume_folder(once, 1)
    assert S_IMODE(closed.stat().st_mode) == 0o700
    assert {path.name: S_IMODE(path.stat().st_mode) for path in closed.iterdir()} == {DATABASE: 0o400, HEAD: 0o400}
    shown = once.type("folder", "secure")
    assert "0 of its files were not so" in shown.output
    before = {path.name: path.read_bytes() for path in closed.iterdir()}
    play_round(once, again=True)
    once.type("journal", "recall", "--last", "5")
    assert {name: (closed / name).read_bytes() for name in before} == before
    shown = Typist(closed).run(["quit"])
    assert (shown.exit_code, "is only read" in shown.output) == (2, True), shown.output
    assert {name: (closed / name).read_bytes() for name in before} == before


def test_play_goes_on_as_if_nothing_had_been(twice: Typist) -> None:
    shown = twice.type("journal", "recall", "--last", "10").output
    assert [shown.count(f"RECALL of round {number}:") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    sequences = [entry.sequence for number in (1, 2) for entry in read_entries(volume_folder(twice, number))]
    sequences += [entry.sequence for entry in read_entries(twice.folder)]
    assert sequences == list(range(1, len(sequences) + 1))
    assert event_counts(twice.folder)["rulings-confirmed"] == 0
    assert event_counts(volume_folder(twice, 1))["rulings-confirmed"] == 1


def test_a_start_follows_the_current_volume_alone(twice: Typist) -> None:
    for number in (1, 2):
        alter_volume(
            volume_folder(twice, number),
            "UPDATE events SET body = '{}' WHERE sequence = (SELECT min(sequence) + 5 FROM events)",
        )
    assert "Stopped in order." in twice.run([*twice.session_lines("S1"), "stop"]).output
    shown = twice.type("journal", "verify")
    assert (shown.exit_code, "volume-0001" in shown.output) == (1, True)


# Who, and when


@pytest.mark.parametrize(
    ("two", "says"),
    [
        (["D1", PINS["D1"]], "Only a Pit Supervisor or above can ask for a new volume"),
        (["T1", PINS["T1"]], "Only a Pit Supervisor or above can ask for a new volume"),
        (["S1", PINS["S1"], *["M1", PINS["M1"]] * 3], "Your position does not approve this"),
        (["S1", PINS["S1"], *["S1", PINS["S1"]] * 3], "You asked for this yourself"),
        (["S1", PINS["S1"], *["T1", "111222"] * 3], "Badge or PIN is wrong"),
    ],
)
def test_others_begin_none(staffed: Typist, two: list[str], says: str) -> None:
    shown = start_volume(staffed, *two)
    assert (shown.exit_code, says in shown.output) == (1, True), shown.output
    assert not volume_folder(staffed, 1).exists()
    assert event_counts(staffed.folder)["new-volume-agreed"] == 0
    assert "Stopped in order." in staffed.run([*staffed.session_lines("S1"), "stop"]).output


def test_none_is_begun_while_a_table_is_open(staffed: Typist) -> None:
    play_round(staffed, close=False)
    shown = start_volume(staffed)
    assert (shown.exit_code, "A table is open." in shown.output) == (1, True)
    assert not volume_folder(staffed, 1).exists()


def test_a_shift_that_is_on_goes_on(staffed: Typist) -> None:
    staffed.run([*staffed.session_lines("S1"), "shift begin", "stop"])
    assert start_volume(staffed).exit_code == 0
    shown = staffed.run([*staffed.session_lines("S1"), "shift end", "stop"])
    assert "Shift 1 is on." in shown.output
    assert event_counts(staffed.folder)["shift-ended"] == 1


def test_nobody_is_known_without_a_first_run(typist: Typist) -> None:
    shown = start_volume(typist)
    assert (shown.exit_code, typist.folder.exists()) == (2, False)


def test_a_lock_and_a_disabled_account_go_along(staffed: Typist) -> None:
    two = ["M1", PINS["M1"], "M2", PINS["M2"]]
    staffed.check_done(staffed.type("people", "disable", "D2", "--reason", "left", lines=two))
    for _ in range(5):
        staffed.type("people", "pin", "D1", lines=["111222"])
    assert start_volume(staffed).exit_code == 0
    assert "Wait 1" in staffed.type("people", "pin", "D1", lines=[PINS["D1"]]).output
    assert "D2" in staffed.type("people", "list").output
    assert staffed.type("people", "pin", "D2", lines=[PINS["D2"]]).exit_code == 1


# A volume that is missing, or another one


def test_a_missing_volume_is_said_and_stops_nobody(twice: Typist) -> None:
    shutil.rmtree(volume_folder(twice, 1))
    shown = twice.run([*twice.session_lines("S1"), "stop"])
    assert "Missing beside the journal: volume-0001." in shown.output
    assert "Stopped in order." in shown.output
    shown = twice.type("journal", "verify")
    assert (shown.exit_code, "Missing beside the journal: volume-0001." in shown.output) == (1, True)
    assert "volume-0002: events" in shown.output
    shown = twice.type("journal", "recall", "1")
    assert (shown.exit_code, "Missing beside the journal: volume-0001." in shown.output) == (1, True)
    assert twice.type("journal", "recall", "2").exit_code == 0
    assert "volume-0001: missing" in twice.type("journal", "volumes").output


@pytest.mark.parametrize("change", ["end cut off", "another end", "head", "no database", "another volume"])
def test_a_volume_that_differs_is_refused(twice: Typist, change: str) -> None:
    closed = volume_folder(twice, 2)
    end = read_entries(closed)[-1].sequence
    match change:
        case "end cut off":
            alter_volume(closed, f"DELETE FROM events WHERE sequence = {end}")  # noqa: S608
        case "another end":
            alter_volume(closed, f"UPDATE events SET hash = zeroblob(32) WHERE sequence = {end}")  # noqa: S608
        case "head":
            (closed / HEAD).chmod(0o600)
            (closed / HEAD).write_text(f"{end:020d} {'0' * 64}\n", encoding="ascii")
        case "no database":
            (closed / DATABASE).chmod(0o600)
            (closed / DATABASE).write_bytes(b"x" * 5000)
        case _:
            shutil.rmtree(closed)
            shutil.copytree(volume_folder(twice, 1), closed)
    before = (twice.folder / DATABASE).read_bytes()
    shown = twice.run([*twice.session_lines("S1"), "stop"])
    assert (shown.exit_code, "volume-0002 in" in shown.output, "is not what was closed" in shown.output) == (
        2,
        True,
        True,
    )
    assert (twice.folder / DATABASE).read_bytes() == before
    assert twice.type("journal", "verify").exit_code in (1, 2)
    # It is kept elsewhere as evidence, and is missing then.
    closed.rename(twice.folder.parent / "evidence")
    assert "Stopped in order." in twice.run([*twice.session_lines("S1"), "stop"]).output


def test_a_volume_put_back_as_the_journal_is_found_by_the_one_that_was_closed(twice: Typist) -> None:
    for name in (DATABASE, HEAD):
        (twice.folder / name).unlink()
        shutil.copy(volume_folder(twice, 2) / name, twice.folder / name)
        (twice.folder / name).chmod(0o600)
    shown = twice.run([*twice.session_lines("S1"), "stop"])
    assert (shown.exit_code, "it was copied back" in shown.output) == (2, True), shown.output


def test_nobody_founds_a_house_beside_volumes(once: Typist) -> None:
    for path in once.folder.iterdir():
        if path.is_file():
            path.unlink()
    shown = once.begin_house()
    assert (shown.exit_code, "volume-0001/journal.db" in shown.output) == (2, True), shown.output


def test_the_head_at_a_second_place_goes_along(staffed: Typist, tmp_path: Path) -> None:
    place = tmp_path / "share"
    place.mkdir()
    managers = ["M1", PINS["M1"], "M2", PINS["M2"]]
    staffed.check_done(staffed.type("folder", "second-head", str(place), lines=managers))
    assert start_volume(staffed).exit_code == 0
    shown = staffed.type("folder", "head")
    assert (shown.exit_code, "At the second place" in shown.output) == (0, True), shown.output
    assert "As shown at the last closing of a table or shift" in shown.output
    assert "Stopped in order." in staffed.run([*staffed.session_lines("S1"), "stop"]).output
    (file,) = place.iterdir()
    assert int(file.read_text(encoding="ascii").split()[0]) == read_entries(staffed.folder)[-1].sequence
    # Copied back to what it was when the volume began, it is behind.
    for name in (DATABASE, HEAD):
        (staffed.folder / name).unlink()
        shutil.copy(volume_folder(staffed, 1) / name, staffed.folder / name)
        (staffed.folder / name).chmod(0o600)
    shutil.rmtree(volume_folder(staffed, 1))
    shown = staffed.run([*staffed.session_lines("S1"), "stop"])
    assert (shown.exit_code, "is that of another journal" in shown.output) == (2, True), shown.output


def test_a_second_head_behind_the_end_of_the_volume_before_is_damage(staffed: Typist, tmp_path: Path) -> None:
    place = tmp_path / "share"
    place.mkdir()
    staffed.check_done(staffed.type("folder", "second-head", str(place), lines=["M1", PINS["M1"], "M2", PINS["M2"]]))
    assert start_volume(staffed).exit_code == 0
    (file,) = place.iterdir()
    sequence, hash_, journal, _ = file.read_text(encoding="ascii").split()
    file.write_text(f"{int(sequence) + 9:020d} {hash_} {journal}\n", encoding="ascii")
    shown = staffed.run([*staffed.session_lines("S1"), "stop"])
    assert (shown.exit_code, "does not end with event" in shown.output) == (2, True), shown.output


# A damaged volume is followed by a new journal


def test_a_new_journal_after_a_damaged_volume_keeps_its_people_and_its_number(once: Typist) -> None:
    play_round(once, again=True)
    for _ in range(2):
        once.type("people", "pin", "D1", lines=["111222"])
    listed = once.type("people", "list").output
    last = break_late(once.folder)
    renewed = once.type("journal", "renew", lines=TWO)
    if "a third person agrees" in renewed.output:
        renewed = once.type("journal", "renew", lines=[*TWO, "M1", PINS["M1"]])
    assert renewed.exit_code == 0, renewed.output
    assert f"The new journal follows event {last} " in renewed.output
    began = decode(read_entries(once.folder)[0], lambda _: ("", ""))
    assert isinstance(began, JournalBegan)
    assert (began.volume, began.previous_sequence, read_entries(once.folder)[0].sequence) == (2, last, 1)
    assert once.type("people", "list").output == listed
    play_round(once)
    assert once.type("journal", "verify").exit_code == 0
    assert start_volume(once).exit_code == 0
    shown = once.type("journal", "verify")
    assert (shown.exit_code, "begun after a damaged one" in shown.output) == (0, True), shown.output
    assert once.type("journal", "recall", "1").output.count("END OF RECALL of round 1") == 2


def test_it_keeps_its_number_where_the_volumes_before_are_missing(twice: Typist) -> None:
    for number in (1, 2):
        shutil.rmtree(volume_folder(twice, number))
    break_late(twice.folder)
    twice.check_done(twice.type("journal", "renew", lines=[*TWO, "M1", PINS["M1"]]))
    began = decode(read_entries(twice.folder)[0], lambda _: ("", ""))
    assert isinstance(began, JournalBegan)
    assert began.volume == 3
    assert "volume-0001, volume-0002" in twice.run([*twice.session_lines("S1"), "stop"]).output


def test_a_lock_of_before_the_volume_outlives_its_damage(staffed: Typist) -> None:
    for _ in range(5):
        staffed.type("people", "pin", "D1", lines=["111222"])
    assert start_volume(staffed).exit_code == 0
    end = read_entries(staffed.folder)[-1].sequence
    staffed.run([*staffed.session_lines("S1"), "stop"])
    alter_journal(staffed.folder, f"UPDATE events SET body = '{{}}' WHERE sequence = {end + 1}")  # noqa: S608
    renewed = staffed.type("journal", "renew", lines=[*TWO, "M1", PINS["M1"]])
    assert renewed.exit_code == 0, renewed.output
    assert "Wait 1" in staffed.type("people", "pin", "D1", lines=[PINS["D1"]]).output


def test_the_form_of_the_export_says_its_state_is_json(once: Typist) -> None:
    body = json.loads(read_entries(once.folder)[1].body)
    assert set(json.loads(body["state"])["state"]["people"]["accounts"]) == {"M1", "M2", "D1", "D2", "S1", "T1"}
    reader = open_reader(once.folder)
    try:
        secrets = reader.connection.execute("SELECT count(*) FROM secrets").fetchone()
        assert secrets == (6,)
        assert reader.connection.execute("SELECT count(*) FROM sealed").fetchone() == (0,)
    finally:
        reader.close()
