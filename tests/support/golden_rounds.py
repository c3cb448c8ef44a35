"""The golden rounds and tumbles, and coups for every way in which one can end."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.cards import CARDS, Card

Cards: TypeAlias = tuple[Card, ...]

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = ("rounds.jsonl", "tumbles.jsonl")


def golden_lines(name: str) -> list[bytes]:
    return (GOLDEN / name).read_bytes().splitlines()


class GoldenRound(Struct, frozen=True):
    """One line: the round as given and its expected judgement."""

    given: Mapping[str, Any]
    judged: Mapping[str, Any]

    @property
    def cards(self) -> Cards:
        return tuple(CARDS[text] for text in self.given["cards"])

    def odds_won(self) -> Iterator[tuple[str, str]]:
        """Each bet that won, with its odds; of a tumble every area that won."""
        yield from self.judged.get("wins", {}).items()
        yield from ((bet["area"], bet["odds"]) for bet in self.judged.get("bets", ()) if bet["odds"])


@cache
def golden_rounds(game: str) -> tuple[GoldenRound, ...]:
    """The rounds of a game that are played to their end."""
    pairs = (json.loads(line) for name in FILES for line in golden_lines(name))
    rounds = (GoldenRound(pair["in"], pair["out"]) for pair in pairs if pair["in"]["game"] == game)
    return tuple(one for one in rounds if one.judged.get("complete", "dice" in one.judged))


@cache
def every_course() -> tuple[Cards, ...]:
    """A coup for each course of totals, numbers of cards and kinds of pairs that one can take from the fourth card on.

    Each starts from two totals, the first card of a hand being a ten, or from one of the kinds of pairs.
    """
    faces = [CARDS[f"{rank}S"] for rank in "TA23456789"]
    starts = [(faces[0], faces[0], player, banker) for player, banker in product(faces, repeat=2)]
    for pairs in ("TSASTHKH", "TSASKHAH", "TSASTHAH", "TSTHTDTC", "5S6S5H6H", "8S8H8D8C"):
        first, second, third, fourth = (CARDS[pairs[place : place + 2]] for place in range(0, 8, 2))
        starts.append((first, second, third, fourth))
    coups = ((*start, *thirds) for start in starts for thirds in product(faces, repeat=2))
    return tuple({tuple(map(coup_situation, (cards[:4], cards[:5], cards))): cards for cards in coups}.values())


@cache
def every_ending() -> tuple[Cards, ...]:
    """Of those coups one for each situation in which they end."""
    return tuple({coup_situation(cards): cards for cards in every_course()}.values())
