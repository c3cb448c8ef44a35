"""`dealer-station run --headless` as a process, with devices on real ports and somebody who types the rest."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.observations import Destination, DeviceError
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.simulation.line import DeviceFault
from drivers.simulation.pty_end import PtyEnd
from drivers.tumbler.tum.simulator import SimulatedTum
from tests.devices.device_lines import soon
from tests.support.real_ports import PATIENCE_SECONDS
from tests.support.run_station import StationProcess, demo_folder, plug_device, run_station
from tests.support.typist import PINS, V4, event_counts

DICE = ("--game", "tai-sai-open-cover-v5", "--layout", "C")
P, B = Destination.PLAYER, Destination.BANKER
NATURAL = (("9S", P), ("3H", B), ("KD", P), ("4C", B))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return demo_folder(tmp_path / "station")


@contextmanager
def table_with_a_shoe(folder: Path, *options: str) -> Iterator[tuple[StationProcess, SimulatedAngelEye, PtyEnd]]:
    """Open, the cards prepared, the shoe heard."""
    link = folder.parent / "shoe"
    chosen = (*V4, "--shoe", f"angel_eye@{link}", *options)
    with plug_device("angel_eye", link) as (shoe, end), run_station(folder, *chosen) as station:
        assert isinstance(shoe, SimulatedAngelEye)
        station.sees("angel_eye: connected").begins_session("M1").gives_command("M2", "open").sees("Table T1 is open")
        shoe.start()
        station.sees("angel_eye: noted (reset)")
        station.types("cards in set-1 8", "check M2", PINS["M2"], "shuffle", "cut", "burn 0").sees("burned")
        yield station, shoe, end


def bets_closed(station: StationProcess) -> None:
    station.types("place your bets", "bet 1 player 1000", "no more bets").sees("bets-closed")


def deals(station: StationProcess, shoe: SimulatedAngelEye, cards: tuple[tuple[str, Destination], ...]) -> None:
    """Each has come to its hand before the next."""
    for card, to in cards:
        shoe.draw(CARDS[card], to)
        station.sees(f"card-drawn {card}>{to.value[0].upper()}")


def test_a_round_of_baccarat_dealt_by_a_shoe(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, _):
        bets_closed(station)
        deals(station, shoe, NATURAL)
        station.sees("Announce the result").types("result", "settled").sees("round-concluded", "place your bets")
        station.gives_command("M2", "stop").sees("Stopped in order.")
        assert station.ends() == 0
        assert "refused" not in station.output
    happened = event_counts(folder)
    assert (happened["card-drawn"], happened["round-concluded"], happened["device-asked"]) == (4, 1, 0)


def test_a_shoe_lost_in_a_round_is_asked_about_and_the_round_ends_by_hand(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, end):
        bets_closed(station)
        deals(station, shoe, NATURAL[:2])
        end.unplug()
        station.sees("was lost: check plug and power", "angel_eye: no signal (gone)", "devices: angel_eye no signal")
        station.sees("? angel_eye gives no signal.", "answer deal [CARD ...] [to P|B|X]: It counts", "answer nothing")
        # The third card left the shoe unheard; that it is keyed takes a second person.
        station.types("answer deal kd").sees("refused: second-needed", "Badge of the approver").types("M2", PINS["M2"])
        station.sees("card-drawn KD>P", "Draw a card for BANKER")
        # From here on the dealer keys alone, once a second person has let him.
        station.types("card 4C").sees("refused: second-needed-while-lost", "Badge of the approver")
        station.types("M2", PINS["M2"]).sees("card-drawn 4C>B")
        station.types("result", "settled").sees("round-concluded")
        station.gives_command("M2", "stop").sees("Stopped in order.")
        assert station.ends() == 0
    happened = event_counts(folder)
    # The question is answered, and the card that was keyed taken in its place.
    assert (happened["card-drawn"], happened["device-settled"], happened["round-concluded"]) == (4, 2, 1)


def test_a_card_keyed_beside_a_shoe_that_is_heard_takes_a_second_person_each_time(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, _):
        bets_closed(station)
        deals(station, shoe, NATURAL[:2])
        for card, hand in (("KD", "P"), ("4C", "B")):
            station.types(f"card {card}").sees("refused: second-needed-each", "Badge of the approver")
            station.types("M2", PINS["M2"]).sees(f"card-drawn {card}>{hand}")
        # Who keys does not sign for himself.
        station.types("result", "settled").sees("round-concluded")
        bets_closed(station)
        station.types("card 9H").sees("Badge of the approver").types("M1", PINS["M1"]).sees("refused: own-request")
        station.types("?").sees("as BADGE COMMAND")
        assert "card-drawn 9H" not in station.output


def test_a_start_without_the_shoe_of_the_open_table_lets_nobody_key_alone(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, _):
        bets_closed(station)
        deals(station, shoe, NATURAL)
        station.types("result", "settled").sees("round-concluded").types("quit", "quit")
        assert station.ends() == 1
    with run_station(folder, *V4) as station:
        station.begins_session("M1").types("not played on").sees("devices: angel_eye no signal")
        bets_closed(station)
        station.types("card 9S").sees("refused: second-needed-not-set-up", "Badge of the approver")
        station.types("M2", PINS["M2"]).sees("card-drawn 9S>P")
        for card, hand in (("3H", "B"), ("KD", "P"), ("4C", "B")):
            station.types(f"card {card}").sees(f"card-drawn {card}>{hand}")
        station.types("result", "settled").sees("round-concluded")
        station.gives_command("M2", "stop").sees("Stopped in order.")
        assert station.ends() == 0


def test_a_shoe_that_comes_back_deals_on_when_the_dealer_has_said_what_lies_there(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, end):
        bets_closed(station)
        deals(station, shoe, NATURAL[:2])
        end.unplug()
        station.sees("? angel_eye gives no signal.")
        end.plug()
        station.sees("angel_eye: connected").types("answer nothing").sees("Draw a card for PLAYER")
        deals(station, shoe, NATURAL[2:])
        station.types("result", "settled").sees("round-concluded")


def test_a_question_is_answered_before_what_came_after_it(folder: Path) -> None:
    """The shoe calls the second card Player's: where it lies only the dealer knows; the third waits behind it."""
    with table_with_a_shoe(folder) as (station, shoe, _):
        bets_closed(station)
        shoe.draw(CARDS["9S"], P)
        shoe.draw(CARDS["3H"], P)
        shoe.draw(CARDS["KD"], P)
        station.sees("? angel_eye gives this card to the other hand.", "answer deal [CARD] [to P|B|X]")
        station.sees("Waiting behind it: 1.")
        assert "3H" not in station.output
        station.types("answer deal 3x").sees("'3x' is not a card").types("answer perhaps").sees("it is written `answer")
        station.types("answer deal to B").sees("card-drawn 3H>B, card-drawn KD>P", "Draw a card for BANKER")
        station.types("answer deal").sees("No device question is open now.")
    assert event_counts(folder)["card-drawn"] == 3


