"""A house with law of the place switched on, its open table, and a dispute at it.

house = law_house(DISPUTE_LAW)
play(house, *SHOE)
raise_dispute(house)
"""

from dealer_app.journal.store import MemoryJournal
from dealer_app.people.positions import Position
from dealer_app.scripts.language import read_command
from dealer_app.station.core import Proof
from dealer_app.station.house_law import LAW_ON
from dealer_app.station.two_people import ProposeSetting
from tests.station.open_house import RULES, TABLE, open_house_table
from tests.support.live_station import StaffedStation


def law_house(*laws: str) -> StaffedStation:
    """A live house with these laws switched on, and its table open."""
    house = StaffedStation(MemoryJournal())
    for law in laws:
        house.two(ProposeSetting(setting=law, value=LAW_ON))
    house.add("S9", Position.PIT_SUPERVISOR)
    return open_house_table(house)


SHOE = ("cards in set 8", "check Supervisor-1", "shuffle", "cut", "burn 0")
ROUND = ("place your bets", "bet 1 player 1000", "no more bets", "card 9S", "card KS", "card KD", "card 2D", "result")


def play(house: StaffedStation, *lines: str) -> None:
    for line in lines:
        house.check_done(house.play(read_command(line, table=TABLE, at=0), RULES))


def raise_dispute(house: StaffedStation) -> None:
    """In the next round, and decided by the House at once."""
    play(house, *ROUND, "claim seat 1 says that the chips lay on Banker")
    play(house, "as pit_supervisor Supervisor-1 close claim 5.14 the chips lay on Player", "settled")


def supervisor(house: StaffedStation) -> Proof:
    return house.begin_session("S9")
