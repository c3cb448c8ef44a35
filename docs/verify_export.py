"""Checks an export of a station's journal with Python's standard library alone: no part of the station is needed.

    python3 verify_export.py EXPORT [SEQUENCE HASH]

EXPORT is JSON or CSV. SEQUENCE and HASH are a head that was noted elsewhere, as on a shift report: without one nobody
can see that the end was cut off or that all was written anew. Status 0 if all is in order, 1 if not; see journal.md.
"""
# ruff: noqa: INP001 - one file, to be copied to wherever it is needed

import csv
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

FIELDS = ["sequence", "decision", "day", "utc", "offset", "counter", "badge", "position", "name", "version", "body"]


def chained(before: bytes, event: dict[str, Any]) -> bytes:
    """The hash of an event: over the 32 bytes of the hash before it, and its fields as text, one a line."""
    return sha256(before + "\n".join(str(event[field]) for field in FIELDS).encode()).digest()


def read(export: TextIO) -> Iterator[dict[str, Any]]:
    """What stands before the first event (`after`), the events, and the `head`: from either form alike."""
    is_json = export.read(1) == "{"
    export.seek(0)
    csv.field_size_limit(2**31 - 1)
    for row in map(json.loads, export) if is_json else csv.DictReader(export, strict=True):
        if not is_json:
            row["sequence"] = int(row["sequence"])
        yield row if is_json or row["decision"] else {row["name"]: row}


def check(lines: Iterator[dict[str, Any]], anchor: tuple[int, str] | None = None) -> tuple[str | None, Any]:
    """None and the last head if all is in order; else what is wrong first."""
    head = next(lines)["after"]
    at, before, end, seen = head["sequence"], bytes.fromhex(head["hash"]), None, anchor is None
    from_start, sealed = at == 0, set()
    if from_start and before != bytes(32):
        return "the chain does not begin with 32 zero bytes", None
    for event in lines:
        if end is not None:
            return "there is something after the head", None
        if end := event.get("head"):
            continue
        if event["sequence"] != at + 1:
            return f"event {at + 1} is missing: {event['sequence']} comes next", None
        if chained(before, event).hex() != event["hash"]:
            return f"event {event['sequence']} does not follow from the one before", None
        at, before = event["sequence"], bytes.fromhex(event["hash"])
        seen = seen or (at, event["hash"]) == anchor
        # What was sealed is proved: the digest that was written when the card was drawn is that of salt and card.
        body = json.loads(event["body"])
        if seal := body.get("seal"):
            if event["name"] != "card-unsealed":
                sealed.add(seal["digest"])
            elif sha256((seal["salt"] + body["card"]).encode()).hexdigest() != seal["digest"]:
                return f"event {at}: the card {body['card']} is not the one that was sealed", None
            elif from_start and seal["digest"] not in sealed:
                return f"event {at}: a card is unsealed that was never drawn sealed", None
    if end is None or (end["sequence"], end["hash"]) != (at, before.hex()):
        return "the export does not end with its head", None
    return (None if seen else f"event {anchor and anchor[0]} is not there with the hash that was noted"), end


if __name__ == "__main__":
    if len(sys.argv) not in {2, 4} or not all(number.isdecimal() for number in sys.argv[2:3]):
        sys.exit("usage: verify_export.py EXPORT [SEQUENCE HASH]")
    noted = (int(sys.argv[2]), sys.argv[3].lower()) if len(sys.argv) == 4 else None
    try:
        with Path(sys.argv[1]).open(encoding="utf-8", newline="") as file:
            problem, last = check(read(file), noted)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration, csv.Error) as unreadable:
        problem, last = f"this is no export that can be read: {unreadable!r}", None
    print(problem or f"in order: up to event {last['sequence']}, hash {last['hash']}")
    sys.exit(1 if problem else 0)
