"""The cards of all shoes that a journal knows, as they lay open in drawn order: for the watch of the shoe's order.

Read beside the play, on a thread of its own. A card that lay face down to the end is nothing here, as is every card of
a round of which the order or a card was corrected.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from dealer_app.domain.cards import CARDS, Card
from dealer_app.journal.reader import DATABASE, ROUND_BEGAN, Reader, open_reader
from dealer_app.journal.volumes import chain_folders
from dealer_app.journal_errors import read_error

OpenCards = tuple[Card | None, ...]
MOST_SHOES = 1_000
"""So many are kept, the last ones: a table deals three a day."""
BURNED = 0
"""In the place of a round: the cards that were burned, of which the first is turned."""
_ENTRIES_A_STEP = 2_000


class JournalShoe(Struct, kw_only=True):
    """One shoe: its gaming day and number, and its cards by the round in which they were drawn."""

    day: str
    number: int
    rounds: dict[int, list[Card | None]] = field(default_factory=dict)

    @property
    def cards(self) -> OpenCards:
        return tuple(card for part in self.rounds.values() for card in part)

    @property
    def open_rounds(self) -> dict[int, OpenCards]:
        return {number: tuple(part) for number, part in self.rounds.items()}


class _ShoeBody(Struct):
    number: int


class _BurnBody(Struct):
    cards: list[str]
    unseen: int


class _SealBody(Struct):
    digest: str


class _CardBody(Struct):
    card: str | None
    turned: bool
    seal: _SealBody | None = None


class _HiddenCard(Struct, kw_only=True):
    """A card that lies face down in the round now dealt: what the journal knows of it."""

    card: str | None
    seal: str | None


class _UnsealedBody(Struct):
    card: str
    seal: _SealBody


class _TurnBody(Struct):
    places: list[int]
    cards: list[str]
    """The values that were not known before the cards were turned; the journal has the others already."""


_BROUGHT, _BURNED, _DRAWN, _CARRIED, _UNSEALED, _TURNED = (
    "cards-brought",
    "cards-burned",
    "card-drawn",
    "card-carried-in",
    "card-unsealed",
    "cards-turned",
)
_CORRECTIONS = ("card-corrected", "cards-reordered", "cards-taken-as-they-lie")
_NAMES = (_BROUGHT, _BURNED, ROUND_BEGAN, _DRAWN, _CARRIED, _UNSEALED, _TURNED, *_CORRECTIONS)
_QUERY = f"""SELECT day, name, body FROM events NOT INDEXED WHERE sequence BETWEEN ? AND ?
    AND name IN ({", ".join(f"'{name}'" for name in _NAMES)}) ORDER BY sequence"""  # noqa: S608 - our own names


class ShoeScan:
    """Takes the events of shoes one after the other."""

    def __init__(self) -> None:
        self.shoes: list[JournalShoe] = []
        self._round = BURNED
        self._before = BURNED
        self._doubted = False
        self._hidden: dict[int, _HiddenCard] = {}
        """By their place in the round."""

    def add(self, day: str, name: str, body: bytes | str) -> None:
        if name == _BROUGHT:
            self.shoes.append(JournalShoe(day=day, number=msgspec.json.decode(body, type=_ShoeBody).number))
            self._round = self._before = BURNED
            self.shoes = self.shoes[-MOST_SHOES:]
        elif self.shoes:
            self._add_cards(self.shoes[-1].rounds, name, body)

    def _add_cards(self, rounds: dict[int, list[Card | None]], name: str, body: bytes | str) -> None:
        match name:
            case "cards-burned":
                burned = msgspec.json.decode(body, type=_BurnBody)
                rounds[BURNED] = [*(CARDS[card] for card in burned.cards), *([None] * burned.unseen)]
            case "round-began":
                self._before, self._round = self._round, msgspec.json.decode(body, type=_ShoeBody).number
                rounds[self._round], self._doubted, self._hidden = [], False, {}
            case "card-carried-in":
                # It left the shoe in the round before, of which it is no part.
                if rounds.get(self._before):
                    rounds[self._before].pop()
                self._draw(rounds, body)
            case "card-drawn":
                self._draw(rounds, body)
            case "card-unsealed":
                unsealed = msgspec.json.decode(body, type=_UnsealedBody)
                for hidden in self._hidden.values():
                    if hidden.seal == unsealed.seal.digest:
                        hidden.card = unsealed.card
            case "cards-turned":
                self._turn(rounds.get(self._round, []), msgspec.json.decode(body, type=_TurnBody))
            case _:
                self._doubted = True
                rounds[self._round] = [None] * len(rounds.get(self._round, []))

    def _draw(self, rounds: dict[int, list[Card | None]], body: bytes | str) -> None:
        drawn = msgspec.json.decode(body, type=_CardBody)
        cards = rounds.setdefault(self._round, [])
        if drawn.card is not None and drawn.turned and drawn.seal is None:
            cards.append(None if self._doubted else CARDS[drawn.card])
            return
        seal = None if drawn.seal is None else drawn.seal.digest
        self._hidden[len(cards)] = _HiddenCard(card=drawn.card, seal=seal)
        cards.append(None)

    def _turn(self, cards: list[Card | None], turned: _TurnBody) -> None:
        values = iter(turned.cards)
        for place in turned.places:
            hidden = self._hidden.pop(place, None)
            value = hidden.card if hidden is not None and hidden.card is not None else next(values, None)
            if place < len(cards) and not self._doubted:
                cards[place] = None if value is None else CARDS[value]


def read_shoes(folder: Path, last: int) -> tuple[JournalShoe, ...]:
    """The last shoes up to the event of this number, in all volumes. Raises JournalError for what cannot be read."""
    scan = ShoeScan()
    for volume in chain_folders(folder):
        reader = open_reader(volume)
        try:
            for day, name, body in _rows(reader, last):
                scan.add(day, name, body)
        except sqlite3.DatabaseError as problem:
            raise read_error(problem, volume / DATABASE, 0) from problem
        finally:
            reader.close()
    return tuple(scan.shoes)


def _rows(reader: Reader, last: int) -> Iterator[tuple[str, str, bytes]]:
    at, end = reader.base().sequence, min(last, reader.head().sequence)
    while at < end:
        yield from reader.connection.execute(_QUERY, (at + 1, min(at + _ENTRIES_A_STEP, end))).fetchall()
        at += _ENTRIES_A_STEP
