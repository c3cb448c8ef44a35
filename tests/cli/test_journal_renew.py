"""`dealer-station journal renew`: begun by two people, never at the cost of the damaged journal, and never half."""

import pytest
from click.testing import Result

from dealer_app.journal.codec import decode
from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import JournalBegan
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.journal.replacement import SUMS_FILE
from dealer_app.station.fold import station_fold_method
from dealer_app.station.startup import make_program
from tests.cli.late_damage import aside_folder, break_late
from tests.support.journal_damage import alter_journal, by_hand, sums
from tests.support.typist import OPENED, PINS, V4, Typist, event_counts, read_entries

WRONG = "111222"


@pytest.fixture
def staffed(staffed: Typist) -> Typist:
    """Cut off with an open table, after its people were added."""
    shown = staffed.run([*staffed.open_lines(), *OPENED], *V4)
    assert "refused" not in shown.output, shown.output
    return staffed


def two(supervisor: str = "S1", technician: str = "T1") -> list[str]:
    return [supervisor, PINS[supervisor], technician, PINS[technician]]


def three(third: str = "M1") -> list[str]:
    """Where something may have been taken from an account that nobody knows of any more."""
    return [*two(), third, PINS[third]]


def renew(typist: Typist, lines: list[str]) -> Result:
    return typist.type("journal", "renew", lines=lines)


@pytest.mark.assurance("A9")
def test_two_people_begin_a_new_journal_that_points_to_the_old(staffed: Typist) -> None:
    last = break_late(staffed.folder)
    before, old = sums(staffed.folder), read_entries(staffed.folder)
    shown = renew(staffed, two())
    assert shown.exit_code == 0, shown.output
    assert f"The new journal follows event {last} {old[last - 1].hash.hex()}." in shown.output
    aside = aside_folder(staffed.folder)
    assert aside.name == f"damaged-{last:012d}-{old[last - 1].hash.hex()[:8]}"
    assert sums(aside) == before
    assert (aside / SUMS_FILE).read_text() == "".join(
        f"{before[name]}  {name}\n" for name in sorted(before, key=_as_listed)
    )
    first = read_entries(staffed.folder)[0]
    began = decode(first, lambda _: ("", ""))
    assert isinstance(began, JournalBegan)
    assert (began.previous_sequence, began.previous_hash) == (last, old[last - 1].hash.hex())
    assert began.previous_file == before[DATABASE]
    verify_all(staffed.folder)


def _as_listed(name: str) -> tuple[bool, bool, bool]:
    return name != DATABASE, not name.endswith("-wal"), name != HEAD


def test_everybody_can_sign_in_and_the_table_is_opened_anew(staffed: Typist) -> None:
    break_late(staffed.folder)
    assert staffed.run([]).exit_code == 2
    assert renew(staffed, two()).exit_code == 0
    opened = [*staffed.open_lines(), *OPENED, "place your bets", "no more bets", *staffed.session_lines("D2")]
    shown = staffed.run([*opened, *staffed.session_lines("M1")], *V4)
    assert "refused" not in shown.output, shown.output
    assert "cut off" not in shown.output


def test_the_accounts_stand_as_they_stood(staffed: Typist) -> None:
    lines = ["M1", PINS["M1"], "M2", PINS["M2"]]
    staffed.check_done(staffed.type("people", "disable", "D2", "--reason", "left", lines=lines))
    staffed.check_done(staffed.type("people", "pin", "D1", lines=[PINS["D1"], "860024", "860024"]))
    listed = staffed.type("people", "list").output
    reader = open_reader(staffed.folder)
    state = recover(staffed.folder, station_fold_method(make_program().version)).state.people.accounts
    reader.close()
    end = read_entries(staffed.folder)[-1].sequence
    alter_journal(staffed.folder, f"DELETE FROM events WHERE sequence = {end}")  # noqa: S608
    shown = renew(staffed, three())
    assert shown.exit_code == 0, shown.output
    assert recover(staffed.folder, station_fold_method(make_program().version)).state.people.accounts == state
    assert staffed.type("people", "list").output == listed
    assert listed.splitlines()[1:] == shown.output.splitlines()[-len(listed.splitlines()) + 1 :]


def test_a_lock_does_not_end_with_the_journal(staffed: Typist) -> None:
    for _ in range(5):
        staffed.type("people", "pin", "D1", lines=[WRONG])
    end = read_entries(staffed.folder)[-1].sequence
    alter_journal(staffed.folder, f"DELETE FROM events WHERE sequence = {end}")  # noqa: S608
    assert renew(staffed, three()).exit_code == 0
    shown = staffed.type("people", "pin", "D1", lines=[PINS["D1"]])
    assert "Wait 15 minutes" in shown.output


