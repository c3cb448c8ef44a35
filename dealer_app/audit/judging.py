"""From one line of input to one line of output: finds the document and layout, and turns faults into error lines."""

from functools import cache
from typing import Any, Protocol

import msgspec

from dealer_app.audit import fields
from dealer_app.audit.baccarat import BaccaratAuditor
from dealer_app.audit.faults import TOO_DEEP, Code, LineError, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.tai_sai import TaiSaiAuditor
from dealer_app.domain.baccarat.tables import GameTable
from dealer_app.domain.rulebook import House
from dealer_app.rulebooks import GAMES, approved
from dealer_app.rulebooks.finding import UnknownLayoutError, layout_of

LONGEST_LINE = 1 << 18
"""In bytes: far more than any round needs, and a bound on what one line can take of memory."""

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Auditor(Protocol):
    def judge(self, line: Fields, *, with_stages: bool) -> Fields: ...


@cache
def _game_table(game: str) -> GameTable:
    return GameTable(approved(game))


@cache
def _auditor(game: str, letter: str) -> Auditor:
    book = approved(game)
    try:
        layout = layout_of(book, letter)
    except UnknownLayoutError as unknown:
        refuse(Code.UNKNOWN_LAYOUT, str(unknown))
    if book.house is House.TAI_SAI:
        return TaiSaiAuditor(book, layout)
    return BaccaratAuditor(book, _game_table(game), layout)


def auditor(line: Fields) -> Auditor:
    """The auditor of the layout that the line names."""
    game = fields.needed(line, "game", "a line")
    if game not in GAMES:
        refuse(Code.UNKNOWN_GAME, f"there is no game {shown(game)}; there are {', '.join(GAMES)}")
    letter = fields.needed(line, "layout", "a line")
    if not isinstance(letter, str):
        refuse(Code.UNKNOWN_LAYOUT, f"a layout is named by its Appendix letter, not {shown(letter)}")
    return _auditor(game, letter)


def decode(text: bytes) -> Any:
    """The JSON value of a line; LineError says what is wrong with it. It may be nested too deeply to be taken."""
    if not text.strip():
        refuse(Code.BAD_JSON, "the line is empty")
    if len(text) > LONGEST_LINE:
        refuse(Code.BAD_JSON, f"the line is longer than {LONGEST_LINE} bytes")
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        refuse(Code.BAD_JSON, f"not JSON: {problem}")


def judgement(line: Any, number: int, *, with_stages: bool) -> Fields:
    """What the auditor answers to a line: its judgement, or what is wrong with it."""
    try:
        if not isinstance(line, dict):
            refuse(Code.BAD_JSON, "a line is one JSON object")
        fields.needed(line, "id", "a line")
        return auditor(line).judge(line, with_stages=with_stages)
    except LineError as fault:
        return error(line, fault, number)


def error(line: Any, fault: LineError, number: int) -> Fields:
    known = line.get("id") if isinstance(line, dict) else None
    return {"id": known, "error": {"code": fault.code.value, "message": fault.message, "line": number}}


def judge_line(text: bytes, number: int, *, with_stages: bool) -> tuple[bytes, bool]:
    """One line of output, and whether the input could be judged."""
    try:
        answer = judgement(decode(text), number, with_stages=with_stages)
        return _encode(answer), "error" not in answer
    except LineError as fault:
        return _encode(error(None, fault, number)), False
    except RecursionError:
        # What could be read can still be too deep to be written, or to be shown in a message.
        return _encode(error(None, TOO_DEEP, number)), False
