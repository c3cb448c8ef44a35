"""`dealer-station people`: the first run, then everything by two people, with PINs that are counted and never shown."""

import json
import sqlite3

import pytest

from dealer_app.journal.folder import FolderLock
from dealer_app.station.startup import mark_demonstration
from tests.support.typist import PINS, Typist, event_counts

WRONG = "111222"


@pytest.mark.parametrize(
    "words",
    [
        ("people", "list"),
        ("people", "disable", "D1", "--reason", "left"),
        ("people", "pin", "D1"),
        ("people", "pin", "D1", "--reset"),
        ("run", "--headless"),
    ],
)
def test_before_the_first_run_everything_else_says_what_to_do_and_makes_nothing(
    typist: Typist, words: tuple[str, ...]
) -> None:
    shown = typist.type(*words)
    assert shown.exit_code == 2
    assert "No staff registered yet." in shown.output
    assert "dealer-station people add" in shown.output
    assert len(shown.output.splitlines()) == 1
    assert not typist.folder.exists()


def test_after_a_first_run_that_was_broken_off_there_is_still_nobody(typist: Typist) -> None:
    assert typist.type("people", "add", lines=["M1", "Person M1", "pit-manager"]).exit_code == 2
    for words in (("people", "list"), ("people", "pin", "M1"), ("run", "--headless")):
        shown = typist.type(*words)
        assert (shown.exit_code, "No staff registered yet." in shown.output) == (2, True), shown.output
    assert typist.begin_house().exit_code == 0


@pytest.mark.assurance("A36")
def test_the_first_run_makes_two_managers_in_one_sitting(typist: Typist) -> None:
    shown = typist.begin_house()
    assert shown.exit_code == 0, shown.output
    assert "M1 and M2 are known here now. This folder is live" in shown.output
    listed = json.loads(typist.type("people", "list", "--json").output)
    assert [(one["badge"], one["position"]) for one in listed] == [("M1", "pit-manager"), ("M2", "shift-manager")]


def test_the_first_run_of_a_demonstration(typist: Typist) -> None:
    typist.check_done(typist.begin_house(demo=True))
    shown = typist.type("people", "list")
    assert "for demonstration" in shown.output
    assert "dealer" in shown.output
    assert typist.type("people", "add", "--demo").exit_code == 1


def test_a_folder_that_was_begun_as_a_demonstration_is_founded_as_one(typist: Typist) -> None:
    """Somebody opened it as a demonstration and left it before anybody was known there."""
    typist.folder.mkdir(parents=True)
    mark_demonstration(typist.folder)
    lines = [*typist.person_lines("D1", "dealer"), *typist.person_lines("S1", "pit-supervisor")]
    typist.type("people", "add", lines=lines)
    assert "for demonstration" in typist.type("people", "list").output


def test_one_person_cannot_be_both_of_the_first_two(typist: Typist) -> None:
    one = typist.person_lines("M1", "pit-manager")
    shown = typist.type("people", "add", lines=[*one, *one])
    assert shown.exit_code == 1
    assert "needs two different people" in shown.output
    assert event_counts(typist.folder)["account-added"] == 0


def test_the_first_two_have_a_pin_each(typist: Typist) -> None:
    badge, name, position, pin, again = typist.person_lines("M2", "shift-manager")
    shared = PINS["M1"]
    lines = [*typist.person_lines("M1", "pit-manager"), badge, name, position, shared, pin, again]
    shown = typist.type("people", "add", lines=lines)
    assert shown.exit_code == 0, shown.output
    assert "Each of the two needs a different PIN" in shown.output
    typist.check_done(typist.add("D1", "dealer"))


def test_two_who_key_one_pin_only_found_nothing(typist: Typist) -> None:
    lines = [*typist.person_lines("M1", "pit-manager"), "M2", "Person M2", "shift-manager", *[PINS["M1"]] * 3]
    shown = typist.type("people", "add", lines=lines)
    assert shown.exit_code == 1
    assert "Nothing was changed" in shown.output
    assert event_counts(typist.folder)["account-added"] == 0


