"""What the journal can be searched for, found in one quick pass: of each round its place, shoe, table, result, people.

Names and a few fields are read, nothing is folded. The index keeps what comes of it; a search confirms every hit by the
same pass over the hit's own events.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from dealer_app.domain.round.fold import TABLE_FOLDS
from dealer_app.journal.event_registry import ROUND_EVENTS
from dealer_app.journal.reader import OUTAGE_ROUNDS_ENTERED, ROUND_BEGAN

BY_HAND = "by-hand"
VOID = "void"
CLAIM = "claim"

TABLE_EVENT_NAMES = frozenset(name for name, event in ROUND_EVENTS.items() if event in TABLE_FOLDS)
"""Events of a table and its shoe: shown with the round in which they happen, and part of none."""
ROUND_EVENT_NAMES = frozenset(ROUND_EVENTS) - TABLE_EVENT_NAMES - {OUTAGE_ROUNDS_ENTERED}
"""What is about the round that is on or was last; rounds entered by hand come after it, or end it."""


class ScanRow(NamedTuple):
    """As much of an entry as the pass needs; the body only where the name says that it is read."""

    sequence: int
    day: str
    badge: str
    name: str
    body: str | None


class RoundSummary(msgspec.Struct, kw_only=True):
    """One round, as far as it has been read."""

    first: int
    """The sequence of the event with which it began."""
    number: int
    day: str
    table: str
    shoe: int
    last: int = 0
    """Everything up to here belongs to it or corrected it: the next round begins after it."""
    began: bool = True
    """Not so for a round that was dealt without the station and entered by hand."""
    result: str = ""
    troubles: set[str] = set()
    badges: set[str] = set()
    seats: set[int] = set()


class LateChange(NamedTuple):
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


class _OutcomeBody(msgspec.Struct):
    outcome: str


class _TroubleBody(msgspec.Struct):
    trouble: str


class _CaseBody(msgspec.Struct):
    case: _TroubleBody


class _NameBody(msgspec.Struct):
    name: str


class _TableBody(msgspec.Struct):
    table: _NameBody


class _Numbers(msgspec.Struct):
    numbers: tuple[int, ...]


class _Outage(msgspec.Struct):
    first: int
    rounds: list[Any]


class _BodyReader(Struct, frozen=True):
    """How the body of a name is read, and what the pass makes of it."""

    read: Callable[[str], Any]
    note: Callable[["Scan", ScanRow, Any], None]


class Scan:
    """Goes through the journal in order. Rounds are given out when the next one begins; `open` is the last of them."""

    def __init__(self, kept: bytes | None = None) -> None:
        """Goes on where `kept` says, or from the beginning."""
        at = msgspec.json.decode(kept, type=_ScanPosition) if kept is not None else _ScanPosition()
        self.table = at.table
        self.shoe = at.shoe
        self.open = at.open
        self.ended: list[RoundSummary] = []
        self.later: list[LateChange] = []

    def position_bytes(self) -> bytes:
        """What the next pass goes on from."""
        return msgspec.json.encode(_ScanPosition(table=self.table, shoe=self.shoe, open=self.open))

    def read_rows(self, rows: Iterator[tuple[Any, ...]]) -> None:
        """The fields of a row are those of Row."""
        for sequence, day, badge, name, body in rows:
            reading = BODY_READERS.get(name)
            if reading is not None:
                reading.note(self, ScanRow(sequence, day, badge, name, body), reading.read(body or "{}"))
            if self.open is not None:
                self.open.last = sequence
                if badge and name in ROUND_EVENT_NAMES:
                    self.open.badges.add(badge)


class _ScanPosition(msgspec.Struct, kw_only=True):
    table: str = ""
    shoe: int = 0
    open: RoundSummary | None = None


def _note_begin(at: Scan, row: ScanRow, body: _Numbered) -> None:
    if at.open is not None:
        at.ended.append(at.open)
    at.open = RoundSummary(first=row.sequence, number=body.number, day=row.day, table=at.table, shoe=at.shoe)


def _note_table(at: Scan, _row: ScanRow, body: _TableBody) -> None:
    at.table, at.shoe = body.table.name, 0


def _note_shoe(at: Scan, _row: ScanRow, body: _Numbered) -> None:
    at.shoe = body.number


def _note_bet(at: Scan, _row: ScanRow, body: _Bet) -> None:
    if at.open is not None and body.bet is not None and body.bet.wager.seat is not None:
        at.open.seats.add(body.bet.wager.seat)


def _note_insurance(at: Scan, _row: ScanRow, body: _Insurance) -> None:
    seat, _ = body.bet.who
    if at.open is not None and seat is not None:
        at.open.seats.add(seat)


def _note_irregularity(at: Scan, _row: ScanRow, body: _CaseBody) -> None:
    if at.open is not None:
        at.open.troubles.add(body.case.trouble)


def _note_claim(at: Scan, _row: ScanRow, _body: object) -> None:
    if at.open is not None:
        at.open.troubles.add(CLAIM)


def _note_result(at: Scan, _row: ScanRow, body: _OutcomeBody) -> None:
    if at.open is not None:
        at.open.result = body.outcome


def _note_no_result(at: Scan, _row: ScanRow, _body: object) -> None:
    if at.open is not None:
        at.open.result = ""


def _note_void(at: Scan, _row: ScanRow, _body: object) -> None:
    if at.open is not None:
        at.open.result = VOID


def _note_late_void(at: Scan, row: ScanRow, body: _Numbers) -> None:
    at.later.append(LateChange(row.sequence, body.numbers))
    if at.open is not None and at.open.number in body.numbers:
        at.open.result = VOID


def _note_outage_rounds(at: Scan, row: ScanRow, body: _Outage) -> None:
    """The first may be the round that was on; the others began and ended where nobody recorded them."""
    for number in range(body.first, body.first + len(body.rounds)):
        if at.open is not None and at.open.number == number:
            at.open.result = BY_HAND
            at.open.badges |= {row.badge} - {""}
            continue
        alone = RoundSummary(
            first=row.sequence, number=number, day=row.day, table=at.table, shoe=at.shoe, last=row.sequence
        )
        alone.began, alone.result = False, BY_HAND
        if row.badge:
            alone.badges.add(row.badge)
        at.ended.append(alone)


def _note_approver(at: Scan, _row: ScanRow, body: _Sourced) -> None:
    """Who signed for what somebody keyed took part in the round, too."""
    if at.open is not None and body.source is not None and body.source.approved_by:
        at.open.badges.add(body.source.approved_by)


def _make_body_reader(fields: type | None, note: Callable[[Scan, ScanRow, Any], None]) -> _BodyReader:
    return _BodyReader(msgspec.json.Decoder(fields).decode if fields is not None else lambda _: None, note)


BODY_READERS: Mapping[str, _BodyReader] = {
    ROUND_BEGAN: _make_body_reader(_Numbered, _note_begin),
    "table-opened": _make_body_reader(_TableBody, _note_table),
    "cards-brought": _make_body_reader(_Numbered, _note_shoe),
    "bet-placed": _make_body_reader(_Bet, _note_bet),
    "bet-corrected": _make_body_reader(_Bet, _note_bet),
    "insurance-taken": _make_body_reader(_Insurance, _note_insurance),
    "case-opened": _make_body_reader(_CaseBody, _note_irregularity),
    "claim-raised": _make_body_reader(None, _note_claim),
    "result-announced": _make_body_reader(_OutcomeBody, _note_result),
    "settlement-undone": _make_body_reader(None, _note_no_result),
    "settlement-restored": _make_body_reader(_OutcomeBody, _note_result),
    "round-voided": _make_body_reader(None, _note_void),
    "rounds-voided": _make_body_reader(_Numbers, _note_late_void),
    OUTAGE_ROUNDS_ENTERED: _make_body_reader(_Outage, _note_outage_rounds),
    **dict.fromkeys(
        ("card-drawn", "cards-turned", "tumbles-counted", "dice-read"), _make_body_reader(_Sourced, _note_approver)
    ),
}

_BODY_NAMES = ", ".join(f"'{name}'" for name in BODY_READERS)
SCAN_QUERY = f"""SELECT sequence, day, badge, name, CASE WHEN name IN ({_BODY_NAMES}) THEN body END FROM events
    WHERE sequence BETWEEN ? AND ?"""  # noqa: S608 - our own names
"""Reads the rows of a pass, from one sequence to another."""