def test_a_card_that_comes_while_a_pin_is_keyed_is_dealt_meanwhile(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, _):
        bets_closed(station)
        station.types("as M2 shift begin").sees("PIN of M2: ")
        shoe.draw(CARDS["9S"], P)
        station.sees("card-drawn 9S>P", "PIN of M2: ").types(PINS["M2"]).sees("Shift 1: begin.")


@contextmanager
def table_with_a_tumbler(folder: Path, *options: str) -> Iterator[tuple[StationProcess, SimulatedTum]]:
    link = folder.parent / "tumbler"
    with (
        plug_device("tum", link) as (tum, _),
        run_station(folder, *DICE, "--tumbler", f"tum@{link}", *options) as station,
    ):
        assert isinstance(tum, SimulatedTum)
        station.sees("tum: connected").begins_session("M1").gives_command("M2", "open").sees("Table T1 is open")
        tum.start()
        station.types("as M2 dice changed dice-1 M1", PINS["M1"], PINS["M2"]).sees("dice-changed")
        yield station, tum


def test_a_round_of_tai_sai_dealt_by_a_tumbler_whose_lamps_are_lit(folder: Path) -> None:
    with table_with_a_tumbler(folder, "--send") as (station, tum):
        station.types("place your bets", "bet red big 1000", "no more bets").sees("bets-closed")
        tum.tumble(Tumble((2, 5, 6)))
        station.sees("dice-read", "Announce the result").types("result").sees("result-announced")
        soon(lambda: lit(tum) >= {"big", "sum:13"})
        station.types("settled").sees("round-concluded").gives_command("M2", "stop").sees("Stopped in order.")
        assert station.ends() == 0
    assert event_counts(folder)["dice-read"] == 1