@pytest.mark.parametrize(
    ("pin", "says"), [("12345", "6 to 12 digits"), ("abcdef", "6 to 12 digits"), ("777777", "easy"), ("345678", "easy")]
)
def test_a_pin_that_is_no_good_is_asked_again(typist: Typist, pin: str, says: str) -> None:
    lines = ["M1", "Person M1", "pit-manager", pin, PINS["M1"], "999999", PINS["M1"], PINS["M1"]]
    shown = typist.type("people", "add", lines=[*lines, *typist.person_lines("M2", "shift-manager")])
    assert shown.exit_code == 0, shown.output
    assert says in shown.output
    assert "The two are not the same" in shown.output


def test_a_pin_that_is_never_any_good_ends_the_sitting(typist: Typist) -> None:
    shown = typist.type("people", "add", lines=["M1", "Person M1", "pit-manager", "1", "2", "3"])
    assert shown.exit_code == 1
    assert "Nothing was changed" in shown.output


def test_somebody_is_added_by_two(typist: Typist) -> None:
    typist.check_done(typist.begin_house())
    shown = typist.add("D1", "dealer")
    assert "D1 is added as dealer." in shown.output
    happened = event_counts(typist.folder)
    assert (happened["approval-asked"], happened["approval-given"], happened["approval-used"]) == (1, 1, 1)
    assert "D1            Person D1" in typist.type("people", "list").output


@pytest.mark.assurance("A38")
def test_nobody_agrees_with_himself(typist: Typist) -> None:
    typist.check_done(typist.begin_house())
    myself = ["M1", PINS["M1"]]
    shown = typist.type("people", "add", lines=[*myself, "D1", "Person D1", "dealer", *myself * 3])
    assert shown.exit_code == 1
    assert "You asked for this yourself" in shown.output
    assert event_counts(typist.folder)["account-added"] == 2


def test_a_dealer_does_not_agree(typist: Typist) -> None:
    typist.staff()
    dealer = ["D1", PINS["D1"]]
    shown = typist.type("people", "add", lines=["M1", PINS["M1"], "D3", "Person D3", "dealer", *dealer * 3])
    assert shown.exit_code == 1
    assert "Your position does not approve this" in shown.output


def test_where_who_asks_holds_no_managers_position_two_others_agree(typist: Typist) -> None:
    typist.staff()
    both = ["M1", PINS["M1"], "M2", PINS["M2"]]
    shown = typist.type("people", "disable", "D2", "--reason", "left", lines=["S1", PINS["S1"], *both])
    assert shown.exit_code == 0, shown.output
    assert event_counts(typist.folder)["account-disabled"] == 1


@pytest.mark.assurance("A36")
def test_who_is_disabled_can_do_nothing_any_more(typist: Typist) -> None:
    typist.staff()
    lines = ["M1", PINS["M1"], "M2", PINS["M2"]]
    typist.check_done(typist.type("people", "disable", "d2", "--reason", "left the house", lines=lines))
    assert "disabled" in typist.type("people", "list").output
    shown = typist.type("people", "pin", "D2", lines=[PINS["D2"]])
    assert (shown.exit_code, "Badge or PIN is wrong" in shown.output) == (1, True)


@pytest.mark.assurance("A32")
def test_a_badge_that_is_taken(typist: Typist) -> None:
    typist.check_done(typist.begin_house())
    typist.add("D1", "dealer")
    lines = ["M1", PINS["M1"], *typist.person_lines("D1", "dealer")[:3]]
    shown = typist.type("people", "add", lines=lines)
    assert (shown.exit_code, "belongs to somebody already" in shown.output) == (1, True)


