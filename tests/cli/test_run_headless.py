"""`dealer-station run --headless`: whole rounds by typed commands of known people, cut off in between and gone on."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from click.testing import Result

from dealer_app.clock import Timestamp
from dealer_app.station.startup import open_station
from dealer_app.station_events import ProgramFailed
from dealer_app.texts.catalogue import WordsFaultsError
from tests.support.typist import BETS, OPENED, PINS, V4, Typist, check_stopped, event_badges, event_counts, read_entries

INSURED = ("--game", "tiger-buffalo-insurance", "--layout", "C")
DICE = ("--game", "tai-sai-open-cover-v5", "--layout", "C")


def cut_off(shown: Result) -> str:
    assert shown.exit_code == 1, shown.output
    assert "refused" not in shown.output, shown.output
    return shown.output


def gone_on(typist: Typist, lines: Sequence[str]) -> Result:
    """The station is started again after it was cut off; nobody has played on."""
    return typist.run([*typist.session_lines("D1"), "not played on", *lines])


def test_a_round_of_baccarat_with_insurance(staffed: Typist) -> None:
    round_ = [*BETS, "card 5D", "card QS", "card AS", "card 3S", "insure 1 player 400", "decline 2 player"]
    round_ += ["offer closed", "card 5S", "result", "settled"]
    said = check_stopped(
        staffed.run([*staffed.open_lines(), *OPENED, *round_, *staffed.command_lines("S1", "stop")], *INSURED)
    )
    for words in ("Table T1 is open", "insurance-taken", "insurance-declined", "round-concluded", "place your bets"):
        assert words in said, said
    happened = event_counts(staffed.folder)
    assert (happened["rulings-confirmed"], happened["limits-confirmed"]) == (1, 1)
    assert event_badges(staffed.folder, "table-opened") == ["S1"]
    assert set(event_badges(staffed.folder, "bet-placed")) == {"D1"}
    assert "is open, layout C; no round is on" in staffed.run(["quit", "quit"]).output


def test_the_log_is_made_long_before_the_first_command(staffed: Typist) -> None:
    with patch("dealer_app.journal.store.grow_log") as made:
        check_stopped(staffed.run([*staffed.session_lines("D1"), *staffed.command_lines("S1", "stop")]))
    made.assert_called_once()


def test_words_that_cannot_be_read_are_told_before_play(staffed: Typist) -> None:
    faulty = WordsFaultsError(("play.en.toml: play.close: has no text",))
    with patch("dealer_app.cli.process.Words.load", side_effect=faulty):
        said = staffed.run(["quit"])
    assert said.exit_code == 2
    assert "words cannot be used" in said.output
    assert "play.close" in said.output


def test_a_round_of_tai_sai(staffed: Typist) -> None:
    opened = [*staffed.open_lines(), *staffed.witness_lines("D1", "S1", "dice changed dice-1 D1")]
    round_ = ["place your bets", "bet red small 1000", "no more bets", "tumbles 3", "dice 1 2 6", "result", "settled"]
    said = check_stopped(staffed.run([*opened, *round_, *staffed.command_lines("S1", "stop")], *DICE))
    assert "round-concluded" in said
    assert event_counts(staffed.folder)["dice-read"] == 1


def test_the_reading_is_confirmed_once_and_the_limits_at_each_opening(staffed: Typist) -> None:
    check_stopped(
        staffed.run(
            [*staffed.open_lines(), *staffed.command_lines("S1", "close table"), *staffed.command_lines("S1", "stop")],
            *V4,
        )
    )
    again = [
        *staffed.session_lines("D1"),
        "as s1 open",
        *staffed.agreement_lines("M1", "S1"),
        PINS["S1"],
        *staffed.command_lines("S1", "stop"),
    ]
    said = check_stopped(staffed.run(again, *V4))
    assert "the sign at T1 shows: min=1\n" in said
    dearer = [
        *staffed.session_lines("D1"),
        *staffed.command_lines("S1", "close table"),
        "as s1 open min=500",
        *staffed.agreement_lines("M2", "S1"),
        PINS["S1"],
    ]
    said = check_stopped(staffed.run([*dearer, *staffed.command_lines("S1", "stop")], *V4))
    assert "the sign at T1 shows: min=5\n" in said


def test_a_table_stays_closed_where_nobody_agrees(staffed: Typist) -> None:
    dealers = [line for _ in range(3) for line in ("D2", PINS["D2"])]
    said = staffed.run([*staffed.session_lines("D1"), "as s1 open", *dealers], *V4).output
    assert "Your position does not approve this" in said
    assert event_counts(staffed.folder)["table-opened"] == 0


def test_limits_that_change_are_confirmed_by_two(staffed: Typist) -> None:
    change = ["as s1 limits min=500", *staffed.agreement_lines("M1", "S1"), PINS["S1"]]
    said = check_stopped(
        staffed.run([*staffed.open_lines(), *OPENED, *change, *staffed.command_lines("S1", "stop")], *V4)
    )
    assert "limits-changed" in said
    assert event_counts(staffed.folder)["limits-confirmed"] == 2


def test_a_checklist_is_read_and_signed_with_what_is_not_in_order(staffed: Typist) -> None:
    signs = staffed.command_lines("S1", "checklist baccarat signed chips=two short; covered=torn")
    lines = [*staffed.open_lines(), *OPENED, "checklist baccarat", "checklist cards", *signs]
    said = check_stopped(staffed.run([*lines, *staffed.command_lines("S1", "stop")], *V4))
    assert "chips: Chips counted, as the record says" in said
    assert "it is written `checklist baccarat|tai-sai" in said
    assert "The closing checklist is signed; not in order: 2." in said
    assert event_counts(staffed.folder)["checklist-signed"] == 1


def test_an_irregularity_is_approved_by_another_person_who_keys_his_pin(staffed: Typist) -> None:
    begun = [*staffed.open_lines(), *OPENED, *BETS, "card 9S", "card 3H", "card KD", "card 4C"]
    mended = [
        "correct card 4 to 5C misread",
        *staffed.command_lines("S1", "approve 5C camera 4"),
        "result",
        "settled",
        *staffed.command_lines("S1", "stop"),
    ]
    said = check_stopped(staffed.run([*begun, *mended], *V4))
    assert "card-corrected" in said
    entries = read_entries(staffed.folder)
    given = [entry for entry in entries if entry.name == "approval-given"][-1]
    asked = [entry for entry in entries if entry.name == "approval-asked"][-1]
    assert (asked.badge, given.badge, given.position) == ("D1", "S1", "pit-supervisor")
    assert '"surveillance":"camera 4"' in given.body
    assert '"read":"5C"' in [entry for entry in entries if entry.name == "need-met"][-1].body


def test_who_approves_without_saying_what_he_sees_is_asked_for_it(staffed: Typist) -> None:
    begun = [*staffed.open_lines(), *OPENED, *BETS, "card 9S", "card 3H", "card KD", "card 4C"]
    asked = ["correct card 4 to 5C misread", "as s1 approve camera 4"]
    said = staffed.run([*begun, *asked, "4C", PINS["S1"], *asked[1:], "five", *asked[1:], ""], *V4).output
    assert "read by the approver" in said
    assert "refused: reading-differs" in said
    assert "'FIVE' is neither a card nor dice" in said.replace("five", "FIVE")
    assert "nothing was read" in said
    assert event_counts(staffed.folder)["card-corrected"] == 0
    said = check_stopped(
        gone_on(staffed, [*asked[1:], "5c", PINS["S1"], "result", "settled", *staffed.command_lines("S1", "stop")])
    )
    assert "read=5C" in said
    given = [entry for entry in read_entries(staffed.folder) if entry.name == "approval-given"][-1]
    assert '"surveillance":"camera 4"' in given.body


def test_who_asked_does_not_approve(staffed: Typist) -> None:
    begun = [*staffed.open_lines(), *OPENED, *BETS, "card 9S", "card 3H", "card KD", "card 4C"]
    mended = [
        "correct card 4 to 5C misread",
        *staffed.command_lines("D1", "approve 5C"),
        *staffed.command_lines("T1", "approve 5C"),
    ]
    said = staffed.run([*begun, *mended], *V4).output
    assert said.count("refused: ") == 2
    assert event_counts(staffed.folder)["card-corrected"] == 0


@pytest.mark.assurance("A5")
def test_a_round_goes_on_where_it_was_cut_off(staffed: Typist) -> None:
    begun = [*staffed.open_lines(), *OPENED, *BETS, "card 9S", "card 3H", "card KD"]
    cut_off(staffed.run(begun, *V4))
    said = staffed.run([*staffed.session_lines("D1"), "card 4C"]).output
    assert "The station was cut off in round 1; the last event before was" in said
    assert said.index("The station was cut off") < said.index("Did the table play on") < said.index("D1>")
    assert "outage-first" in said
    rest = ["card 4C", "result", "settled", *staffed.command_lines("S1", "stop")]
    said = check_stopped(gone_on(staffed, rest))
    assert "9S>P 3H>B KD>P 4C>B" in said
    happened = event_counts(staffed.folder)
    assert (happened["card-drawn"], happened["round-concluded"], happened["unclean-stop"]) == (4, 1, 2)


@pytest.mark.assurance("A2")
def test_a_fault_of_the_program_itself_is_said_at_the_next_start(staffed: Typist) -> None:
    cut_off(staffed.run([*staffed.session_lines("D1")]))
    with open_station(staffed.folder, staffed.clock) as station:
        station.record(ProgramFailed(code="A1B2C3", where="ui.window:2 fails"))
    said = staffed.run(["quit", "quit"]).output
    assert "The program had stopped itself, code A1B2C3. Give this code to a technician." in said
    assert said.index("A1B2C3") < said.index("The station was cut off")
    assert "A1B2C3" not in staffed.run(["quit", "quit"]).output


def test_a_station_that_was_stopped_asks_nothing(staffed: Typist) -> None:
    check_stopped(staffed.run([*staffed.open_lines(), *OPENED, *staffed.command_lines("S1", "stop")], *V4))
    said = check_stopped(staffed.run([*staffed.session_lines("D1"), *staffed.command_lines("S1", "stop")]))
    assert "cut off" not in said
    assert "play on" not in said
    assert "refused: no-outage" in staffed.run([*staffed.session_lines("D1"), "played on"]).output


def test_rounds_that_were_played_during_an_outage_are_entered_first(staffed: Typist) -> None:
    cut_off(staffed.run([*staffed.open_lines(), *OPENED], *V4))
    entered = staffed.command_lines("S1", "played on player; banker 4H 9S KD TC : noted by the dealer")
    shown = staffed.run([*staffed.session_lines("D1"), "played on", "place your bets", *entered, "place your bets"])
    assert "Enter the rounds dealt meanwhile" in shown.output
    assert shown.output.count("refused: ") == 1
    assert "refused: outage-rounds-first" in shown.output
    assert event_counts(staffed.folder)["round-began"] == 1


def test_nothing_is_done_by_nobody(staffed: Typist) -> None:
    said = staffed.run(
        [*staffed.open_lines(), *OPENED, "sign out", "place your bets", "stop", "shift begin"], *V4
    ).output
    assert said.count("refused: not-signed-in") == 3
    assert event_counts(staffed.folder)["round-began"] == 0


def test_wrong_pins_lock_out_at_the_table_and_after_a_restart(staffed: Typist) -> None:
    wrong = ["sign in D1", "111222"] * 5
    said = staffed.run([*wrong, *staffed.session_lines("D1")]).output
    assert said.count("refused: wrong-badge-or-pin") == 4
    for left in (4, 3, 2, 1):
        assert said.count(f"Tries left before a lock: {left}") == 1
    assert "refused: locked-out [house policy] Locked. Wait 15 minutes" in said
    assert "Wait 15 minutes" in staffed.run(staffed.session_lines("D1")).output
    staffed.clock.jump(3_600_000_000)
    assert "Wait 15 minutes" in staffed.run(staffed.session_lines("D1")).output
    assert event_counts(staffed.folder)["pin-attempted"] - event_counts(staffed.folder)["locked-out"] >= 7


def test_a_session_that_stood_idle_has_ended(staffed: Typist) -> None:
    clock = staffed.clock

    def slowly() -> Timestamp:
        clock.wait(20_000_000)
        return clock.at

    with patch.object(clock, "now", slowly):
        said = staffed.run([*staffed.session_lines("S1"), *["?"] * 40, "shift begin"]).output
    assert "Ended after idle time" in said
    assert "refused: not-signed-in" in said


def test_a_dealer_is_relieved_by_who_has_seen_how_the_table_stands(staffed: Typist) -> None:
    lines = [
        *staffed.open_lines(),
        *OPENED,
        "relieve",
        "yes",
        *staffed.session_lines("D2"),
        "relieve",
        "no",
        "relieve",
        "yes",
    ]
    said = check_stopped(staffed.run([*lines, *staffed.command_lines("S1", "stop")], *V4))
    assert "D1 deals at T1 now." in said
    assert "Not confirmed; nobody was relieved." in said
    assert "D2 deals at T1 now." in said
    assert "table T1, limits general 1 to -" in said
    assert event_badges(staffed.folder, "dealer-relieved") == ["D1", "D2"]


def test_a_dealer_acts_as_supervisor_until_a_time(staffed: Typist) -> None:
    lines = [*staffed.session_lines("M1"), "act D2 pit-supervisor 18:30", "act D2 king 18:30", "act D2 dealer noon"]
    said = staffed.run(
        [*lines, *staffed.command_lines("D2", "shift begin"), "act ends D2", *staffed.command_lines("D2", "shift end")]
    ).output
    assert "D2 acts as pit-supervisor until 18:30." in said
    assert "'king' is not a position" in said
    assert "'noon' is not a time" in said
    assert "Shift 1: begin." in said
    assert "refused: may-not-shift" in said
    assert "acts in no other position any more" in said


def test_shifts_follow_one_another(staffed: Typist) -> None:
    lines = [
        *staffed.session_lines("S1"),
        "shift end",
        "shift begin",
        "shift begin",
        "shift end",
        "shift begin",
        "stop",
    ]
    said = staffed.run(lines).output
    assert "refused: no-shift" in said
    assert "refused: shift-on" in said
    assert "Shift 2: begin." in said
    assert "Shift 2 is on." in staffed.run([]).output


def test_quitting_warns_once(staffed: Typist) -> None:
    shown = staffed.run(["quit", "?", "quit", "quit", "sign in D1"])
    assert shown.exit_code == 1
    assert shown.output.count("Not stopped: the next start will ask") == 2
    assert "PIN of D1" not in shown.output
    assert "cut off between rounds" in staffed.run([]).output


def test_a_station_does_not_stop_in_a_round(staffed: Typist) -> None:
    said = staffed.run(
        [*staffed.open_lines(), *OPENED, "place your bets", *staffed.command_lines("S1", "stop")], *V4
    ).output
    assert "refused: round-on" in said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fold", "'fold' is not a command"),
        ("open", "which game? It is written `open [GAME]"),
        ("open no-such-game", "there is no game 'no-such-game'"),
        ("open tiger-buffalo-v4", "which layout? tiger-buffalo-v4 has A, B"),
        ("open tiger-buffalo-v4 layout=Z", "tiger-buffalo-v4 has the layouts"),
        ("open tiger-buffalo-v4 layout=A decks=x", "'x' is not a whole number"),
        ("sign in", "it is written `sign in BADGE`"),
        ("shift", "it is written `shift begin|end`"),
        ("shift on", "it is written `shift begin` or `shift end`"),
        ("act D1", "it is written `act BADGE POSITION UNTIL`"),
        ("relieve", "No table is open"),
        ("place your bets", "refused: no-table"),
        ("as D1", "'as D1' is not a command"),
    ],
)
def test_a_line_that_is_no_command_says_what_is(staffed: Typist, line: str, says: str) -> None:
    assert says in staffed.run([*staffed.session_lines("D1"), line]).output


@pytest.mark.parametrize("line", ["715048", "  715048123456 ", "D1 715048", "as D1 715048", "７１５０４８"])
def test_what_may_be_a_pin_is_not_repeated(staffed: Typist, caplog: pytest.LogCaptureFixture, line: str) -> None:
    caplog.set_level(0)
    said = staffed.run([*staffed.session_lines("D1"), line]).output
    assert "that is not a command" in said
    assert not any(word in said + caplog.text for word in line.split() if word.isdecimal())


@pytest.mark.parametrize("line", ["71504", "7150481234567"])
def test_digits_that_are_no_pin_are_repeated(staffed: Typist, line: str) -> None:
    assert f"'{line}' is not a command" in staffed.run([*staffed.session_lines("D1"), line]).output


@pytest.mark.parametrize("line", ["open \x1b[2J", "\x1b[2J", "as D1 \x1b[2J"])
def test_a_sign_that_is_not_seen_is_written_out(staffed: Typist, line: str) -> None:
    said = staffed.run([*staffed.session_lines("D1"), line]).output
    assert "\\x{1b}[2J'" in said
    assert "\x1b" not in said
    assert "\\x1b" not in said


def test_a_manager_sets_when_the_gaming_day_changes(staffed: Typist) -> None:
    said = staffed.run(
        [
            *staffed.command_lines("M1", "set gaming-day 300"),
            *staffed.command_lines("S1", "set gaming-day 60"),
            "set luck",
        ]
    ).output
    assert "gaming-day is 300 minutes from now on." in said
    assert "refused: may-not-set" in said
    assert "it is written `set SETTING NUMBER`" in said


def test_a_shoe_of_a_run_before_is_known_at_the_terminal_when_it_comes_again(staffed: Typist) -> None:
    same = [
        line
        for cards in ("KH 2C 9S 5D", "QD 3S 8C 4H", "JS AC 9D 6H")
        for line in (
            "place your bets",
            "no more bets",
            *(f"card {card}" for card in cards.split()),
            "result",
            "settled",
        )
    ]
    stop = staffed.command_lines("S1", "stop")
    check_stopped(staffed.run([*staffed.open_lines(), *OPENED, *same, *stop], *V4))
    assert "shoe-order-found" not in event_counts(staffed.folder)
    other = staffed.command_lines("S1", "end shoe other cards")
    ready = ("cards in set-2 8", *OPENED[1:])
    shown = staffed.run([*staffed.session_lines("D1"), *other, *ready, *same, *stop])
    assert event_counts(staffed.folder)["shoe-order-found"] == 1, shown.output
    assert "refused" not in shown.output
