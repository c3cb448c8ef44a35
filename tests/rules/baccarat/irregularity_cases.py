"""The golden irregularities, read: what was drawn, where it was put, and what of it the rule core can answer.

Each line of tests/golden/irregularities.jsonl was worked out from the rules by hand and by an independent
calculation. Options, voids and who decides are in the file too; they belong to whole rounds.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Coup, make_coup
from dealer_app.domain.cards import CARDS, Card

_FILE = Path(__file__).parents[2] / "golden" / "irregularities.jsonl"


class GoldenEnding(Struct, frozen=True):
    """The hands as they should lie, in texts such as `7S`."""

    player: list[str]
    banker: list[str]
    player_total: int
    banker_total: int
    winner: str
    carry: list[str]
    further: list[str]


class GoldenCase(Struct, frozen=True):
    name: str
    drawn: list[str]
    put: list[Place]
    noticed: str
    order_known: bool
    shoe_next: list[str]
    ending: GoldenEnding | None
    orders: list[tuple[list[str], GoldenEnding]]
    established_rws: bool | None
    established_mbs: bool | None
    void: bool

    @property
    def cards_that_count(self) -> tuple[Card, ...]:
        """The cards that count for an established outcome: drawn, in an order not in dispute (ruling E2)."""
        told = re.search(r"after card (\d+)", self.noticed)
        drawn = self.drawn[: int(told[1])] if told else self.drawn
        if not self.order_known:
            disputed = next((at for at, place in enumerate(self.put) if place is Place.NEITHER), len(drawn))
            drawn = drawn[:disputed]
        return tuple(CARDS[text] for text in drawn)


def deal_further(drawn: list[str], shoe: list[str]) -> tuple[Coup, list[str]]:
    """The coup, with further cards taken from the shoe for as long as it is unfinished, and those cards."""
    cards = [CARDS[text] for text in drawn]
    further: list[str] = []
    while (now := make_coup(cards)).next_draw is not None:
        further.append(shoe[len(further)])
        cards.append(CARDS[further[-1]])
    return now, further


@cache
def irregularity_cases() -> tuple[GoldenCase, ...]:
    return tuple(_cases())


def _cases() -> Iterator[GoldenCase]:
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        expected = told["expected"]
        yield GoldenCase(
            name=told["id"],
            drawn=told["drawn"],
            put=[Place(letter) for letter in told["placed"]],
            noticed=told["noticed"],
            order_known=told["order_known"],
            shoe_next=told["shoe_next"],
            ending=_read_ending(expected) if "player" in expected else None,
            orders=[
                (order, _read_ending(result | {"further": []}))
                for order, result in zip(expected.get("orders", []), expected.get("results", []), strict=True)
            ],
            established_rws=expected.get("established_rws"),
            established_mbs=expected.get("established_mbs"),
            void=expected.get("void", False),
        )


def _read_ending(told: dict[str, object]) -> GoldenEnding:
    fields = GoldenEnding.__struct_fields__
    return GoldenEnding(**{name: told[name] for name in fields})  # type: ignore[arg-type]