def lit(tum: SimulatedTum) -> set[str]:
    tum.answer()
    return set(tum.lamps)


def test_dice_of_which_a_report_was_lost_are_confirmed_as_the_dealer_sees_them(folder: Path) -> None:
    with table_with_a_tumbler(folder) as (station, tum):
        station.types("place your bets", "bet red big 1000", "no more bets").sees("bets-closed")
        tum.suffer(DeviceFault.LOST_REPORT)
        tum.tumble(Tumble((2, 5, 6)))
        station.sees("answer deal [dice A B C] [tumbles N] [flat|cocked 1..3]")
        station.types("answer deal dice 2 5 6 tumbles 3 flat").sees("refused: second-needed", "Badge of the approver")
        station.types("M2", PINS["M2"]).sees("dice-read").types("result", "settled").sees("round-concluded")


# What is asked of a device


@pytest.mark.parametrize("options", [("--send",), ()], ids=["sending", "listening only"])
def test_a_command_to_a_shoe_takes_two_and_goes_out_only_where_it_may(folder: Path, options: tuple[str, ...]) -> None:
    with table_with_a_shoe(folder, *options) as (station, shoe, _):
        station.types("device angel_eye fly").sees("'fly' cannot be asked of a device")
        station.types("device angel_eye cancel").sees("angel_eye holds no error")
        station.types("device angel_eye lock").sees("refused: second-needed", "Badge of the approver")
        station.types("M2", PINS["M2"]).sees("angel_eye: noted (asked: LockShoe")
        if options:
            soon(lambda: is_locked(shoe))
        else:
            station.sees("angel_eye: noted (LockShoe: read-only)")
            assert not is_locked(shoe)
        station.types("device shoe-2 replaced by another").sees("refused: not-listening")
        station.types("device angel_eye replaced by the spare one").sees("angel_eye: replaced (the spare one)")


def is_locked(shoe: SimulatedAngelEye) -> bool:
    shoe.answer()
    return shoe.locked


def test_what_a_shoe_has_asked_is_answered_after_a_start_without_it(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, shoe, end):
        bets_closed(station)
        shoe.draw(CARDS["9S"], P)
        station.sees("card-drawn 9S>P")
        end.unplug()
        station.sees("? angel_eye gives no signal.")
    with run_station(folder) as station:
        station.sees("? angel_eye gives no signal.").begins_session("M1").types("not played on").sees(
            "Noted", "? angel_eye gives no signal"
        )
        station.types("answer nothing").sees("Ask Pit Supervisor to approve").gives_command("M2", "approve")
        station.sees("Return all bets").types("answer nothing").sees("No device question is open")
    assert event_counts(folder)["device-settled"] == 1


# How it ends


