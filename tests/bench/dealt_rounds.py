"""Rounds to judge for the benchmarks: dealt from a seeded shoe, spread over all games and layouts, no two the same.

Every second round brings bets, with insurance where it was offered on one of them, and some of the others say where
the cards were put: what a surveillance team's files hold.
"""

import json
import random
from collections.abc import Iterator, Sequence

from dealer_app.domain.baccarat.insurance import Offers
from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.baccarat.situations import situation_path
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS
from dealer_app.domain.rulebook import Layout, RuleFamily
from dealer_app.rulebooks import GAMES, load_rulebook

SEED = 20_251_118
DECKS = 8
Bet = dict[str, object]
STAKES = (100, 250, 1_000, 2_500, 12_345, 99_999)


def lines(count: int) -> list[str]:
    """So many different lines in the audit format."""
    chance = random.Random(SEED)
    found: dict[str, None] = {}
    for line in _endless(chance):
        found[line] = None
        if len(found) == count:
            return list(found)
    raise AssertionError("the shoe never ends")


def shoe(chance: random.Random) -> Iterator[str]:
    """Cards from one shoe after the other."""
    while True:
        cards = [text for text in CARDS for _ in range(DECKS)]
        chance.shuffle(cards)
        yield from cards


def _endless(chance: random.Random) -> Iterator[str]:
    tables = [(book, layout) for book in map(load_rulebook, GAMES) for layout in book.layouts]
    offers = {book.game: GameTable(book).offers for book, _ in tables if book.insurance is not None}
    cards = shoe(chance)
    number = 0
    while True:
        book, layout = chance.choice(tables)
        line: dict[str, object] = {"id": f"b{number}", "game": book.game, "layout": layout.letter}
        number += 1
        if book.house is RuleFamily.TAI_SAI:
            line["dice"] = [chance.randint(1, 6) for _ in range(3)]
            line["bets"] = _bets(chance, layout)
        else:
            line["cards"] = dealt = _coup(cards)
            if number % 2:
                line["bets"] = bets = _bets(chance, layout)
                if book.game in offers:
                    _insure(line, bets, dealt, offers[book.game])
            elif number % 3 == 0:
                line["placed"] = ["P", "B", "P", "B", "P", "B"][: len(dealt)]
        yield json.dumps(line, separators=(",", ":"))


def _coup(cards: Iterator[str]) -> list[str]:
    """As many cards as the coup takes."""
    dealt = [next(cards) for _ in range(4)]
    while make_coup([CARDS[text] for text in dealt]).next_draw is not None:
        dealt.append(next(cards))
    return dealt


def _bets(chance: random.Random, layout: Layout) -> list[Bet]:
    bets = []
    for area in chance.sample(layout.areas, k=chance.randint(1, min(6, len(layout.areas)))):
        bet: Bet = {"area": area, "stake": chance.choice(STAKES)}
        bets.append({"seat": chance.choice(layout.seats)} | bet if layout.seats else bet)
    return bets


def _insure(line: dict[str, object], bets: list[Bet], dealt: list[str], offers: Sequence[Offers]) -> None:
    """Insure the first original bet on whose hand an offer is made."""
    for offer in (offer for passed in situation_path([CARDS[text] for text in dealt]) for offer in offers[passed]):
        for bet in bets:
            if bet["area"] == offer.side.value:
                line["insurance"] = [
                    {"seat": bet["seat"], "stage": offer.stage.value, "side": offer.side.value, "stake": 100}
                ]
                return
