"""At the terminal: wrong PINs one after the other, a lock that two others end, and whose PIN is asked beside whose."""

import json
from unittest.mock import patch

import pytest
from click.testing import Result

from dealer_app.clock import Timestamp
from dealer_app.people.lockout import MINUTE, SECOND, SLOW_AFTER
from tests.support.typist import OPENED, PINS, V4, Typist, check_stopped, event_counts, read_entries

WRONG = "111222"
DICE = ("--game", "tai-sai-open-cover-v5", "--layout", "C")


def wrong(*badges: str) -> list[str]:
    return [line for badge in badges for line in (f"sign in {badge}", WRONG)]


def slowly(staffed: Typist, lines: list[str]) -> Result:
    """Somebody types so slowly that some of what is keyed comes a minute after the last, and some does not."""
    clock = staffed.clock

    def now() -> Timestamp:
        clock.wait(3 * SECOND)
        return clock.at

    with patch.object(clock, "now", now):
        return staffed.run(lines)


def waited(staffed: Typist, *words: str, lines: list[str]) -> Result:
    """A command that waits until a PIN is taken."""
    with patch("dealer_app.cli.people.sleep", lambda seconds: staffed.clock.wait(seconds * SECOND)):
        return staffed.type(*words, lines=lines)


TEN = ("D1",) * 4 + ("D2",) * 4 + ("M1", "M2")


def test_after_ten_wrong_pins_one_is_taken_a_minute_and_it_is_said_how_long_to_wait(staffed: Typist) -> None:
    assert len(TEN) == SLOW_AFTER
    said = staffed.run([*wrong(*TEN), *staffed.session_lines("S1"), *wrong("D1")]).output
    assert said.count("refused: pin-too-soon") == 2
    assert "one a minute now. Wait 60 seconds" in said
    assert "Signed in" not in said
    happened = event_counts(staffed.folder)
    assert (happened["locked-out"], happened["tried-too-soon"]) == (0, 1)


def test_neither_a_restart_nor_another_command_at_the_same_computer_helps(staffed: Typist) -> None:
    staffed.run(wrong(*TEN))
    assert "Signed in" not in staffed.run(staffed.session_lines("S1")).output
    shown = waited(staffed, "people", "pin", "D1", lines=["111222"])
    assert "only one a minute is accepted. Next try in 60 seconds." in shown.output
    staffed.clock.jump(1000 * MINUTE)
    assert "Signed in" not in staffed.run(staffed.session_lines("S1")).output
    # For as long as the station is off no time is proven to have passed.
    staffed.clock.wait(1000 * MINUTE)
    assert "Signed in" not in staffed.run(staffed.session_lines("S1")).output
    assert "Signed in: Person S1" in slowly(staffed, staffed.session_lines("S1") * 9).output


def test_a_command_waits_the_minute_out_for_at_each_start_it_begins_once_more(staffed: Typist) -> None:
    locked(staffed)
    staffed.run(wrong(*["M1"] * 4, "M2", "S1", "D2"))
    shown = waited(staffed, "people", "unlock", "d1", lines=staffed.agreement_lines("S1", "D2"))
    assert shown.output.count("Next try in 60 seconds.") == 1
    assert "D1 is not locked out any more." in staffed.check_done(shown).output


def test_one_a_minute_for_an_hour_locks_nobody_out(staffed: Typist) -> None:
    staffed.run(wrong(*TEN))
    said = slowly(staffed, [*wrong(*["D1"] * 60), *staffed.session_lines("D1") * 9]).output
    assert said.count("refused: wrong-and-slow") + said.count("refused: pin-too-soon") >= 60
    assert event_counts(staffed.folder)["locked-out"] == 0
    assert "Signed in: Person D1" in said


def locked(staffed: Typist) -> None:
    said = staffed.run(wrong(*["D1"] * 5)).output
    assert "Two others, one a supervisor, can end it." in said


def test_two_others_end_a_lock_at_the_table(staffed: Typist) -> None:
    locked(staffed)
    lines = [
        "unlock d1",
        *staffed.agreement_lines("D2", "S1"),
        *staffed.session_lines("D1"),
        *staffed.command_lines("S1", "stop"),
    ]
    said = check_stopped(staffed.run(lines))
    assert "D1 is not locked out any more." in said
    assert "Signed in: Person D1" in said
    (ended,) = [json.loads(entry.body) for entry in read_entries(staffed.folder) if entry.name == "lock-ended"]
    assert (ended["badge"], ended["by"]) == ("D1", ["D2", "S1"])


