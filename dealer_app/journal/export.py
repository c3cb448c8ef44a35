"""The journal as a file for somebody else: JSON lines or CSV, with everything that the chain is made over.

What is sealed, what PINs are checked against, and the round that is being played stay here. docs/verify_export.py
checks either without any of this program.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TextIO

from msgspec import Struct

from dealer_app.domain.round.plain_text import is_plain, visible_text, written_out
from dealer_app.journal.record import Entry, Head, breaks
from dealer_app.journal.schema import COLUMNS
from dealer_app.journal.trouble import DamagedError
from dealer_app.journal.verifying import Told
from dealer_app.journal.volumes import Readable

FORMAT = 1
_BACKSLASH = "\\"
_BEGINS_A_FORMULA = re.compile(r"(?:^|(?<=[;|]))[=+\-@＝＋－＠]")
"""At the start of a cell; some spreadsheets part them by a semicolon. The wide signs count in Chinese ones."""
_AT_A_TIME = 2_000


class Form(Enum):
    """How an export is written."""

    JSON = "json"
    CSV = "csv"


class Span(Struct, frozen=True):
    """From one sequence to another."""

    first: int
    last: int


def export(reader: Readable, out: TextIO, form: Form, span: Span, told: Told = lambda _at, _of: True) -> Head:
    """Writes the entries of the span; gives the head to lay beside an anchored one. Raises DamagedError at a break."""
    base = reader.base()
    after = base if span.first <= base.sequence + 1 else _head_at(reader, span.first - 1)
    begin, line, end = _json(out) if form is Form.JSON else _csv(out)
    begin(after)
    head = after
    for entry in _entries(reader, span, told):
        if breaks(entry, head):
            raise DamagedError(f"event {head.sequence + 1} does not follow from the one before", head.sequence)
        line(entry)
        head = Head(entry.sequence, entry.hash)
    end(head)
    return head


def _head_at(reader: Readable, sequence: int) -> Head:
    entry = next(reader.entries(sequence, sequence), None)
    if entry is None:
        raise DamagedError(f"event {sequence} is missing", 0)
    return Head(entry.sequence, entry.hash)


def _entries(reader: Readable, span: Span, told: Told) -> Iterator[Entry]:
    """In parts, so that no long look keeps a playing station from folding its log."""
    at = max(span.first, reader.base().sequence + 1)
    while at <= span.last and told(at - span.first, span.last - span.first + 1):
        yield from list(reader.entries(at, min(at + _AT_A_TIME - 1, span.last)))
        at += _AT_A_TIME
    told(span.last - span.first + 1, span.last - span.first + 1)


_Writing = tuple[Callable[[Head], None], Callable[[Entry], None], Callable[[Head], None]]


def _json(out: TextIO) -> _Writing:
    def line(value: object) -> None:
        out.write(f"{in_line(value)}\n")

    return (
        lambda after: line({"journal": "dealer-station", "format": FORMAT, "after": _as_fields(after)}),
        lambda entry: line(_as_row(entry)),
        lambda head: line({"head": _as_fields(head)}),
    )


def in_line(value: object) -> str:
    """As JSON. A sign that is not seen is written by its number, as JSON may: who reads the line reads the same."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if is_plain(text) else "".join(each if is_plain(each) else json.dumps(each)[1:-1] for each in text)


def _as_row(entry: Entry) -> dict[str, object]:
    return dict(zip(COLUMNS, (*entry[:-1], entry.hash.hex()), strict=True))


def _as_fields(head: Head) -> dict[str, object]:
    return {"sequence": head.sequence, "hash": head.hash.hex()}


def _csv(out: TextIO) -> _Writing:
    """What stands before, and the head, are rows as well: of a sequence, that name, and a hash."""
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")

    def begin(after: Head) -> None:
        writer.writeheader()
        writer.writerow({"name": "after", **_as_fields(after)})

    return (
        begin,
        lambda entry: writer.writerow({name: in_cell(value) for name, value in _as_row(entry).items()}),
        lambda head: writer.writerow({"name": "head", **_as_fields(head)}),
    )


def in_cell(value: object) -> object:
    """A text that no spreadsheet takes for a formula, wherever it cuts its cells, and in which every sign is seen.

    Each such sign is written by its number, as `\\x{3d}`, and can be read back exactly: docs/journal.md says how.
    """
    if not isinstance(value, str):
        return value
    # What looks like a sign written out stays different from one.
    visible = visible_text(value.replace("\\x{", f"{written_out(_BACKSLASH)}x{{"))
    return _BEGINS_A_FORMULA.sub(lambda found: written_out(found[0]), visible)
