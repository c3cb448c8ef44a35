"""`--check`: what differs, where, and what does not count as a difference."""

import json
from typing import Any

import pytest

from dealer_app.audit.stream import check_line
from tests.audit.audit_lines import as_bytes, audit_answer, check_answer, round_line, tumble_line

LINE = round_line("6S", "7D", "TH", "7S", "6C", bets=[{"seat": 1, "area": "player", "stake": 100}])
WITHOUT_BETS = round_line("6S", "7D", "TH", "7S", "6C")


def differs(line: Any, expected: Any, **how: Any) -> list[dict[str, Any]]:
    found = check_answer(line, expected, **how)
    if found is None:
        return []
    assert set(found) == {"id", "line", "differs"}
    assert found["id"] == line["id"]
    told: list[dict[str, Any]] = found["differs"]
    return told


@pytest.mark.parametrize("line", [LINE, WITHOUT_BETS, tumble_line(1, 2, 3), round_line("XX"), round_line(game="x")])
def test_what_was_judged_so_is_found_so(line: Any) -> None:
    assert check_answer(line, audit_answer(line)) is None


class TestPaths:
    def test_a_changed_value(self) -> None:
        expected = audit_answer(LINE)
        expected["banker"]["points"] = 4
        expected["bets"][0]["net"] = "99/1"
        assert differs(LINE, expected) == [
            {"path": "banker.points", "expected": 4, "got": 0},
            {"path": "bets[0].net", "expected": "99/1", "got": "100/1"},
        ]

    def test_something_expected_that_did_not_come(self) -> None:
        assert differs(LINE, {**audit_answer(LINE), "dealer": "Dealer-1"}) == [
            {"path": "dealer", "expected": "Dealer-1"}
        ]

    def test_something_that_came_unexpected(self) -> None:
        expected = audit_answer(LINE)
        del expected["natural"], expected["bets"][0]["odds"]
        assert differs(LINE, expected) == [
            {"path": "bets[0].odds", "got": "1/1"},
            {"path": "natural", "got": False},
        ]

    def test_lists_of_another_length_are_shown_whole(self) -> None:
        expected = {**audit_answer(LINE), "carry": ["2C"]}
        assert differs(LINE, expected) == [{"path": "carry", "expected": ["2C"], "got": []}]

    def test_deep_in_the_stages(self) -> None:
        expected = audit_answer(LINE)
        expected["stages"][4]["decided"]["tie"] = "win"
        (found,) = differs(LINE, expected)
        assert found == {"path": "stages[4].decided.tie", "expected": "win"}

    def test_quite_another_answer(self) -> None:
        (found,) = differs(LINE, "no bets")
        assert (found["path"], found["expected"]) == ("", "no bets")

    def test_an_error_that_was_not_expected(self) -> None:
        wrong = round_line("XX")
        paths = {each["path"] for each in differs(wrong, audit_answer(LINE))}
        assert "error" in paths
        assert "outcome" in paths

    def test_the_line_number_is_that_of_the_input(self) -> None:
        found = check_answer(LINE, {}, number=1_234)
        assert found is not None
        assert found["line"] == 1_234


class TestWhatCounts:
    @pytest.mark.parametrize(
        ("name", "other"),
        [("complete", 1), ("natural", 0), ("next_draw", False), ("reconstructed", None), ("carry", {}), ("id", "R1")],
    )
    def test_values_of_another_type_differ(self, name: str, other: object) -> None:
        assert [each["path"] for each in differs(LINE, {**audit_answer(LINE), name: other})] == [name]

    def test_1_is_not_true_and_not_1_point_0(self) -> None:
        line = tumble_line(1, 2, 3)
        for other in ([True, 2, 3], [1.0, 2, 3]):
            assert [each["path"] for each in differs(line, {**audit_answer(line), "dice": other})] == ["dice[0]"]

    def test_the_order_of_keys_never_counts(self) -> None:
        answer = audit_answer(LINE)
        turned = {name: answer[name] for name in sorted(answer, reverse=True)}
        turned["bets"] = [dict(sorted(entry.items(), reverse=True)) for entry in answer["bets"]]
        assert differs(LINE, turned) == []

    def test_the_order_of_areas_does_not_count_where_no_bets_were_given(self) -> None:
        expected = audit_answer(WITHOUT_BETS)
        expected["bets"] = expected["bets"][::-1]
        assert differs(WITHOUT_BETS, expected) == []

    def test_but_the_bets_do(self) -> None:
        expected = audit_answer(WITHOUT_BETS)
        (changed,) = (entry for entry in expected["bets"] if entry["area"] == "tie")
        changed["net"] = "8/1"
        (found,) = differs(WITHOUT_BETS, {**expected, "bets": expected["bets"][::-1]})
        assert (found["expected"], found["got"]) == ("8/1", "-1/1")

    def test_a_missing_area_is_found(self) -> None:
        expected = audit_answer(WITHOUT_BETS)
        del expected["bets"][3]
        assert [each["path"] for each in differs(WITHOUT_BETS, expected)] == ["bets"]

    def test_the_order_of_bets_counts_where_they_were_given(self) -> None:
        bets = [{"seat": 1, "area": "player", "stake": 100}, {"seat": 1, "area": "banker", "stake": 100}]
        line = {**WITHOUT_BETS, "bets": bets}
        expected = audit_answer(line)
        expected["bets"] = expected["bets"][::-1]
        assert {each["path"].partition(".")[0] for each in differs(line, expected)} == {"bets[0]", "bets[1]"}

    def test_the_order_of_other_lists_counts(self) -> None:
        expected = audit_answer(LINE)
        expected["player"]["cards"] = expected["player"]["cards"][::-1]
        assert [each["path"] for each in differs(LINE, expected)] == ["player.cards[0]", "player.cards[1]"]


class TestWithoutStages:
    def test_stages_are_not_compared(self) -> None:
        assert differs(LINE, {**audit_answer(LINE), "stages": "not looked at"}, stages=False) == []
        assert differs(LINE, audit_answer(LINE, stages=False), stages=False) == []

    def test_all_else_is(self) -> None:
        expected = {**audit_answer(LINE), "outcome": "tie"}
        assert [each["path"] for each in differs(LINE, expected, stages=False)] == ["outcome"]

    def test_with_stages_their_absence_is_a_difference(self) -> None:
        assert [each["path"] for each in differs(LINE, audit_answer(LINE, stages=False))] == ["stages"]


class TestUnusable:
    @pytest.mark.parametrize(
        ("text", "code", "identity"),
        [
            (b"", "bad_json", None),
            (b"[]", "bad_json", None),
            (b'"in"', "bad_json", None),
            (b"{}", "missing_field", None),
            (as_bytes({"in": LINE}), "missing_field", "r1"),
            (as_bytes({"out": {}}), "missing_field", None),
            (as_bytes({"in": LINE, "out": {}, "why": 1}), "unknown_field", "r1"),
            (as_bytes({"in": "r1", "why": 1}), "unknown_field", None),
        ],
    )
    def test_a_line_that_cannot_be_checked_is_an_error(self, text: bytes, code: str, identity: str | None) -> None:
        answer, fine = check_line(text, 6, with_stages=True)
        assert not fine
        told = json.loads(answer)
        assert (told["id"], told["error"]["code"], told["error"]["line"]) == (identity, code, 6)

    def test_an_expected_error_is_compared_like_any_answer(self) -> None:
        wrong = round_line("XX")
        expected = audit_answer(wrong, number=2)
        assert check_answer(wrong, expected, number=2) is None
        assert [each["path"] for each in differs(wrong, expected, number=3)] == ["error.line"]