def test_and_with_the_command_for_people(staffed: Typist) -> None:
    locked(staffed)
    listed = staffed.type("people", "list").output
    assert "locked out for 15 minutes" in listed
    shown = staffed.check_done(staffed.type("people", "unlock", "d1", lines=staffed.agreement_lines("S1", "D2")))
    assert "D1 is not locked out any more." in shown.output
    assert "locked out" not in staffed.type("people", "list").output


@pytest.mark.parametrize(
    ("two", "code"),
    [
        (("D2", "T1"), "may-not-approve"),
        (("T1", "S1"), "no-business-with-it"),
        (("S1", "S1"), "own-request"),
    ],
)
def test_no_others_end_it_and_nothing_stays_open(staffed: Typist, two: tuple[str, str], code: str) -> None:
    locked(staffed)
    said = staffed.run(["unlock D1", *staffed.agreement_lines(two[0]), *staffed.agreement_lines(two[1]) * 3]).output
    assert f"refused: {code}" in said
    happened = event_counts(staffed.folder)
    assert happened["lock-ended"] == 0
    assert happened["approval-asked"] - happened["approval-withdrawn"] - happened["approval-used"] == 0
    assert "refused: locked-out" in staffed.run(staffed.session_lines("D1")).output


def test_who_is_locked_out_is_none_of_the_two(staffed: Typist) -> None:
    locked(staffed)
    assert "refused: locked-out" in staffed.run(["unlock D1", *staffed.agreement_lines("D1")]).output
    assert event_counts(staffed.folder)["lock-ended"] == 0


# Who stands beside


def test_who_checks_the_cards_with_the_dealer_keys_his_pin(staffed: Typist) -> None:
    tries = ["check S1", WRONG, "shuffle", "check S1", PINS["D1"], "shuffle"]
    said = staffed.run([*staffed.open_lines(), "cards in set-1 8", *tries], *V4).output
    assert said.count("refused: wrong-badge-or-pin") == 2
    assert event_counts(staffed.folder)["shoe-step-done"] == 0
    attempts = [json.loads(entry.body) for entry in read_entries(staffed.folder) if entry.name == "pin-attempted"]
    assert [(one["badge"], one["outcome"]) for one in attempts[-2:]] == [("S1", "wrong")] * 2


def test_and_so_does_one_for_whom_somebody_else_gives_the_command(staffed: Typist) -> None:
    """First who stands beside, then who gives it: in this order they are asked."""
    lines = [*staffed.open_lines(), "cards in set-1 8", *staffed.witness_lines("S1", "D2", "check S1"), *OPENED[3:]]
    assert "refused" not in staffed.run(lines, *V4).output
    assert event_counts(staffed.folder)["shoe-step-done"] >= 1


def test_a_badge_that_nobody_has_checks_nothing(staffed: Typist) -> None:
    said = staffed.run([*staffed.open_lines(), "cards in set-1 8", "check X9", PINS["S1"]], *V4).output
    assert "refused: wrong-badge-or-pin" in said
    assert event_counts(staffed.folder)["shoe-step-done"] == 0


def test_who_inspects_the_dice_keys_his_pin(staffed: Typist) -> None:
    lines = [*staffed.open_lines(), "as S1 dice changed dice-1 D1", WRONG]
    said = staffed.run(lines, *DICE).output
    assert "refused: wrong-badge-or-pin" in said
    assert event_counts(staffed.folder)["dice-changed"] == 0


# Names


def test_two_badges_of_one_name_are_pointed_out_when_added_and_in_the_list(staffed: Typist) -> None:
    who = ["D3", "person  D1", "dealer"]
    lines = ["M1", PINS["M1"], *who, "M2", PINS["M2"], "860024", "860024"]
    shown = staffed.check_done(staffed.type("people", "add", lines=lines))
    assert "Badge D3 and D1 have the same name" in shown.output
    assert staffed.type("people", "list").output.count("called the same as") == 2
    same = {one["badge"]: one["same_name"] for one in json.loads(staffed.type("people", "list", "--json").output)}
    assert (same["D1"], same["D3"], same["D2"]) == (["D3"], ["D1"], [])


def test_of_the_first_two_as_well(typist: Typist) -> None:
    lines = ["M1", "Ann", "pit-manager", *[PINS["M1"]] * 2, "M2", "ANN", "shift-manager", *[PINS["M2"]] * 2]
    shown = typist.check_done(typist.type("people", "add", lines=lines))
    assert "Badge M2 and M1 have the same name" in shown.output
