"""What the journal can be searched for, found in one quick pass: of each round its place, shoe, table, result, people.

Names and a few fields are read, nothing is folded. The index keeps what comes of it; a search confirms every hit by the
same pass over the hit's own events.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from dealer_app.domain.round.apply_table import OF_THE_TABLE
from dealer_app.journal.event_names import ROUND
from dealer_app.journal.in_play import BEGAN, ENTERED

BY_HAND = "by-hand"
VOID = "void"
CLAIM = "claim"

OF_TABLES = frozenset(name for name, event in ROUND.items() if event in OF_THE_TABLE)
"""What happens to a table and its shoe; it is told with the round in which it happens, and is part of none."""
OF_ROUNDS = frozenset(ROUND) - OF_TABLES - {ENTERED}
"""What is about the round that is on or was last; rounds entered by hand come after it, or end it."""


class Row(NamedTuple):
    """As much of an entry as the pass needs; the body only where the name says that it is read."""

    sequence: int
    day: str
    badge: str
    name: str
    body: str | None


class Found(msgspec.Struct, kw_only=True):
    """One round, as far as it has been read."""

    first: int
    """The sequence of the event with which it began."""
    number: int
    day: str
    table: str
    shoe: int
    last: int = 0
    """Everything up to here belongs to it or was mended of it: the next round begins after it."""
    began: bool = True
    """Not so for a round that was dealt without the station and entered by hand."""
    result: str = ""
    troubles: set[str] = set()
    badges: set[str] = set()
    seats: set[int] = set()


class Later(NamedTuple):
    """An event about rounds that had ended long before."""

    sequence: int
    numbers: tuple[int, ...]


class _Wager(msgspec.Struct):
    seat: int | None


class _Placed(msgspec.Struct):
    wager: _Wager


class _Bet(msgspec.Struct):
    bet: _Placed | None


class _Insured(msgspec.Struct):
    who: tuple[int | None, str]


class _Insurance(msgspec.Struct):
    bet: _Insured


class _Numbered(msgspec.Struct):
    number: int


class _Approved(msgspec.Struct):
    approved_by: str = ""


class _Sourced(msgspec.Struct):
    source: _Approved | None = None


class _Outcome(msgspec.Struct):
    outcome: str


class _Trouble(msgspec.Struct):
    trouble: str


class _Case(msgspec.Struct):
    case: _Trouble


class _Named(msgspec.Struct):
    name: str


class _Table(msgspec.Struct):
    table: _Named


class _Numbers(msgspec.Struct):
    numbers: tuple[int, ...]


class _Outage(msgspec.Struct):
    first: int
    rounds: list[Any]


class _Reading(Struct, frozen=True):
    """How the body of a name is read, and what the pass makes of it."""

    read: Callable[[str], Any]
    note: Callable[["Pass", Row, Any], None]


class Pass:
    """Goes through the journal in order. Rounds are given out when the next one begins; `open` is the last of them."""

    def __init__(self, kept: bytes | None = None) -> None:
        """Goes on where `kept` says, or from the beginning."""
        at = msgspec.json.decode(kept, type=_Kept) if kept is not None else _Kept()
        self.table = at.table
        self.shoe = at.shoe
        self.open = at.open
        self.ended: list[Found] = []
        self.later: list[Later] = []

    def kept(self) -> bytes:
        """What the next pass goes on from."""
        return msgspec.json.encode(_Kept(table=self.table, shoe=self.shoe, open=self.open))

    def go(self, rows: Iterator[tuple[Any, ...]]) -> None:
        """The fields of a row are those of Row."""
        for sequence, day, badge, name, body in rows:
            reading = READ.get(name)
            if reading is not None:
                reading.note(self, Row(sequence, day, badge, name, body), reading.read(body or "{}"))
            if self.open is not None:
                self.open.last = sequence
                if badge and name in OF_ROUNDS:
                    self.open.badges.add(badge)


class _Kept(msgspec.Struct, kw_only=True):
    table: str = ""
    shoe: int = 0
    open: Found | None = None


def _began(at: Pass, row: Row, body: _Numbered) -> None:
    if at.open is not None:
        at.ended.append(at.open)
    at.open = Found(first=row.sequence, number=body.number, day=row.day, table=at.table, shoe=at.shoe)


def _opened(at: Pass, row: Row, body: _Table) -> None:
    del row
    at.table, at.shoe = body.table.name, 0


def _cards(at: Pass, row: Row, body: _Numbered) -> None:
    del row
    at.shoe = body.number


def _bet(at: Pass, row: Row, body: _Bet) -> None:
    del row
    if at.open is not None and body.bet is not None and body.bet.wager.seat is not None:
        at.open.seats.add(body.bet.wager.seat)


def _insured(at: Pass, row: Row, body: _Insurance) -> None:
    del row
    seat, _ = body.bet.who
    if at.open is not None and seat is not None:
        at.open.seats.add(seat)


def _trouble(at: Pass, row: Row, body: _Case) -> None:
    del row
    if at.open is not None:
        at.open.troubles.add(body.case.trouble)


def _claim(at: Pass, row: Row, body: object) -> None:
    del row, body
    if at.open is not None:
        at.open.troubles.add(CLAIM)


def _result(at: Pass, row: Row, body: _Outcome) -> None:
    del row
    if at.open is not None:
        at.open.result = body.outcome


def _no_result(at: Pass, row: Row, body: object) -> None:
    del row, body
    if at.open is not None:
        at.open.result = ""


def _void(at: Pass, row: Row, body: object) -> None:
    del row, body
    if at.open is not None:
        at.open.result = VOID


def _voided(at: Pass, row: Row, body: _Numbers) -> None:
    at.later.append(Later(row.sequence, body.numbers))
    if at.open is not None and at.open.number in body.numbers:
        at.open.result = VOID


def _by_hand(at: Pass, row: Row, body: _Outage) -> None:
    """The first may be the round that was on; the others began and ended where nobody recorded them."""
    for number in range(body.first, body.first + len(body.rounds)):
        if at.open is not None and at.open.number == number:
            at.open.result = BY_HAND
            at.open.badges |= {row.badge} - {""}
            continue
        alone = Found(first=row.sequence, number=number, day=row.day, table=at.table, shoe=at.shoe, last=row.sequence)
        alone.began, alone.result = False, BY_HAND
        if row.badge:
            alone.badges.add(row.badge)
        at.ended.append(alone)


def _signed(at: Pass, row: Row, body: _Sourced) -> None:
    """Who signed for what somebody keyed took part in the round, too."""
    del row
    if at.open is not None and body.source is not None and body.source.approved_by:
        at.open.badges.add(body.source.approved_by)


def _read(fields: type | None, note: Callable[[Pass, Row, Any], None]) -> _Reading:
    return _Reading(msgspec.json.Decoder(fields).decode if fields is not None else lambda _: None, note)


READ: Mapping[str, _Reading] = {
    BEGAN: _read(_Numbered, _began),
    "table-opened": _read(_Table, _opened),
    "cards-brought": _read(_Numbered, _cards),
    "bet-placed": _read(_Bet, _bet),
    "bet-corrected": _read(_Bet, _bet),
    "insurance-taken": _read(_Insurance, _insured),
    "case-opened": _read(_Case, _trouble),
    "claim-raised": _read(None, _claim),
    "result-announced": _read(_Outcome, _result),
    "settlement-undone": _read(None, _no_result),
    "round-voided": _read(None, _void),
    "rounds-voided": _read(_Numbers, _voided),
    ENTERED: _read(_Outage, _by_hand),
    **dict.fromkeys(("card-drawn", "cards-turned", "tumbles-counted", "dice-read"), _read(_Sourced, _signed)),
}

_BODIES = ", ".join(f"'{name}'" for name in READ)
ROWS = f"""SELECT sequence, day, badge, name, CASE WHEN name IN ({_BODIES}) THEN body END FROM events
    WHERE sequence BETWEEN ? AND ?"""  # noqa: S608 - our own names
"""Reads the rows of a pass, from one sequence to another."""
