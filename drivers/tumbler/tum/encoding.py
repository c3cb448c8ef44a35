"""Sentences of the `tum` protocol as text and bytes: `$TUM,5,REST,2,5,6,FFF*1E` from the tumbler, `$STN,...` to it.

How sentences are found in a stream of bytes, and what follows from them, is not here.
"""

import re
from functools import reduce
from operator import xor

from dealer_app.observations import Rejection, Resting

TUMBLER, STATION = "TUM", "STN"
LONGEST = 82
"""Of a whole sentence, from its `$` to the end of its line."""
NUMBERS = tuple(map(str, range(1000)))
FLATNESS = {"F": Resting.FLAT, "C": Resting.COCKED}

_ROOM = LONGEST - len(f"${STATION},999,LAMPS,99,99,*00\r\n")
_MOST_PARTS = 99
_AREA = re.compile(r"[!-#%-)+\-.-:<-~]+")
"""Printable, and none of the signs by which a sentence is divided."""
_SENTENCE = re.compile(r"\$([A-Z]{3}),(0|[1-9][0-9]{0,2}),([^*]*)\*([0-9A-F]{2})\r\n")


def check_of(text: str) -> str:
    return f"{reduce(xor, text.encode('ascii'), 0):02X}"


def sentence(talker: str, number: str, *fields: str) -> bytes:
    body = ",".join((talker, number, *fields))
    return f"${body}*{check_of(body)}\r\n".encode("ascii")


def parsed(text: str) -> tuple[str, str, tuple[str, ...]] | Rejection:
    """Talker, number and fields of a whole sentence, its line end included, or what is wrong with it."""
    match = _SENTENCE.fullmatch(text)
    if match is None:
        return Rejection.NOT_UNDERSTOOD
    if check_of(text[1:-5]) != match[4]:
        return Rejection.BAD_CHECKSUM
    return match[1], match[2], tuple(match[3].split(","))


def lamp_parts(areas: tuple[str, ...]) -> tuple[str, ...] | None:
    """The fields of the sentences that light these areas, none of them split; None where they cannot be told."""
    if not all(_AREA.fullmatch(area) and len(area) <= _ROOM for area in areas):
        return None
    lines: list[str] = []
    for area in areas:
        if lines and len(lines[-1]) + 1 + len(area) <= _ROOM:
            lines[-1] += f";{area}"
        else:
            lines.append(area)
    lines = lines or [""]
    if len(lines) > _MOST_PARTS:
        return None
    return tuple(f"LAMPS,{part},{len(lines)},{line}" for part, line in enumerate(lines, start=1))
