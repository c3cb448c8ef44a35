"""No device is spoken to before the journal was followed and the start is durable; what came before is never dealt."""

import time
from pathlib import Path

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.observations import Destination
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from tests.support.journal_damage import by_hand
from tests.support.real_ports import PATIENCE_SECONDS
from tests.support.run_station import demo_folder, plug_device, run_station
from tests.support.typist import PINS, V4, event_counts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return demo_folder(tmp_path / "station")


@pytest.mark.assurance("A3")
def test_a_port_is_opened_once_the_start_is_in_the_journal(folder: Path) -> None:
    before = event_counts(folder)["station-started"]
    link = folder.parent / "shoe"
    with plug_device("angel_eye", link) as (_, end), run_station(folder, *V4, "--shoe", f"angel_eye@{link}") as station:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not end.has_listener:
            assert time.monotonic() < give_up, station.output
            time.sleep(0.001)
        assert event_counts(folder)["station-started"] == before + 1
        station.gives_command("M2", "stop").sees("Stopped in order.")


@pytest.mark.assurance("A3")
def test_with_a_damaged_journal_no_port_is_opened(folder: Path) -> None:
    by_hand(folder, "DROP TRIGGER events_update", "UPDATE events SET badge = 'X9' WHERE sequence = 3")
    link = folder.parent / "shoe"
    with plug_device("angel_eye", link) as (_, end), run_station(folder, *V4, "--shoe", f"angel_eye@{link}") as station:
        station.sees("The journal is damaged")
        assert station.ends() == 2
        assert not end.has_listener


@pytest.mark.assurance("A3")
def test_what_the_shoe_said_before_anybody_listened_is_never_dealt(folder: Path) -> None:
    """Bets are closed, the station is cut off, and the shoe draws while nobody hears it."""
    link = folder.parent / "shoe"
    options = (*V4, "--shoe", f"angel_eye@{link}")
    with plug_device("angel_eye", link) as (shoe, _):
        assert isinstance(shoe, SimulatedAngelEye)
        with run_station(folder, *options) as station:
            station.sees("angel_eye: connected").begins_session("M1").gives_command("M2", "open").sees(
                "Table T1 is open"
            )
            shoe.start()
            station.sees("angel_eye: noted (reset)")
            station.types("cards in set-1 8", "check M2", PINS["M2"], "shuffle", "cut", "burn 0").sees("burned")
            station.types("place your bets", "bet 1 player 1000", "no more bets").sees("bets-closed")
            station.end_of_input()
            station.ends()
        for card, to in (("9S", Destination.PLAYER), ("3H", Destination.BANKER)):
            shoe.draw(CARDS[card], to)
        with run_station(folder, *options) as station:
            station.sees("The station was cut off in round 1", "angel_eye: connected").begins_session("M1")
            station.types("not played on").sees("? angel_eye reported while the station was not ready")
            station.end_of_input()
            station.ends()
    assert event_counts(folder)["device-asked"]
    assert "card-drawn" not in event_counts(folder)