def test_ctrl_c_ends_it_between_two_steps_and_the_next_start_asks_what_happened(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, _, _):
        bets_closed(station)
        station.interrupt()
        assert station.ends() == 130
        assert station.output.endswith("stopped")
        assert "Traceback" not in station.output
    with run_station(folder) as station:
        station.sees("The station was cut off in round 1")


def test_the_end_of_the_input_leaves_the_station(folder: Path) -> None:
    with table_with_a_shoe(folder) as (station, _, _):
        station.end_of_input()
        assert station.ends() == 1
        assert "Warning" not in station.output
        assert "Traceback" not in station.output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--shoe", "angel_eye"), "--shoe: it is written PROFILE@PORT"),
        (("--shoe", "tum@/dev/null"), "--shoe: 'tum' is no shoe; there are angel_eye"),
        (("--tumbler", "tum:fast@/dev/null"), "--tumbler: 'fast' is not a baud rate"),
        (("--shoe", "angel_eye@socket://host"), "--shoe: socket://host cannot be an address"),
        (("--send",), "--send and --record go with --shoe or --tumbler"),
    ],
)
def test_a_device_that_cannot_be_is_refused_in_words(folder: Path, options: tuple[str, ...], said: str) -> None:
    shown = CliRunner().invoke(main, ["run", "--headless", *options, "--data-dir", str(folder)])
    assert shown.exit_code == 2
    assert said in shown.output


def test_a_port_that_does_not_exist_says_what_to_do_and_the_table_is_played_by_hand(folder: Path) -> None:
    with run_station(folder, *V4, "--shoe", "angel_eye@/dev/pts/nosuch") as station:
        station.sees("/dev/pts/nosuch does not exist: is the device plugged in?", "devices: angel_eye no signal")
        station.begins_session("M1").gives_command("M2", "open").sees("Table T1 is open").gives_command(
            "M2", "stop"
        ).sees("Stopped in order.")
        assert station.ends() == 0


def test_at_a_real_terminal_a_pin_is_unseen_and_the_prompt_comes_again_after_a_report(folder: Path) -> None:
    link = folder.parent / "shoe"
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "dealer_app", "run", "--headless", "--data-dir", str(folder)]
    command += ["--shoe", f"angel_eye@{link}"]
    with (
        plug_device("angel_eye", link) as (shoe, _),
        subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as station,
    ):
        assert isinstance(shoe, SimulatedAngelEye)
        os.close(theirs)
        try:
            shown = read_until(ours, "angel_eye connected", "nobody> ")
            os.write(ours, b"sign in M1\n")
            shown += read_until(ours, "PIN of M1: ")
            os.write(ours, f"{PINS['M1']}\n".encode())
            shown += read_until(ours, "Signed in", "M1> ")
            shoe.raise_error(DeviceError.OVERDRAW)
            shown += read_until(ours, "fault (overdraw 2)", "M1> ")
            os.write(ours, b"quit\n")
            shown += read_until(ours, "Not stopped", "M1> ")
            os.write(ours, b"quit\n")
            assert station.wait(PATIENCE_SECONDS) == 1
        finally:
            station.kill()
            os.close(ours)
    assert PINS["M1"] not in shown
    assert "sign in M1" in shown, "what is not hidden is seen"


def read_until(terminal: int, *texts: str) -> str:
    """What is shown at the terminal, until these were, one after the other."""
    shown, seen = "", 0
    for text in texts:
        while (at := shown.find(text, seen)) < 0:
            ready, _, _ = select.select([terminal], [], [], PATIENCE_SECONDS)
            assert ready, f"{text!r} was not shown: {shown}"
            shown += os.read(terminal, 4096).decode()
        seen = at + len(text)
    return shown


@pytest.mark.assurance("A18")
def test_a_demonstration_listens_to_no_real_device(folder: Path) -> None:
    with run_station(folder, *V4, "--shoe", "angel_eye@/dev/ttyUSB0") as station:
        station.sees("This folder is for demonstration")
        assert station.ends() == 2
