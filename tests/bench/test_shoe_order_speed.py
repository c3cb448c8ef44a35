"""The watch of the shoe's order: a card costs less than a tenth of the way to its guide.

That way is from the command at a station to the guide, with the card in its journal. Memory and time for a thousand
shoes of ten decks are printed.
"""

import tracemalloc
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Self

import pytest

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Command, Person
from dealer_app.odds.shoe_order import EarlierShoes, ShoeOrderWatch
from dealer_app.station.startup import Program, start_station
from tests.bench.ratio import seconds
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER, V4, TableHands, book_rules, make_table

pytestmark = pytest.mark.bench

RULES = book_rules(V4, "A")
TABLE = make_table(RULES)
SHOES, DECKS = 1_000, 10
CARDS = 400
"""So many are counted together: one alone takes too little time to be measured."""
RUNS = 9
MOST = 1 / 10
FOUR = [card for card in DECK if card.text in ("KH", "9C", "6S", "5D")]


class HouseHands(TableHands):
    """Gives commands at a station."""

    table_settings = TABLE

    def __init__(self, house: StaffedStation) -> None:
        self._house = house

    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Self:
        self._house.check_done(self._house.play(command(by=by, at=0, **fields), RULES))
        return self


def fair_shoe(chance: Random, decks: int) -> list[Card]:
    cards = list(DECK) * decks
    chance.shuffle(cards)
    return cards


def guide_seconds(folder: Path) -> float:
    """The best time of a card, from its command to the guide, at a station with its journal on the disk."""
    clock = SteppingClock()
    with start_station(
        folder, Program(station="T1", version="test", rulebooks=""), clock, make_environment()
    ) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        table = HouseHands(house).prepare(TABLE).do(commands.PlaceYourBets).do(commands.NoMoreBets)
        found = []
        for card in FOUR:
            start = perf_counter()
            table.do(commands.DrawCard, card=card, by_device=True)
            assert station.table.guide() is not None
            found.append(perf_counter() - start)
        return min(found)


def test_a_card_costs_less_than_a_tenth_of_its_guide(tmp_path: Path) -> None:
    chance = Random(7)
    shoes = [fair_shoe(chance, DECKS) for _ in range(SHOES)]
    took = seconds(lambda: EarlierShoes(shoes))
    tracemalloc.start()
    earlier = EarlierShoes(shoes)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"\n{SHOES} shoes of {DECKS} decks: {took:.2f} s, {size / 2**20:.1f} MiB")
    cards = fair_shoe(chance, DECKS)[:CARDS]

    def count_cards() -> None:
        watch = ShoeOrderWatch(earlier)
        for card in cards:
            watch.add_card(card)

    ours = min(seconds(count_cards) for _ in range(RUNS)) / CARDS
    guide = guide_seconds(tmp_path)
    print(f"a card {ours * 1e6:.1f} us, its guide {guide * 1e6:.0f} us, ratio {ours / guide:.3f}")
    assert ours / guide <= MOST