def test_ones_own_pin_takes_the_old_one(typist: Typist) -> None:
    typist.staff()
    assert typist.type("people", "pin", "D1", lines=[WRONG]).exit_code == 1
    typist.check_done(typist.type("people", "pin", "D1", lines=[PINS["D1"], "860024", "860024"]))
    assert typist.type("people", "pin", "D1", lines=[PINS["D1"]]).exit_code == 1
    typist.check_done(typist.type("people", "pin", "D1", lines=["860024", PINS["D1"], PINS["D1"]]))


def test_a_forgotten_pin_takes_two_people(typist: Typist) -> None:
    typist.staff()
    two = ["M1", PINS["M1"], "M2", PINS["M2"]]
    typist.check_done(typist.type("people", "pin", "D1", "--reset", lines=[*two, "860024", "860024"]))
    assert typist.run(["sign in D1", "860024", *typist.command_lines("S1", "stop")]).exit_code == 0


def test_wrong_pins_count_lock_out_and_are_journalled_from_here_too(typist: Typist) -> None:
    typist.staff()
    for _ in range(4):
        assert "Badge or PIN is wrong" in typist.type("people", "pin", "D1", lines=[WRONG]).output
    assert event_counts(typist.folder)["locked-out"] == 0
    typist.type("people", "pin", "D1", lines=[WRONG])
    assert event_counts(typist.folder)["locked-out"] == 1
    shown = typist.type("people", "pin", "D1", lines=[PINS["D1"]])
    assert (shown.exit_code, "Wait 15 minutes" in shown.output) == (1, True)
    assert "locked out for 15 minutes" in typist.type("people", "list").output
    (locked,) = [
        one["locked_minutes"]
        for one in json.loads(typist.type("people", "list", "--json").output)
        if one["locked_minutes"]
    ]
    assert locked == 15
    assert "Wait 15 minutes" in "".join(typist.run(typist.session_lines("D1")).output)


def test_a_right_pin_keyed_for_an_unknown_badge_is_as_wrong(typist: Typist) -> None:
    typist.staff()
    shown = typist.type("people", "pin", "X9", lines=[PINS["D1"]])
    assert (shown.exit_code, "Badge or PIN is wrong" in shown.output) == (1, True)
    assert event_counts(typist.folder)["unknown-badge-tried"] == 1


@pytest.mark.assurance("A35")
def test_no_pin_is_shown_or_kept_in_any_file(typist: Typist) -> None:
    typist.staff()
    shown = typist.type("people", "list").output + typist.type("people", "list", "--json").output
    kept = b"".join(file.read_bytes() for file in typist.folder.iterdir() if file.name != "reserve")
    reader = sqlite3.connect(typist.folder / "journal.db")
    secrets = [value for (value,) in reader.execute("SELECT value FROM secrets")]
    reader.close()
    for badge in ("M1", "M2", "D1", "D2", "S1"):
        assert PINS[badge] not in shown
        assert PINS[badge].encode() not in kept
    assert not any(secret in shown for secret in secrets)


def test_a_station_that_holds_the_folder_is_named_in_one_sentence(typist: Typist) -> None:
    typist.check_done(typist.begin_house())
    hold = FolderLock(typist.folder, station="Table 7")
    try:
        shown = typist.type("people", "add")
        assert shown.exit_code == 2
        assert len(shown.output.splitlines()) == 1
        assert "The station Table 7 (process" in shown.output
        assert typist.type("people", "list").exit_code == 0
    finally:
        hold.release()


def test_a_sitting_leaves_the_station_stopped_in_order(typist: Typist) -> None:
    typist.staff()
    happened = event_counts(typist.folder)
    assert happened["station-started"] == happened["station-stopped"]
    assert happened["unclean-stop"] == 0


def test_an_end_of_input_in_the_middle_is_one_sentence_and_a_stop_in_order(typist: Typist) -> None:
    typist.staff()
    shown = typist.type("people", "add", lines=["M1", PINS["M1"], "D3"])
    assert shown.exit_code == 2
    assert shown.output.splitlines()[-1] == "The input has ended before the answer. Nothing more was done."
    happened = event_counts(typist.folder)
    assert happened["station-started"] == happened["station-stopped"]
