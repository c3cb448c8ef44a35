"""Checks an export of a station's journal with Python's standard library alone: no part of the station is needed.

    python3 verify_export.py EXPORT.json [SEQUENCE HASH]

SEQUENCE and HASH are a head that was noted elsewhere, as on a shift report: without one nobody can see that the end
was cut off or that all of it was written anew. Status 0 if all is in order, 1 if not; journal.md tells what is checked.
"""
# ruff: noqa: INP001 - one file, to be copied to wherever it is needed

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

FIELDS = ["sequence", "decision", "day", "utc", "offset", "counter", "badge", "position", "name", "version", "body"]


def chained(before: bytes, event: dict[str, Any]) -> bytes:
    """The hash of an event: over the 32 bytes of the hash before it, and its fields as text, one a line."""
    return sha256(before + "\n".join(str(event[field]) for field in FIELDS).encode()).digest()


def check_seal(event: dict[str, Any], drawn: set[str], *, from_start: bool) -> str | None:
    """What was sealed is proved: the digest that was written when the card was drawn is that of salt and card."""
    body = json.loads(event["body"])
    seal = body.get("seal")
    if event["name"] in ("card-drawn", "card-held-over") and seal:
        drawn.add(seal["digest"])
    if event["name"] == "card-unsealed":
        if sha256((seal["salt"] + body["card"]).encode()).hexdigest() != seal["digest"]:
            return f"event {event['sequence']}: the card {body['card']} is not the one that was sealed"
        if from_start and seal["digest"] not in drawn:
            return f"event {event['sequence']}: a card is unsealed that was never drawn sealed"
    return None


def check(lines: Iterator[str], anchor: tuple[int, str] | None = None) -> tuple[str | None, Any]:
    """None and the last head if all is in order; else what is wrong first."""
    head = json.loads(next(lines))["after"]
    from_start = head["sequence"] == 0
    at, before, end, seen = head["sequence"], bytes.fromhex(head["hash"]), None, anchor is None
    drawn: set[str] = set()
    if from_start and before != bytes(32):
        return "the chain does not begin with 32 zero bytes", None
    for line in lines:
        event = json.loads(line)
        if end is not None:
            return "there is something after the head", None
        if "head" in event:
            end = event["head"]
            continue
        if event["sequence"] != at + 1:
            return f"event {at + 1} is missing: {event['sequence']} comes next", None
        if chained(before, event).hex() != event["hash"]:
            return f"event {event['sequence']} does not follow from the one before", None
        wrong = check_seal(event, drawn, from_start=from_start)
        if wrong:
            return wrong, None
        at, before = event["sequence"], bytes.fromhex(event["hash"])
        seen = seen or (at, event["hash"]) == anchor
    if end is None or (end["sequence"], end["hash"]) != (at, before.hex()):
        return "the export does not end with its head", None
    return (None if seen else f"event {anchor and anchor[0]} is not there with the hash that was noted"), end


if __name__ == "__main__":
    noted = (int(sys.argv[2]), sys.argv[3].lower()) if len(sys.argv) > 3 else None
    try:
        with Path(sys.argv[1]).open(encoding="utf-8") as export:
            problem, last = check(export, noted)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, StopIteration) as unreadable:
        problem, last = f"this is no export that can be read: {unreadable!r}", None
    print(problem or f"in order: up to event {last['sequence']}, hash {last['hash']}")
    sys.exit(1 if problem else 0)
