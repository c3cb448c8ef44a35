"""The open table of a house at which cards come in an order, for the watch of the shoe's order and for live odds.

OrderTable(StaffedStation(MemoryJournal())).deal_rounds(NEW_DECK, 3)
"""

from collections.abc import Sequence
from typing import Any, Self

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Command, Person
from dealer_app.domain.round.table_settings import Table
from dealer_app.odds.shoe_order import DECK_ORDERS, NewDeckOrder
from dealer_app.station.station import Station
from tests.station.open_house import RULES
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER, TableHands, make_table

NEW_DECK = DECK_ORDERS[NewDeckOrder.SPADES_FIRST]
SHOE_TABLE = make_table(RULES)
FAIR = tuple(DECK[(place * 19 + 7) % len(DECK)] for place in range(len(DECK)))
"""No card of it follows the one before in a new deck."""


class OrderTable(TableHands):
    """The open table of a house, at which cards come in an order."""

    def __init__(self, house: StaffedStation, *, opens: bool = True) -> None:
        self.house = house
        if opens:
            self.prepare(SHOE_TABLE)

    @property
    def table_settings(self) -> Table:
        return SHOE_TABLE

    @property
    def station(self) -> Station:
        return self.house.station

    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Self:
        self.house.check_done(self.house.play(command(by=by, at=0, **fields), RULES))
        return self

    @property
    def round_cards(self) -> list[Card]:
        """The cards of the round that is on."""
        round_ = self.station.state.table.round
        return [] if round_ is None else [drawn.card for drawn in round_.cards if drawn.card is not None]

    def deal_rounds(self, cards: Sequence[Card], rounds: int, *, checks: bool = True) -> Self:
        left = list(cards)
        for _ in range(rounds):
            drawn: list[Card] = []
            self.do(commands.PlaceYourBets).do(commands.NoMoreBets)
            while len(drawn) < 4 or make_coup(drawn).next_draw is not None:
                drawn.append(left.pop(0))
                self.do(commands.DrawCard, card=drawn[-1], by_device=True)
            if self.station.state.table.round is not None:
                self.do(commands.AnnounceResult).do(commands.SettleAll)
            if checks:
                self.station.run_checks()
        return self
