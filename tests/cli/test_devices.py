"""`dealer-station devices`: list, probe, monitor, simulate, record and replay, and what they refuse."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from drivers.address import ListedPort, UsbIdentity
from drivers.profiles import PROFILES
from drivers.simulation.devices import shuffle_decks


def devices(*words: str) -> Result:
    return CliRunner().invoke(main, ["devices", *words])


@contextmanager
def simulated(*words: str) -> Iterator[str]:
    """A simulated device as a process of its own, and where it is."""
    command = [sys.executable, "-m", "dealer_app", "devices", "simulate", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        found = re.fullmatch(r"\w+ at (\S+), (\d+) baud", process.stdout.readline().strip())
        try:
            assert found is not None
            yield found[1]
        finally:
            process.terminate()
            process.stdout.read()


def observed(shown: Result) -> list[str]:
    """What a monitor or replay told, without the times."""
    return [line.split(maxsplit=1)[1] for line in shown.output.splitlines()]


def test_the_list_names_ports_by_identity_and_all_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    usb = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")
    monkeypatch.setattr("dealer_app.cli.devices.list_ports", lambda: [ListedPort(name="/dev/ttyUSB0", usb=usb)])
    shown = devices("list")
    assert shown.exit_code == 0
    assert re.search(r"/dev/ttyUSB0\s+usb:0403:6001:A1", shown.output)
    assert all(re.search(rf"^profile\s+{name} ", shown.output, re.MULTILINE) for name in PROFILES)


@pytest.mark.parametrize("transport", [(), ("--tcp", "0")])
def test_a_monitor_shows_what_a_simulated_shoe_deals(transport: tuple[str, ...]) -> None:
    with simulated("angel_eye", "--seed", "7", "--burn", "2", "--interval", "0.02", *transport) as where:
        shown = devices("monitor", where, "--profile", "angel_eye", "--seconds", "2", "--show")
    assert shown.exit_code == 0, shown.output
    told = observed(shown)
    assert told[0] == f"LineUp port={where} baudrate=4800 simulated=True"
    assert told[1] == "DeviceStarted sequence=0"
    read = [re.search(r"card=(\w\w) destination=(\S+)", line) for line in told if line.startswith("CardRead")]
    cards = [it[1] for it in read if it]
    assert cards == [str(card) for card in shuffle_decks(seed=7, decks=8)[: len(cards)]]
    places = [it[2] for it in read if it]
    assert places[:7] == ["first-card", "burn", "burn", "player", "banker", "player", "banker"]
    assert any(line.startswith("ShoeResult ") for line in told)


def test_a_monitor_tells_no_card_and_no_dice_unless_it_is_told_to() -> None:
    """It cannot know which of them nobody may know yet."""
    with simulated("angel_eye", "--seed", "7", "--interval", "0.01") as where:
        shoe = devices("monitor", where, "--profile", "angel_eye", "--seconds", "1").output
    assert "name=CardRead" in shoe
    assert "name=ShoeResult" in shoe
    assert "card=" not in shoe
    with simulated("tum", "--dice", "2 5 6", "--interval", "0.02") as where:
        dice = devices("monitor", where, "--profile", "tum", "--seconds", "1").output
    assert "name=DiceAtRest" in dice
    assert "2-5-6" not in dice


def test_what_is_recorded_is_replayed_and_can_be_blanked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "line"
    with simulated("tum", "--dice", "2 5 6", "--interval", "0.05") as where:
        recorded = devices("record", where, str(path), "--profile", "tum", "--seconds", "1.2")
    assert recorded.exit_code == 0, recorded.output
    monkeypatch.chdir(tmp_path)
    told = observed(devices("replay", "line"))
    rests = [line for line in told if line.startswith("DiceAtRest")]
    assert len(rests) > 1
    assert all("dice=2-5-6" in line for line in rests)
    blank = devices("replay", "line", "--blank").output
    assert "2-5-6" not in blank
    assert "name=DiceAtRest" in blank


def test_a_probe_names_profile_and_speed_and_calls_garbage_garbage() -> None:
    words = ("--interval", "0.01", "--seed", "3")
    with simulated("angel_eye", "--baud", "9600", *words) as where:
        shown = devices("probe", where, "--profile", "angel_eye", "--seconds", "0.6")
    assert shown.exit_code == 0, shown.output
    first, second, verdict = shown.output.splitlines()
    assert re.fullmatch(r"4800 baud: \d+ bytes of garbage", first)
    assert second.startswith("9600 baud: ")
    assert verdict == f"{where}: angel_eye at 9600 baud"


def test_a_monitor_at_a_wrong_speed_says_so() -> None:
    with simulated("angel_eye", "--baud", "4800", "--interval", "0.01") as where:
        shown = devices("monitor", where, "--profile", "angel_eye", "--baud", "19200", "--seconds", "1")
    assert sum(line.startswith("LineGarbled baudrate=19200") for line in observed(shown)) == 1
    assert "CardRead" not in shown.output


def test_faults_by_chance_never_stop_the_monitor(tmp_path: Path, expect_log: Callable[[str], None]) -> None:
    """Found again through the link after each unplug."""
    expect_log("was lost")
    link = tmp_path / "shoe"
    faults = [word for name in ("unplug", "loss", "repeat") for word in ("--fault", name)]
    with simulated("angel_eye", "--link", str(link), "--interval", "0.005", "--every", "4", *faults) as where:
        assert where == str(link)
        shown = devices("monitor", where, "--profile", "angel_eye", "--seconds", "2.5")
    told = observed(shown)
    assert sum(line.startswith("LineUp") for line in told) > 1
    assert any(line.startswith("ReportsLost") for line in told)
    last_up = max(place for place, line in enumerate(told) if line.startswith("LineUp"))
    assert last_up > 1


def test_an_error_is_held_after_each_round() -> None:
    with simulated("angel_eye", "--interval", "0.01", "--error", "overdraw") as where:
        told = observed(devices("monitor", where, "--profile", "angel_eye", "--seconds", "1", "--show"))
    names = [line.split()[0] for line in told]
    place = names.index("ErrorRaised")
    assert names[place - 1 : place + 3] == ["StandBy", "ErrorRaised", "CardOutsideGame", "ErrorCancelled"]
    assert "error=overdraw code=2 halted=yes" in told[place]


def test_silence_is_told_as_such() -> None:
    with simulated("text_shoe", "--interval", "60") as where:
        shown = devices("probe", where, "--profile", "text_shoe", "--seconds", "0.2")
    assert shown.exit_code == 1
    assert shown.output.endswith("no signal; draw a card or tumble while probing, and check plug and power\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("probe", "/dev/ttyNOSUCH"), "/dev/ttyNOSUCH does not exist: is the device plugged in?"),
        (("probe", "socket://host"), "socket://host cannot be an address"),
        (("monitor", "usb:zz", "--profile", "tum"), "usb:zz cannot be an address"),
        (("replay", "/dev/null"), "does not say with which profile"),
        (("replay", "no-such-file"), "no-such-file: cannot be read: No such file or directory"),
        (("record", "P1", "/no-such/file", "--profile", "tum"), "/no-such/file: cannot be written"),
        (("simulate", "angel_eye", "--cards", "9H XX"), "'XX' is not a card"),
        (("simulate", "angel_eye", "--cards", "9H 8H"), "a round may need 6 cards"),
        (("simulate", "tum", "--dice", "1 2 7"), "are not three faces"),
        (("simulate", "tum", "--tcp", "0", "--link", "x"), "--link goes with a pty"),
        (("simulate", "tum", "--error", "overdraw"), "--error: tum holds none"),
        (("simulate", "tum", "--fault", "unplug"), "give --link FILE"),
        (("simulate", "abacus"), "'abacus' is not one of"),
    ],
)
def test_what_cannot_be_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    shown = devices(*words)
    assert shown.exit_code == 2, shown.output
    assert said in shown.output
    assert "Traceback" not in shown.output


def test_a_simulation_of_so_many_rounds_ends_by_itself(expect_log: Callable[[str], None]) -> None:
    expect_log("was lost")
    command = [sys.executable, "-m", "dealer_app", "devices", "simulate", "angel_eye", "--tcp", "0", "--rounds", "2"]
    with subprocess.Popen([*command, "--interval", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        where = process.stdout.readline().split()[2].rstrip(",")
        shown = devices("monitor", where, "--profile", "angel_eye", "--seconds", "3")
        give_up = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.05)
        rounds = process.stdout.read().splitlines()
    assert process.returncode == 0
    assert [line.split(":")[0] for line in rounds] == ["round 1", "round 2"]
    assert sum(line.startswith("StandBy") for line in observed(shown)) == 2
