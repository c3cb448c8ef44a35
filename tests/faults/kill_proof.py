"""Stations in processes of their own, with devices on pseudo-terminals, killed at random while rounds are played.

    python -m tests.faults.kill_proof --kills 60 --seed 1

After each kill the journal is followed and verified by the command, the rounds are judged again by the audit, what was
shown at the terminal is compared with what is written, and the station is started on the same folder, to go on.
"""

import argparse
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct

from dealer_app.station.state import Outage
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from tests.faults.game_dealers import CardDealer, DiceDealer
from tests.faults.table_dealer import StationGoneError, TableDealer
from tests.faults.terminal_events import compare_terminal, terminal_events
from tests.support.kill_checks import (
    IN_A_START,
    IN_HAND,
    TOLD,
    UNTOLD,
    UNWRITTEN,
    Kill,
    KillReport,
    began_where_it_ended,
    books,
    kills,
    verify_journal,
)
from tests.support.round_records import PlayedRound
from tests.support.run_station import StationProcess, demo_folder, plug_device, run_station

_START_SECONDS = 0.9
_DEED_SECONDS = (0.005, 0.02, 0.08)
"""What is typed is written within some thousandths of a second, and shown right after that."""


class KillTable(Struct, frozen=True):
    """A game with its device, and the dealer who knows it."""

    name: str
    profile: str
    dealer: Callable[[Path, int], TableDealer]


TABLES = (
    KillTable("tumbler", "tum", lambda folder, seed: DiceDealer(folder, "tum", seed)),
    KillTable("shoe", "angel_eye", lambda folder, seed: CardDealer(folder, "angel_eye", seed, game="tiger-buffalo-v4")),
    KillTable(
        "insurance",
        "angel_eye",
        lambda folder, seed: CardDealer(folder, "angel_eye", seed, game="tiger-buffalo-insurance"),
    ),
)


class KilledTable:
    """One table through all of its kills."""

    def __init__(self, table: KillTable, folder: Path, seed: int) -> None:
        self.table = table
        self.folder = demo_folder(folder / "station")
        self.beside = folder
        self.link = folder / "device"
        self.dealer = table.dealer(self.folder, seed)
        self.proved = KillReport(table.name)
        self._ready = False
        self._told: list[str] = []
        self.dealer.journal.look()

    def proves(self, kill: Kill | None) -> None:
        """One life of the station, and all that holds after its end. Without a kill it is stopped in order."""
        before = len(self.dealer.journal.entries)
        options = ("--game", self.dealer.game, "--layout", self.dealer.letter)
        device = "--tumbler" if isinstance(self.dealer, DiceDealer) else "--shoe"
        with run_station(self.folder, *options, device, f"{self.table.profile}@{self.link}") as station:
            self.dealer.waits = None
            where = self._lives(station, kill)
            if kill is None:
                station.gives_command("M2", "stop").sees("Stopped in order.")
            station.ends()
        shown = station.lines
        assert not any("Traceback" in line for line in shown), station.output
        self.dealer.journal.look()
        untold = compare_terminal(shown, self.dealer.journal, before)
        if where == IN_HAND:
            where = UNTOLD if untold else TOLD if self.dealer.has_shown_answer(shown) else UNWRITTEN
        if kill is not None:
            self.proved.kills[where] += 1
        self._told += [*terminal_events(shown), *([untold] if untold else [])]
        self._looks(before)

    def _lives(self, station: StationProcess, kill: Kill | None) -> str:
        """Where it was when it died."""
        timers: list[threading.Timer] = []

        def dies() -> None:
            assert kill is not None
            timers.append(threading.Timer(kill.seconds, station.process.kill))
            timers[-1].start()

        self._ready = False
        try:
            self._plays(station, kill, dies)
        except StationGoneError:
            return IN_HAND if self.dealer.waits else TOLD if self._ready else IN_A_START
        finally:
            for timer in timers:
                timer.join()
        return "stopped"

    def _plays(self, station: StationProcess, kill: Kill | None, dies: Callable[[], None]) -> None:
        """One deed after the other, until it is gone; without a kill until the round that is on has ended."""
        if kill is not None and kill.deed is None:
            dies()
        if not station.shows(lambda shown: any(f"{self.table.profile}: connected" in line for line in shown)):
            raise StationGoneError
        self._ready = True
        for deed in count(1):
            if kill is None and self._enough():
                return
            self.dealer.plays_next(station, dies if kill is not None and deed == kill.deed else lambda: None)
            self.proved.deeds += 1

    def _enough(self) -> bool:
        state = self.dealer.journal.look()
        return state.outage is Outage.NONE and state.table.round is None and not state.listening.row

    # What holds after each life

    def _looks(self, before: int) -> None:
        journal, dealer = self.dealer.journal, self.dealer
        verify_journal(self.folder)
        began_where_it_ended(journal, before)
        for each in books(journal, dealer.game, dealer.letter, self.beside, self.proved):
            self._as_it_was(each)
        assert (self.proved.collected, self.proved.paid) == terminal_sums(self._told), "the books and the terminal"

    def _as_it_was(self, round_: PlayedRound) -> None:
        """What really lay there: each bet, each card and the dice, once and in their order."""
        dealer, number = self.dealer, round_.number
        bets = [(dealer.whose(bet.who), bet.wager.area, bet.wager.stake) for bet in round_.bets]
        planned = dealer.bets(number)
        assert bets == (planned if round_.ends else planned[: len(bets)]), f"round {number}: {bets} of {planned}"
        if isinstance(dealer, DiceDealer):
            dice = [dealer.dealt[number]] if number in dealer.dealt else []
            assert round_.dice == (dice if round_.ends else dice[: len(round_.dice)]), f"round {number}"
        elif isinstance(dealer, CardDealer):
            cards = [card.text for card in dealer.dealt.get(number, [])]
            assert round_.cards == (cards if round_.ends else cards[: len(round_.cards)]), f"round {number}"
            # Of a round that was void before it was asked what lies there, the card on its way is counted apart.
            assert len(cards) - len(round_.cards) <= 1, f"round {number}: {cards} left the shoe"


