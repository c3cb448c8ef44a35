"""Compares judgements with expected ones: the work of `audit --check`.

JSON values are compared: key order never matters, and the order of `bets` only if the input had them.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from dealer_app.audit import fields
from dealer_app.audit.faults import TOO_DEEP, Code, LineError
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.judging import decode, error, judgement

_ABSENT = object()
_FIELDS = frozenset({"in", "out"})


def check_line(text: bytes, number: int, *, with_stages: bool) -> tuple[bytes, bool]:
    """Nothing if the judgement is as expected, else one line that names every difference."""
    try:
        return _checked(text, number, with_stages=with_stages)
    except RecursionError:
        return msgspec.json.encode(error(None, TOO_DEEP, number)), False


def _checked(text: bytes, number: int, *, with_stages: bool) -> tuple[bytes, bool]:
    pair = None
    try:
        pair = decode(text)
        if not isinstance(pair, dict):
            refuse(Code.BAD_JSON, "a line to check is an object with in and out")
        fields.only(pair, _FIELDS, "a line to check")
        given, expected = fields.needed(pair, "in", "a line to check"), fields.needed(pair, "out", "a line to check")
    except LineError as fault:
        return msgspec.json.encode(error(pair.get("in") if isinstance(pair, dict) else None, fault, number)), False
    had_bets = isinstance(given, dict) and "bets" in given
    known = given.get("id") if isinstance(given, dict) else None
    got = msgspec.json.decode(msgspec.json.encode(judgement(given, number, with_stages=with_stages)))
    if isinstance(expected, dict) and not with_stages:
        expected.pop("stages", None)
    found = list(_differences(_comparable(expected, had_bets), _comparable(got, had_bets), ""))
    if not found:
        return b"", True
    return msgspec.json.encode({"id": known, "line": number, "differs": found}), False


def _comparable(answer: Any, had_bets: bool) -> Any:
    if had_bets or not isinstance(answer, dict) or not isinstance(answer.get("bets"), list):
        return answer
    return answer | {"bets": sorted(answer["bets"], key=lambda bet: str(isinstance(bet, dict) and bet.get("area")))}


def _differences(expected: Any, got: Any, path: str) -> Iterator[Fields]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in dict.fromkeys([*expected, *got]):
            inner = f"{path}.{key}" if path else key
            yield from _differences(expected.get(key, _ABSENT), got.get(key, _ABSENT), inner)
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for place, pair in enumerate(zip(expected, got, strict=True)):
            yield from _differences(*pair, f"{path}[{place}]")
    elif expected is not got and (type(expected) is not type(got) or expected != got):
        difference = {"path": path, "expected": expected, "got": got}
        yield {key: value for key, value in difference.items() if value is not _ABSENT}
