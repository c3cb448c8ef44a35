"""TOML that somebody else wrote, read within bounds: its size, how deep its keys lie, and how long its numbers are.

The reader of the standard library takes a key of ten thousand parts, and then all the memory that there is.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

LARGEST_FILE = 200_000
"""Bytes. The largest document that the station has takes an eighth of it."""
_MOST_DOTS = 8
_LARGEST_NUMBER = 2**63
_STRING_OR_REMARK = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Each ends where its line or the text does, if nothing else ends it: so no part of the text is looked at twice."""
_BETWEEN_KEYS = re.compile(r"[=,\n\[\]{}]")


class TomlFaultError(Exception):
    """A text that is not read, in one line."""


def tables_of(text: bytes) -> Mapping[str, Any]:
    """What the text says; TomlFaultError for one that is no TOML, or goes beyond a bound."""
    if len(text) > LARGEST_FILE:
        raise TomlFaultError(f"the file is larger than {LARGEST_FILE // 1000} kB")
    try:
        written = text.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise TomlFaultError(f"byte {problem.start} is not UTF-8 text") from None
    keys = _BETWEEN_KEYS.split(_STRING_OR_REMARK.sub("_", written))
    if any(key.count(".") > _MOST_DOTS for key in keys):
        raise TomlFaultError(f"a key has more than {_MOST_DOTS + 1} parts")
    try:
        tables = tomllib.loads(written)
    except tomllib.TOMLDecodeError as problem:
        raise TomlFaultError(str(problem)) from None
    except RecursionError:
        raise TomlFaultError("lists or tables lie too deep within one another") from None
    except ValueError:
        # Python itself reads no decimal number of more than some thousand digits.
        raise TomlFaultError(_TOO_LARGE) from None
    if any(not -_LARGEST_NUMBER <= number < _LARGEST_NUMBER for number in _numbers(tables)):
        raise TomlFaultError(_TOO_LARGE)
    return tables


_TOO_LARGE = "a number is larger than 64 bits can hold"


def _numbers(tables: object) -> Iterator[int]:
    waiting = [tables]
    while waiting:
        match waiting.pop():
            case dict() as table:
                waiting += table.values()
            case list() as values:
                waiting += values
            case int() as number:
                yield number
            case _:
                pass
