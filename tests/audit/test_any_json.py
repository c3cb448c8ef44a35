"""Whatever JSON is in a line, and whatever bytes, the answer is one line and never a traceback."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.audit.judgement import judge_line
from dealer_app.audit.line_format import FaultCode
from dealer_app.audit.stream import check_line
from tests.audit.audit_lines import Line, as_bytes, round_line, tumble_line
from tests.support.long_tests import examples
from tests.support.rounds import INSURANCE, MBS, TAI_SAI

CODES = {code.value for code in FaultCode}
Path = tuple[str | int, ...]

RIGHT_LINES: list[Line] = [
    round_line("6S", "7D", "TH", "7S", "6C", "9D", placed=["P", "B", "P", "B", "B", "X"], decks=8),
    round_line(
        *("6S", "7D", "TH", "7S", "6C"),
        game=INSURANCE,
        bets=[{"seat": 1, "area": "player", "stake": 10_000, "bettor": "standing-1"}],
        insurance=[
            {"seat": 1, "stage": "after_four", "side": "player", "stake": 2_000, "bettor": "standing-1"},
        ],
        limits={"min": 1_000, "max": 20_000, "differential": 50_000, "areas": {"tie": {"min": 10, "max": 500}}},
        closed=True,
    ),
    round_line(
        *("2S", "KD", "3H", "6H", "TC"),
        game=MBS,
        bets=[
            {"seat": 1, "area": "tiger", "stake": 20, "under_minimum_before": True},
            {"seat": 2, "area": "banker", "stake": 900},
        ],
        limits={"min": 50, "max": 500},
    ),
    tumble_line(2, 5, 6, bets=[{"area": "three:256", "stake": 100, "bettor": "red"}, {"area": "odd", "stake": 1}]),
    {
        "id": "l1",
        "game": TAI_SAI,
        "layout": "C",
        "limits": {"min": 10, "max": 500, "differential": 100, "odd_even_differential": 50},
        "closed": False,
        "bets": [{"area": "big", "stake": 300}, {"area": "even", "stake": 90}],
    },
]

any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-20, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["player", "big", "6S", "P", "A", "after_four", "tiger-buffalo-v4", "seated", 10**25, -1, 0]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a JSON value at which something else might stand."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def changed(line: Line, path: Path, new: Any) -> Any:
    if not path:
        return new
    line = deepcopy(line)
    holder: Any = line
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = new
    return line


def without(line: Line, path: Path) -> Any:
    line = deepcopy(line)
    holder: Any = line
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return line


@st.composite
def nearly_right_lines(draw: st.DrawFn) -> Any:
    """A right line with one to three things changed, added or left out."""
    line: Any = draw(st.sampled_from(RIGHT_LINES))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(line))))
        match draw(st.sampled_from(["change", "leave out", "add"])):
            case "leave out" if path:
                line = without(line, path)
            case "add" if isinstance(line, dict):
                line = {
                    **line,
                    draw(st.sampled_from(["dice", "cards", "bets", "limits", "closed", "x"])): draw(any_json),
                }
            case _:
                line = changed(line, path, draw(any_json))
        if not isinstance(line, dict):
            break
    return line


def assert_one_answer(text: bytes) -> None:
    answer, fine = judge_line(text, 3, with_stages=True)
    assert b"\n" not in answer
    told = json.loads(answer)
    if fine:
        assert "error" not in told
        assert "excess" in told or "dice" in told or "player" in told
    else:
        assert set(told) == {"id", "error"}
        assert told["error"]["code"] in CODES
        assert told["error"]["line"] == 3


@examples(400)
@given(nearly_right_lines())
def test_a_nearly_right_line_is_judged_or_refused(line: Any) -> None:
    assert_one_answer(as_bytes(line))


@given(any_json)
def test_any_json_value_is_refused(value: Any) -> None:
    assert_one_answer(as_bytes(value))


@given(st.sampled_from(RIGHT_LINES), st.dictionaries(st.text(max_size=6).map("x{}".format), any_json, min_size=1))
def test_fields_that_the_format_does_not_know_are_refused(line: Line, more: dict[str, Any]) -> None:
    answer, fine = judge_line(as_bytes({**line, **more}), 1, with_stages=False)
    assert not fine
    assert json.loads(answer)["error"]["code"] == "unknown_field"


@given(st.binary(max_size=60))
def test_any_bytes_are_refused(text: bytes) -> None:
    assert_one_answer(text.replace(b"\n", b" "))


@given(st.sampled_from(RIGHT_LINES), st.integers(0, 600), st.binary(min_size=1, max_size=3))
def test_damaged_bytes_are_judged_or_refused(line: Line, place: int, damage: bytes) -> None:
    text = as_bytes(line)
    assert_one_answer((text[:place] + damage + text[place + len(damage) :]).replace(b"\n", b" "))


@examples(200)
@given(nearly_right_lines(), st.sampled_from(RIGHT_LINES) | any_json)
def test_a_check_tells_differences_or_an_error(line: Any, expected: Any) -> None:
    answer, fine = check_line(as_bytes({"in": line, "out": expected}), 3, with_stages=True)
    told = json.loads(answer)
    assert not fine
    assert set(told) == {"id", "line", "differs"}
    assert told["differs"]
    assert told["line"] == 3


@given(any_json)
def test_a_check_of_anything_else_is_an_error(value: Any) -> None:
    answer, fine = check_line(as_bytes(value), 3, with_stages=True)
    assert not fine
    assert json.loads(answer)["error"]["code"] in {"bad_json", "missing_field", "unknown_field"}


def test_the_lines_that_are_changed_here_are_right() -> None:
    for line in RIGHT_LINES:
        assert judge_line(as_bytes(line), 1, with_stages=True)[1], line
