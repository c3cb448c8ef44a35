"""What keeps `dealer-station run` from being a station, or ends it at once: one sentence, with what to do."""

import os
import sys
from collections.abc import Sequence
from unittest.mock import Mock, patch

import pytest

from dealer_app.journal.store import SqliteJournal
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station import startup
from dealer_app.station.table import RulesChangedError
from tests.support.journal_damage import alter_journal, sums
from tests.support.typist import BETS, OPENED, PINS, V4, Typist, check_stopped, event_counts, read_entries


def test_a_document_is_read_by_the_options_of_the_command_line(staffed: Typist) -> None:
    said = check_stopped(
        staffed.run([*staffed.open_lines(), *staffed.command_lines("S1", "stop")], *V4, "--ruling", "L4=by-box")
    )
    assert "L4" in said
    (confirmed,) = [entry.body for entry in read_entries(staffed.folder) if entry.name == "rulings-confirmed"]
    assert '["L4","by-box"]' in confirmed


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--ruling", "L4=by-box"), "--ruling goes with --game"),
        ((*V4, "--ruling", "X9=no"), "there is no ruling 'X9'"),
    ],
)
def test_a_bad_option_is_one_line(staffed: Typist, options: tuple[str, ...], says: str) -> None:
    shown = staffed.run([], *options)
    assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
    assert says in shown.output


def test_a_window_without_a_screen_is_refused_with_what_goes_without_one(
    staffed: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    shown = staffed.type("run")
    assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
    assert "--headless" in shown.output


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--game", V4[1]), "go with --headless"),
        (("--size", "10x10"), "too small"),
        (("--size", "large"), "it is written 1920x1080"),
        (("--demo", "--shoe", "angel_eye@/dev/ttyUSB0"), "simulated devices alone"),
        (("--headless", "--demo"), "--headless has none"),
    ],
)
def test_options_that_do_not_go_together_are_one_line(staffed: Typist, options: tuple[str, ...], says: str) -> None:
    shown = staffed.type("run", *options)
    assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
    assert says in shown.output


def test_a_second_station_on_the_folder_is_told_who_holds_it(staffed: Typist) -> None:
    with startup.open_station(staffed.folder, staffed.clock):
        shown = staffed.run([])
    assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
    assert f"(process {os.getpid()} on" in shown.output


@pytest.mark.assurance("A6", "A49")
def test_a_table_whose_document_is_another_now_is_not_played(staffed: Typist) -> None:
    check_stopped(staffed.run([*staffed.open_lines(), *staffed.command_lines("S1", "stop")], *V4))

    with patch.object(startup, "load_rules", Mock(side_effect=RulesChangedError("tiger-buffalo-v4"))):
        shown = staffed.run([])
    assert shown.exit_code == 2
    assert "The table was opened by another file of tiger-buffalo-v4" in shown.output


# What ends a station at once


def test_a_full_disk_ends_it_with_a_sentence_and_the_round_as_it_was_acknowledged(staffed: Typist) -> None:
    write = SqliteJournal.append

    def full(journal: SqliteJournal, records: Sequence[object], *rest: object) -> object:
        if any(getattr(record, "name", "") == "card-drawn" for record in records):
            raise JournalError(JournalFault.DISK_FULL, {"file": "journal.db", "reason": "database or disk is full"})
        return write(journal, records, *rest)  # type: ignore[arg-type]

    with patch.object(SqliteJournal, "append", full):
        shown = staffed.run([*staffed.open_lines(), *OPENED, *BETS, "card 9S", "card 3H"], *V4)
    assert shown.exit_code == 2
    assert "The disk is full" in shown.output.splitlines()[-1]
    said = staffed.run(staffed.session_lines("D1")).output
    assert "cut off in round 1" in said
    happened = event_counts(staffed.folder)
    assert (happened["bets-closed"], happened["card-drawn"]) == (1, 0)


@pytest.mark.assurance("A9")
def test_a_damaged_journal_is_not_opened(staffed: Typist) -> None:
    head = staffed.folder / "journal.head"
    head.write_text(head.read_text(encoding="ascii").replace(" ", " 0")[:86] + "\n", encoding="ascii")
    before = {file.name: file.read_bytes() for file in staffed.folder.iterdir() if file.suffix != ".lock"}
    shown = staffed.run(["place your bets"])
    assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
    assert "The journal is damaged" in shown.output
    for name in ("journal.db", "journal.head"):
        assert (staffed.folder / name).read_bytes() == before[name]


@pytest.mark.assurance("A8")
def test_damage_long_before_the_last_snapshot_keeps_the_station_from_starting_and_nothing_is_written(
    staffed: Typist,
) -> None:
    """The whole chain is followed at each start, whatever an earlier one has noted of it."""
    check_stopped(staffed.run([*staffed.session_lines("D1"), *staffed.command_lines("S1", "stop")]))
    assert list(staffed.folder.glob("snapshot-*.json"))
    alter_journal(staffed.folder, "UPDATE events SET badge = 'X9' WHERE sequence = 3")
    before = sums(staffed.folder)
    shown = staffed.run([*staffed.session_lines("S1"), "shift begin"])
    assert shown.exit_code == 2
    assert "The journal is damaged" in shown.output
    assert "It is intact up to event 2" in shown.output
    assert sums(staffed.folder) == before


def test_a_start_notes_how_far_the_chain_was_followed(staffed: Typist) -> None:
    before = event_counts(staffed.folder)["journal-verified"]
    check_stopped(staffed.run([*staffed.session_lines("D1"), *staffed.command_lines("S1", "stop")]))
    assert event_counts(staffed.folder)["journal-verified"] == before + 1


def test_a_long_start_shows_a_bar_where_somebody_watches(staffed: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer_app.cli.output.is_stderr_terminal", lambda: True)
    monkeypatch.setattr("dealer_app.cli.output._BAR_DELAY_SECONDS", 0)
    shown = staffed.run([*staffed.session_lines("D1"), *staffed.command_lines("S1", "stop")])
    assert "Following the journal" in shown.stderr


def test_in_a_folder_for_demonstration_nothing_is_confirmed_and_it_says_what_it_is(typist: Typist) -> None:
    typist.check_done(typist.begin_house(demo=True))
    shoe = [line.replace("S1", "M2").replace(PINS["S1"], PINS["M2"]) for line in OPENED]
    opened = [*typist.session_lines("M1"), *typist.command_lines("M2", "open"), *shoe]
    said = check_stopped(typist.run([*opened, *typist.command_lines("M2", "stop")], *V4))
    assert said.startswith("DEMO: this folder is for demonstration; nothing in it is live.")
    assert "the approver" not in said