def test_a_pin_that_cannot_be_checked_any_more_is_nobodys(staffed: Typist) -> None:
    people = recover(staffed.folder, station_fold_method(make_program().version)).state.people
    alter_journal(staffed.folder, f"DELETE FROM secrets WHERE digest = '{people.accounts['D1'].pin}'")  # noqa: S608
    assert staffed.run(["sign in D1", PINS["D1"]]).exit_code == 2
    altered_late = read_entries(staffed.folder)[-1].sequence
    by_hand(staffed.folder, f"DELETE FROM events WHERE sequence = {altered_late}")  # noqa: S608
    shown = renew(staffed, three())
    assert shown.exit_code == 0, shown.output
    assert "PINs that cannot be checked any more: D1." in shown.output
    assert staffed.type("people", "pin", "D1", lines=[PINS["D1"]]).exit_code == 1
    two_managers = ["M1", PINS["M1"], "M2", PINS["M2"]]
    staffed.check_done(staffed.type("people", "pin", "D1", "--reset", lines=[*two_managers, PINS["D1"], PINS["D1"]]))
    assert "refused" not in staffed.run(staffed.session_lines("D1")).output


# Who may not


@pytest.mark.assurance("A9", "A38")
@pytest.mark.parametrize(
    ("first", "again", "says"),
    [
        ([], ["D1", PINS["D1"]], "Only a Pit Supervisor or above can ask for a new journal"),
        ([], ["T1", PINS["T1"]], "Only a Pit Supervisor or above can ask for a new journal"),
        (["S1", PINS["S1"]], ["M1", PINS["M1"]], "A technician has to agree"),
        (["S1", PINS["S1"]], ["S1", PINS["S1"]], "A technician has to agree"),
        ([], ["S1", WRONG], "Badge or PIN is wrong"),
        (["S1", PINS["S1"]], ["T1", WRONG], "Badge or PIN is wrong"),
        (["S1", PINS["S1"]], ["X9", WRONG], "Badge or PIN is wrong"),
    ],
)
def test_who_may_not_changes_nothing(staffed: Typist, first: list[str], again: list[str], says: str) -> None:
    break_late(staffed.folder)
    before = sums(staffed.folder)
    shown = renew(staffed, [*first, *again * 3])
    assert (shown.exit_code, shown.output.count(says)) == (1, 3), shown.output
    assert "stays as it is" in shown.output
    assert sums(staffed.folder) == before
    assert not list(staffed.folder.glob("damaged-*"))


def test_wrong_pins_count_though_the_damaged_journal_cannot_hold_them(staffed: Typist) -> None:
    """From one sitting to the next, and in the new journal: they stand beside it until that is there."""
    break_late(staffed.folder)
    wrong = ["S1", WRONG]
    assert renew(staffed, wrong * 3).exit_code == 1
    assert renew(staffed, wrong * 2).output.count("Wait 15 minutes") == 1
    assert renew(staffed, two()).output.count("Wait 15 minutes") == 1
    assert renew(staffed, two("M1")).exit_code == 0
    # Five wrong ones, one that was not weighed, and three that were right: T1's of the third sitting among them.
    assert event_counts(staffed.folder)["pin-attempted"] == 9
    assert event_counts(staffed.folder)["locked-out"] == 1
    assert not list(staffed.folder.glob("*.attempts"))
    assert "Wait 15 minutes" in staffed.run(staffed.session_lines("S1")).output


def test_a_line_of_an_attempt_that_was_cut_off_is_passed_over(staffed: Typist) -> None:
    break_late(staffed.folder)
    renew(staffed, ["S1", WRONG] * 3)
    (attempts,) = staffed.folder.glob("*.attempts")
    attempts.write_text(attempts.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert renew(staffed, two()).exit_code == 0


def test_a_manager_may_as_well(staffed: Typist) -> None:
    break_late(staffed.folder)
    assert renew(staffed, two("M1")).exit_code == 0


def test_a_journal_that_is_in_order_is_not_renewed(staffed: Typist) -> None:
    before = sums(staffed.folder)
    shown = renew(staffed, two())
    assert (shown.exit_code, "is in order" in shown.output) == (1, True)
    assert sums(staffed.folder) == before


def test_where_there_is_no_journal_it_says_so(typist: Typist) -> None:
    shown = renew(typist, [])
    assert (shown.exit_code, "There is no journal in" in shown.output) == (2, True)
    assert not typist.folder.exists()


@pytest.mark.parametrize("first", [1, 12], ids=["from the first event on", "before there is a technician"])
def test_where_nobody_is_left_a_backup_is_the_way(staffed: Typist, first: int) -> None:
    alter_journal(staffed.folder, f"UPDATE events SET badge = 'X' WHERE sequence = {first}")  # noqa: S608
    shown = renew(staffed, two())
    assert (shown.exit_code, "dealer-station journal restore" in shown.output) == (2, True), shown.output


def test_a_file_that_is_no_database_any_more_is_restored_from_a_backup(staffed: Typist) -> None:
    database = staffed.folder / DATABASE
    database.write_bytes(bytes(4096) + database.read_bytes()[4096:])
    shown = renew(staffed, two())
    assert (shown.exit_code, "dealer-station journal restore" in shown.output) == (2, True), shown.output
