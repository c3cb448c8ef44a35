"""What was taken from an account behind the damage still counts, and where it cannot be read a third person agrees."""

from collections.abc import Callable

import pytest

from dealer_app.journal.heads import HEAD_FILE as HEAD
from dealer_app.journal.records import JournalEntry
from tests.support.journal_damage import alter_journal, by_hand
from tests.support.typist import OPENED, PINS, V4, Typist, check_stopped, read_entries

WRONG = "111222"
NEW = "860024"
TWO = ("S1", "T1")


@pytest.fixture
def played(staffed: Typist) -> Typist:
    """A table was open, and another supervisor is known: what comes after it is behind the damage."""
    staffed.add("S2", "pit-supervisor")
    lines = [*staffed.open_lines(), *OPENED, "place your bets", "bet 1 player 1000", "bet 2 player 500", "no more bets"]
    assert staffed.run(lines, *V4).exit_code == 1
    return staffed


def renew(typist: Typist, *badges: str, pins: dict[str, str] | None = None) -> tuple[int, str]:
    known = PINS | (pins or {})
    shown = typist.type("journal", "renew", lines=[line for badge in badges for line in (badge, known[badge])])
    return shown.exit_code, shown.output


def break_a_bet(typist: Typist) -> None:
    """One event of the round, among others of the round."""
    bet = next(entry.sequence for entry in read_entries(typist.folder) if entry.name == "bet-placed")
    alter_journal(typist.folder, f"UPDATE events SET body = replace(body, '1000', '9000') WHERE sequence = {bet}")  # noqa: S608


def disable(typist: Typist, badge: str) -> None:
    typist.check_done(
        typist.type("people", "disable", badge, "--reason", "left", lines=typist.agreement_lines("M1", "M2"))
    )


def last_named(typist: Typist, name: str) -> JournalEntry:
    return [entry for entry in read_entries(typist.folder) if entry.name == name][-1]


# Behind the damage


def test_two_are_enough_where_one_event_of_a_round_is_damaged(played: Typist) -> None:
    break_a_bet(played)
    assert renew(played, *TWO)[0] == 0
    check_stopped(played.run(played.command_lines("S1", "stop")))


def test_who_was_disabled_behind_the_damage_begins_no_new_journal(played: Typist) -> None:
    disable(played, "S1")
    break_a_bet(played)
    code, shown = renew(played, "S1", "S1", "S1")
    assert (code, shown.count("Badge or PIN is wrong")) == (1, 3), shown
    assert renew(played, "S2", "T1")[0] == 0
    assert "Badge or PIN is wrong" in played.run(played.command_lines("S1", "stop")).output
    listed = played.type("people", "list").output.splitlines()
    assert "disabled" in next(line for line in listed if line.startswith("S1"))


def test_a_pin_that_was_changed_behind_the_damage_is_the_one_that_counts(played: Typist) -> None:
    played.check_done(played.type("people", "pin", "S1", lines=[PINS["S1"], NEW, NEW]))
    break_a_bet(played)
    code, shown = renew(played, "S1", "S1", "S1")
    assert (code, shown.count("Badge or PIN is wrong")) == (1, 3)
    assert renew(played, *TWO, pins={"S1": NEW})[0] == 0
    assert "Signed in" not in played.run([f"sign in {'S1'}", PINS["S1"]]).output
    assert "Signed in" in played.run(["sign in S1", NEW]).output


def test_a_lock_behind_the_damage_goes_on(played: Typist) -> None:
    for _ in range(5):
        played.type("people", "pin", "S1", lines=[WRONG])
    break_a_bet(played)
    code, shown = renew(played, "S1", "S1", "S1")
    assert (code, shown.count("Wait 15 minutes")) == (1, 3)
    assert renew(played, "S2", "T1")[0] == 0
    assert "Wait 15 minutes" in played.run(played.command_lines("S1", "stop")).output


