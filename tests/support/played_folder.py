"""A live data folder as a killed station leaves it, with everything in it that a played one has; and its second place.

Rounds were played with a shoe whose bytes are recorded, a snapshot was taken, the head is kept in a second place, the
screen was set, somebody has searched, and the station was killed in the middle of a round.
"""

from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from dealer_app.composition import drawn_by_the_rules
from dealer_app.domain.cards import CARDS
from dealer_app.kept_looks import keep_looks
from dealer_app.showing.seeing import Looks
from dealer_app.station import keeping
from dealer_app.station.clock import SystemClock
from dealer_app.station.listening.identity import SIMULATED
from dealer_app.terminal.starting import station_at
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from tests.support.run_station import Running, plugged, running
from tests.support.typist import OPENED, PINS, V4, Typist

SECOND, DATA = "second place", "data"
_ROUNDS = (("9S", "3H", "KD", "4C"), ("2S", "3H", "3D", "2C", "5D", "4C"))


def played_folder(root: Path) -> Typist:
    """In `data` of this folder; the second place is beside it."""
    typist = Typist(root / DATA)
    typist.clock = SystemClock()  # type: ignore[assignment]
    (root / SECOND).mkdir()
    typist.staff()
    agreed = typist.agreed("M1", "M2")
    typist.done(typist.type("folder", "second-head", str(root / SECOND), lines=agreed))
    _played(typist, root)
    # A start that is not stopped in order, so that an outage is among what was played.
    with station_at(typist.folder, typist.clock) as station, patch.object(keeping, "EVERY", 1):
        station.keep()
    _played(typist, root, killed=True)
    assert keep_looks(typist.folder, Looks(motion=False)) is None
    typist.done(typist.type("journal", "search"))
    return typist


def _played(typist: Typist, root: Path, *, killed: bool = False) -> None:
    link, record = root / "shoe", typist.folder / "records"
    options = (*V4, "--shoe", f"angel_eye@{link}", "--record", str(record))
    with ExitStack() as stack:
        shoe, _ = stack.enter_context(plugged("angel_eye", link))
        station = stack.enter_context(running(typist.folder, *options))
        assert isinstance(shoe, SimulatedAngelEye)
        if killed:
            station.sees("angel_eye: heard").signs_in("D1").types("not played on").sees("Noted: ")
            _round(station, shoe, _ROUNDS[1])
            _round(station, shoe, _ROUNDS[0][:3])
            station.process.kill()
        else:
            _opens(station, shoe)
            _round(station, shoe, _ROUNDS[0])
            station.by("S1", "stop").sees("Stopped in order.")
        station.ends()


def _opens(station: Running, shoe: SimulatedAngelEye) -> None:
    station.sees("no device but a program").signs_in("M1")
    station.types(f"set {SIMULATED} 1", "M2", PINS["M2"]).sees("angel_eye: heard")
    station.types("sign out", "as S1 shift begin", PINS["S1"], "as S1 shift end", PINS["S1"]).signs_in("D1")
    asked = ("as S1 open", *Typist.agreed("M1", "M2"), *Typist.agreed("M1", "S1"), PINS["S1"])
    station.types(*asked).sees("Table T1 is open")
    shoe.start()
    station.sees("noted (reset)").types(*OPENED).sees("burned")


def _round(station: Running, shoe: SimulatedAngelEye, cards: tuple[str, ...]) -> None:
    station.types("place your bets", "bet 1 player 1000", "bet 2 tie 500", "no more bets").sees("bets-closed")
    lying = [CARDS[text] for text in cards]
    for place, card in enumerate(lying):
        to = drawn_by_the_rules(lying[:place]).next_to
        assert to is not None
        shoe.draw(card, to)
        station.sees(f"card-drawn {card.text}>")
    if drawn_by_the_rules(lying).winner is not None:
        station.types("result", "settled").sees("round-concluded")
