"""Lines that are no JSON, or JSON of a kind that nobody writes: one error line each, and the run goes on."""

from fractions import Fraction

import pytest

from dealer_app.audit.judgement import DEEPEST_NESTING, LONGEST_LINE, judge_line
from dealer_app.audit.stream import check_line
from tests.audit.audit_lines import answer_error, as_bytes, audit_answer, audit_bytes, round_line, tumble_line


@pytest.mark.parametrize(
    "text",
    [
        b"{",
        b'{"id":"r1"',
        b"{'id':'r1'}",
        b'{"id":"r1",}',
        b"{} {}",
        b'{"id":"r1"}]',
        b'{"id":NaN}',
        b'{"id":Infinity}',
        b'{"id":01}',
        b'{"id":1e999}',
        b'{"id":"\\ud800"}',
        b'{"id":"\\x"}',
        b'{"id":"\x00"}',
        b"\xef\xbb\xbf{}",
        b'{"id":"\xff"}',
        b'{"id":"r1","\xc3(":1}',
        b"\xff\xfe{\x00}\x00",
        b"# a remark",
        b"id,game,layout",
    ],
)
def test_what_is_no_json_is_bad_json_without_an_id(text: bytes) -> None:
    answer = audit_bytes(text, number=9)
    code, message = answer_error(answer)
    assert code == "bad_json"
    assert message.startswith("not JSON: ")
    assert (answer["id"], answer["error"]["line"]) == (None, 9)


@pytest.mark.parametrize("text", [b"", b"\n", b"   \r\n"])
def test_an_empty_line_is_called_so(text: bytes) -> None:
    assert answer_error(audit_bytes(text)) == ("bad_json", "the line is empty")


def test_a_line_longer_than_any_round_is_refused() -> None:
    line = as_bytes(round_line()) + b" " * LONGEST_LINE
    assert answer_error(audit_bytes(line)) == ("bad_json", f"the line is longer than {LONGEST_LINE} bytes")


@pytest.mark.parametrize("text", [b"null", b"true", b"17", b'"r1"', b"[]", b'[{"id":"r1"}]'])
def test_json_that_is_no_object_is_bad_json(text: bytes) -> None:
    answer = audit_bytes(text)
    assert answer_error(answer)[0] == "bad_json"
    assert answer["id"] is None


@pytest.mark.parametrize("identity", ["r1", "", "桌 4", 17, -1, 0, 1.5, 10**30, None, True, ["a"], {"table": 4}])
def test_an_id_is_repeated_as_it_was_given(identity: object) -> None:
    assert audit_answer({**round_line(), "id": identity})["id"] == identity
    refused = audit_answer({**round_line(), "id": identity, "game": "x"})
    assert refused["id"] == identity
    assert answer_error(refused)[0] == "unknown_game"


def test_line_breaks_of_any_system_are_taken() -> None:
    text = as_bytes(tumble_line(1, 2, 3))
    assert audit_bytes(text + b"\r\n") == audit_bytes(text + b"\n") == audit_bytes(b"  " + text)


def test_of_a_key_written_twice_the_last_counts() -> None:
    text = as_bytes(tumble_line(1, 2, 3)).replace(b'"id"', b'"dice": [6, 6, 6], "id"')
    assert audit_bytes(text)["dice"] == [1, 2, 3]


DEPTHS = (1, *range(90, 110), *range(850, 1_001), 1_500, 2_000, 5_000, 10_000, 100_000)
"""Up to the deepest that is taken and beyond, and where Python of one version or another would itself give up."""


@pytest.mark.parametrize("brackets", [(b"[", b"]"), (b'{"a":', b"}")], ids=["lists", "objects"])
@pytest.mark.parametrize("field", ["id", "game", "layout", "dice", "stake", "bets", "limits"])
def test_deep_nesting_stops_nothing(field: str, brackets: tuple[bytes, bytes]) -> None:
    line = tumble_line(1, 2, 3, bets=[{"area": "big", "stake": 1}], limits={})
    text = as_bytes({**line, field: "HERE"} if field in line else {**line, "bets": [{"area": "big", "stake": "HERE"}]})
    around = 1 if field in line else 3
    for depth in DEPTHS:
        nested = text.replace(b'"HERE"', brackets[0] * depth + b"1" + brackets[1] * depth)
        answer, fine = judge_line(nested, 1, with_stages=True)
        assert answer.startswith(b'{"id":')
        assert (b'"error":{' in answer) == (not fine)
        assert fine == (field == "id" and depth + around <= DEEPEST_NESTING)
        assert is_refused_as_it_lies(answer) == (depth + around > DEEPEST_NESTING)
        answer, fine = check_line(b'{"in":' + nested + b',"out":' + nested + b"}", 1, with_stages=True)
        assert not fine
        assert (b'"differs":[' in answer) == (depth + around + 1 <= DEEPEST_NESTING)
        assert is_refused_as_it_lies(answer) == (depth + around + 1 > DEEPEST_NESTING)


