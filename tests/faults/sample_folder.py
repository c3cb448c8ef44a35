"""A live data folder as a killed station leaves it, with everything in it that a played one has; and its second place.

Rounds were played with a shoe whose bytes are recorded, a snapshot was taken, the head is kept in a second place, the
screen was set, somebody has searched, and the station was killed in the middle of a round.
"""

from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from dealer_app.clock import SystemClock
from dealer_app.device_questions import SIMULATED_DEVICES
from dealer_app.domain.cards import CARDS
from dealer_app.screens.context import Looks
from dealer_app.screens.ports import save_looks
from dealer_app.station import snapshot
from dealer_app.station.startup import open_station
from dealer_app.wiring import next_card_target
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from tests.support.run_station import StationProcess, plug_device, run_station
from tests.support.typist import OPENED, PINS, V4, Typist

SECOND, DATA = "second place", "data"
_ROUNDS = (("9S", "3H", "KD", "4C"), ("2S", "3H", "3D", "2C", "5D", "4C"))


def make_played_folder(root: Path) -> Typist:
    """In `data` of this folder; the second place is beside it."""
    typist = Typist(root / DATA)
    typist.clock = SystemClock()  # type: ignore[assignment]
    (root / SECOND).mkdir()
    typist.staff()
    agreed = typist.agreement_lines("M1", "M2")
    typist.check_done(typist.type("folder", "second-head", str(root / SECOND), lines=agreed))
    _play_days(typist, root)
    # A start that is not stopped in order, so that an outage is among what was played.
    with open_station(typist.folder, typist.clock) as station, patch.object(snapshot, "SNAPSHOT_EVERY", 1):
        station.snapshot_if_due()
    _play_days(typist, root, killed=True)
    assert save_looks(typist.folder, Looks(motion=False)) is None
    typist.check_done(typist.type("journal", "search"))
    return typist


def _play_days(typist: Typist, root: Path, *, killed: bool = False) -> None:
    link, record = root / "shoe", typist.folder / "records"
    options = (*V4, "--shoe", f"angel_eye@{link}", "--record", str(record))
    with ExitStack() as stack:
        shoe, _ = stack.enter_context(plug_device("angel_eye", link))
        station = stack.enter_context(run_station(typist.folder, *options))
        assert isinstance(shoe, SimulatedAngelEye)
        if killed:
            station.sees("angel_eye: connected").begins_session("D1").types("not played on").sees("Noted: ")
            _play_round(station, shoe, _ROUNDS[1])
            _play_round(station, shoe, _ROUNDS[0][:3])
            station.process.kill()
        else:
            _open_table(station, shoe)
            _play_round(station, shoe, _ROUNDS[0])
            station.gives_command("S1", "stop").sees("Stopped in order.")
        station.ends()


def _open_table(station: StationProcess, shoe: SimulatedAngelEye) -> None:
    station.sees("a program, not a device").begins_session("M1")
    station.types(f"set {SIMULATED_DEVICES} 1", "M2", PINS["M2"]).sees("angel_eye: connected")
    station.types("sign out", "as S1 shift begin", PINS["S1"], "as S1 shift end", PINS["S1"]).begins_session("D1")
    asked = ("as S1 open", *Typist.agreement_lines("M1", "M2"), *Typist.agreement_lines("M1", "S1"), PINS["S1"])
    station.types(*asked).sees("Table T1 is open")
    shoe.start()
    station.sees("noted (reset)").types(*OPENED).sees("burned")


def _play_round(station: StationProcess, shoe: SimulatedAngelEye, cards: tuple[str, ...]) -> None:
    station.types("place your bets", "bet 1 player 1000", "bet 2 tie 500", "no more bets").sees("bets-closed")
    lying = [CARDS[text] for text in cards]
    for place, card in enumerate(lying):
        to = next_card_target(lying[:place]).next_to
        assert to is not None
        shoe.draw(card, to)
        station.sees(f"card-drawn {card.text}>")
    if next_card_target(lying).winner is not None:
        station.types("result", "settled").sees("round-concluded")
