"""`dealer-station run --headless` on a live folder where a program speaks as a shoe: refused, until two allow it."""

from pathlib import Path

from dealer_app.clock import SystemClock
from dealer_app.device_questions import SIMULATED_DEVICES
from dealer_app.domain.cards import CARDS
from dealer_app.observations import Destination
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from tests.support.run_station import demo_folder, plug_device, run_station
from tests.support.typist import PINS, V4, Typist, event_counts


def live_folder(folder: Path) -> Path:
    typist = Typist(folder)
    typist.clock = SystemClock()  # type: ignore[assignment]
    typist.check_done(typist.begin_house())
    return folder


def test_a_program_at_a_live_house_is_refused_until_two_people_allow_it(tmp_path: Path) -> None:
    folder, link = live_folder(tmp_path / "station"), tmp_path / "shoe"
    with plug_device("angel_eye", link), run_station(folder, *V4, "--shoe", f"angel_eye@{link}") as station:
        station.sees("angel_eye: a program, not a device; not used")
        station.begins_session("M1").types(f"set {SIMULATED_DEVICES} 1").sees("Request 1: badge of the approver")
        station.types("M2", PINS["M2"]).sees(f"{SIMULATED_DEVICES} is 1 from now on.")
        station.sees("angel_eye: connected, simulated").gives_command("M2", "stop").sees("Stopped in order.")
        assert station.ends() == 0
    assert event_counts(folder)["device-incident"] == 2


def test_all_that_waits_is_put_aside_by_one_line(tmp_path: Path) -> None:
    folder, link = demo_folder(tmp_path / "station"), tmp_path / "shoe"
    with (
        plug_device("angel_eye", link) as (shoe, _),
        run_station(folder, *V4, "--shoe", f"angel_eye@{link}") as station,
    ):
        assert isinstance(shoe, SimulatedAngelEye)
        station.sees("angel_eye: connected").begins_session("M1").gives_command("M2", "open").sees("Table T1 is open")
        shoe.start()
        station.types("cards in set-1 8", "check M2", PINS["M2"], "shuffle", "cut", "burn 0").sees("burned")
        station.types("place your bets", "bet 1 player 1000", "no more bets").sees("bets-closed")
        for text in ("9S", "3H", "KD"):
            shoe.draw(CARDS[text], Destination.BANKER)
        station.sees("? angel_eye gives this card to the other hand.", "Card 1: angel_eye says BANKER, PLAYER is due.")
        station.sees("answer nothing of all: All 3 reports: nothing on the table")
        station.types("answer nothing of all", "answer nothing").sees("No device question is open now.")
    assert (event_counts(folder)["device-settled"], event_counts(folder)["card-drawn"]) == (3, 0)