def is_refused_as_it_lies(answer: bytes) -> bool:
    return b'"code":"bad_json"' in answer and (b"deep within" in answer or b"longer than" in answer)


@pytest.mark.parametrize(
    "identity",
    [
        "[" * 500,
        '"' + "{" * 500,
        "\\" + '"[' * 500,
        [[]] * 500,
        [{"a": [1]}] * 500,
        ["]" * 500, [["["] * 500]],
    ],
)
def test_only_what_lies_within_one_another_is_deep(identity: object) -> None:
    assert audit_answer({**tumble_line(1, 2, 3), "id": identity})["id"] == identity


@pytest.mark.parametrize("before", ['"', '\\"', "]" * 500, '"' + "]" * 500])
def test_no_text_hides_what_is_deep(before: str) -> None:
    text = as_bytes({"before": before, "id": "HERE"})
    for depth in DEPTHS:
        answer = audit_bytes(text.replace(b'"HERE"', b"[" * depth + b"]" * depth))
        code, _ = answer_error(answer)
        assert code == ("missing_field" if depth + 1 <= DEEPEST_NESTING else "bad_json")


@pytest.mark.parametrize("start", [b"", b"]" * 500, b'"', b'{"id":"', b"{]" * 500, b'{"\\'])
@pytest.mark.parametrize("bracket", [b"[", b"]", b"{", b'{"a":', b'["', b"[\\"])
def test_brackets_that_make_no_json_stop_nothing(start: bytes, bracket: bytes) -> None:
    for depth in DEPTHS:
        assert answer_error(audit_bytes(start + bracket * depth))[0] == "bad_json"


@pytest.mark.parametrize("digits", [19, 20, 39, 309, 999, 1_000, 1_001, 4_299, 4_300, 4_301, 100_000])
def test_huge_numbers_stop_nothing(digits: int) -> None:
    bet, other = {"seat": 1, "area": "tie", "stake": 5}, {"seat": 2, "area": "banker", "stake": 7}
    line = round_line("6S", "6D", "TH", "TS", bets=[bet])
    places = [
        {**line, "id": "HERE"},
        {**line, "decks": "HERE"},
        {**line, "bets": [{**bet, "stake": "HERE"}]},
        {**line, "bets": [{**bet, "seat": "HERE"}]},
        {**line, "bets": [{**bet, "stake": "HERE"}], "limits": {"max": 7}},
        {**line, "bets": [{**other, "stake": "HERE"}, other], "limits": {"differential": 3}},
        {**line, "bets": [{**other, "stake": "HERE"}, other], "limits": {"differential": "HERE"}},
        {**line, "bets": [bet], "limits": {"min": "HERE", "max": 5}},
        tumble_line() | {"dice": [1, 2, "HERE"]},
    ]
    for place in places:
        for sign in (b"", b"-"):
            answer = audit_bytes(as_bytes(place).replace(b'"HERE"', sign + b"9" * digits))
            assert "bets" in answer or answer_error(answer)[0] in {"bad_json", "bad_die", "bad_stake", "unknown_seat"}
            assert ("bets" in answer) <= (digits <= 1_000 or place["id"] == "HERE")


@pytest.mark.parametrize("digits", [19, 40, 90])
def test_stakes_beyond_64_bits_are_judged_exactly(digits: int) -> None:
    stake = int("9" * digits)
    bets = [{"seat": 1, "area": "banker", "stake": stake}, {"seat": 1, "area": "player", "stake": 1}]
    line = round_line("2S", "KD", "3H", "6H", "TC", bets=bets)
    assert audit_answer(line)["bets"][0]["net"] == f"{stake}/2"
    counted = audit_answer({**line, "limits": {"differential": 7}})["bets"][0]
    assert (counted["counts"], counted["net"]) == ("8/1", "4/1")


def test_the_share_of_a_huge_stake_can_be_written() -> None:
    """It has as many digits as stake and Differential together."""
    first, second, limit = 10**999 + 1, 10**998 + 3, 10**997 + 7
    bets = [{"seat": seat, "area": "banker", "stake": stake} for seat, stake in ((1, first), (2, second))]
    answer = audit_answer(round_line("2S", "KD", "3H", "6H", "TC", bets=bets, limits={"differential": limit}))
    counts = Fraction(answer["bets"][0]["counts"])
    assert counts == Fraction(first * limit, first + second)
    assert Fraction(answer["bets"][0]["net"]) == counts / 2


@pytest.mark.parametrize("value", ["x" * 100_000, list(range(20_000)), {"a": "x" * 50_000}])
@pytest.mark.parametrize("field", ["game", "layout", "cards", "decks"])
def test_a_message_stays_readable_whatever_the_value(field: str, value: object) -> None:
    _, message = answer_error(audit_answer({**round_line("6S"), field: value}))
    assert len(message) < 400
