"""Lines for `dealer-station audit`, put together and judged as the command does it: as bytes in and bytes out."""

import json
from collections.abc import Mapping
from typing import Any

from dealer_app.audit.judgement import judge_line
from dealer_app.audit.stream import check_line

Line = dict[str, Any]

V4, INSURANCE, MBS, TAI_SAI = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)


def round_line(*cards: str, **more: Any) -> Line:
    return {"id": "r1", "game": V4, "layout": "A", "cards": list(cards), **more}


def tumble_line(*dice: int, **more: Any) -> Line:
    return {"id": "t1", "game": TAI_SAI, "layout": "C", "dice": list(dice), **more}


def as_bytes(line: object) -> bytes:
    return json.dumps(line).encode()


def audit_answer(line: object, *, number: int = 1, stages: bool = True) -> Any:
    """The answer to one line."""
    return audit_bytes(as_bytes(line), number=number, stages=stages)


def audit_bytes(text: bytes, *, number: int = 1, stages: bool = True) -> Any:
    written, fine = judge_line(text, number, with_stages=stages)
    assert b"\n" not in written
    answer = json.loads(written)
    assert isinstance(answer, dict)
    assert ("error" in answer) == (not fine)
    return answer


def check_answer(line: object, expected: object, *, number: int = 1, stages: bool = True) -> Any:
    """What --check says of a line and the judgement expected of it; None if nothing differs."""
    written, fine = check_line(as_bytes({"in": line, "out": expected}), number, with_stages=stages)
    assert fine == (written == b"")
    return json.loads(written) if written else None


def answer_error(answer: Mapping[str, Any]) -> tuple[str, str]:
    """The code and the message of a line that could not be judged."""
    assert set(answer) == {"id", "error"}, answer
    assert set(answer["error"]) == {"code", "message", "line"}
    return answer["error"]["code"], answer["error"]["message"]