def terminal_sums(told: list[str]) -> tuple[Fraction, Fraction]:
    """What was collected and paid, in minor units; the terminal says it in the unit of the table."""
    sums = {"collected": Fraction(0), "paid": Fraction(0)}
    for said in told:
        for each in said.split(", "):
            if each.startswith("round-concluded "):
                for name, amount in _SAID_SUMS.findall(each):
                    sums[name] += 100 * sum(map(Fraction, amount.replace(",", "").split()))
    return sums["collected"], sums["paid"]


_SAID_SUMS = re.compile(r"(collected|paid)=([\d,./]+(?: \d+/\d+)?)")


@contextmanager
def open_killed_table(table: KillTable, folder: Path, seed: int) -> Iterator[KilledTable]:
    """With its device, which goes on living when the station is killed."""
    killed = KilledTable(table, folder, seed)
    with plug_device(table.profile, killed.link) as (device, _):
        match killed.dealer:
            case CardDealer() as dealer:
                assert isinstance(device, SimulatedShoe)
                dealer.shoe = device
            case DiceDealer() as dealer:
                assert isinstance(device, SimulatedTumbler)
                dealer.tumbler = device
            case _:
                raise AssertionError("nobody plugs in the device of this dealer")
        yield killed


def prove_table(table: KillTable, folder: Path, times: int, seed: int) -> KillReport:
    """So many kills, and a stop in order at the end."""
    begun, chance = time.monotonic(), Random(f"{table.name} {seed}")
    with open_killed_table(table, folder, seed) as killed:
        for kill in kills(times, chance, start_seconds=_START_SECONDS, seconds=_DEED_SECONDS):
            killed.proves(kill)
        killed.proves(None)
    killed.proved.seconds = time.monotonic() - begun
    return killed.proved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tables", nargs="*", help=f"only these: {', '.join(table.name for table in TABLES)}")
    wanted = parser.parse_args()
    for table in TABLES:
        if table.name in wanted.tables or not wanted.tables:
            with TemporaryDirectory(prefix="dealer-station-") as folder:
                print(prove_table(table, Path(folder), wanted.kills, wanted.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
