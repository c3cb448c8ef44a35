"""Turns one line of audit input into one line of output, for cards and for dice.

It finds the auditor of the document and layout that the line names, and turns every fault into an error line.
The bets of a line are read and judged alike for all games, once the verdict of each area is known.
"""

import re
from functools import cache
from typing import Any, Protocol

import msgspec

from dealer_app.audit import line_format
from dealer_app.audit.baccarat import BaccaratAuditor
from dealer_app.audit.line_format import (
    BetJudge,
    FaultCode,
    LineError,
    LineFields,
    RowWriter,
    encode_json,
    refuse_line,
    value_text,
)
from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.domain.rulebook import Layout, Rulebook, RuleFamily
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout

_DICE_LINE_FIELDS = frozenset({"id", "game", "layout", "dice", "bets", "limits", "closed"})
_DICE_FIELDS_AFTER_CLOSING = ("dice",)


class TaiSaiAuditor:
    """One layout, ready to judge lines."""

    def __init__(self, book: Rulebook, layout: Layout) -> None:
        self._betting = BetJudge(book, layout, frozenset(book.areas))
        self._table = TumbleTable(layout)
        self._wins: dict[tuple[int, int, int], msgspec.Raw] = {}
        self._writer = RowWriter()

    def judge(self, line: LineFields, *, with_stages: bool) -> LineFields:  # noqa: ARG002 - dice have none
        line_format.check_field_names(line, _DICE_LINE_FIELDS, "a line")
        limits = self._betting.read_limits(line)
        if limits is not None and line.get("closed") is False:
            return dict(self._betting.judge_open_bets(line, limits, _DICE_FIELDS_AFTER_CLOSING))
        tumble = _read_tumble(line_format.require_field(line, "dice", "a line"))
        answer: LineFields = {
            "id": line["id"],
            "dice": tumble.dice,
            "sum": tumble.total,
            "triple": tumble.is_triple,
            "wins": self._wins.get(tumble.dice) or self._write_wins(tumble),
        }
        if "bets" in line:
            row = self._writer.text_row(self._table.verdict_row(tumble))
            entries = self._betting.read_bets(line, limits)
            counted = None
            if limits is not None:
                counted = self._betting.bet_counts(
                    entries, [line_format.read_wager(entry) for entry in entries], limits
                )
            answer["bets"] = self._betting.judge_bets(entries, row, counted)
        return answer

    def _write_wins(self, tumble: Tumble) -> msgspec.Raw:
        wins = {area: str(verdict.odds) for area, verdict in self._table.wins(tumble).items()}
        self._wins[tumble.dice] = msgspec.Raw(encode_json(wins))
        return self._wins[tumble.dice]


def _read_tumble(dice: object) -> Tumble:
    faces = isinstance(dice, list) and all(type(die) is int and die in DIE_FACES for die in dice)
    if not (faces and isinstance(dice, list) and len(dice) == 3):
        refuse_line(FaultCode.BAD_DIE, f"dice are three numbers from 1 to 6, not {value_text(dice)}")
    first, second, third = dice
    return Tumble((first, second, third))


LONGEST_LINE = 1 << 18
"""In bytes: far more than any round needs, and a bound on what one line can take of memory."""

DEEPEST_NESTING = 100
"""Objects and lists within one another: more than any round needs. How many Python itself reads, compares and writes
differs from version to version; the answer to a line does not.
"""
_NO_BRACKETS = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+"?)++', re.DOTALL)
"""Texts, whatever is in them, and all that is neither text nor bracket."""

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Auditor(Protocol):
    def judge(self, line: LineFields, *, with_stages: bool) -> LineFields: ...


@cache
def _game_table(game: str) -> GameTable:
    return GameTable(load_rulebook(game))


@cache
def _layout_auditor(game: str, letter: str) -> Auditor:
    book = load_rulebook(game)
    try:
        layout = require_layout(book, letter)
    except UnknownLayoutError as unknown:
        refuse_line(FaultCode.UNKNOWN_LAYOUT, str(unknown))
    if book.house is RuleFamily.TAI_SAI:
        return TaiSaiAuditor(book, layout)
    return BaccaratAuditor(book, _game_table(game), layout)


def find_auditor(line: LineFields) -> Auditor:
    """The auditor of the layout that the line names."""
    game = line_format.require_field(line, "game", "a line")
    if game not in GAMES:
        refuse_line(FaultCode.UNKNOWN_GAME, f"there is no game {value_text(game)}; there are {', '.join(GAMES)}")
    letter = line_format.require_field(line, "layout", "a line")
    if not isinstance(letter, str):
        refuse_line(FaultCode.UNKNOWN_LAYOUT, f"a layout is named by its Appendix letter, not {value_text(letter)}")
    return _layout_auditor(game, letter)


def decode_line(text: bytes) -> Any:
    """The JSON value of a line; LineError says what is wrong with it."""
    if not text.strip():
        refuse_line(FaultCode.BAD_JSON, "the line is empty")
    if len(text) > LONGEST_LINE:
        refuse_line(FaultCode.BAD_JSON, f"the line is longer than {LONGEST_LINE} bytes")
    if _is_too_deep(text):
        refuse_line(
            FaultCode.BAD_JSON, f"objects and lists are nested more than {DEEPEST_NESTING} deep within one another"
        )
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        refuse_line(FaultCode.BAD_JSON, f"not JSON: {problem}")


def _is_too_deep(text: bytes) -> bool:
    if text.count(b"{") + text.count(b"[") <= DEEPEST_NESTING:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", text):
        depth += 1 if bracket in b"{[" else -1
        if depth > DEEPEST_NESTING:
            return True
    return False


def judge_object(line: Any, number: int, *, with_stages: bool) -> LineFields:
    """What the auditor answers to a line: its judgement, or what is wrong with it."""
    try:
        if not isinstance(line, dict):
            refuse_line(FaultCode.BAD_JSON, "a line is one JSON object")
        line_format.require_field(line, "id", "a line")
        return find_auditor(line).judge(line, with_stages=with_stages)
    except LineError as fault:
        return error_answer(line, fault, number)


def error_answer(line: Any, fault: LineError, number: int) -> LineFields:
    known = line.get("id") if isinstance(line, dict) else None
    return {"id": known, "error": {"code": fault.code.value, "message": fault.message, "line": number}}


def judge_line(text: bytes, number: int, *, with_stages: bool) -> tuple[bytes, bool]:
    """One line of output, and whether the input could be judged."""
    try:
        answer = judge_object(decode_line(text), number, with_stages=with_stages)
        return _encode(answer), "error" not in answer
    except LineError as fault:
        return _encode(error_answer(None, fault, number)), False