def test_what_was_given_behind_the_damage_does_not_count(played: Typist) -> None:
    played.add("A1", "assistant-casino-manager")
    break_a_bet(played)
    code, shown = renew(played, "A1", "A1", "A1")
    assert (code, shown.count("Badge or PIN is wrong")) == (1, 3)
    assert renew(played, *TWO)[0] == 0
    assert "A1" not in played.type("people", "list").output


# Damage there


def disabled_is_altered(typist: Typist) -> None:
    sequence = last_named(typist, "account-disabled").sequence
    alter_journal(typist.folder, f"UPDATE events SET body = replace(body, 'left', 'well') WHERE sequence = {sequence}")  # noqa: S608


def disabled_is_made_a_card(typist: Typist) -> None:
    sequence = last_named(typist, "account-disabled").sequence
    bet = next(entry for entry in read_entries(typist.folder) if entry.name == "bet-placed")
    changes = f"name = 'bet-placed', decision = {sequence}, body = '{bet.body}'"
    alter_journal(typist.folder, f"UPDATE events SET {changes} WHERE sequence = {sequence}")  # noqa: S608


def disabled_is_taken_out(typist: Typist) -> None:
    disabled = last_named(typist, "account-disabled").sequence
    alter_journal(typist.folder, f"DELETE FROM events WHERE sequence = {disabled}")  # noqa: S608


def all_of_it_is_taken_out(typist: Typist) -> None:
    first = last_named(typist, "approval-asked").sequence
    alter_journal(typist.folder, f"DELETE FROM events WHERE sequence >= {first}")  # noqa: S608


def the_end_is_cut_and_its_head_is_gone(typist: Typist) -> None:
    all_of_it_is_taken_out(typist)
    (typist.folder / HEAD).unlink()


def two_events_are_damaged(typist: Typist) -> None:
    break_a_bet(typist)
    sequence = last_named(typist, "station-stopped").sequence
    by_hand(typist.folder, f"UPDATE events SET utc = utc + 1 WHERE sequence = {sequence}")  # noqa: S608


@pytest.mark.parametrize(
    "damage",
    [
        disabled_is_altered,
        disabled_is_made_a_card,
        disabled_is_taken_out,
        all_of_it_is_taken_out,
        the_end_is_cut_and_its_head_is_gone,
        two_events_are_damaged,
    ],
)
def test_where_something_about_an_account_may_be_lost_it_takes_three(
    played: Typist, damage: Callable[[Typist], None]
) -> None:
    disable(played, "S1")
    damage(played)
    before = read_entries(played.folder)
    code, shown = renew(played, *TWO)
    assert code != 0, shown
    assert read_entries(played.folder) == before
    # Not one of the two again, and nobody who is in charge of no table.
    for third in ("S2", "T1", "D1"):
        code, shown = renew(played, "S2", "T1", third, third, third)
        assert (code, "a third person agrees" in shown) == (1, True), shown
    assert read_entries(played.folder) == before
    code, shown = renew(played, "S2", "T1", "M1")
    assert (code, "follows event" in shown) == (0, True), shown
    check_stopped(played.run(played.command_lines("M1", "stop")))


def test_a_pin_that_was_set_where_there_is_damage_is_nobodys(played: Typist) -> None:
    played.check_done(played.type("people", "pin", "D1", lines=[PINS["D1"], NEW, NEW]))
    two_events_are_damaged(played)
    code, shown = renew(played, *TWO, "M1")
    assert (code, "PINs that cannot be checked any more: D1." in shown) == (0, True), shown
    for pin in (PINS["D1"], NEW):
        assert "Signed in" not in played.run(["sign in D1", pin]).output


def test_where_three_are_not_left_a_backup_is_the_way(typist: Typist) -> None:
    typist.check_done(typist.begin_house())
    typist.add("T1", "technician")
    typist.check_done(typist.type("people", "pin", "M1", lines=[PINS["M1"], NEW, NEW]))
    end = read_entries(typist.folder)[-1].sequence
    alter_journal(typist.folder, f"DELETE FROM events WHERE sequence = {end}")  # noqa: S608
    code, shown = renew(typist, "M2", "T1")
    assert code == 2, shown
