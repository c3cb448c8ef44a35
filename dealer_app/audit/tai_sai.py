"""Judges the lines of Tai Sai on one layout."""

import msgspec

from dealer_app.audit import fields
from dealer_app.audit.betting import Betting
from dealer_app.audit.faults import Code, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.wire import Writer, encode
from dealer_app.domain.dice import FACES, Tumble
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.tai_sai.tables import TumbleTable

_FIELDS = frozenset({"id", "game", "layout", "dice", "bets", "limits", "closed"})
_NOT_BEFORE_CLOSING = ("dice",)


class TaiSaiAuditor:
    """One layout, ready to judge lines."""

    def __init__(self, book: Rulebook, layout: Layout) -> None:
        self._betting = Betting(book, layout, frozenset(book.areas))
        self._table = TumbleTable(layout)
        self._wins: dict[tuple[int, int, int], msgspec.Raw] = {}
        self._writer = Writer()

    def judge(self, line: Fields, *, with_stages: bool) -> Fields:
        del with_stages  # before the dice rest nothing is decided, so there are none
        fields.only(line, _FIELDS, "a line")
        limits = self._betting.limits(line)
        if limits is not None and line.get("closed") is False:
            return dict(self._betting.judge_open(line, limits, _NOT_BEFORE_CLOSING))
        tumble = _tumble(fields.needed(line, "dice", "a line"))
        answer: Fields = {
            "id": line["id"],
            "dice": tumble.dice,
            "sum": tumble.total,
            "triple": tumble.triple,
            "wins": self._wins.get(tumble.dice) or self._write_wins(tumble),
        }
        if "bets" in line:
            row = self._writer.row(self._table.row(tumble))
            entries = self._betting.read(line, limits)
            counted = None
            if limits is not None:
                counted = self._betting.counted(entries, [fields.wager(entry) for entry in entries], limits)
            answer["bets"] = self._betting.judge(entries, row, counted)
        return answer

    def _write_wins(self, tumble: Tumble) -> msgspec.Raw:
        wins = {area: str(verdict.odds) for area, verdict in self._table.wins(tumble).items()}
        self._wins[tumble.dice] = msgspec.Raw(encode(wins))
        return self._wins[tumble.dice]


def _tumble(dice: object) -> Tumble:
    faces = isinstance(dice, list) and all(type(die) is int and die in FACES for die in dice)
    if not (faces and isinstance(dice, list) and len(dice) == 3):
        refuse(Code.BAD_DIE, f"dice are three numbers from 1 to 6, not {shown(dice)}")
    first, second, third = dice
    return Tumble((first, second, third))
