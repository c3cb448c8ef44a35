"""Checks an export of a station's journal with Python's standard library alone: no part of the station is needed.

    python3 verify_export.py EXPORT [SEQUENCE HASH]

EXPORT is JSON or CSV. SEQUENCE and HASH are a head that was noted elsewhere, as on a shift report: without one nobody
can see that the end was cut off or that all was written anew. Status 0 if all is in order, 1 if not; see journal.md.
"""
# ruff: noqa: INP001 - one file, to be copied to wherever it is needed

import csv
import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

FIELDS = ["sequence", "decision", "day", "utc", "offset", "counter", "badge", "position", "name", "version", "body"]
EVENT = [(field, str if field in {"day", *FIELDS[6:9], "body", "hash"} else int) for field in [*FIELDS, "hash"]]
FIRST: dict[str, Any] = {"journal": "dealer-station", "format": 1}
UNREAD, LINE = "this is no export that can be read: ", [0]


def need(right: bool, wrong: str = f"{UNREAD}its fields are not exactly those of an export") -> None:
    if not right:
        print(ascii(wrong)[1:-1])
        sys.exit(1)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def read(export: Any) -> Any:
    """What stands before the first event (`after`), the events, and the `head`: both forms as lines of JSON."""
    is_json = export.read(1) == "{"
    export.seek(0)
    lines = (line for LINE[0], line in enumerate(export, 1))
    yield from (json.loads(line, object_pairs_hook=once) for line in (lines if is_json else ()))
    csv.field_size_limit(2**31 - 1)
    for number, row in enumerate(csv.reader(lines, strict=True)):
        cells = [re.sub(r"\\x\{([0-9a-f]{1,6})\}", lambda sign: chr(int(sign[1], 16)), cell) for cell in row]
        need(number > 0 or cells == [name for name, _ in EVENT])
        line = {name: kind(cell) if number and cell else cell for (name, kind), cell in zip(EVENT, cells, strict=False)}
        need(list(map(str, line.values())) == cells)
        head = {name: value for name, value in line.items() if value != ""}
        if number:
            yield line if line["decision"] else (FIRST if line["name"] == "after" else {}) | {head.pop("name"): head}


def check(lines: Any, noted: tuple[int, str] | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the first event follows, and the head, where all is in order."""
    first, last, sealed = next(lines, FIRST), None, set()
    need(first is not FIRST, f"{UNREAD}there is nothing in it")
    head: Any = {"sequence": int(first["after"]["sequence"]), "hash": bytes.fromhex(first["after"]["hash"]).hex()}
    need(repr(first) == repr(FIRST | {"after": head}))
    after, from_start, seen = head, head["sequence"] == 0, noted in {None, (head["sequence"], head["hash"])}
    need(not from_start or head["hash"] == "0" * 64, "the chain does not begin with 32 zero bytes")
    for event in lines:
        need(last is None, "there is something after the head")
        if event.keys() == {"head"}:
            last = event["head"]
            continue
        need([(name, type(value)) for name, value in event.items()] == EVENT)
        at, text = head["sequence"] + 1, "\n".join(str(event[field]) for field in FIELDS)
        need(event["sequence"] == at, f"event {at} is missing: {event['sequence']} comes next")
        digest = sha256(bytes.fromhex(head["hash"]) + text.encode()).hexdigest()
        need(event["hash"] == digest, f"event {at} does not follow from the one before")
        head, seen = {"sequence": at, "hash": digest}, seen or (at, digest) == noted
        # What was sealed is proved: the digest that was written when the card was drawn is that of salt and card.
        body = json.loads(event["body"], object_pairs_hook=once)
        seal = body.get("seal") or {"digest": None}
        if event["name"] == "card-unsealed":
            is_it = sha256((seal["salt"] + body["card"]).encode()).hexdigest() == seal["digest"]
            need(is_it, f"event {at}: the card {body['card']} is not the one that was sealed")
            is_drawn = seal["digest"] in sealed or not from_start
            need(is_drawn, f"event {at}: a card is unsealed that was never drawn sealed")
        sealed.add(seal["digest"])
    need(repr(last) == repr(head), "the export does not end with its head")
    need(seen, f"event {noted and noted[0]} is not there with the hash that was noted")
    return after, head


if __name__ == "__main__":
    if len(sys.argv) not in {2, 4} or not all(number.isdecimal() and len(number) < 20 for number in sys.argv[2:3]):
        sys.exit("usage: verify_export.py EXPORT [SEQUENCE HASH]")
    anchor = (int(sys.argv[2]), sys.argv[3].lower()) if len(sys.argv) == 4 else None
    try:
        with Path(sys.argv[1]).open(encoding="utf-8", errors="surrogateescape", newline="") as file:
            begin, end = check(read(file), anchor)
        whence = f"after event {begin['sequence']}, hash {begin['hash']}, " if begin["sequence"] else ""
        noted = "no head was noted; all of it" if anchor is None else f"noted up to {anchor[0]}; what comes after"
        print(f"in order: {whence}up to event {end['sequence']}, hash {end['hash']}; {noted} is not anchored")
    except OSError as problem:
        need(right=False, wrong=f"{sys.argv[1]} cannot be read: {problem.strerror}")
    except Exception as problem:  # noqa: BLE001 - whatever it is that stands there, it is said in words
        deep = isinstance(problem, RecursionError)
        need(right=False, wrong=UNREAD + ("it is nested too deep" if deep else f"line {LINE[0]} cannot be made out"))
